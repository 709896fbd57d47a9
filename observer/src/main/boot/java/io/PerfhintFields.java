package java.io;

import jdk.internal.misc.Unsafe;

/** Reads private fields of the JDK's streams by name; the few classes are found by identity. */
final class PerfhintFields {
    private static final int MAX_KNOWN = 64;
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final Class<?> SOCKET_OUT = named("java.net.Socket$SocketOutputStream");
    private static final Class<?> CHANNEL_OUT = named("sun.nio.ch.ChannelOutputStream");
    private static volatile Known[] known = {};
    private static volatile Class<?> inherits;

    private PerfhintFields() {}

    private static final class Known {
        final Class<?> type;
        final String name;
        final long offset;

        Known(Class<?> type, String name, long offset) {
            this.type = type;
            this.name = name;
            this.offset = offset;
        }
    }

    /** Returns a field's value; null where the class has no such field. */
    static Object get(Object of, String name) {
        if (of == null) {
            return null;
        }
        Class<?> type = of.getClass();
        for (Known each : known) {
            if (each.type == type && each.name == name) {
                return each.offset < 0 ? null : UNSAFE.getReference(of, each.offset);
            }
        }
        long offset = offset(type, name);
        synchronized (PerfhintFields.class) {
            Known[] before = known;
            if (before.length < MAX_KNOWN) {
                Known[] after = new Known[before.length + 1];
                System.arraycopy(before, 0, after, 0, before.length);
                after[before.length] = new Known(type, name, offset);
                known = after;
            }
        }
        return offset < 0 ? null : UNSAFE.getReference(of, offset);
    }

    private static long offset(Class<?> type, String name) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            try {
                return UNSAFE.objectFieldOffset(each, name);
            } catch (InternalError notThere) {
                // a superclass may have it
            }
        }
        return -1;
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException renamed) {
            return null;
        }
    }

    /** Returns the file or socket below a stream whose {@code flush} does nothing; null for any other stream. */
    static Object flushed(OutputStream stream) {
        if (stream instanceof FileOutputStream) {
            return stream;
        }
        Class<?> type = stream.getClass();
        if (type == SOCKET_OUT) {
            return get(get(stream, "out"), "this$0");
        }
        return type == CHANNEL_OUT ? get(stream, "ch") : null;
    }

    /** Returns whether moving no bytes makes no system call; at a file's end a read returns less than none. */
    static boolean movesNothing(Object stream) {
        return isFile(stream) || stream instanceof java.nio.channels.FileChannel;
    }

    private static boolean isFile(Object stream) {
        return stream instanceof FileOutputStream || stream instanceof FileInputStream
                || stream instanceof RandomAccessFile;
    }

    /** Returns the object that a stream synchronizes on, or its substitute. */
    static Object lock(Object stream) {
        if (isFile(stream)) {
            return get(stream, "closeLock");
        }
        Object lock = get(stream, "stateLock");
        return lock == null ? get(stream, "positionLock") : lock;
    }

    /** Returns whether a native method is called where the bytecode calls it on that object. */
    static boolean isNative(RandomAccessFile file, int op) {
        Class<?> type = file.getClass();
        if (type == RandomAccessFile.class || type == inherits) {
            return true;
        }
        try {
            String name = op == PerfhintStream.POSITION ? "getFilePointer" : "length";
            boolean inherited = type.getMethod(name).getDeclaringClass() == RandomAccessFile.class;
            inherits = inherited ? type : inherits;
            return inherited;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    static String path(Object stream) {
        Object path = get(stream, "path");
        return path instanceof String ? (String) path : null;
    }

    /** Names a stream that was there before the agent: the standard streams by their number. */
    static String kind(Object stream) {
        if (stream instanceof FileOutputStream || stream instanceof FileInputStream) {
            Object descriptor = get(stream, "fd");
            return descriptor == FileDescriptor.out ? "stdout" : descriptor == FileDescriptor.err ? "stderr"
                    : descriptor == FileDescriptor.in ? "stdin"
                    : stream instanceof FileOutputStream ? "file-out" : "file-in";
        }
        String name = stream.getClass().getSimpleName();
        return stream instanceof RandomAccessFile ? "random-access"
                : name.startsWith("FileChannel") ? "channel"
                : name.startsWith("SocketChannel") ? "socket-channel"
                : name.startsWith("NioSocket") ? "socket"
                : name.startsWith("Datagram") ? "datagram"
                : name.startsWith("Source") || name.startsWith("Sink") ? "pipe" : "async-channel";
    }
}
