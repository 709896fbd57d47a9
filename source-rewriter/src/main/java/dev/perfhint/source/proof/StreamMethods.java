package dev.perfhint.source.proof;

import java.util.Map;
import java.util.Set;

/** What the methods of the JDK's stream classes do to the stream at the bottom of the chain; a table. */
final class StreamMethods {
    /** The meaning of one call on a stream or on a wrapper over it. */
    enum Effect {
        WRITE,
        FLUSH,
        CLOSE,
        READ,
        /** Touches only the wrapper's own state. */
        NONE,
        /** Not known to be harmless. */
        FOREIGN
    }

    /** Marks a print stream that flushes after each line. */
    static final String AUTOFLUSH = " with autoflush";

    /** Output wrappers that write through, close the stream below and keep nothing of it. */
    private static final Set<String> OUTPUT_WRAPPERS = Set.of(
            "BufferedOutputStream", "DataOutputStream", "PrintStream", "PrintWriter", "OutputStreamWriter",
                    "BufferedWriter",
            "ObjectOutputStream", "ZipOutputStream", "JarOutputStream", "GZIPOutputStream", "DeflaterOutputStream",
            "InflaterOutputStream", "CheckedOutputStream", "DigestOutputStream", "CipherOutputStream",
                    "FilterOutputStream");

    private static final Set<String> INPUT_WRAPPERS = Set.of(
            "BufferedInputStream", "DataInputStream", "InputStreamReader", "BufferedReader", "LineNumberReader",
            "ObjectInputStream", "ZipInputStream", "JarInputStream", "GZIPInputStream", "InflaterInputStream",
            "DeflaterInputStream", "CheckedInputStream", "DigestInputStream", "CipherInputStream",
                    "PushbackInputStream",
            "Scanner");

    /** Wrappers whose construction already writes a header. */
    private static final Set<String> WRITES_HEADER =
            Set.of("ObjectOutputStream", "GZIPOutputStream", "JarOutputStream");

    private static final Set<String> SWALLOWING = Set.of("PrintStream", "PrintWriter");

    private static final Map<String, Effect> OUTPUT = Map.ofEntries(
            Map.entry("write", Effect.WRITE), Map.entry("writeByte", Effect.WRITE),
                    Map.entry("writeBytes", Effect.WRITE),
            Map.entry("writeChar", Effect.WRITE), Map.entry("writeChars", Effect.WRITE),
                    Map.entry("writeShort", Effect.WRITE),
            Map.entry("writeInt", Effect.WRITE), Map.entry("writeLong", Effect.WRITE),
                    Map.entry("writeFloat", Effect.WRITE),
            Map.entry("writeDouble", Effect.WRITE), Map.entry("writeBoolean", Effect.WRITE),
                    Map.entry("writeUTF", Effect.WRITE),
            Map.entry("writeObject", Effect.WRITE), Map.entry("writeUnshared", Effect.WRITE),
                    Map.entry("print", Effect.WRITE),
            Map.entry("println", Effect.WRITE), Map.entry("printf", Effect.WRITE), Map.entry("format", Effect.WRITE),
            Map.entry("append", Effect.WRITE), Map.entry("newLine", Effect.WRITE),
                    Map.entry("putNextEntry", Effect.WRITE),
            Map.entry("closeEntry", Effect.WRITE), Map.entry("finish", Effect.WRITE), Map.entry("reset", Effect.WRITE),
            Map.entry("setMethod", Effect.NONE), Map.entry("setLevel", Effect.NONE),
                    Map.entry("setComment", Effect.NONE),
            Map.entry("size", Effect.NONE), Map.entry("getChecksum", Effect.NONE),
                    Map.entry("getMessageDigest", Effect.NONE),
            Map.entry("on", Effect.NONE), Map.entry("flush", Effect.FLUSH), Map.entry("checkError", Effect.FLUSH),
            Map.entry("close", Effect.CLOSE));

    private static final Set<String> READS = Set.of(
            "read", "readAllBytes", "readNBytes", "readFully", "readByte", "readUnsignedByte", "readShort",
                    "readUnsignedShort",
            "readChar", "readInt", "readLong", "readFloat", "readDouble", "readBoolean", "readUTF", "readLine",
                    "readObject",
            "readUnshared", "transferTo", "getNextEntry", "closeEntry", "ready", "nextLine", "hasNextLine",
                    "next",
            "hasNext", "nextInt", "hasNextInt");

    private StreamMethods() {}

    static boolean isOutputWrapper(Class<?> type) {
        return inPlatform(type) && OUTPUT_WRAPPERS.contains(type.getSimpleName());
    }

    static boolean isInputWrapper(Class<?> type) {
        return inPlatform(type) && INPUT_WRAPPERS.contains(type.getSimpleName());
    }

    static boolean writesHeader(String wrapper) {
        return WRITES_HEADER.contains(wrapper);
    }

    /** Wrappers that hold bytes of their own, or end their format, when they are closed. */
    static boolean writesOnClose(String wrapper) {
        return !wrapper.isEmpty()
                && !Set.of("FileOutputStream", "OutputStream", "DataOutputStream", "CheckedOutputStream",
                        "DigestOutputStream", "FilterOutputStream", "PrintStream")
                        .contains(wrapper.replace(AUTOFLUSH, ""));
    }

    /** Print streams keep write errors to themselves. */
    static boolean swallowsErrors(String wrapper) {
        return SWALLOWING.contains(wrapper.replace(AUTOFLUSH, ""));
    }

    static boolean flushesItself(String wrapper, String method) {
        return wrapper.endsWith(AUTOFLUSH) && Set.of("println", "printf", "format").contains(method);
    }

    static Effect onOutput(String method) {
        return OUTPUT.getOrDefault(method, Effect.FOREIGN);
    }

    static Effect onInput(String type, String method) {
        if (method.equals("close")) {
            return Effect.CLOSE;
        }
        if (method.equals("getChecksum") || method.equals("getMessageDigest") || method.equals("getLineNumber")) {
            return Effect.NONE;
        }
        if (method.equals("unread") && type.equals("PushbackInputStream")) {
            return Effect.NONE;
        }
        // A reader or pushback stream has a buffer of its own, over which marks are its own affair.
        if (type.endsWith("Reader") && Set.of("mark", "reset", "skip", "markSupported").contains(method)) {
            return Effect.READ;
        }
        return READS.contains(method) ? Effect.READ : Effect.FOREIGN;
    }

    private static boolean inPlatform(Class<?> type) {
        return type.getName().startsWith("java");
    }
}
