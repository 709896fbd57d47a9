package dev.perfhint.rules.model;

import java.util.Optional;

/**
 * Calls of a finding that the recorder counted one by one.
 *
 * @param calls all of them
 * @param bytesPerCall their mean size
 * @param saved how many of them go
 * @param savedSeconds the time that these take on a machine that was measured; empty without a measurement
 */
public record CountedCalls(long calls, double bytesPerCall, Range saved, Optional<Range> savedSeconds) {}
