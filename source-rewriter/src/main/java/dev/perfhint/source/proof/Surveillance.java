package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.TypeExpr;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Judges a call that does not get the stream, made while bytes wait in its buffer. */
final class Surveillance {
    private static final int MAXIMUM_ORIGINS = 64;
    private static final Set<String> ONE_FILE = Set.of(
            "exists", "notExists", "length", "size", "isFile", "isDirectory", "isRegularFile", "canRead", "canWrite",
                    "lastModified",
            "getLastModifiedTime", "delete", "deleteIfExists", "readAllBytes", "readString", "readAllLines", "lines",
                    "newInputStream",
            "newBufferedReader", "newOutputStream", "newBufferedWriter", "write", "writeString", "createFile",
                    "setLastModified",
            "isReadable", "isWritable");
    private static final Set<String> HARMLESS_FILE = Set.of(
            "mkdir", "mkdirs", "createDirectory", "createDirectories", "createTempFile", "createTempDirectory");
    private static final Set<String> OPENS = Set.of(
            "FileInputStream", "FileOutputStream", "FileReader", "FileWriter", "RandomAccessFile", "PrintWriter",
                    "PrintStream");

    private final StaticTypes types;
    private final Doubts doubts;
    private final boolean output;
    private final Optional<Expression> path;
    private final Optional<FlushPlan> plan;
    private final Deque<Expression> calls = new ArrayDeque<>();

    Surveillance(StaticTypes types, Doubts doubts, boolean output, Optional<Expression> path,
            Optional<FlushPlan> plan) {
        this.types = types;
        this.doubts = doubts;
        this.output = output;
        this.path = path;
        this.plan = plan;
    }

    boolean isJdk(TypeExpr type) {
        return types.of(type.getType()).jdk().isPresent();
    }

    void enter(Expression call) {
        calls.push(call);
    }

    void leave() {
        calls.pop();
    }

    /** Returns the states after the call. */
    int call(Expression place, JdkCalls.Kind kind, String name, int in) {
        if ((in & Flow.DIRTY) == 0) {
            return in;
        }
        if (plan.isPresent()) {
            boolean served = kind == JdkCalls.Kind.HARMLESS && !endsConnection(place) || kind == JdkCalls.Kind.FILES
                    || isMemoryRead(place);
            return served ? in : plan.get().before(place, calls, name, in);
        }
        switch (kind) {
            case HARMLESS -> otherStream(place, name);
            case READS -> reads(place, name);
            case FILES -> files(place, name);
            case WAITS -> doubt(place, name + " may wait for somebody who needs the "
                    + (output ? "bytes in the buffer" : "file as it is then"));
            case STARTS -> doubt(place, name
                    + " starts or uses another thread or process while bytes are in the buffer");
            case EXITS -> {
                if (output) {
                    doubt(place, name + " ends the program while bytes are in the buffer");
                }
            }
            case CALLBACK -> doubt(place, name + " runs code that cannot be seen while bytes are in the buffer");
            case UNKNOWN -> doubt(place, name + " cannot be seen: it may " + (output ? "look at" : "change")
                    + " the file while bytes are in the buffer");
        }
        return in;
    }

    private void doubt(Node place, String message) {
        doubts.add(output ? Guard.NO_OBSERVER : Guard.SOLE_READER, place, message);
    }

    private void files(Expression place, String name) {
        boolean harmless = place instanceof MethodCallExpr c && HARMLESS_FILE.contains(c.getNameAsString());
        if (harmless || differs(place)) {
            return;
        }
        if (output && place instanceof MethodCallExpr && !opens(place)) {
            doubts.add(Guard.NO_OBSERVER, place, name + " may look at the same file while bytes are in the buffer");
        } else {
            doubts.add(output ? Guard.ONE_HANDLE : Guard.SOLE_READER, place, name
                    + " may open or change the same file while bytes are in the buffer");
        }
    }

    private static boolean opens(Expression place) {
        return place instanceof MethodCallExpr c && c.getNameAsString().startsWith("new");
    }

    /** True if the call concerns files whose names are proven different from the stream's. */
    private boolean differs(Expression place) {
        if (path.isEmpty()) {
            return false;
        }
        List<Expression> paths = new ArrayList<>();
        if (place instanceof ObjectCreationExpr creation && OPENS.contains(creation.getType().getNameAsString())
                && !creation.getArguments().isEmpty()) {
            paths.add(creation.getArgument(0));
        } else if (place instanceof MethodCallExpr call && ONE_FILE.contains(call.getNameAsString())) {
            boolean ofFiles = call.getScope().map(Object::toString).filter(s -> s.endsWith("Files")).isPresent();
            Optional<Expression> subject = ofFiles
                    ? call.getArguments().stream().findFirst().map(Expression.class::cast) : call.getScope();
            subject.ifPresent(paths::add);
        }
        return !paths.isEmpty() && paths.stream().allMatch(p -> PathNames.differ(p, path.get()));
    }

