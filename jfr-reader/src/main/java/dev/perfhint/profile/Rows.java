package dev.perfhint.profile;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Sparse metric rows of a profile: one for each (leaf node, thread group, event, unit) that was sampled.
 *
 * <p>Nanoseconds are the weight, samples state confidence. System values are within the totals; they are 0 for events
 * that are not CPU.
 */
public final class Rows {
    private final int[] leaves;
    private final int[] groups;
    private final int[] events;
    /** Empty where all rows are of the first unit. */
    private final int[] units;

    private final long[] samples;
    private final long[] nanos;
    private final long[] systemSamples;
    private final long[] systemNanos;

    public Rows(int[] leaves, int[] groups, int[] events, int[] units, long[] samples, long[] nanos,
            long[] systemSamples, long[] systemNanos) {
        this.leaves = leaves;
        this.groups = groups;
        this.events = events;
        this.units = units;
        this.samples = samples;
        this.nanos = nanos;
        this.systemSamples = systemSamples;
        this.systemNanos = systemNanos;
    }

    /** Returns the rows that a condition holds for. */
    public Rows only(IntPredicate wanted) {
        int[] kept = IntStream.range(0, leaves.length).filter(wanted).toArray();
        return new Rows(pick(leaves, kept), pick(groups, kept), pick(events, kept),
                units.length == 0 ? units : pick(units, kept), pick(samples, kept), pick(nanos, kept),
                pick(systemSamples, kept), pick(systemNanos, kept));
    }

    /** Returns the same rows with the system part of the wanted events' rows as large as the row. */
    public Rows withAllAsSystem(IntPredicate wantedEvent) {
        long[] allSamples = systemSamples.clone();
        long[] allNanos = systemNanos.clone();
        for (int row = 0; row < leaves.length; row++) {
            if (wantedEvent.test(events[row])) {
                allSamples[row] = samples[row];
                allNanos[row] = nanos[row];
            }
        }
        return new Rows(leaves, groups, events, units, samples, nanos, allSamples, allNanos);
    }

    /** Returns the rows with the user and the system time of some multiplied. */
    public Rows scaled(int[] wanted, double user, double system) {
        long[] scaledNanos = nanos.clone();
        long[] scaledSystem = systemNanos.clone();
        for (int row : wanted) {
            scaledSystem[row] = Math.round(systemNanos[row] * system);
            scaledNanos[row] = scaledSystem[row] + Math.round((nanos[row] - systemNanos[row]) * user);
        }
        return new Rows(leaves, groups, events, units, samples, scaledNanos, systemSamples, scaledSystem);
    }

    /** Returns the rows with some of another event. */
    public Rows withEvent(int[] wanted, int event) {
        int[] moved = events.clone();
        Arrays.stream(wanted).forEach(row -> moved[row] = event);
        return new Rows(leaves, groups, moved, units, samples, nanos, systemSamples, systemNanos);
    }

    /** Returns the rows with a part of some, in whole samples that are spread over them, as rows of another event. */
    public Rows withPart(int[] wanted, double part, int event) {
        int size = leaves.length;
        int[] twice = IntStream.concat(IntStream.range(0, size), Arrays.stream(wanted)).toArray();
        Rows all = new Rows(pick(leaves, twice), pick(groups, twice), pick(events, twice),
                units.length == 0 ? units : pick(units, twice), pick(samples, twice), pick(nanos, twice),
                pick(systemSamples, twice), pick(systemNanos, twice));
        double due = 0;
        for (int i = 0; i < wanted.length; i++) {
            long whole = samples[wanted[i]];
            due += part * whole;
            long taken = Math.min(whole, Math.round(due));
            due -= taken;
            all.events[size + i] = event;
            for (long[] column : new long[][] {all.samples, all.nanos, all.systemSamples, all.systemNanos}) {
                column[size + i] = whole == 0 ? 0 : Math.round((double) column[wanted[i]] / whole * taken);
                column[wanted[i]] -= column[size + i];
            }
        }
        return all.only(row -> all.samples[row] > 0 || row < size && samples[row] == 0);
    }

    private static int[] pick(int[] values, int[] rows) {
        return Arrays.stream(rows).map(row -> values[row]).toArray();
    }

    private static long[] pick(long[] values, int[] rows) {
        return Arrays.stream(rows).mapToLong(row -> values[row]).toArray();
    }

    public int size() {
        return leaves.length;
    }

    /** Returns the call-tree node of the innermost frame, kernel and native frames included. */
    public int leaf(int row) {
        return leaves[row];
    }

    /** Returns the index in {@link Profile#threadGroups()}. */
    public int threadGroup(int row) {
        return groups[row];
    }

    /** Returns the index in {@link Profile#events()}. */
    public int event(int row) {
        return events[row];
    }

    /** Returns the index in {@link Profile#units()}. */
    public int unit(int row) {
        return units.length == 0 ? 0 : units[row];
    }

    public long samples(int row) {
        return samples[row];
    }

    public long nanos(int row) {
        return nanos[row];
    }

    /** Returns the samples counted as system CPU; at grade 3 those of natives that burn CPU. */
    public long systemSamples(int row) {
        return systemSamples[row];
    }

    public long systemNanos(int row) {
        return systemNanos[row];
    }

    /** Returns the sum of samples of all rows. */
    public long totalSamples() {
        return Arrays.stream(samples).sum();
    }
}
