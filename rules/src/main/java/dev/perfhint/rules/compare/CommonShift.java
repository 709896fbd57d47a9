package dev.perfhint.rules.compare;

import dev.perfhint.profile.Frames;
import java.util.Set;
import java.util.TreeSet;

/**
 * Estimates by how much everything outside of a row shifted from one recording to the other: a machine that runs
 * slower, or more work, and no change of the program. Shifts are logarithms of after ÷ before.
 *
 * <p>Kernel code tells it best. User code reacts less to what slows a virtual machine down, the more differently the
 * larger the shift. Where little is left to tell it, it is taken to be none, give or take what was measured between
 * runs.
 */
final class CommonShift {
    private final Side before;
    private final Side after;
    private final Kinds kinds;
    private final boolean perWork;

    /** @param perWork whether equal work was done: then a shift beyond what machines differ by is the program's */
    CommonShift(Side before, Side after, Kinds kinds, boolean perWork) {
        this.before = before;
        this.after = after;
        this.kinds = kinds;
        this.perWork = perWork;
    }

    /**
     * Returns what to expect of kernel code or of user code if only the rest tells it.
     *
     * @param excluded parts that are no rest
     * @param dispersionBefore how unevenly the row's samples fall against those of the rest
     */
    Shift of(Set<Part.Key> excluded, boolean forKernel, double dispersionBefore, double dispersionAfter) {
        Shift kernel = measured(kinds.kernelWithout(excluded), dispersionBefore, dispersionAfter);
        Set<Part.Key> userCode = kinds.userWithout(excluded);
        Shift user = measured(userCode, dispersionBefore, dispersionAfter).lessCertain(ofCompiler(userCode));
        Shift known = new Shift(0, Significance.SPEED * Significance.SPEED).and(kernel);
        double size = forKernel
                ? Math.max(known.log() * known.log() + known.variance(), user.log() * user.log())
                : Math.pow(rest(excluded).log(), 2);
        if (!perWork) {
            // a program that is always busy takes the same CPU per second on every machine
            size = Math.max(size, Significance.SPEED * Significance.SPEED);
        }
        double unlike = Significance.KINDS * Significance.KINDS + Significance.KINDS_SLOPE * Significance.KINDS_SLOPE
                * size;
        Shift common = limit(known.and(user.lessCertain(unlike)));
        return common.lessCertain(forKernel ? Math.pow(Significance.KERNEL_SLOPE * common.log(), 2) : unlike);
    }

    /** Returns the parts that tell most about a row: other kernel code for kernel code, else all others. */
    Set<Part.Key> closestRest(Set<Part.Key> excluded, boolean forKernel) {
        Set<Part.Key> rest = new TreeSet<>(kinds.kernelWithout(excluded));
        if (!forKernel || rest.isEmpty()) {
            rest.addAll(kinds.userWithout(excluded));
        }
        return rest;
    }

    /** Returns the shift of all CPU outside of these parts, as measured. */
    Shift rest(Set<Part.Key> excluded) {
        Set<Part.Key> all = new TreeSet<>(kinds.kernelWithout(excluded));
        all.addAll(kinds.userWithout(excluded));
        return measured(all, 1, 1);
    }

    /** Returns how much of all CPU is outside of these parts, on the side where it is less; 0..1. */
    double share(Set<Part.Key> excluded) {
        double first = before.rate(before.sum(excluded)) / before.positiveRate(before.cpu());
        double second = after.rate(after.sum(excluded)) / after.positiveRate(after.cpu());
        return 1 - Math.max(first, second);
    }

    /**
     * Returns the variance that the compiler gives user code from run to run: its own threads, and code that calls
     * methods that it may inline or not.
     */
    double ofCompiler(Set<Part.Key> userCode) {
        double all = weight(userCode);
        if (all == 0) {
            return 0;
        }
        Set<Part.Key> jvm = new TreeSet<>(userCode);
        jvm.removeIf(part -> !part.method().equals(Frames.NO_JAVA));
        Set<Part.Key> calling = new TreeSet<>(userCode);
        calling.removeAll(jvm);
        calling.removeIf(part -> !kinds.isInlining(part));
        return (Math.pow(weight(jvm) / all * Significance.JVM_THREADS, 2)
                + Math.pow(weight(calling) / all * Significance.COMPILER, 2))
                * (1.0 / before.recordings() + 1.0 / after.recordings()) / 2;
    }

    private double weight(Set<Part.Key> parts) {
        return before.rate(before.sum(parts)) + after.rate(after.sum(parts));
    }

    private Shift measured(Set<Part.Key> parts, double dispersionBefore, double dispersionAfter) {
        return between(before.sum(parts).with(dispersionBefore), after.sum(parts).with(dispersionAfter));
    }

    /** Returns the shift between two amounts, with the error of sampling. */
    Shift between(Amount first, Amount second) {
        return new Shift(Math.log(after.positiveRate(second) / before.positiveRate(first)),
                first.relativeVariance() + second.relativeVariance());
    }

    private Shift limit(Shift shift) {
        double most = Significance.LARGEST_SPEED;
        return perWork ? new Shift(Math.max(-most, Math.min(most, shift.log())), shift.variance()) : shift;
    }
}
