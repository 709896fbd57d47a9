package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Judges a call that does not get the stream, made while bytes wait in its buffer. */
final class Surveillance {
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
    private static final Set<String> SUBMITS = Set.of("submit", "execute", "schedule", "scheduleAtFixedRate",
            "scheduleWithFixedDelay", "invokeAll", "invokeAny", "supplyAsync", "runAsync");
    private static final Set<String> OPENS = Set.of(
            "FileInputStream", "FileOutputStream", "FileReader", "FileWriter", "RandomAccessFile", "PrintWriter",
                    "PrintStream");

    private final StaticTypes types;
    private final Doubts doubts;
    private final boolean output;
    private final Optional<Expression> path;
    private final Optional<FlushPlan> plan;
    private final Deque<Node> calls = new ArrayDeque<>();
    private final Origins origins;
    private final boolean handlesLogs;

    Surveillance(StaticTypes types, Doubts doubts, boolean output, Optional<Expression> path,
            Optional<FlushPlan> plan, List<CompilationUnit> units) {
        this.types = types;
        this.doubts = doubts;
        this.output = output;
        this.path = path;
        this.plan = plan;
        this.origins = new Origins(types, calls, units.stream().anyMatch(Watchers::redirects));
        this.handlesLogs = units.stream().anyMatch(Watchers::handlesLogs);
    }

    /** True for a socket that nobody else has: where a write fails, nobody is left who could miss earlier bytes. */
    boolean ownsConnection() {
        return plan.filter(FlushPlan::ownsConnection).isPresent();
    }

    void enter(Node call) {
        calls.push(call);
    }

    /** Returns the call that runs now. */
    Optional<Node> innermost() {
        return Optional.ofNullable(calls.peek());
    }

    void leave() {
        calls.pop();
    }

