package dev.perfhint.rules.fleet;

/**
 * What one host spent for one finding.
 *
 * @param findingSeconds CPU time of the finding
 * @param cpuSeconds all CPU time of the service on that host
 * @param recordedSeconds how long was recorded; overlapping recordings count once
 * @param secondsPerSample CPU time that one sample stands for: what a host without a sample may have had half of
 */
public record HostSample(String host, double findingSeconds, double cpuSeconds, double recordedSeconds,
        double secondsPerSample) {
    /** Returns log(finding ÷ all CPU), half a sample where none was taken. */
    double logShare() {
        return Math.log(Math.max(findingSeconds, secondsPerSample / 2) / cpuSeconds);
    }

    double findingCores() {
        return recordedSeconds > 0 ? findingSeconds / recordedSeconds : 0;
    }
}
