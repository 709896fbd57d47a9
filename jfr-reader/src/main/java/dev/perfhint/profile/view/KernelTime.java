package dev.perfhint.profile.view;

import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.cause.KernelWork;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * System CPU by system call and by kernel subsystem, at one grade.
 *
 * <p>The subsystems sum to all system CPU; the system calls do not where it holds page faults, interrupts or time that
 * no call can be named for.
 *
 * @param syscalls by time, named as strace names them
 * @param subsystems by time: {@code vfs}, {@code network}, {@code page faults}, {@code scheduler}, {@code futex} ...
 */
public record KernelTime(List<Row> syscalls, List<Row> subsystems) {
    /** System samples and nanoseconds of one system call or subsystem. */
    public record Row(String name, long samples, long nanos) {}

    public KernelTime {
        syscalls = List.copyOf(syscalls);
        subsystems = List.copyOf(subsystems);
    }

    public static KernelTime of(Profile profile, Evidence grade) {
        Map<String, long[]> syscalls = new HashMap<>();
        Map<String, long[]> subsystems = new HashMap<>();
        KernelWork work = new KernelWork(profile);
        Rows rows = profile.rows();
        for (int row : GradeRows.ofSystem(profile, grade)) {
            Optional<String> syscall = work.syscallOf(rows.leaf(row));
            if (syscall.isPresent()) {
                add(syscalls, syscall.get(), rows, row);
            }
            add(subsystems, work.subsystemOf(rows.leaf(row)), rows, row);
        }
        return new KernelTime(sorted(syscalls), sorted(subsystems));
    }

    private static void add(Map<String, long[]> sums, String name, Rows rows, int row) {
        long[] sum = sums.computeIfAbsent(name, key -> new long[2]);
        sum[0] += rows.systemSamples(row);
        sum[1] += rows.systemNanos(row);
    }

    private static List<Row> sorted(Map<String, long[]> sums) {
        return sums.entrySet().stream()
                .map(entry -> new Row(entry.getKey(), entry.getValue()[0], entry.getValue()[1]))
                .sorted((a, b) -> a.nanos() != b.nanos() ? Long.compare(b.nanos(), a.nanos())
                        : a.samples() != b.samples() ? Long.compare(b.samples(), a.samples())
                        : a.name().compareTo(b.name()))
                .toList();
    }
}
