package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds where a stream that is not the one in question comes from, through variables, arguments and wrappers.
 *
 * <p>Parameters are followed to the calls that run now, and to all calls where only the file itself can call.
 */
final class Origins {
    /** Where a stream comes from. */
    enum Kind {
        /** Bytes in memory, a resource of the program. */
        MEMORY,
        /** Standard output or error. */
        STANDARD,
        /** A file that is opened in view. */
        FILE,
        /** Standard input, a socket, a process: reading it may wait. */
        PEER,
        UNKNOWN
    }

    /**
     * One origin.
     *
     * @param place the expression that makes the stream, or beyond which nothing is seen
     */
    record Origin(Kind kind, Expression place) {}

    private static final int MAXIMUM_STEPS = 64;
    private static final Set<String> MEMORY = Set.of("ByteArrayInputStream", "ByteArrayOutputStream", "StringReader",
            "StringWriter", "CharArrayReader", "CharArrayWriter", "StringBufferInputStream");
    private static final Set<String> OPENS = Set.of("FileInputStream", "FileOutputStream", "FileReader", "FileWriter",
            "RandomAccessFile", "PrintWriter", "PrintStream", "Scanner", "Formatter");
    private static final Set<String> FILES_OPENS = Set.of("newInputStream", "newOutputStream", "newBufferedReader",
            "newBufferedWriter", "newByteChannel", "lines");

    private final StaticTypes types;
    private final Deque<Node> calls;
    /** True if standard output may be a file. */
    private final boolean redirected;

    /** The calls that run now, innermost first. */
    Origins(StaticTypes types, Deque<Node> calls, boolean redirected) {
        this.redirected = redirected;
        this.types = types;
        this.calls = calls;
    }

    List<Origin> of(Expression stream) {
        List<Origin> found = new ArrayList<>();
        collect(stream, found, Collections.newSetFromMap(new IdentityHashMap<>()));
        return found;
    }

    private void collect(Expression e, List<Origin> found, Set<Node> seen) {
        if (!seen.add(e) || e.isNullLiteralExpr()) {
            return;
        }
        if (seen.size() > MAXIMUM_STEPS) {
            found.add(new Origin(Kind.UNKNOWN, e));
        } else if (e.isEnclosedExpr()) {
            collect(e.asEnclosedExpr().getInner(), found, seen);
        } else if (e instanceof CastExpr cast) {
            collect(cast.getExpression(), found, seen);
        } else if (e instanceof AssignExpr assign) {
            collect(assign.getValue(), found, seen);
        } else if (e instanceof ConditionalExpr choice) {
            collect(choice.getThenExpr(), found, seen);
            collect(choice.getElseExpr(), found, seen);
        } else if (e instanceof ObjectCreationExpr creation) {
            created(creation, found, seen);
        } else if (e instanceof MethodCallExpr call) {
            found.add(new Origin(ofCall(call), call));
        } else {
            named(e, found, seen);
        }
    }

    private void created(ObjectCreationExpr creation, List<Origin> found, Set<Node> seen) {
        String type = creation.getType().getNameAsString();
        Optional<Expression> first = creation.getArguments().getFirst();
        boolean jdk = types.of(creation.getType()).jdk().isPresent() && creation.getAnonymousClassBody().isEmpty();
        if (!jdk) {
            found.add(new Origin(Kind.UNKNOWN, creation));
        } else if (MEMORY.contains(type)) {
            found.add(new Origin(Kind.MEMORY, creation));
        } else if (first.isPresent() && isStream(types.of(first.get()))) {
            collect(first.get(), found, seen);
        } else {
            boolean text = type.equals("Scanner") && first.isPresent() && types.of(first.get()).is(String.class);
            found.add(new Origin(text ? Kind.MEMORY : OPENS.contains(type) ? Kind.FILE : Kind.UNKNOWN, creation));
        }
    }

    private static boolean isStream(TypeRef type) {
        return type.is(java.io.InputStream.class) || type.is(java.io.OutputStream.class)
                || type.is(java.io.Reader.class) || type.is(java.io.Writer.class) || type.is(java.io.DataOutput.class);
    }

