package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds threads and processes in the files around a stream that may look at files while it holds bytes.
 *
 * <p>Order and locks between the threads are not looked at: one that looks at files and does not create the stream is
 * a doubt. So is a method that starts the creating thread and looks before it waits for it.
 */
final class Watchers {
    private static final Set<String> STARTS = Set.of("submit", "execute", "schedule", "scheduleAtFixedRate",
            "scheduleWithFixedDelay", "runAsync", "supplyAsync", "invokeAll", "startVirtualThread", "start", "unstarted",
            "addShutdownHook", "newThread", "fork");
    private static final Set<String> JOINS = Set.of("join", "get", "awaitTermination", "await", "invokeAll", "close",
            "waitFor", "acquire", "take");
    private static final int MAXIMUM_BODIES = 200;

    private final List<CompilationUnit> units;
    private final StaticTypes types;
    private final Predicate<Node> other;

    private Watchers(List<CompilationUnit> units, StaticTypes types, Predicate<Node> other) {
        this.units = units;
        this.types = types;
        this.other = other;
    }

    /**
     * Raises a doubt for each watcher.
     *
     * @param other tells of a call on files that its file is proven to be another one
     */
    static void check(Subject subject, StaticTypes types, Predicate<Node> other, Doubts doubts, boolean output) {
        OwnGuard guard = output ? OwnGuard.NO_OBSERVER : OwnGuard.SOLE_READER;
        Watchers watchers = new Watchers(subject.units(), types, other);
        Node creation = subject.creation();
        for (Expression started : watchers.started()) {
            List<Node> bodies = watchers.bodies(started);
            List<Node> looks = bodies.stream().anyMatch(b -> watchers.reached(b).stream()
                    .anyMatch(r -> Declarations.isInside(creation, r)))
                    ? watchers.looksBeforeJoin(started) : bodies.stream().flatMap(b -> watchers.looks(b).stream()).toList();
            looks.stream().limit(1).forEach(look -> doubts.add(guard, creation, "a thread that runs meanwhile uses files: "
                    + text(look) + " in line " + Doubts.line(look)));
        }
        watchers.processes(creation).stream().limit(1).forEach(p -> doubts.add(guard, creation,
                "a process that line " + Doubts.line(p) + " starts may run meanwhile"));
    }

    private static String text(Node look) {
        return look instanceof MethodCallExpr m ? m.getNameAsString() + "()"
                : "new " + ((ObjectCreationExpr) look).getTypeAsString();
    }

    /** Returns the expressions that are given to a thread to run: arguments of starting calls, threads that are made. */
    private List<Expression> started() {
        List<Expression> found = new ArrayList<>();
        for (CompilationUnit unit : units) {
            for (Expression e : unit.findAll(Expression.class)) {
                if (e instanceof MethodCallExpr call && STARTS.contains(call.getNameAsString())) {
                    found.addAll(call.getArguments());
                } else if (e instanceof ObjectCreationExpr made) {
                    TypeRef type = types.of(made.getType());
                    boolean thread = type.is(Thread.class) || type.is(java.util.TimerTask.class)
                            || type.source().filter(this::isThread).isPresent();
                    found.addAll(thread ? made.getArguments() : List.of());
                    found.addAll(thread ? List.of(made) : List.of());
                }
            }
        }
        return found;
    }

    private boolean isThread(TypeDeclaration<?> type) {
        TypeRef above = types.superclass(type);
        return above.is(Thread.class) || above.is(java.util.TimerTask.class)
                || above.source().filter(t -> t != type).filter(this::isThread).isPresent();
    }

    /** Returns the code that a thread runs for what it is given. */
    private List<Node> bodies(Expression given) {
        if (given instanceof LambdaExpr lambda) {
            return List.of(lambda.getBody());
        }
        if (given instanceof MethodReferenceExpr reference) {
            return methods(reference.getIdentifier());
        }
        if (given instanceof ObjectCreationExpr made && made.getAnonymousClassBody().isPresent()) {
            return List.copyOf(made.getAnonymousClassBody().get());
        }
        if (given instanceof ObjectCreationExpr made) {
            return types.of(made.getType()).source().stream()
                    .flatMap(t -> Stream.concat(t.getMethodsByName("run").stream(), t.getMethodsByName("call").stream()))
                    .map(Node.class::cast).toList();
        }
        return given.isThisExpr() ? Declarations.enclosingType(given).stream()
                .flatMap(t -> t.getMethodsByName("run").stream()).map(Node.class::cast).toList()
                : Declarations.of(given).filter(VariableDeclarator.class::isInstance)
                        .flatMap(v -> ((VariableDeclarator) v).getInitializer()).filter(i -> !i.isNameExpr())
                        .map(this::bodies).orElse(List.of());
    }

    private List<Node> methods(String name) {
        return units.stream().flatMap(u -> u.findAll(MethodDeclaration.class, m -> m.getNameAsString().equals(name)).stream())
                .map(Node.class::cast).toList();
    }

