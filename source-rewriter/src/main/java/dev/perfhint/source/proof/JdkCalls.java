package dev.perfhint.source.proof;

import java.util.Set;

/** What calls into the JDK can do while bytes wait in a buffer; a table: what is not listed is unknown. */
final class JdkCalls {
    /** How a call that does not get the stream can notice the buffer. */
    enum Kind {
        HARMLESS,
        /** Looks at files, opens them, renames or deletes them. */
        FILES,
        /** Waits for another thread, a process or a clock. */
        WAITS,
        /** Reads from a stream, which may wait for a peer. */
        READS,
        /** Starts a thread or a process, or hands work to one. */
        STARTS,
        /** Ends the program. */
        EXITS,
        /** Runs code that is passed in or looked up. */
        CALLBACK,
        UNKNOWN
    }

    private static final Set<String> PURE_PACKAGES = Set.of(
            "java.lang", "java.math", "java.nio", "java.nio.charset", "java.security", "java.text", "java.time",
            "java.time.format", "java.time.temporal", "java.time.chrono", "java.util", "java.util.concurrent.atomic",
            "java.util.regex", "java.util.stream", "java.util.zip", "javax.crypto", "javax.crypto.spec",
                    "java.security.spec");

    private static final Set<String> PURE_FILE = Set.of(
            "getName", "getPath", "toPath", "toString", "getParent", "getParentFile", "getAbsolutePath",
                    "getAbsoluteFile",
            "isAbsolute", "toURI", "hashCode", "equals", "compareTo");
    private static final Set<String> WAITING = Set.of("wait", "sleep", "join", "onSpinWait", "yield");
    private static final Set<String> CONCURRENT_PURE = Set.of(
            "ConcurrentHashMap", "ConcurrentMap", "ConcurrentSkipListMap", "ConcurrentSkipListSet",
                    "CopyOnWriteArrayList",
            "CopyOnWriteArraySet", "ConcurrentLinkedQueue", "ConcurrentLinkedDeque", "ThreadLocalRandom", "TimeUnit");
    private static final Set<String> MEMORY_STREAMS = Set.of(
            "ByteArrayInputStream", "ByteArrayOutputStream", "StringReader", "StringWriter", "CharArrayReader",
            "CharArrayWriter", "Serializable", "UncheckedIOException", "IOException", "EOFException",
                    "FileNotFoundException");
    private static final Set<String> FILE_STREAMS = Set.of(
            "FileInputStream", "FileOutputStream", "FileReader", "FileWriter", "RandomAccessFile", "FileDescriptor");

    private JdkCalls() {}