    private Kind ofCall(MethodCallExpr call) {
        String method = call.getNameAsString();
        TypeRef scope = call.getScope().map(types::of).orElse(TypeRef.UNKNOWN);
        if (scope.is(java.nio.file.Files.class) && FILES_OPENS.contains(method)) {
            return Kind.FILE;
        }
        boolean resource = (scope.is(Class.class) || scope.is(ClassLoader.class))
                && method.equals("getResourceAsStream");
        boolean ofPeer = scope.is(java.net.Socket.class) || scope.is(Process.class) || scope.is(java.net.URL.class);
        return resource ? Kind.MEMORY : ofPeer ? Kind.PEER : Kind.UNKNOWN;
    }

    private void named(Expression e, List<Origin> found, Set<Node> seen) {
        Optional<Node> declaration = Declarations.of(e);
        if (declaration.isEmpty()) {
            boolean system = e instanceof FieldAccessExpr access && access.getScope().toString().equals("System");
            found.add(new Origin(!system ? Kind.UNKNOWN : e.toString().equals("System.in") ? Kind.PEER
                    : redirected ? Kind.UNKNOWN : Kind.STANDARD, e));
            return;
        }
        if (!seen.add(declaration.get())) {
            return;
        }
        if (declaration.get() instanceof Parameter p) {
            List<Expression> arguments = arguments(p);
            if (arguments.isEmpty()) {
                found.add(new Origin(Kind.UNKNOWN, e));
            }
            arguments.forEach(a -> collect(a, found, seen));
        } else if (declaration.get() instanceof VariableDeclarator v) {
            variable(v, e, found, seen);
        } else {
            found.add(new Origin(Kind.UNKNOWN, e));
        }
    }

    private void variable(VariableDeclarator v, Expression use, List<Origin> found, Set<Node> seen) {
        boolean open = v.getParentNode().orElse(null) instanceof FieldDeclaration f && !f.isPrivate() && !f.isFinal();
        if (open) {
            found.add(new Origin(Kind.UNKNOWN, use));
        }
        v.getInitializer().ifPresent(i -> collect(i, found, seen));
        Declarations.uses(v).stream()
                .map(u -> u.getParentNode().orElse(null) instanceof AssignExpr a && a.getTarget() == u
                        ? Optional.of(a.getValue()) : Optional.<Expression>empty())
                .flatMap(Optional::stream)
                .forEach(value -> collect(value, found, seen));
    }

    /** Returns what is passed for a parameter, if all the calls that can matter now are seen. */
    private List<Expression> arguments(Parameter parameter) {
        if (!(parameter.getParentNode().orElse(null) instanceof CallableDeclaration<?> callable)
                || parameter.isVarArgs()) {
            return List.of();
        }
        int index = callable.getParameters().indexOf(parameter);
        List<Expression> arguments = new ArrayList<>();
        for (Node call : calls) {
            argument(call, callable, index).ifPresent(arguments::add);
        }
        if (arguments.isEmpty() && callable.isPrivate() && callable instanceof MethodDeclaration) {
            callable.findCompilationUnit().filter(unit -> !isReferredTo(unit, callable.getNameAsString()))
                    .ifPresent(unit -> unit.findAll(MethodCallExpr.class).forEach(call ->
                            argument(call, callable, index).ifPresent(arguments::add)));
        }
        return arguments;
    }

    private static boolean isReferredTo(CompilationUnit unit, String method) {
        return unit.findFirst(MethodReferenceExpr.class, r -> r.getIdentifier().equals(method)).isPresent();
    }

    private static Optional<Expression> argument(Node call, CallableDeclaration<?> callable, int index) {
        boolean constructs = callable instanceof ConstructorDeclaration;
        boolean matches = call instanceof MethodCallExpr m ? !constructs
                && m.getNameAsString().equals(callable.getNameAsString())
                : call instanceof ObjectCreationExpr c && constructs
                        && c.getType().getNameAsString().equals(callable.getNameAsString())
                || call instanceof ExplicitConstructorInvocationStmt && constructs;
        List<Expression> given = call instanceof NodeWithArguments<?> n ? n.getArguments() : List.of();
        return matches && given.size() == callable.getParameters().size() ? Optional.of(given.get(index))
                : Optional.empty();
    }
}
