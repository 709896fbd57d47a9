package dev.perfhint.rules;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Methods;
import dev.perfhint.rules.stack.IoStack;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.Size;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.source.Creation;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * A group of stacks that one rule selected and that have one creation site, or one call site where none was found.
 *
 * @param stacks heaviest first; never empty
 */
public record Candidate(
        Rule rule, List<IoStack> stacks, Optional<Creation> creation, Surroundings surroundings, CallTree tree, Methods methods) {
    /** Kernel samples from which the share of copying means something. */
    public static final int MIN_KERNEL_SAMPLES = 20;

    public Candidate {
        stacks = stacks.stream()
                .sorted(Comparator.comparingLong(IoStack::samples).reversed().thenComparingInt(IoStack::entry))
                .toList();
    }

    /** Returns the heaviest stack of the call site with most samples. */
    public IoStack main() {
        Map<Long, Long> sites = new LinkedHashMap<>();
        stacks.forEach(stack -> sites.merge(site(stack), stack.samples(), Long::sum));
        long most = sites.values().stream().mapToLong(Long::longValue).max().orElse(0);
        return stacks.stream().filter(stack -> sites.get(site(stack)) == most).findFirst().orElseThrow();
    }

    private long site(IoStack stack) {
        return (long) tree.method(stack.site()) << 32 | tree.line(stack.site());
    }

    public long samples() {
        return stacks.stream().mapToLong(IoStack::samples).sum();
    }

    /** Returns the share of samples whose stack matches, 0..1. */
    public double share(Predicate<IoStack> matching) {
        return (double) Surroundings.samples(stacks, matching) / Math.max(1, samples());
    }

    /** Returns the mean bytes per call of the stacks whose size is known in the usual way; samples stand for calls. */
    public OptionalDouble bytesPerCall() {
        double bytes = 0;
        long known = 0;
        Size.Known usual = sizeKnown();
        for (IoStack stack : stacks) {
            if (stack.size().isEvidence() && stack.size().known() == usual) {
                bytes += stack.size().bytes() * stack.samples();
                known += stack.samples();
            }
        }
        return known == 0 ? OptionalDouble.empty() : OptionalDouble.of(bytes / known);
    }

    /** Returns the way in which the sizes of most samples are known. */
    public Size.Known sizeKnown() {
        Map<Size.Known, Long> samples = new EnumMap<>(Size.Known.class);
        stacks.forEach(stack -> samples.merge(stack.size().known(), stack.samples(), Long::sum));
        return samples.entrySet().stream()
                .max(Map.Entry.<Size.Known, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(Size.Known.NOT);
    }

    /** Returns the heaviest stack whose size is known in the usual way: the one that speaks for the sizes. */
    public IoStack usual() {
        Size.Known usual = sizeKnown();
        IoStack main = main();
        return main.size().known() == usual ? main
                : stacks.stream().filter(stack -> stack.size().known() == usual).findFirst().orElse(main);
    }

    /** Returns the share of kernel samples that copy data; empty with too few of them. */
    public OptionalDouble copyShare() {
        long kernel = stacks.stream().mapToLong(IoStack::kernelSamples).sum();
        long copies = stacks.stream().mapToLong(IoStack::copySamples).sum();
        return kernel < MIN_KERNEL_SAMPLES ? OptionalDouble.empty() : OptionalDouble.of((double) copies / kernel);
    }

    /** Returns the JDK method that the heaviest stack calls, as in its public documentation; empty if not recorded. */
    public String callee() {
        return callee(main());
    }

    /** Returns the JDK method that a stack's caller calls. */
    public String callee(IoStack stack) {
        if (stack.callee() < 0) {
            return "";
        }
        int method = tree.method(stack.callee());
        return PublicNames.of(methods.className(method), methods.methodName(method));
    }
}
