package dev.perfhint.rules.compare;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A part of the CPU of one recording that no other part overlaps: a Java method's own CPU, with the native and kernel
 * code that it called, within a finding's calls or outside of all.
 *
 * <p>Rows of a comparison overlap; each stands on a set of parts, and all other parts are its rest.
 */
final class Part {
    /** @param finding the finding's id; empty outside of findings */
    record Key(String method, String finding) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byMethod = method.compareTo(other.method);
            return byMethod != 0 ? byMethod : finding.compareTo(other.finding);
        }
    }

    private long samples;
    private long nanos;
    private long systemSamples;
    private long systemNanos;
    private final Map<String, Long> syscalls = new HashMap<>();
    private final Map<Integer, Long> samplesByApplicationMethod = new TreeMap<>();

    void add(long moreSamples, long moreNanos, long moreSystemSamples, long moreSystemNanos, int applicationMethod) {
        samples += moreSamples;
        nanos += moreNanos;
        systemSamples += moreSystemSamples;
        systemNanos += moreSystemNanos;
        samplesByApplicationMethod.merge(applicationMethod, moreSamples, Long::sum);
    }

    void addSyscall(String name, long moreSamples) {
        syscalls.merge(name, moreSamples, Long::sum);
    }

    long samples() {
        return samples;
    }

    long nanos() {
        return nanos;
    }

    long systemSamples() {
        return systemSamples;
    }

    long systemNanos() {
        return systemNanos;
    }

    /** Returns whether at least half of its system CPU is of this system call. */
    boolean isMostly(String syscall) {
        return 2 * syscalls.getOrDefault(syscall, 0L) >= Math.max(1, systemSamples);
    }

    /** Returns its samples by the method of the application that they ran under, -1 for none. */
    Map<Integer, Long> samplesByApplicationMethod() {
        return samplesByApplicationMethod;
    }
}
