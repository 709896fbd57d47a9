package dev.perfhint.profile.cause;

import dev.perfhint.profile.Cause;

/**
 * The cause that most of a piece of system CPU was spent for.
 *
 * @param share its part of that piece, by time where known, else by samples; above 0, at most 1
 */
public record MainCause(Cause cause, double share) {

    /** Adds up a piece of system CPU by cause. */
    public static final class Sums {
        private final long[] samples = new long[Cause.values().length];
        private final long[] nanos = new long[samples.length];

        public void add(Cause cause, long addedSamples, long addedNanos) {
            samples[cause.ordinal()] += addedSamples;
            nanos[cause.ordinal()] += addedNanos;
        }

        /** Returns the cause that holds most; {@link Cause#OTHER} where nothing was added. */
        public MainCause main() {
            MainCause byTime = main(nanos);
            return byTime.share() > 0 ? byTime : main(samples);
        }

        private static MainCause main(long[] sums) {
            int most = Cause.OTHER.ordinal();
            long all = 0;
            for (int cause = 0; cause < sums.length; cause++) {
                all += sums[cause];
                most = sums[cause] > sums[most] ? cause : most;
            }
            return new MainCause(Cause.values()[most], all == 0 ? 0 : (double) sums[most] / all);
        }
    }
}
