package dev.perfhint.source.trace;

import com.github.javaparser.Position;
import com.github.javaparser.Range;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CompactConstructorDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.file.TypeLookup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Finds a recorded frame's code in the sources, and in it the call that the frame was executing. */
final class StackFrames {
    /** A frame's code: a method, constructor, initialiser, field declaration or lambda. */
    record Body(SourceFile file, Node node) {}

    /** The bodies of the classes that were asked for, by class and method. */
    private record Bodies(Map<String, Map<String, List<Body>>> byClass) {}

    private static final String LAMBDA = "lambda$";
    /** What a loop over an {@code Iterable} calls. */
    private static final Set<String> ITERATION = Set.of("iterator", "hasNext", "next");

    private StackFrames() {}

    /** Returns the innermost body of the frame's class and method that contains its line. */
    static Optional<Body> body(Sources sources, CallSite frame) {
        return body(sources, frame, new CallSite("", "", 0), call -> true);
    }

    /**
     * Returns the innermost body of the frame's class and method that contains its line.
     *
     * @param callee what the frame called; tells overloads apart where the class has no lines
     * @param wanted whether a call of that name means what the frame called
     */
    static Optional<Body> body(Sources sources, CallSite frame, CallSite callee, Predicate<Node> wanted) {
        List<Body> candidates = bodies(sources, frame).stream()
                .filter(body -> frame.line() == 0 || Enclosing.covers(body.node(), frame.line()))
                .sorted(Comparator.comparingInt(body -> size(body.node()))).toList();
        if (frame.line() == 0 && candidates.size() > 1) {
            candidates = candidates.stream().filter(body -> callsTo(body.node(), callee, wanted)).toList();
        }
        return frame.line() == 0 && candidates.size() != 1 ? Optional.empty() : candidates.stream().findFirst();
    }

    /**
     * Returns whether the compiler made the method, to call the one of the same name with the types that generics
     * erase, or a private constructor from another class: it has the line where the class begins.
     */
    static boolean isBridge(Sources sources, CallSite frame, CallSite callee) {
        boolean candidate = frame.line() > 0
                && frame.methodName().equals(callee.methodName())
                && (!frame.methodName().startsWith("<") || frame.className().equals(callee.className()));
        return candidate
                && bodies(sources, frame).stream().noneMatch(body -> Enclosing.covers(body.node(), frame.line()))
                && type(sources, frame).filter(type -> beginsClass(type, frame.line())).isPresent();
    }

    private static boolean beginsClass(TypeDeclaration<?> within, int line) {
        return within.findFirst(Node.class, node -> headLines(node).contains(line)).isPresent();
    }

    /** Returns the lines that compilers give what they add to a class: those of its first word and of its name. */
    private static Set<Integer> headLines(Node node) {
        if (node instanceof TypeDeclaration<?> type) {
            return Set.copyOf(List.of(first(type), first(type.getName())));
        }
        return node instanceof ObjectCreationExpr creation && creation.getAnonymousClassBody().isPresent()
                ? Set.of(first(creation)) : Set.of();
    }

    private static int first(Node node) {
        return node.getBegin().map(position -> position.line).orElse(0);
    }

    private static Optional<TypeDeclaration<?>> type(Sources sources, CallSite frame) {
        return sources.find(frame.className()).flatMap(found -> TypeLookup.declared(found.unit(), frame.className()));
    }

    /** Returns all bodies that the frame's class and method may mean, whatever its line. */
    static List<Body> bodies(Sources sources, CallSite frame) {
        Map<String, Map<String, List<Body>>> byClass =
                sources.attached(Bodies.class, key -> new Bodies(new HashMap<>())).byClass();
        Map<String, List<Body>> known = byClass.get(frame.className());
        if (known == null) {
            known = bodiesOf(sources, frame.className());
            byClass.put(frame.className(), known);
        }
        return known.getOrDefault(frame.methodName().startsWith(LAMBDA) ? LAMBDA : frame.methodName(), List.of());
    }

    /** Returns the bodies of the class by the methods they are recorded as. */
    private static Map<String, List<Body>> bodiesOf(Sources sources, String className) {
        Optional<SourceFile> file = sources.find(className);
        Optional<TypeDeclaration<?>> type = file.flatMap(found -> TypeLookup.declared(found.unit(), className));
        Map<String, List<Body>> bodies = new HashMap<>();
        type.ifPresent(declared -> declared.walk(node -> {
            Set<String> methods = methods(node);
            if (!methods.isEmpty() && (anonymous(className)
                    || ownerOf(node).filter(owner -> owner == declared).isPresent())) {
                methods.forEach(method -> bodies.computeIfAbsent(method, key -> new ArrayList<>())
                        .add(new Body(file.get(), node)));
            }
        }));
        return bodies;
    }

    /**
     * Returns the calls in the body at the line that can be the recorded call, best line match only. Line 0 stands for
     * an unknown line and matches all.
     */
    static List<Node> calls(Body body, int line, CallSite callee) {
        List<Node> named = new ArrayList<>();
        collect(body.node(), body.node(), callee, named);
        if (line == 0) {
            return named;
        }
        for (int level = 0; level < 4; level++) {
            int wanted = level;
            List<Node> at = named.stream().filter(call -> onLine(call, line, wanted)).toList();
            if (!at.isEmpty()) {
                return at;
            }
        }
        return List.of();
    }

    private static boolean callsTo(Node body, CallSite callee, Predicate<Node> wanted) {
        List<Node> calls = new ArrayList<>();
        collect(body, body, callee, calls);
        return calls.stream().anyMatch(wanted);
    }