    /** Classifies a method or, with the name {@code <init>}, a constructor. */
    static Kind of(Class<?> type, String method) {
        String name = type.getSimpleName();
        String home = type.getPackageName();
        if (type.isPrimitive() || type.isArray() || Throwable.class.isAssignableFrom(type)) {
            return Kind.HARMLESS;
        }
        if (type == Object.class || type == Thread.class) {
            return inThread(type, method);
        }
        if (type == Class.class && (method.equals("forName") || method.equals("newInstance"))) {
            return Kind.UNKNOWN;
        }
        if (java.nio.MappedByteBuffer.class.isAssignableFrom(type)) {
            return Kind.READS;
        }
        if (ThreadLocal.class.isAssignableFrom(type) && method.equals("get") || method.equals("notifyObservers")) {
            return Kind.CALLBACK;
        }
        if (type == Runtime.class || type == System.class) {
            return inRuntime(method);
        }
        if (type == ProcessBuilder.class || type == Process.class || type == ProcessHandle.class) {
            return Kind.STARTS;
        }
        if (type == Runnable.class || type == Iterable.class && method.equals("forEach")
                || home.equals("java.util.function") || type == java.util.concurrent.Callable.class) {
            return Kind.CALLBACK;
        }
        if (home.equals("java.util")) {
            return Set.of("Timer", "TimerTask", "ServiceLoader").contains(name) ? Kind.STARTS
                    : name.equals("Scanner") ? Kind.READS
                    : name.equals("Formatter") ? Kind.FILES : Kind.HARMLESS;
        }
        if (home.equals("java.util.stream") && method.startsWith("parallel") || method.equals("parallelStream")) {
            return Kind.STARTS;
        }
        if (home.equals("java.util.zip") && (name.equals("ZipFile") || name.endsWith("Stream"))) {
            return Kind.FILES;
        }
        if (home.equals("java.util.concurrent")) {
            return CONCURRENT_PURE.contains(name) && !method.equals("sleep") ? Kind.HARMLESS : Kind.WAITS;
        }
        if (home.equals("java.util.concurrent.locks")) {
            return Kind.WAITS;
        }
        if (home.equals("java.util.logging")) {
            return Kind.HARMLESS;
        }
        if (home.equals("java.io")) {
            return inIo(type, name, method);
        }
        if (home.equals("java.nio.file")) {
            return inFiles(name, method);
        }
        if (home.equals("java.net")) {
            return Set.of("URI", "URL", "URLEncoder", "URLDecoder").contains(name) && !method.startsWith("open")
                    && !method.equals("getContent")
                    ? Kind.HARMLESS : Kind.WAITS;
        }
        return PURE_PACKAGES.contains(home) && !ClassLoader.class.isAssignableFrom(type) ? Kind.HARMLESS : Kind.UNKNOWN;
    }

    private static Kind inThread(Class<?> type, String method) {
        if (WAITING.contains(method)) {
            return Kind.WAITS;
        }
        boolean asks =
                Set.of("currentThread", "getName", "getId", "threadId", "interrupt", "isInterrupted", "interrupted",
                "hashCode", "equals", "toString", "getClass", "notify", "notifyAll").contains(method);
        return asks || type == Object.class ? Kind.HARMLESS : Kind.STARTS;
    }

    private static Kind inRuntime(String method) {
        return switch (method) {
            case "exit", "halt" -> Kind.EXITS;
            case "exec", "addShutdownHook" -> Kind.STARTS;
            case "load", "loadLibrary", "runFinalization", "gc", "setOut", "setErr", "setIn",
                    "setSecurityManager" -> Kind.UNKNOWN;
            default -> Kind.HARMLESS;
        };
    }

    private static Kind inIo(Class<?> type, String name, String method) {
        if (MEMORY_STREAMS.contains(name)) {
            return Kind.HARMLESS;
        }
        boolean opened = FILE_STREAMS.contains(name) && !method.equals("<init>") && !method.startsWith("get");
        if (FILE_STREAMS.contains(name)
                && !(opened && !name.equals("RandomAccessFile") && !name.equals("FileDescriptor"))) {
            return Kind.FILES;
        }
        if (name.equals("File")) {
            return PURE_FILE.contains(method) || method.equals("<init>") ? Kind.HARMLESS : Kind.FILES;
        }
        boolean reader = java.io.InputStream.class.isAssignableFrom(type) || java.io.Reader.class.isAssignableFrom(type)
                || name.equals("DataInput") || name.equals("ObjectInput");
        if (reader) {
            return method.equals("<init>") || method.equals("close") ? Kind.HARMLESS : Kind.READS;
        }
        boolean opensFile = method.equals("<init>") && (name.equals("PrintStream") || name.equals("PrintWriter"));
        boolean plain = java.io.OutputStream.class.isAssignableFrom(type)
                || java.io.Writer.class.isAssignableFrom(type);
        return opensFile ? Kind.FILES : plain || name.equals("Closeable") || name.equals("DataOutput") ? Kind.HARMLESS
                : Kind.UNKNOWN;
    }

    private static Kind inFiles(String name, String method) {
        boolean lexical = name.equals("Paths") || name.equals("StandardOpenOption")
                || name.equals("Path") && !method.equals("toRealPath") && !method.equals("register");
        return lexical ? Kind.HARMLESS : Kind.FILES;
    }
}
