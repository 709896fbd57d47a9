package dev.perfhint.profile.cause;

import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.ShippedTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Knows Linux kernel functions: the system call a function is the entry of, and the subsystem a function belongs to.
 * Names of x86-64 and arm64 kernels 4.x to 6.x, without compiler suffixes ({@link FrameNames#nativeName}).
 */
public final class KernelSymbols {
    public static final String FAULT = "page faults";
    public static final String INTERRUPTS = "interrupts";
    public static final String SCHEDULER = "scheduler";
    public static final String FUTEX = "futex";
    public static final String VFS = "vfs";
    public static final String NETWORK = "network";
    public static final String MEMORY = "memory";
    public static final String OTHER = "other";

    private static final String[] ENTRY_PREFIXES = {
        "__x64_sys_", "__arm64_sys_", "__arm64_compat_sys_", "__ia32_compat_sys_", "__ia32_sys_", "__se_compat_sys_",
        "__se_sys_", "__do_sys_", "ksys_", "__sys_", "SyS_", "sys_"
    };

    private static final Map<String, String> RENAMED = new HashMap<>();
    /** Inner functions that stand for one system call when its entry was inlined. */
    private static final Map<String, String> INNER = new HashMap<>();
    private static final Set<String> SYSCALL_ENTRIES = new HashSet<>();
    private static final Set<String> FAULT_ENTRIES = new HashSet<>();
    private static final TreeMap<String, String> PREFIXES = new TreeMap<>();
    private static final Map<String, String> SYSCALL_SUBSYSTEMS = new HashMap<>();

    static {
        ShippedTable.read(KernelSymbols.class, "kernel-symbols.txt", KernelSymbols::row);
    }

    private KernelSymbols() {}

    /** Returns the system call that this kernel function is the entry, or an unmistakable part, of. */
    public static Optional<String> syscallOf(String function) {
        for (String prefix : ENTRY_PREFIXES) {
            if (function.startsWith(prefix) && !function.equals("sys_call")) {
                String name = function.substring(prefix.length());
                return Optional.of(RENAMED.getOrDefault(name, name));
            }
        }
        return Optional.ofNullable(INNER.get(function));
    }

    /** Returns whether this function is on the stack of every system call, whichever it is. */
    public static boolean isSyscallEntry(String function) {
        return SYSCALL_ENTRIES.contains(function);
    }

    /** Returns whether this function is the entry of a page fault. */
    public static boolean isFaultEntry(String function) {
        return FAULT_ENTRIES.contains(function);
    }

    /**
     * Returns the subsystem of a kernel function; nothing for helpers that many subsystems call and for unknown
     * functions.
     */
    public static Optional<String> subsystemOf(String function) {
        // the longest prefix is the greatest key not above the name that is a prefix of it
        for (String key = PREFIXES.floorKey(function); key != null; key = shorter(PREFIXES, key, function)) {
            if (function.startsWith(key)) {
                return Optional.of(PREFIXES.get(key)).filter(name -> !name.equals("-"));
            }
        }
        return Optional.empty();
    }

    /** Returns the subsystem that a system call works in when nothing tells more; {@link #OTHER} if unknown. */
    public static String subsystemOfSyscall(String syscall) {
        return SYSCALL_SUBSYSTEMS.getOrDefault(syscall, OTHER);
    }

    /** Returns the next key that may be a prefix of the function, null if there is none. */
    static <T> String shorter(TreeMap<String, T> prefixes, String key, String function) {
        int common = 0;
        while (common < key.length() && common < function.length() && key.charAt(common) == function.charAt(common)) {
            common++;
        }
        return common == 0 ? null : prefixes.floorKey(function.substring(0, common));
    }

    private static void row(List<String> cells) {
        String name = cells.get(1);
        for (String cell : cells.subList(2, cells.size())) {
            switch (cells.get(0)) {
                case "subsystem" -> PREFIXES.put(cell, name.replace('_', ' '));
                case "call" -> INNER.put(cell, name);
                case "renamed" -> RENAMED.put(cell, name);
                case "works" -> SYSCALL_SUBSYSTEMS.put(cell, name);
                case "entry" -> (name.equals("fault") ? FAULT_ENTRIES : SYSCALL_ENTRIES).add(cell);
                default -> throw new IllegalStateException("unknown row " + cells);
            }
        }
    }
}