    /** Returns the names of the methods that the node's code is recorded as; none where it is no body. */
    private static Set<String> methods(Node node) {
        if (node instanceof MethodDeclaration declared) {
            return Set.of(declared.getNameAsString());
        }
        if (node instanceof LambdaExpr) {
            return Set.of(LAMBDA);
        }
        if (node instanceof FieldDeclaration field && inInterface(field)) {
            return Set.of("<init>", "<clinit>");
        }
        boolean isStatic = node instanceof EnumConstantDeclaration
                || node instanceof FieldDeclaration field && field.isStatic()
                || node instanceof InitializerDeclaration block && block.isStatic();
        boolean initialises = isConstructor(node) || node instanceof FieldDeclaration
                || node instanceof InitializerDeclaration;
        return isStatic ? Set.of("<clinit>") : initialises ? Set.of("<init>") : Set.of();
    }

    private static boolean inInterface(FieldDeclaration field) {
        return field.getParentNode()
                .filter(parent -> parent instanceof com.github.javaparser.ast.body.ClassOrInterfaceDeclaration type
                        && type.isInterface()).isPresent();
    }

    /** A digit after {@code $} starts an anonymous or local class, whose number says nothing about its place. */
    private static boolean anonymous(String className) {
        int dollar = className.lastIndexOf('$');
        return dollar >= 0 && dollar + 1 < className.length() && Character.isDigit(className.charAt(dollar + 1));
    }

    private static Optional<Node> ownerOf(Node body) {
        Node child = body;
        for (Optional<Node> up = body.getParentNode(); up.isPresent(); up = up.get().getParentNode()) {
            if (up.get() instanceof TypeDeclaration<?>) {
                return up;
            }
            boolean anonymousBody = up.get() instanceof ObjectCreationExpr && child instanceof BodyDeclaration<?>;
            if (anonymousBody && !(body instanceof LambdaExpr)) {
                return Optional.empty();
            }
            child = up.get();
        }
        return Optional.empty();
    }

    private static int size(Node node) {
        Range range = node.getRange().orElseThrow();
        return (range.end.line - range.begin.line) * 1000 + (range.end.column - range.begin.column);
    }

    private static void collect(Node node, Node body, CallSite callee, List<Node> found) {
        boolean otherFrame = node != body && (node instanceof LambdaExpr || node instanceof BodyDeclaration<?>);
        if (otherFrame) {
            return;
        }
        if (isCallTo(node, callee)) {
            found.add(node);
        }
        node.getChildNodes().forEach(child -> collect(child, body, callee, found));
    }

    private static boolean isCallTo(Node node, CallSite callee) {
        String method = callee.methodName();
        if (method.isEmpty()) {
            return node instanceof MethodCallExpr;
        }
        if (method.equals("<init>")) {
            return node instanceof ExplicitConstructorInvocationStmt
                    || node instanceof ObjectCreationExpr creation
                            && (creation.getAnonymousClassBody().isPresent()
                                    || isNamed(creation.getType().getNameAsString(), callee.className()));
        }
        if (method.startsWith(LAMBDA) || callee.className().contains("$$Lambda")) {
            return node instanceof MethodCallExpr || node instanceof MethodReferenceExpr;
        }
        if (node instanceof TryStmt attempt) {
            return method.equals("close") && !attempt.getResources().isEmpty();
        }
        if (node instanceof ForEachStmt) {
            return ITERATION.contains(method);
        }
        if (node instanceof MethodReferenceExpr reference) {
            return reference.getIdentifier().equals(method);
        }
        return node instanceof MethodCallExpr call && call.getNameAsString().equals(method);
    }

    private static boolean isNamed(String simple, String className) {
        String last = className.substring(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
        return simple.equals(last);
    }

    /**
     * javac records the line of the parenthesis after the name, other compilers that of the whole expression; for a
     * constructor javac writes none, so that the line is one of the statement before it.
     */
    private static boolean onLine(Node call, int line, int level) {
        Range whole = call.getRange().orElseThrow();
        return switch (level) {
            case 0 -> nameLine(call) == line;
            case 1 -> whole.begin.line == line;
            case 2 -> whole.begin.line <= line && line <= whole.end.line;
            default -> call instanceof ObjectCreationExpr && line < whole.begin.line
                    && call.findAncestor(Statement.class).filter(around -> first(around) <= line).isPresent();
        };
    }

    /** Returns the lines that compilers record for a call. */
    static Set<Integer> lines(Node call) {
        return new TreeSet<>(List.of(nameLine(call), call.getRange().orElseThrow().begin.line));
    }

    private static int nameLine(Node call) {
        if (call instanceof MethodCallExpr named) {
            return named.getName().getBegin().map(position -> position.line).orElse(0);
        }
        return call.getBegin().map((Position position) -> position.line).orElse(0);
    }

    /** Returns the receiver of a call; what a loop over an {@code Iterable} runs over. */
    static Optional<Expression> receiver(Node call) {
        if (call instanceof ForEachStmt loop) {
            return Optional.of(loop.getIterable());
        }
        if (call instanceof MethodCallExpr named) {
            return named.getScope().filter(scope -> !scope.isSuperExpr() && !scope.isThisExpr());
        }
        if (call instanceof MethodReferenceExpr reference) {
            return Optional.of(reference.getScope());
        }
        return Optional.empty();
    }

    static boolean isConstructor(Node body) {
        return body instanceof ConstructorDeclaration || body instanceof CompactConstructorDeclaration;
    }
}
