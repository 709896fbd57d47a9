package dev.perfhint.rules.pattern.system;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Seed bytes read from the kernel's random device for each token: one read each, where a generator reads ahead. */
public final class RandomSeedPerUse implements Rule {
    private static final double MIN_CPU_SHARE = 0.01;
    private static final String GENERATE = "generateSeed";

    @Override
    public String id() {
        return "random-seed-per-use";
    }

    @Override
    public Set<Cause> causes() {
        return Set.of(Cause.RANDOM);
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (candidate.cpuShare() < MIN_CPU_SHARE || !candidate.callee().endsWith('.' + GENERATE)) {
            return Optional.empty();
        }
        return Optional.of(Verdict.advised(
                PublicNames.simple(candidate.callee()) + " reads the random device: one read() per call",
                List.of("threads: " + Parts.of(candidate, SystemStack::threads)),
                List.of(Advice.design("take a block of seed bytes at once and hand out parts of it",
                        "byte[] block = random.generateSeed(4096); // 256 tokens of 16 bytes"))));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        return Optional.of(Explanation.inherent("a generator reads its seed or the next block from the kernel: "
                + Parts.ofAllCpu(candidate)));
    }
}
