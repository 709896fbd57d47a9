package dev.perfhint.source.trace;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Names;
import dev.perfhint.source.Sources;
import dev.perfhint.source.Types;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Knows the JDK expressions that open a raw stream or channel, and the classes that buffer one. */
public final class RawStreams {
    /** Which way the bytes of a recorded call go; only creations of the same way can be its stream. */
    public enum Way {
        OUT,
        IN,
        BOTH
    }

    private static final Set<String> BUFFERING = Set.of(
            "java.io.BufferedOutputStream",
            "java.io.BufferedInputStream",
            "java.io.BufferedReader",
            "java.io.BufferedWriter",
            "java.io.LineNumberReader",
            "java.io.InputStreamReader",
            "java.io.OutputStreamWriter",
            "java.io.PrintWriter",
            "java.io.FileReader",
            "java.io.FileWriter",
            "java.util.Scanner",
            "java.util.Formatter");
    private static final Set<String> OPENS_BUFFERED = Set.of(
            "java.io.FileReader",
            "java.io.FileWriter",
            "java.io.PrintWriter",
            "java.util.Formatter",
            "java.util.Scanner");
    private static final Map<String, Way> CLASSES = Map.of(
            "java.io.FileOutputStream", Way.OUT,
            "java.io.FileInputStream", Way.IN,
            "java.io.RandomAccessFile", Way.BOTH);
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
                ? Way.IN
                : Way.BOTH;
    }

    static boolean buffers(String className) {
        return BUFFERING.contains(className);
    }

    /** Returns the name of the raw creation, {@code FileOutputStream} or {@code Files.newInputStream}; else empty. */
    static Optional<String> kind(Sources sources, Expression expression, Way way) {
        if (expression instanceof ObjectCreationExpr creation) {
            return Types.qualified(sources, creation.getType()).flatMap(type -> kindOfNew(sources, creation, type,
                    way));
        }
        return expression instanceof MethodCallExpr call ? kindOfCall(sources, call, way) : Optional.empty();
    }

    private static Optional<String> kindOfNew(Sources sources, ObjectCreationExpr creation, String type, Way way) {
        if (type.equals("java.io.PrintStream") && fits(Way.OUT, way) && opensFile(sources, creation)) {
            return Optional.of("PrintStream");
        }
        return CLASSES.keySet().stream()
                .filter(raw -> fits(CLASSES.get(raw), way) && Types.isSubtype(sources, type, raw))
                .findFirst()
                .map(raw -> raw.equals(type) ? raw.substring(raw.lastIndexOf('.') + 1) : creation.getType().asString());
    }

    /** An object whose first argument is a file or a name opens the file itself. */
    static boolean opensFile(Sources sources, ObjectCreationExpr creation) {
        return creation.getArguments().getFirst()
                .flatMap(first -> Types.of(sources, first))
                .filter(type -> type.equals("java.io.File") || type.equals("java.lang.String"))
                .isPresent();
    }

    private static Optional<String> kindOfCall(Sources sources, MethodCallExpr call, Way way) {
        String name = call.getNameAsString();
        Optional<String> owner = call.getScope().flatMap(scope -> Types.ofScope(sources, scope));
        String type = owner.orElse("");
        if (type.equals("java.nio.file.Files")) {
            return switch (name) {
                case "newOutputStream" -> only(way, Way.OUT, "Files.newOutputStream");
                case "newInputStream" -> only(way, Way.IN, "Files.newInputStream");
                case "newByteChannel" -> only(way, Way.BOTH, "Files.newByteChannel");
                default -> Optional.empty();
            };
        }
        if (type.equals("java.nio.channels.Channels")) {
            return switch (name) {
                case "newOutputStream" -> only(way, Way.OUT, "Channels.newOutputStream");
                case "newInputStream" -> only(way, Way.IN, "Channels.newInputStream");
                default -> Optional.empty();
            };
        }
        if (type.equals("java.nio.channels.FileChannel") && name.equals("open")) {
            return only(way, Way.BOTH, "FileChannel.open");
        }
        if (type.equals("java.net.ServerSocket") || type.isEmpty() || !call.getArguments().isEmpty()) {
            return Optional.empty();
        }
        boolean socket = SOCKETS.stream().anyMatch(each -> Types.isSubtype(sources, type, each));
        if (socket && name.equals("getOutputStream")) {
            return only(way, Way.OUT, "Socket.getOutputStream");
        }
        return socket && name.equals("getInputStream") ? only(way, Way.IN, "Socket.getInputStream") : Optional.empty();
    }

    /** Returns the class or factory of an expression that opens a file and buffers it itself; else empty. */
    static Optional<String> opensBuffered(Sources sources, Expression expression) {
        if (expression instanceof ObjectCreationExpr creation) {
            return Types.qualified(sources, creation.getType())
                    .filter(OPENS_BUFFERED::contains)
                    .filter(type -> opensFile(sources, creation))
                    .map(type -> type.substring(type.lastIndexOf('.') + 1));
        }
        if (expression instanceof MethodCallExpr call
                && (call.getNameAsString().equals("newBufferedWriter")
                        || call.getNameAsString().equals("newBufferedReader"))
                && call.getScope().flatMap(scope -> Types.ofScope(sources,
                        scope)).filter("java.nio.file.Files"::equals).isPresent()) {
            return Optional.of("Files." + call.getNameAsString());
        }
        return Optional.empty();
    }

    /** Tells whether a recorded JDK frame is code of a class that buffers. */
    static boolean isBufferFrame(CallSite frame) {
        return BUFFERING.contains(frame.className())
                || frame.className().equals("sun.nio.cs.StreamEncoder")
                || frame.className().equals("sun.nio.cs.StreamDecoder");
    }

    /** Returns {@code System.out} or {@code System.err} where the expression is one of them. */
    static Optional<String> standardStream(Sources sources, Expression expression) {
        if (!(expression instanceof com.github.javaparser.ast.expr.FieldAccessExpr access)
                || !(access.getScope() instanceof NameExpr scope)
                || !scope.getNameAsString().equals("System")
                || Names.variable(sources, scope, "System").isPresent()) {
            return Optional.empty();
        }
        String name = access.getNameAsString();
        boolean standard = name.equals("out") || name.equals("err") || name.equals("in");
        return standard ? Optional.of("System." + name) : Optional.empty();
    }

    private static Optional<String> only(Way wanted, Way offered, String kind) {
        return fits(offered, wanted) ? Optional.of(kind) : Optional.empty();
    }

    private static boolean fits(Way offered, Way wanted) {
        return offered == wanted || offered == Way.BOTH || wanted == Way.BOTH;
    }
}
