package dev.perfhint.rules.fleet;

import dev.perfhint.rules.model.Finding;
import java.util.Arrays;
import java.util.List;

/** A finding on a merged profile, counted for each unit by the call-tree nodes below which its calls are. */
public record JudgedFinding(Finding finding, List<Long> unitSamples, List<Long> unitSystemNanos) {
    /** A change of the source, for which {@code analyze --source --fix} writes a patch. */
    public static final String SOURCE_FIX = "source";

    static JudgedFinding of(Finding finding, long[] samples, long[] systemNanos) {
        return new JudgedFinding(finding, Arrays.stream(samples).boxed().toList(),
                Arrays.stream(systemNanos).boxed().toList());
    }

    /** Returns what can be done: {@code source}, the kind of the best advice, or {@code advice}. */
    public String fixKind() {
        if (!finding.advice().isEmpty()) {
            return finding.advice().get(0).advice().kind().label();
        }
        return finding.savingCpuShare().isPresent() ? SOURCE_FIX : "advice";
    }

    /** Returns the method; a finding of the whole program has none. */
    public String place() {
        return finding.site().className().isEmpty() ? "(whole program)"
                : finding.site().className() + '.' + finding.site().methodName();
    }
}
