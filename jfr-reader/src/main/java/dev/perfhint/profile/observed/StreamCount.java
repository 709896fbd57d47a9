package dev.perfhint.profile.observed;

/**
 * How many streams of a site were opened, and how they ended.
 *
 * @param openNow not closed when the observation ended
 * @param manyThreads used by more than one thread
 */
public record StreamCount(long opened, long closed, long failedOpens, long openNow, long manyThreads) {
    public static final StreamCount NONE = new StreamCount(0, 0, 0, 0, 0);

    public StreamCount plus(StreamCount other) {
        return new StreamCount(opened + other.opened, closed + other.closed, failedOpens + other.failedOpens,
                openNow + other.openNow, manyThreads + other.manyThreads);
    }
}
