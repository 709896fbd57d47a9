package dev.perfhint.source.trace;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.MethodKey;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** Knows the JDK expressions that open a raw stream or channel, and the classes that buffer one. */
public final class RawStreams {
    /** Which way the bytes of a recorded call go; only creations of the same way can be its stream. */
    public enum Way {
        OUT,
        IN,
        BOTH
    }

    private static final Set<String> OPENS_BUFFERED = Set.of("java.io.FileReader", "java.io.FileWriter",
            "java.io.PrintWriter", "java.util.Formatter", "java.util.Scanner");
    private static final Set<String> BUFFERING = Stream.concat(OPENS_BUFFERED.stream(), Stream.of(
            "java.io.BufferedOutputStream", "java.io.BufferedInputStream", "java.io.BufferedReader",
            "java.io.BufferedWriter", "java.io.LineNumberReader", "java.io.InputStreamReader",
            "java.io.OutputStreamWriter")).collect(Collectors.toUnmodifiableSet());
    private static final Set<String> ADDED = Set.of("BufferedRandomAccessFile");
    private static final Set<String> LOOPING_OUTPUTS = Set.of("java.io.OutputStream", "java.io.FilterOutputStream");
    private static final Map<String, Way> CLASSES = Map.of(
            "java.io.FileOutputStream", Way.OUT,
            "java.io.FileInputStream", Way.IN, "java.io.RandomAccessFile", Way.BOTH);
    private static final Map<String, Way> FACTORIES = Map.of(
            "java.nio.file.Files.newOutputStream", Way.OUT,
            "java.nio.file.Files.newInputStream", Way.IN,
            "java.nio.file.Files.newByteChannel", Way.BOTH,
            "java.nio.channels.Channels.newOutputStream", Way.OUT,
            "java.nio.channels.Channels.newInputStream", Way.IN, "java.nio.channels.FileChannel.open", Way.BOTH);
    private static final Set<String> SOCKETS = Set.of("java.net.Socket", "java.nio.channels.SocketChannel");

    private RawStreams() {}

    /** Returns the way of the bytes in the innermost recorded frame, by the JDK class's name. */
    static Way way(CallSite innermost) {
        String name = innermost.className();
        if (name.contains("OutputStream") || name.contains("PrintStream") || name.contains("Writer")) {
            return Way.OUT;
        }
        if (name.contains("InputStream") || name.contains("Reader")) {
            return Way.IN;
        }
        String method = innermost.methodName();
        if (method.startsWith("write") || method.startsWith("print") || method.equals("implWrite")) {
            return name.contains("RandomAccessFile") || name.contains("Channel") ? Way.BOTH : Way.OUT;
        }
        return method.startsWith("read") && !name.contains("RandomAccessFile") && !name.contains("Channel")
                ? Way.IN : Way.BOTH;
    }

    static boolean buffers(String className) {
        return BUFFERING.contains(className);
    }

    /** Returns the name of the raw creation, {@code FileOutputStream} or {@code Files.newInputStream}; else empty. */
    static Optional<String> kind(Sources sources, Expression expression, Way way) {
        Resolver resolver = Resolver.of(sources);
        if (expression instanceof ObjectCreationExpr creation) {
            return resolver.className(creation.getType()).flatMap(type -> kindOfNew(resolver, creation, type, way));
        }
        return expression instanceof MethodCallExpr call
                ? resolver.method(call).flatMap(method -> kindOfCall(resolver, call, resolver.key(method), way))
                : Optional.empty();
    }

    /** Returns the simple name of one of the JDK's raw streams; else empty. */
    static Optional<String> kindOfClass(String type, Way way) {
        return Optional.ofNullable(CLASSES.get(type))
                .flatMap(offered -> only(way, offered, type.substring(type.lastIndexOf('.') + 1)));
    }

    private static Optional<String> kindOfNew(Resolver resolver, ObjectCreationExpr creation, String type, Way way) {
        if (type.equals("java.io.PrintStream") && fits(Way.OUT, way) && opensFile(resolver, creation)) {
            return Optional.of("PrintStream");
        }
        return CLASSES.keySet().stream()
                .filter(raw -> fits(CLASSES.get(raw), way) && resolver.isSubtype(creation.getType(), raw)).findFirst()
                .map(raw -> raw.equals(type) ? raw.substring(raw.lastIndexOf('.') + 1) : creation.getType().asString());
    }

