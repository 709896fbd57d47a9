package dev.perfhint.rules.pattern.system;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Seed bytes read from the kernel's random device for each token, where a generator reads ahead; or a generator that is
 * made and seeded for each. All of one method is one finding.
 */
public final class RandomSeedPerUse implements Rule {
    private static final double MIN_CPU_SHARE = 0.01;
    private static final Set<String> SEEDS = Set.of("generateSeed", "getSeed");
    private static final Set<String> SEEDED = Set.of("setSeed", "<init>");
    private static final double MIN_SEEDED = 0.1;

    @Override
    public String id() {
        return "random-seed-per-use";
    }

    @Override
    public Set<Cause> causes() {
        return Set.of(Cause.RANDOM);
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return Optional.of(surroundings.method(stack));
    }

    @Override
    public double minCpuShare(Candidate candidate) {
        return MIN_CPU_SHARE;
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        boolean seeded = candidate.share(stack -> SEEDED.contains(method(candidate, stack))) >= MIN_SEEDED;
        if (!seeded && candidate.share(stack -> SEEDS.contains(method(candidate, stack))) == 0) {
            return Optional.empty();
        }
        List<String> notes = List.of("threads: " + Parts.of(candidate, SystemStack::threads));
        return Optional.of(seeded
                ? Verdict.advised("a random generator is seeded for each use: a read() and a write() of the random "
                        + "device each", notes, List.of(Advice.design("keep one generator: it seeds itself",
                                "private static final SecureRandom RANDOM = new SecureRandom();").saving(Saving.KEPT)))
                : Verdict.advised(
                        PublicNames.simple(candidate.callee()) + " reads the random device: one read() per call", notes,
                        List.of(Advice.design("take a block of seed bytes at once and hand out parts of it",
                                "byte[] block = random.generateSeed(4096); // 256 tokens of 16 bytes"))));
    }

    private static String method(Candidate candidate, SystemStack stack) {
        return stack.callee() < 0 ? "" : candidate.methods().methodName(candidate.tree().method(stack.callee()));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        return Optional.of(candidate.cpuShare() < MIN_CPU_SHARE
                ? Explanation.inherent("rare reads of the random device: " + Parts.ofAllCpu(candidate))
                : Explanation.unknown("a generator reads the next block from the random device"));
    }
}
