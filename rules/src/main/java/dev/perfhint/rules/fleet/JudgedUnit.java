package dev.perfhint.rules.fleet;

/**
 * One host in one hour, at the grade of its service.
 *
 * @param hourMillis start of the hour, epoch milliseconds
 * @param recordedSeconds overlapping recordings count once
 */
public record JudgedUnit(String host, long hourMillis, double recordedSeconds, long samples, long cpuNanos,
        long systemNanos) {}