    /** A call on another stream, whose file must be another one. */
    private void otherStream(Expression place, String name) {
        if (place instanceof MethodCallExpr call && call.getScope().isPresent()) {
            TypeRef type = types.of(call.getScope().get());
            boolean stream = type.is(java.io.OutputStream.class) || type.is(java.io.Writer.class);
            if (stream && !mayShare(call.getScope().get()).isEmpty()) {
                doubts.add(output ? Guard.ONE_HANDLE : Guard.SOLE_READER, place, name
                        + " goes to another stream that may be on the same file");
            }
        }
    }

    private void reads(Expression place, String name) {
        if (!(place instanceof MethodCallExpr call) || call.getScope().isEmpty()) {
            doubt(place, name + " may read the same file");
            return;
        }
        String origin = origins(call.getScope().get()).toString();
        if (output && (origin.contains("System.in") || origin.contains("getInputStream")
                || call.getScope().get().toString().contains("System.in"))) {
            doubt(place, name + " may wait for input while bytes are in the buffer");
        } else if (output && !mayShare(call.getScope().get()).isEmpty()) {
            doubts.add(Guard.ONE_HANDLE, place, name + " reads from a stream that may be on the same file");
        }
    }

    private boolean isMemoryRead(Expression place) {
        return place instanceof MethodCallExpr call && call.getScope().isPresent()
                && origins(call.getScope().get()).stream()
                        .allMatch(o -> o.toString().contains("ByteArrayInputStream")
                        || o.toString().contains("StringReader"))
                && !origins(call.getScope().get()).isEmpty();
    }

    private static boolean endsConnection(Expression place) {
        return place instanceof MethodCallExpr call
                && Set.of("close", "shutdownOutput").contains(call.getNameAsString());
    }

    /** Returns the visible file openings behind a stream that are not proven to be on another file. */
    private List<Expression> mayShare(Expression stream) {
        return origins(stream).stream()
                .flatMap(o -> o.findAll(Expression.class, e -> e instanceof ObjectCreationExpr c
                        && OPENS.contains(c.getType().getNameAsString())
                        || e instanceof MethodCallExpr m && m.getNameAsString().startsWith("new")).stream())
                .filter(opening -> !differs(opening))
                .toList();
    }

    private static boolean isStandard(Expression e) {
        return e instanceof FieldAccessExpr access && access.getScope() instanceof NameExpr scope
                && scope.getNameAsString().equals("System")
                && !access.getNameAsString().equals("in");
    }

    /** Returns what the calls that are running now pass for a parameter. */
    private List<Expression> arguments(Parameter parameter) {
        List<Expression> arguments = new ArrayList<>();
        if (parameter.getParentNode().orElse(null) instanceof CallableDeclaration<?> callable) {
            int index = callable.getParameters().indexOf(parameter);
            for (Expression call : calls) {
                List<Expression> given = call instanceof MethodCallExpr m ? m.getArguments()
                        : call instanceof ObjectCreationExpr c ? c.getArguments() : List.of();
                String name = call instanceof MethodCallExpr m ? m.getNameAsString() : callable.getNameAsString();
                if (name.equals(callable.getNameAsString()) && index < given.size()) {
                    arguments.add(given.get(index));
                }
            }
        }
        return arguments;
    }

    /** Returns the expressions that a stream variable may have been set to, through wrappers' arguments too. */
    private List<Expression> origins(Expression stream) {
        List<Expression> origins = new ArrayList<>();
        Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        collect(stream, origins, seen);
        if (seen.size() > MAXIMUM_ORIGINS) {
            doubts.add(output ? Guard.ONE_HANDLE
                    : Guard.SOLE_READER, stream, "where another stream comes from is not followed to the end");
        }
        return origins;
    }

    private void collect(Expression e, List<Expression> origins, Set<Node> seen) {
        if (seen.size() > MAXIMUM_ORIGINS || !seen.add(e) || isStandard(e)) {
            return;
        }
        Optional<Node> declaration = Declarations.of(e);
        if (declaration.isEmpty()) {
            origins.add(e);
            e.findAll(NameExpr.class).stream().filter(n -> n != e).forEach(n -> collect(n, origins, seen));
            return;
        }
        if (!seen.add(declaration.get())) {
            return;
        }
        if (declaration.get() instanceof Parameter p) {
            arguments(p).forEach(a -> collect(a, origins, seen));
            return;
        }
        if (declaration.get() instanceof VariableDeclarator v) {
            v.getInitializer().ifPresent(i -> collect(i, origins, seen));
            Declarations.uses(v).stream()
                    .map(use -> use.getParentNode().orElse(null))
                    .filter(p -> p instanceof AssignExpr)
                    .map(p -> ((AssignExpr) p).getValue())
                    .forEach(value -> collect(value, origins, seen));
        }
    }
}