    /** Returns the code and, by name, all methods and constructors of the files that it may call. */
    private List<Node> reached(Node body) {
        Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Node> all = new ArrayList<>(List.of(body));
        for (int i = 0; i < all.size() && all.size() < MAXIMUM_BODIES; i++) {
            all.get(i).walk(node -> {
                if (node instanceof MethodCallExpr call) {
                    methods(call.getNameAsString()).stream().filter(seen::add).forEach(all::add);
                } else if (node instanceof ObjectCreationExpr made) {
                    types.of(made.getType()).source().stream().filter(seen::add).forEach(all::add);
                }
            });
        }
        return all;
    }

    private List<Node> looks(Node body) {
        return reached(body).stream().flatMap(b -> b.findAll(Node.class, this::isLook).stream()).toList();
    }

    private boolean isLook(Node node) {
        JdkCalls.Kind kind = JdkCalls.Kind.HARMLESS;
        if (node instanceof MethodCallExpr call && call.getScope().isPresent()) {
            kind = types.of(call.getScope().get()).jdk().map(c -> JdkCalls.of(c, call.getNameAsString())).orElse(kind);
        } else if (node instanceof ObjectCreationExpr made) {
            kind = types.of(made.getType()).jdk().map(c -> JdkCalls.of(c, "<init>")).orElse(kind);
        }
        return kind == JdkCalls.Kind.FILES && !other.test(node);
    }

    /** Returns looks in the method that starts the creating thread, between there and the first wait for it. */
    private List<Node> looksBeforeJoin(Expression started) {
        Optional<Node> home = Declarations.ancestor(started, CallableDeclaration.class).map(Node.class::cast);
        int from = Doubts.line(started);
        List<Node> after = home.map(h -> h.findAll(Node.class, n -> n instanceof NodeWithArguments<?>
                && !Declarations.isInside(n, started) && !Declarations.isInside(started, n)
                && n.getBegin().orElseThrow().isAfter(started.getEnd().orElseThrow()))).orElse(List.of());
        List<Node> looks = new ArrayList<>();
        for (Node n : after) {
            if (n instanceof MethodCallExpr m && JOINS.contains(m.getNameAsString()) && Doubts.line(m) >= from) {
                break;
            }
            reached(n).stream().flatMap(b -> b.findAll(Node.class, this::isLook).stream()).forEach(looks::add);
        }
        return looks;
    }

    /** Returns processes that a caller of the creating method has started and not waited for. */
    private List<Node> processes(Node creation) {
        List<Node> found = new ArrayList<>();
        Node home = StreamGroup.callable(creation);
        for (CompilationUnit unit : units) {
            for (CallableDeclaration<?> caller : callables(unit)) {
                Optional<MethodCallExpr> process = caller.findFirst(MethodCallExpr.class, this::startsProcess);
                boolean calls = process.isPresent() && home != caller && !(home instanceof ConstructorDeclaration)
                        && caller.findAll(MethodCallExpr.class).stream()
                                .dropWhile(c -> c != process.get())
                                .takeWhile(c -> !JOINS.contains(c.getNameAsString()))
                                .anyMatch(c -> reached(c).stream().anyMatch(r -> Declarations.isInside(creation, r)));
                if (calls) {
                    found.add(process.get());
                }
            }
        }
        return found;
    }

    private static List<CallableDeclaration<?>> callables(CompilationUnit unit) {
        List<CallableDeclaration<?>> all = new ArrayList<>();
        unit.walk(n -> {
            if (n instanceof CallableDeclaration<?> c) {
                all.add(c);
            }
        });
        return all;
    }

    private boolean startsProcess(MethodCallExpr call) {
        TypeRef scope = call.getScope().map(types::of).orElse(TypeRef.UNKNOWN);
        return scope.is(ProcessBuilder.class) && call.getNameAsString().equals("start")
                || scope.is(Runtime.class) && call.getNameAsString().equals("exec");
    }

    /** Tells whether a class that is no library's handles log records, or standard output was given another target. */
    static boolean redirects(CompilationUnit unit) {
        return unit.findFirst(MethodCallExpr.class, c -> c.getNameAsString().equals("setOut")
                || c.getNameAsString().equals("setErr")).isPresent();
    }

    static boolean handlesLogs(CompilationUnit unit) {
        Predicate<String> handler = name -> name.matches("(\\w*Handler|\\w*Formatter|Filter)");
        return unit.findFirst(ClassOrInterfaceDeclaration.class, c -> Stream.concat(c.getExtendedTypes().stream(),
                c.getImplementedTypes().stream()).anyMatch(t -> handler.test(t.getNameAsString()))).isPresent()
                || unit.findFirst(ObjectCreationExpr.class, o -> o.getAnonymousClassBody().isPresent()
                        && handler.test(o.getType().getNameAsString())).isPresent();
    }
}
