package dev.perfhint.profile.cause;

import dev.perfhint.profile.ShippedTable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Knows the JDK's native methods that call the kernel: whether a thread in them burns CPU or waits, and the system call
 * they make. JDK 11 to 25, Linux; measured by samples of plain JFR recordings and read in the JDK's sources.
 */
public final class NativeMethods {
    /** What a thread found in the method is most likely doing. */
    public enum Behaviour {
        /** It runs, mostly in the kernel. */
        BURNS,
        /** It waits; a sample there is no CPU time. */
        WAITS,
        /** It runs, but in user code: compression, checksums, arithmetic. */
        COMPUTES,
        /** It reads from a peer: mostly waiting, some CPU. */
        BLOCKING_READ
    }

    /**
     * One native method.
     *
     * @param syscall the system call it spends its time in, as strace names it
     * @param subsystem a name of {@link KernelSymbols}
     */
    public record Entry(String method, Behaviour behaviour, String syscall, String subsystem) {}

    private static final Map<String, Entry> ENTRIES = new HashMap<>();

    static {
        ShippedTable.read(NativeMethods.class, "native-methods.txt", NativeMethods::row);
    }

    private NativeMethods() {}

    /** Returns what is known of {@code pkg.Class.method}. */
    public static Optional<Entry> find(String method) {
        return Optional.ofNullable(ENTRIES.get(method));
    }

    /** Returns all entries, ordered by method. */
    public static List<Entry> all() {
        return ENTRIES.values().stream().sorted(Comparator.comparing(Entry::method)).toList();
    }

    private static void row(List<String> cells) {
        Behaviour behaviour = Behaviour.valueOf(cells.get(2).replace('-', '_').toUpperCase(Locale.ROOT));
        String methods = cells.get(1);
        for (int start = 0; start < methods.length(); ) {
            int comma = methods.indexOf(',', start);
            int end = comma < 0 ? methods.length() : comma;
            String method = cells.get(0) + '.' + methods.substring(start, end);
            ENTRIES.put(method, new Entry(method, behaviour, cells.get(3), cells.get(4)));
            start = end + 1;
        }
    }
}