    /** An object whose first argument is a file or a name opens the file itself. */
    private static boolean opensFile(Resolver resolver, ObjectCreationExpr creation) {
        return resolver.method(creation)
                .map(resolver::key)
                .filter(key -> key.descriptor().startsWith("(Ljava/io/File;")
                        || key.descriptor().startsWith("(Ljava/lang/String;")).isPresent();
    }

    private static Optional<String> kindOfCall(Resolver resolver, MethodCallExpr call, MethodKey called, Way way) {
        Optional<Way> factory = Optional.ofNullable(FACTORIES.get(called.owner() + "." + called.name()));
        if (factory.isPresent()) {
            return only(way, factory.get(), called.owner().substring(called.owner().lastIndexOf('.') + 1) + "."
                    + called.name());
        }
        boolean socket = called.descriptor().startsWith("()")
                && resolver.method(call)
                        .map(method -> method.getEnclosingElement().asType())
                        .filter(owner -> SOCKETS.stream().anyMatch(each -> resolver.isSubtype(owner, each)))
                        .isPresent();
        if (socket && called.name().equals("getOutputStream")) {
            return only(way, Way.OUT, "Socket.getOutputStream");
        }
        return socket && called.name().equals("getInputStream")
                ? only(way, Way.IN, "Socket.getInputStream") : Optional.empty();
    }

    /** Returns the class or factory of an expression that opens a file and buffers it itself; else empty. */
    static Optional<String> opensBuffered(Sources sources, Expression expression) {
        Resolver resolver = Resolver.of(sources);
        if (expression instanceof ObjectCreationExpr creation) {
            return resolver.className(creation.getType())
                    .filter(OPENS_BUFFERED::contains)
                    .filter(type -> opensFile(resolver, creation))
                    .map(type -> type.substring(type.lastIndexOf('.') + 1));
        }
        return expression instanceof MethodCallExpr call
                ? resolver.method(call)
                        .map(resolver::key)
                        .filter(key -> key.owner().equals("java.nio.file.Files")
                                && (key.name().equals("newBufferedWriter") || key.name().equals("newBufferedReader")))
                        .map(key -> "Files." + key.name()) : Optional.empty();
    }

    /** Returns whether a recorded stream takes the blocks apart that a buffer above it hands on. */
    static boolean takesBlocksApart(List<CallSite> frames) {
        return frames.stream().anyMatch(RawStreams::isBufferFrame)
                && frames.stream().takeWhile(each -> !isBufferFrame(each)).anyMatch(RawStreams::loops);
    }

    /** Below a buffer, which hands on arrays, such a method calls the one for a single byte in a loop. */
    private static boolean loops(CallSite frame) {
        return frame.methodName().equals("write") && LOOPING_OUTPUTS.contains(frame.className())
                || frame.methodName().equals("read") && frame.className().equals("java.io.InputStream");
    }

    /** Returns whether a recorded JDK frame is code of a class that buffers. */
    static boolean isBufferFrame(CallSite frame) {
        return BUFFERING.contains(frame.className())
                || frame.className().equals("sun.nio.cs.StreamEncoder")
                || frame.className().equals("sun.nio.cs.StreamDecoder");
    }

    /** Returns whether a fix adds a class of that simple name to the user's code, which buffers a file. */
    static boolean isAdded(String simpleName) {
        return ADDED.contains(simpleName);
    }

    static boolean isAddedFrame(CallSite frame) {
        return isAdded(frame.className().substring(frame.className().lastIndexOf('.') + 1));
    }

    /** Returns {@code System.out} or {@code System.err} where the expression is one of them. */
    static Optional<String> standardStream(Sources sources, Expression expression) {
        boolean names = expression instanceof NameExpr || expression instanceof FieldAccessExpr;
        return names
                ? Resolver.of(sources).variable(expression)
                        .filter(RawStreams::isFieldOfSystem)
                        .map(field -> "System." + field.getSimpleName()) : Optional.empty();
    }

    private static boolean isFieldOfSystem(VariableElement variable) {
        return variable.getEnclosingElement() instanceof TypeElement owner
                && owner.getQualifiedName().contentEquals("java.lang.System");
    }

    private static Optional<String> only(Way wanted, Way offered, String kind) {
        return fits(offered, wanted) ? Optional.of(kind) : Optional.empty();
    }

    private static boolean fits(Way offered, Way wanted) {
        return offered == wanted || offered == Way.BOTH || wanted == Way.BOTH;
    }
}
