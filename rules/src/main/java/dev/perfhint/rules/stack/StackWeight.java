package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.cause.Causes;

/** What the rows of one stack add up to. */
final class StackWeight {
    private final Causes.Classified first;
    private final int threadGroup;
    private final Tally<Cause> causes = new Tally<>(Cause.class);
    private Causes.Medium medium = Causes.Medium.UNKNOWN;
    private boolean nativeLibrary;
    private long samples;
    private long nanos;
    private long copySamples;
    private long kernelSamples;
    private int leaf = CallTree.ROOT;
    private long leafSamples = -1;
    private boolean singleByte;
    private boolean synced;

    StackWeight(Causes.Classified first, int threadGroup) {
        this.first = first;
        this.threadGroup = threadGroup;
    }

    void add(Causes.Classified row, int rowLeaf, long moreSamples, long moreNanos, KernelSuffix suffix) {
        if (moreSamples > leafSamples) {
            leaf = rowLeaf;
            leafSamples = moreSamples;
        }
        causes.add(row.cause(), Math.max(moreSamples, 1));
        medium = row.medium() == Causes.Medium.UNKNOWN ? medium : row.medium();
        nativeLibrary |= row.nativeLibrary();
        samples += moreSamples;
        nanos += moreNanos;
        copySamples += suffix.copies() ? moreSamples : 0;
        kernelSamples += suffix.inKernel() ? moreSamples : 0;
        singleByte |= suffix.singleByte();
        synced |= suffix.syncs();
    }

    /** Returns the innermost Java frame. */
    int java() {
        return first.java();
    }

    /** Returns the cause of most samples. */
    Cause cause() {
        return causes.most().orElse(first.cause());
    }

    Causes.Classified classified() {
        return new Causes.Classified(cause(), first.threads(), first.java(), first.frame(), medium,
                first.collects(), nativeLibrary);
    }

    /** Returns the frame that decided the cause. */
    int frame() {
        return first.frame();
    }

    int threadGroup() {
        return threadGroup;
    }

    long samples() {
        return samples;
    }

    long nanos() {
        return nanos;
    }

    long copySamples() {
        return copySamples;
    }

    long kernelSamples() {
        return kernelSamples;
    }

    /** Returns the leaf of the row with most samples. */
    int leaf() {
        return leaf;
    }

    boolean isSingleByte() {
        return singleByte;
    }

    boolean isSynced() {
        return synced;
    }
}