    /** Returns the states after the call. */
    int call(Node place, JdkCalls.Kind kind, String name, int in) {
        if ((in & Flow.DIRTY) == 0) {
            before(place, kind, name, in);
            return in;
        }
        if (plan.isPresent()) {
            boolean served = kind == JdkCalls.Kind.HARMLESS && !endsConnection(place) || kind == JdkCalls.Kind.FILES
                    || isMemoryRead(place);
            return served ? in : plan.get().before(place, calls, name, in);
        }
        switch (kind) {
            case HARMLESS -> {
                logs(place, name);
                otherStream(place, name);
                if (place instanceof NodeWithArguments<?> c) {
                    c.getArguments().forEach(a -> operand(a, place, name, in));
                }
            }
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
        doubts.add(output ? OwnGuard.NO_OBSERVER : OwnGuard.SOLE_READER, place, message);
    }

    private void files(Node place, String name) {
        String method = place instanceof MethodCallExpr c ? c.getNameAsString() : "";
        if (output && (method.equals("delete") || method.equals("deleteIfExists"))) {
            doubts.add(OwnGuard.NO_OBSERVER, place, name
                    + " deletes a file before an error of the bytes in the buffer can stop it");
            return;
        }
        if (concernsOther(place)) {
            return;
        }
        if (output && place instanceof MethodCallExpr && !opens(place)) {
            doubts.add(OwnGuard.NO_OBSERVER, place, name + " may look at the same file while bytes are in the buffer");
        } else {
            doubts.add(output ? OwnGuard.ONE_HANDLE : OwnGuard.SOLE_READER, place, name
                    + " may open or change the same file while bytes are in the buffer");
        }
    }

    /** True for a call on files that tells nothing of the stream's. */
    boolean concernsOther(Node place) {
        return place instanceof MethodCallExpr c && HARMLESS_FILE.contains(c.getNameAsString()) || differs(place);
    }

    /** A volatile field is set for another thread, which may look at the file then. */
    void signal(Expression target, int in) {
        boolean shared = output && plan.isEmpty() && (in & Flow.DIRTY) != 0
                && Declarations.of(target).flatMap(Node::getParentNode)
                        .filter(f -> f instanceof FieldDeclaration d && d.isVolatile()).isPresent();
        if (shared) {
            doubt(target, "the volatile field " + target
                    + " is set while bytes are in the buffer: a thread that sees it may look at the file");
        }
    }

    /** The sources have code that runs for each record. */
    private void logs(Node place, String name) {
        boolean log = handlesLogs && place instanceof MethodCallExpr c && c.getScope().flatMap(s -> types.of(s).jdk())
                .filter(t -> t.getPackageName().equals("java.util.logging")).isPresent();
        if (log) {
            doubt(place, name + " may run a log handler of the program while bytes are in the buffer");
        }
    }

    /** Two names may be one file where the code itself makes links. */
    private static boolean hasLinks(Node place) {
        return place.findCompilationUnit().flatMap(unit -> unit.findFirst(MethodCallExpr.class,
                c -> c.getNameAsString().equals("createLink") || c.getNameAsString().equals("createSymbolicLink")))
                .isPresent();
    }

    private static boolean opens(Node place) {
        return place instanceof MethodCallExpr c && c.getNameAsString().startsWith("new");
    }

    /** True if the call concerns files whose names are proven different from the stream's. */
    private boolean differs(Node place) {
        if (path.isEmpty() || hasLinks(place)) {
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
        } else if (place instanceof MethodCallExpr call && call.getNameAsString().equals("copy")
                && call.getArguments().size() == 2 && !types.of(call.getArgument(1)).is(java.nio.file.Path.class)) {
            paths.add(call.getArgument(0));
        }
        return !paths.isEmpty() && paths.stream().allMatch(p -> PathNames.differ(p, path.get()));
    }

    /** What is started before the stream is opened may run on meanwhile. */
    private void before(Node place, JdkCalls.Kind kind, String name, int in) {
        boolean handler = place instanceof ObjectCreationExpr made
                && made.getType().getNameAsString().equals("FileHandler");
        boolean submits = kind == JdkCalls.Kind.WAITS && place instanceof MethodCallExpr call
                && SUBMITS.contains(call.getNameAsString());
        boolean parallel = place instanceof MethodCallExpr call && call.getNameAsString().startsWith("parallel");
        boolean maps = place instanceof MethodCallExpr call && call.getNameAsString().equals("map")
                && call.getArguments().size() >= 3;
        if ((in & Flow.ABSENT) == 0 || plan.isPresent()) {
            return;
        }
        if (maps || handler) {
            doubts.add(output ? OwnGuard.ONE_HANDLE : OwnGuard.SOLE_READER, place,
                    (maps ? "a file is mapped" : "a log file is opened") + " before: it may be the same");
        } else if ((kind == JdkCalls.Kind.STARTS || submits) && !parallel) {
            doubt(place, name + " may have started a thread or process that " + (output ? "looks at" : "changes")
                    + " the file later");
        }
    }

    /** A call on another stream, whose file must be another one. */
    private void otherStream(Node place, String name) {
        if (place instanceof MethodCallExpr call && call.getScope().isPresent()) {
            written(call.getScope().get(), place, name);
        }
    }

    /** Another stream is written, flushed or closed. */
    private void written(Expression stream, Node place, String name) {
        TypeRef type = types.of(stream);
        if (!type.is(java.io.OutputStream.class) && !type.is(java.io.Writer.class) && !type.is(java.io.DataOutput.class)) {
            return;
        }
        for (Origins.Origin origin : origins.of(stream)) {
            OwnGuard guard = output ? OwnGuard.ONE_HANDLE : OwnGuard.SOLE_READER;
            if (origin.kind() == Origins.Kind.FILE && !differs(origin.place())) {
                doubts.add(guard, place, name + " goes to another stream that may be on the same file");
            } else if (origin.kind() == Origins.Kind.UNKNOWN) {
                doubts.add(guard, place, name + " goes to another stream, and where that comes from is not seen");
            }
        }
    }

    /** Judges the end of a resource of a JDK class; returns false if what its close() runs is not known. */
    boolean closes(Expression place, TypeRef type, int in) {
        boolean stream = type.is(java.io.InputStream.class) || type.is(java.io.Reader.class)
                || type.is(java.io.OutputStream.class) || type.is(java.io.Writer.class);
        boolean connection = type.is(java.net.Socket.class) || stream && origins.of(place).stream()
                .anyMatch(o -> o.kind() == Origins.Kind.PEER || o.kind() == Origins.Kind.UNKNOWN);
        if (plan.isPresent() && connection) {
            doubts.add(OwnGuard.SERVED, place, "closed before the stream is, this takes the connection with it while bytes"
                    + " are in the buffer");
            return true;
        }
        boolean connectionOfReader = !output && (type.is(java.net.Socket.class) || type.is(java.net.ServerSocket.class));
        if (connectionOfReader) {
            return true;
        }
        boolean plain = type.jdk().filter(c -> c != AutoCloseable.class && c != java.io.Closeable.class)
                .filter(c -> Set.of("java.io", "java.util", "java.nio.file", "java.nio.channels", "java.util.zip",
                        "java.util.stream").contains(c.getPackageName()))
                .isPresent();
        boolean raw = origins.of(place).stream().allMatch(o -> o.place() == place)
                && type.is(java.io.OutputStream.class);
        if (plain && plan.isEmpty() && !raw) {
            written(place, place, "close()");
        }
        return plain || stream;
    }

    /** Another stream that a call reads or writes. */
    void operand(Expression stream, Node place, String name, int in) {
        if ((in & Flow.DIRTY) == 0 || plan.isPresent()) {
            return;
        }
        TypeRef type = types.of(stream);
        if (type.is(java.io.InputStream.class) || type.is(java.io.Reader.class)) {
            readsFrom(stream, place, name);
        } else {
            written(stream, place, name);
        }
    }

    private void reads(Node place, String name) {
        if (place instanceof MethodCallExpr call && call.getScope().isPresent()) {
            readsFrom(call.getScope().get(), place, name);
        } else {
            doubt(place, name + " may read the same file");
        }
    }

    private void readsFrom(Expression stream, Node place, String name) {
        if (!output) {
            return;
        }
        for (Origins.Origin origin : origins.of(stream)) {
            if (origin.kind() == Origins.Kind.PEER) {
                doubt(place, name + " may wait for input while bytes are in the buffer");
            } else if (origin.kind() == Origins.Kind.FILE && !differs(origin.place())) {
                doubts.add(OwnGuard.ONE_HANDLE, place, name + " reads from a stream that may be on the same file");
            } else if (origin.kind() == Origins.Kind.UNKNOWN) {
                doubt(place, name + " reads from a stream, and where that comes from is not seen");
            }
        }
    }

    private boolean isMemoryRead(Node place) {
        if (!(place instanceof MethodCallExpr call) || call.getScope().isEmpty()) {
            return false;
        }
        List<Origins.Origin> found = origins.of(call.getScope().get());
        return !found.isEmpty() && found.stream().allMatch(o -> o.kind() == Origins.Kind.MEMORY);
    }

    private static boolean endsConnection(Node place) {
        return place instanceof MethodCallExpr call
                && Set.of("close", "shutdownOutput").contains(call.getNameAsString());
    }
}
