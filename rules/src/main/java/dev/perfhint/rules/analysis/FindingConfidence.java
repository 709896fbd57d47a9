package dev.perfhint.rules.analysis;

import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Recording;
import dev.perfhint.rules.model.Confidence;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Shares;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.pattern.Verdict;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Decides the {@link Confidence} of a finding, and how long a recording would settle it. */
final class FindingConfidence {
    /** One may be anything: such a group is no finding. */
    static final long MIN_REPEATED_SAMPLES = 2;
    private static final long MIN_SAMPLES = 20;
    private static final long MANY_SAMPLES = 100;
    // as many are at least 20 in 19 of 20 recordings
    private static final double SAFE_SAMPLES = 30;
    private static final double STANDARD_ERRORS = 1.64;
    private static final long MAX_SECONDS = 1200;

    private FindingConfidence() {}

    static Confidence of(Candidate candidate, Verdict verdict, double minSystemShare) {
        long samples = samples(candidate);
        Evidence grade = candidate.totals().evidence();
        if (isFaint(candidate, verdict, minSystemShare) || verdict.settledBy().isPresent() || samples < MIN_SAMPLES
                || grade.measuresCpu() && samples < neededFor(candidate, minSystemShare)) {
            return Confidence.LOW;
        }
        boolean measured = grade == Evidence.KERNEL_FRAMES || grade == Evidence.SYSCALL_STUBS;
        boolean sized = !candidate.rule().tracesStream() || candidate.main().io().size().isEvidence();
        return samples >= MANY_SAMPLES && measured && sized ? Confidence.HIGH : Confidence.MEDIUM;
    }

    /** Returns whether full reports alone name it: of few samples, a small share or unknown size, or at the start. */
    static boolean isFaint(Candidate candidate, Verdict verdict, double minSystemShare) {
        boolean small = candidate.totals().evidence().measuresCpu() && (candidate.systemShare() < minSystemShare
                || candidate.cpuShare() < AnalysisContext.MIN_CPU_SHARE);
        return candidate.samples() < Finding.FAINT_SAMPLES || small || isOfUnknownSize(candidate)
                || candidate.cpuShare() < candidate.rule().minCpuShare(candidate)
                || verdict.settledBy().filter(Finding.AT_START::equals).isPresent();
    }

    /** Returns what settles it where that is not time; empty where it is. */
    static Optional<String> settledBy(Candidate candidate, Verdict verdict) {
        return verdict.settledBy().or(() -> isOfUnknownSize(candidate) ? Optional.of(SmallCalls.OBSERVE)
                : Optional.empty());
    }

    private static boolean isOfUnknownSize(Candidate candidate) {
        return candidate.rule().tracesStream() && candidate.stacks().stream().allMatch(SmallCalls::isOfUnknownSize);
    }

    /** Returns the samples; plain JFR samples native methods that wait too: there, no more than the CPU time takes. */
    private static long samples(Candidate candidate) {
        long period = candidate.profile().recordings().stream()
                .filter(recording -> recording.evidence() == Evidence.JFR_ESTIMATE).mapToLong(Recording::intervalNanos)
                .max().orElse(0);
        return candidate.totals().evidence() != Evidence.JFR_ESTIMATE || period <= 0 ? candidate.samples()
                : Math.min(candidate.samples(), candidate.nanos() / period);
    }

    /** Returns the samples from which on the share is above the floor within its sampling error. */
    private static double neededFor(Candidate candidate, double minSystemShare) {
        OptionalDouble cpu = Shares.of(candidate.samples(), candidate.nanos(), candidate.totals()).cpu();
        double above = Math.max(minSystemShare / Math.max(1e-9, candidate.systemShare()),
                AnalysisContext.MIN_CPU_SHARE / Math.max(1e-9, cpu.orElse(1)));
        return above >= 1 ? Double.POSITIVE_INFINITY : Math.pow(STANDARD_ERRORS / (1 - above), 2);
    }

    /** Returns how long a recording of the same load shows the finding above the floor; empty for too long. */
    static OptionalLong settlingSeconds(Candidate candidate, double minSystemShare) {
        double millis = candidate.profile().recordings().stream().mapToLong(Recording::durationMillis).sum();
        double needed = Math.max(SAFE_SAMPLES, neededFor(candidate, minSystemShare));
        double seconds = millis / 1e3 * needed / Math.max(1, samples(candidate));
        double step = seconds <= 60 ? 10 : 60;
        return millis <= 0 || seconds > MAX_SECONDS ? OptionalLong.empty()
                : OptionalLong.of((long) (Math.ceil(seconds / step) * step));
    }
}
