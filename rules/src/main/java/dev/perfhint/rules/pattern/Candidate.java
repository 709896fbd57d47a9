package dev.perfhint.rules.pattern;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.observed.CallCount;
import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.observed.ObservedStack;
import dev.perfhint.profile.observed.StreamLife;
import dev.perfhint.rules.model.Shares;
import dev.perfhint.rules.observed.CallsLeft;
import dev.perfhint.rules.observed.SeenCalls;
import dev.perfhint.rules.observed.SeenPlaces;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.Size;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.rules.stack.Tally;
import dev.perfhint.source.Creation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A group of stacks that one rule selected and that have one creation site, or one call site where none was found.
 *
 * @param stacks heaviest first; never empty
 * @param subject what the rule gathers by; empty if it is the creation or call site
 * @param totals all CPU of the grade that the stacks come from
 */
public record Candidate(
        Rule rule, List<SystemStack> stacks, Optional<String> subject, Optional<Creation> creation,
        Surroundings surroundings, Profile profile, CpuTotals totals) {
    /** Of the calls on a stream: all of them, but for a few that are made elsewhere. */
    private static final double MOST_CALLS = 0.9;

    public Candidate {
        stacks = stacks.stream().sorted(SystemStack::heaviestFirst).toList();
    }

    public CallTree tree() {
        return profile.tree();
    }

    public Methods methods() {
        return profile.methods();
    }

    /**
     * Returns the heaviest stack of the call site with most samples. Where stacks are gathered by something else than
     * their call sites, those of the application come first: the other side of a queue may have none.
     */
    public SystemStack main() {
        if (subject.isEmpty()) {
            return heaviest(stacks);
        }
        List<SystemStack> own = stacks.stream().filter(stack -> stack.application() >= 0).toList();
        List<SystemStack> named = stacks.stream().filter(stack -> stack.site() > CallTree.ROOT).toList();
        return heaviest(!own.isEmpty() ? own : !named.isEmpty() ? named : stacks);
    }

    private SystemStack heaviest(List<SystemStack> stacks) {
        Map<Long, Long> sites = new LinkedHashMap<>();
        stacks.forEach(stack -> sites.merge(site(stack), stack.samples(), Long::sum));
        long most = sites.values().stream().mapToLong(Long::longValue).max().orElse(0);
        return stacks.stream().filter(stack -> sites.get(site(stack)) == most).findFirst().orElseThrow();
    }

    private long site(SystemStack stack) {
        return (long) tree().method(stack.site()) << 32 | tree().line(stack.site());
    }

    public long samples() {
        return stacks.stream().mapToLong(SystemStack::samples).sum();
    }

    /** Returns the candidate's share of all CPU, 0..1; 0 without CPU evidence. */
    public double cpuShare() {
        return Shares.of(samples(), nanos(), totals).cpu().orElse(0);
    }

    /** Returns the candidate's share of system CPU, 0..1; 0 without CPU evidence. */
    public double systemShare() {
        return Shares.of(samples(), nanos(), totals).system().orElse(0);
    }

    /** Returns the cause of most samples. */
    public Cause cause() {
        Tally<Cause> samples = new Tally<>(Cause.class);
        stacks.forEach(stack -> samples.add(stack.cause(), stack.samples()));
        return samples.most().orElse(Cause.OTHER);
    }

    public long nanos() {
        return stacks.stream().mapToLong(SystemStack::nanos).sum();
    }

    /** Returns the share of samples whose stack matches, 0..1. */
    public double share(Predicate<SystemStack> matching) {
        return (double) Surroundings.samples(stacks, matching) / Math.max(1, samples());
    }

    /**
     * Returns what was observed of the streams that most of the calls are made on; empty where nothing was.
     *
     * @param left what the remedy leaves of an operation's calls
     */
    public Optional<SeenStreams> seen(BiFunction<StreamLife, String, CallsLeft> left) {
        Map<String, Long> samples = new LinkedHashMap<>();
        stacks.forEach(stack -> stack.io().seen().ifPresent(seen ->
                samples.merge(seen.place(), stack.samples(), Long::sum)));
        Optional<String> most = samples.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
        List<SeenCalls> here = stacks.stream().flatMap(stack -> stack.io().seen().stream())
                .filter(seen -> most.filter(seen.place()::equals).isPresent()).toList();
        Observation observed = profile.observed();
        Optional<StreamLife> whose = here.stream().flatMap(seen -> seen.ofPlace(observed).stream()).distinct()
                .reduce(StreamLife::plus);
        return whose.map(life -> {
            String operation = here.get(0).operation();
            CallsLeft whole = left.apply(life, operation);
            CallCount calls = life.site().isSocket() ? callsHere(life, operation)
                    : SeenCalls.all(life, operation);
            return SeenStreams.of(observed, life, operation, calls, whole.scaled(calls.calls()));
        });
    }

    /**
     * Returns the calls at the call sites of the stacks, and in the class whose constructor creates the stream; an
     * estimate from some of the calls, with two digits, where these are not nearly all.
     */
    private CallCount callsHere(StreamLife life, String operation) {
        Set<String> places = stacks.stream().filter(stack -> stack.caller() > CallTree.ROOT)
                .map(stack -> SeenPlaces.named(methods().name(tree().method(stack.caller())),
                        tree().line(stack.caller()))).collect(Collectors.toSet());
        CallCount whole = life.operation(operation);
        CallCount here = life.calls().entrySet().stream().filter(entry -> entry.getKey().what().equals(operation)
                        && (places.contains(SeenPlaces.place(entry.getKey().stack()))
                                || isOfCreator(entry.getKey().stack())))
                .map(Map.Entry::getValue).reduce(CallCount.NONE, CallCount::plus);
        return here.calls() == 0 || here.calls() >= MOST_CALLS * whole.calls() ? whole : here.estimated();
    }

    private boolean isOfCreator(ObservedStack stack) {
        return creation.filter(made -> made.member().equals("<init>")
                && SeenPlaces.firstOutsideJdk(stack).filter(frame -> frame.className().equals(made.className()))
                        .isPresent()).isPresent();
    }

    /** Returns what was observed, with what the rule's remedy leaves of the calls. */
    public Optional<SeenStreams> seen() {
        return seen(rule::left);
    }

    /** Returns the mean bytes per call of the stacks whose size is known in the usual way; samples stand for calls. */
    public OptionalDouble bytesPerCall() {
        double bytes = 0;
        long known = 0;
        Size.Known usual = sizeKnown();
        for (SystemStack stack : stacks) {
            if (stack.io().size().isEvidence() && stack.io().size().known() == usual) {
                bytes += stack.io().size().bytes() * stack.samples();
                known += stack.samples();
            }
        }
        return known == 0 ? OptionalDouble.empty() : OptionalDouble.of(bytes / known);
    }

    /** Returns the way in which the sizes of most samples are known. */
    public Size.Known sizeKnown() {
        Tally<Size.Known> samples = new Tally<>(Size.Known.class);
        stacks.forEach(stack -> samples.add(stack.io().size().known(), stack.samples()));
        return samples.most().orElse(Size.Known.NOT);
    }

    /** Returns the heaviest stack whose size is known in the usual way: the one that speaks for the sizes. */
    public SystemStack usual() {
        Size.Known usual = sizeKnown();
        SystemStack main = main();
        return main.io().size().known() == usual ? main
                : stacks.stream().filter(stack -> stack.io().size().known() == usual).findFirst().orElse(main);
    }

    /** Returns the share of kernel samples that copy data; empty with too few of them. */
    public OptionalDouble copyShare() {
        return copyShare(SystemStack.MIN_KERNEL_SAMPLES);
    }

    OptionalDouble copyShare(int leastSamples) {
        long kernel = stacks.stream().mapToLong(SystemStack::kernelSamples).sum();
        long copies = stacks.stream().mapToLong(stack -> stack.io().copySamples()).sum();
        return kernel < leastSamples
                ? OptionalDouble.empty() : OptionalDouble.of((double) copies / kernel);
    }

    /** Returns the JDK method that the heaviest stack calls, as in its public documentation; empty if not recorded. */
    public String callee() {
        return callee(main());
    }

    /** Returns the JDK method that a stack's caller calls. */
    public String callee(SystemStack stack) {
        return callee(stack, profile);
    }

    public static String callee(SystemStack stack, Profile profile) {
        if (stack.callee() < 0) {
            return "";
        }
        int method = profile.tree().method(stack.callee());
        return PublicNames.of(profile.methods().className(method), profile.methods().methodName(method));
    }
}
