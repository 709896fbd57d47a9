package dev.perfhint.profile.cause;

import dev.perfhint.profile.ShippedTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Knows the libc functions that are almost nothing but a system call: a sample with such a leaf counts as system CPU
 * where
 * kernel frames are missing. Names of glibc with and without debug symbols and of musl, x86-64 and arm64.
 *
 * <p>About 13 % of the samples in a wrapper are the user side of the call, so totals are somewhat too high.
 */
public final class LibcWrappers {
    private static final Map<String, String> SYSCALLS = new HashMap<>();

    static {
        ShippedTable.read(LibcWrappers.class, "libc-wrappers.txt", row -> row.subList(1, row.size())
                .forEach(wrapper -> SYSCALLS.putIfAbsent(wrapper, row.get(0))));
    }

    private LibcWrappers() {}

    /** Returns the system call that the libc function {@code name} makes. {@code syscall} stands for an unknown one. */
    public static Optional<String> syscallOf(String name) {
        return Optional.ofNullable(SYSCALLS.get(name));
    }

    /** Returns whether {@code name} is libc itself, as profilers write a leaf for which libc has no symbol. */
    public static boolean isBareLibc(String name) {
        return name.startsWith("libc.so") || name.startsWith("libc-2.") || name.startsWith("ld-musl")
                || name.startsWith("libpthread") || name.startsWith("[libc.so") || name.startsWith("libc.musl");
    }
}
