package java.io;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.internal.misc.Unsafe;

/**
 * Stacks and frames, each kept once.
 *
 * <p>The key of a stack is the raw backtrace of an exception, which is not decoded for it: method numbers, bytecode
 * indexes and classes. Stacks are bounded; what comes after is stack 0, unknown.
 */
final class PerfhintStacks {
    private static final int MAX_STACKS = 20_000;
    private static final int MAX_FRAME_IDS = 1_000_000;
    private static final int MAX_DEPTH = 128;
    private static final String OWN = "java.io.Perfhint";
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long BACKTRACE = backtrace();

    private static final Map<Long, Integer> IDS = new HashMap<>();
    private static final Map<String, Integer> FRAME_IDS = new HashMap<>();
    private static final List<int[]> STACKS = new ArrayList<>();
    private static final List<String> FRAMES = new ArrayList<>();
    private static int frameIds;
    /** Time that stacks have taken. */
    static volatile long spentNanos;

    private PerfhintStacks() {}

    private static long backtrace() {
        try {
            return UNSAFE.objectFieldOffset(Throwable.class, "backtrace");
        } catch (RuntimeException | Error renamed) {
            return -1;
        }
    }

    /** Returns the number of this thread's stack. */
    static int take() {
        long start = System.nanoTime();
        try {
            Throwable now = new Throwable();
            Object[] chunk = BACKTRACE < 0 ? null : (Object[]) UNSAFE.getReference(now, BACKTRACE);
            Long key = chunk != null && known(chunk) ? hash(chunk) : hash(now.getStackTrace());
            synchronized (IDS) {
                Integer id = IDS.get(key);
                if (id == null) {
                    id = IDS.size() >= MAX_STACKS || frameIds > MAX_FRAME_IDS ? 0 : decode(now, chunk);
                    if (id > 0) {
                        IDS.put(key, id);
                    }
                }
                return id;
            }
        } finally {
            spentNanos += System.nanoTime() - start;
        }
    }

    private static boolean known(Object[] chunk) {
        return chunk.length > 3 && chunk[0] instanceof short[] && chunk[1] instanceof int[]
                && chunk[2] instanceof Object[];
    }

    private static Object[] next(Object[] chunk) {
        for (int i = 3; i < chunk.length; i++) {
            if (chunk[i] instanceof Object[] && known((Object[]) chunk[i])) {
                return (Object[]) chunk[i];
            }
        }
        return null;
    }

    private static long hash(Object[] first) {
        long hash = 1;
        boolean own = true;
        for (Object[] chunk = first; chunk != null; chunk = next(chunk)) {
            short[] methods = (short[]) chunk[0];
            int[] indexes = (int[]) chunk[1];
            Object[] classes = (Object[]) chunk[2];
            for (int i = 0; i < classes.length && classes[i] != null; i++) {
                own = own && isOwn(classes[i]);
                if (!own) {
                    hash = ((hash * 31 + methods[i]) * 31 + indexes[i]) * 31 + System.identityHashCode(classes[i]);
                    hash ^= hash >>> 29;
                }
            }
        }
        return hash;
    }

    private static boolean isOwn(Object type) {
        return type == PerfhintStacks.class || type == PerfhintSite.class || type == PerfhintStream.class
                || type == PerfhintObserver.class || type == PerfhintRegistry.class;
    }

    private static long hash(StackTraceElement[] elements) {
        long hash = 1;
        for (StackTraceElement each : elements) {
            hash = hash * 31 + each.hashCode();
        }
        return hash;
    }

    private static int decode(Throwable now, Object[] first) {
        StackTraceElement[] elements = now.getStackTrace();
        List<Integer> indexes = new ArrayList<>();
        for (Object[] chunk = first; chunk != null && known(chunk); chunk = next(chunk)) {
            Object[] classes = (Object[]) chunk[2];
            for (int i = 0; i < classes.length && classes[i] != null; i++) {
                indexes.add(((int[]) chunk[1])[i] >>> 16);
            }
        }
        int from = 0;
        while (from < elements.length && elements[from].getClassName().startsWith(OWN)) {
            from++;
        }
        int[] stack = new int[Math.min(MAX_DEPTH, elements.length - from)];
        for (int i = 0; i < stack.length; i++) {
            stack[i] = frame(elements[from + i], indexes.size() == elements.length ? indexes.get(from + i) : -1);
        }
        frameIds += stack.length;
        STACKS.add(stack);
        return STACKS.size();
    }

    static int[] frames(int stack) {
        synchronized (IDS) {
            return stack <= 0 ? new int[0] : STACKS.get(stack - 1);
        }
    }

    static String frame(int frame) {
        synchronized (IDS) {
            return FRAMES.get(frame - 1);
        }
    }

    static int stackCount() {
        synchronized (IDS) {
            return STACKS.size();
        }
    }

    static int frameCount() {
        synchronized (IDS) {
            return FRAMES.size();
        }
    }

    private static int frame(StackTraceElement element, int index) {
        StringBuilder text = new StringBuilder();
        PerfhintText.field(text, element.getClassName());
        PerfhintText.field(text.append('\t'), element.getMethodName());
        PerfhintText.field(text.append('\t'), element.getFileName() == null ? "" : element.getFileName());
        text.append('\t').append(Math.max(-1, element.getLineNumber())).append('\t').append(index);
        String frame = text.toString();
        Integer id = FRAME_IDS.get(frame);
        if (id == null) {
            FRAMES.add(frame);
            id = FRAMES.size();
            FRAME_IDS.put(frame, id);
        }
        return id;
    }
}
