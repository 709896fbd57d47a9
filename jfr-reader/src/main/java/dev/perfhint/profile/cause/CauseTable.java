package dev.perfhint.profile.cause;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.ShippedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table of {@code causes.txt}: what system calls, kernel functions, C and C++ functions, Java frames and threads
 * say.
 */
final class CauseTable {
    /** What a kernel function says, wherever it stands in the kernel's part of a stack. */
    enum KernelSign {
        INTERRUPT, SWITCH, PROFILER, SOCKET, EVENTFD, PIPE, TERMINAL, PROC, RANDOM, SYNC, CREATE, FILE_LOCK,
        THREAD_START,
        SIGNAL, EXIT, MAPPED
    }

    /** What a C or C++ function says, between the kernel and the innermost Java frame. */
    enum NativeSign { GC, JIT, VM, MONITOR, WAIT, THREAD_START, THREAD_ROOT, THREAD_END, PROCESS, PROFILER, LIBRARY }

    /** What a Java frame says; the innermost that decides wins. */
    enum JavaSign {
        NONE, LOCK, LOCK_EXIT, HANDOFF, TIMER, SLEEP, YIELD, PARKED, TIMED, THREAD_START, PROCESS, CLASS_LOADING,
        RANDOM, MAP,
        SOCKET, DNS, PROFILER, OBSERVER
    }

    private static final CauseTable SHIPPED = new CauseTable();

    private final Map<String, String> syscalls = new HashMap<>();
    private final Names kernel = new Names();
    private final Names natives = new Names();
    private final Names threads = new Names();
    private final Map<String, JavaSign> javaMethods = new HashMap<>();
    private final TreeMap<String, JavaSign> javaPrefixes = new TreeMap<>();
    private final Map<String, Cause> causes = new HashMap<>();

    private CauseTable() {
        for (Cause cause : Cause.values()) {
            causes.put(cause.label(), cause);
        }
        ShippedTable.read(CauseTable.class, "causes.txt", this::row);
    }

    static CauseTable shipped() {
        return SHIPPED;
    }

    /**
     * Returns what a system call is for: a cause's label, or a kind that is looked at more closely; empty if unknown.
     */
    String syscall(String name) {
        return syscalls.getOrDefault(name, "");
    }

    /** Returns the cause of that label, {@link Cause#OTHER} if there is none. */
    Cause cause(String label) {
        return causes.getOrDefault(label, Cause.OTHER);
    }

    /** Returns the set of {@link KernelSign} of a kernel function as bits. */
    int kernelSigns(String function) {
        return kernel.find(function);
    }

    /** Returns the set of {@link NativeSign} of a C or C++ function as bits. */
    int nativeSigns(String function) {
        return natives.find(function);
    }

    JavaSign javaSign(String className, String method) {
        JavaSign exact = javaMethods.get(className + '.' + method);
        exact = exact == null ? javaMethods.get(className + ".*") : exact;
        if (exact != null) {
            return exact;
        }
        for (Map.Entry<String, JavaSign> prefix : javaPrefixes.entrySet()) {
            int blank = prefix.getKey().indexOf(' ');
            if (fits(className, prefix.getKey().substring(0, blank))) {
                String listed = prefix.getKey().substring(blank + 1);
                if (listed.equals("*") || listed.equals(method)) {
                    return prefix.getValue();
                }
            }
        }
        return JavaSign.NONE;
    }

    // one star ends within the package, two also stand for the packages below
    private static boolean fits(String className, String pattern) {
        boolean below = pattern.endsWith("*");
        String prefix = below ? pattern.substring(0, pattern.length() - 1) : pattern;
        return className.startsWith(prefix) && (below || className.indexOf('.', prefix.length()) < 0);
    }

    ThreadKind thread(String group) {
        int kinds = threads.find(group);
        return kinds == 0 ? ThreadKind.JAVA : ThreadKind.values()[Integer.numberOfTrailingZeros(kinds)];
    }

    private void row(List<String> cells) {
        List<String> names = cells.subList(2, cells.size());
        String says = cells.get(1);
        switch (cells.get(0)) {
            case "syscall" -> names.forEach(name -> syscalls.put(name, says));
            case "kernel" -> kernel.add(names, constant(KernelSign.class, says).ordinal());
            case "native" -> natives.add(names, constant(NativeSign.class, says).ordinal());
            case "thread" -> threads.add(names.stream().map(name -> name.replace('_', ' ')).toList(),
                    constant(ThreadKind.class, says).ordinal());
            case "java" -> java(constant(JavaSign.class, says), names.get(0), names.get(1));
            default -> throw new IllegalStateException("unknown row " + cells);
        }
    }

    private void java(JavaSign sign, String className, String methods) {
        for (String method : methods.split(",")) {
            if (className.endsWith("*")) {
                javaPrefixes.put(className.substring(0, className.length() - 1) + ' ' + method, sign);
            } else {
                javaMethods.put(className + '.' + method, sign);
            }
        }
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String says) {
        return Enum.valueOf(type, says.replace('-', '_').toUpperCase(Locale.ROOT));
    }

    /** Sets of signs by name; the longest listed prefix of a name that is not listed itself counts. */
    private static final class Names {
        private final Map<String, Integer> exact = new HashMap<>();
        private final TreeMap<String, Integer> prefixes = new TreeMap<>();

        void add(List<String> names, int sign) {
            for (String name : names) {
                if (name.endsWith("*")) {
                    prefixes.merge(name.substring(0, name.length() - 1), 1 << sign, (a, b) -> a | b);
                } else {
                    exact.merge(name, 1 << sign, (a, b) -> a | b);
                }
            }
        }

        int find(String name) {
            Integer found = exact.get(name);
            if (found != null) {
                return found;
            }
            for (String key = prefixes.floorKey(name); key != null; key = KernelSymbols.shorter(prefixes, key, name)) {
                if (name.startsWith(key)) {
                    return prefixes.get(key);
                }
            }
            return 0;
        }
    }
}
