package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Methods;
import dev.perfhint.rules.observed.SeenCalls;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.stack.Owners;
import dev.perfhint.rules.stack.Size;
import dev.perfhint.rules.stack.SourceFrames;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Creation;
import dev.perfhint.source.CreationStack;
import dev.perfhint.source.Trace;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.StreamTracer;
import dev.perfhint.source.trace.CompressorBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Gathers the stacks that a rule selects by creation site, or by method and stream where no creation was found.
 *
 * <p>Call sites below a thousandth of the samples are not traced, so that only files of hot classes are opened.
 */
final class Grouping {
    private static final double MIN_TRACED_SHARE = 0.001;

    private final CallTree tree;
    private final Methods methods;
    private final Owners owners;
    private final Optional<StreamTracer> tracer;
    private final Optional<Sources> sources;
    private final Surroundings surroundings;
    private final SourceFrames frames;
    private final ObservedCreations creations;
    private final Map<Integer, Trace> traceOfEntry = new HashMap<>();
    private final Map<Long, Long> samplesOfPlace = new HashMap<>();
    private final long minTraced;

    Grouping(AnalysisContext context) {
        this.tree = context.profile().tree();
        this.methods = context.profile().methods();
        this.owners = context.owners();
        this.tracer = context.sources().map(StreamTracer::new);
        this.sources = context.sources();
        this.surroundings = context.surroundings();
        this.frames = context.frames();
        this.creations = new ObservedCreations(context.profile().observed(), frames);
        List<SystemStack> all = context.stacks();
        all.forEach(stack -> samplesOfPlace.merge(place(stack), stack.samples(), Long::sum));
        this.minTraced = (long) (MIN_TRACED_SHARE * all.stream().mapToLong(SystemStack::samples).sum());
    }

    /** Returns what followed the streams so far; empty without sources. */
    Optional<StreamTracer> tracer() {
        return tracer;
    }

    /** Returns the groups of the stacks that a rule selects, in the order of their first stack. */
    List<Group> group(List<SystemStack> stacks, Rule rule) {
        Map<Object, Group> groups = new LinkedHashMap<>();
        stacks.stream().filter(stack -> rule.selects(stack, surroundings)).forEach(stack -> add(groups, rule, stack));
        return List.copyOf(groups.values());
    }

    private void add(Map<Object, Group> groups, Rule rule, SystemStack stack) {
        SystemStack anchor = rule.anchor(stack, surroundings);
        boolean traced = tracer.isPresent() && rule.tracesStream() && samplesOfPlace.get(place(anchor)) >= minTraced;
        Optional<Trace> trace = traced ? Optional.of(trace(anchor)) : Optional.empty();
        Optional<Creation> creation = trace.flatMap(Trace::creation);
        SystemStack sized = creation.map(made -> compressed(stack, made)).orElse(stack);
        if (sized.io().size().bytes() >= rule.largeBytes()) {
            return;
        }
        Optional<String> subject = rule.subject(stack, surroundings);
        Optional<String> seen = anchor.io().seen()
                .filter(one -> rule.tracesStream() && !one.life().site().isSocket()).map(SeenCalls::place);
        Object where = subject.isPresent() ? subject.get() : seen.isPresent() ? seen.get()
                : creation.isPresent() ? creation.get().place()
                : anchor.io().stream().isEmpty() ? place(anchor)
                : List.of(tree.method(anchor.site()), anchor.io().stream());
        // a call of unknown size adds nothing to those that are known
        boolean unknown = rule.tracesStream() && SmallCalls.isOfUnknownSize(sized);
        Object alike = unknown ? List.of(where, Size.Known.NOT) : where;
        List<SystemStack> gathered = new ArrayList<>();
        groups.computeIfAbsent(alike, key -> new Group(rule, where, gathered, subject, creation, trace))
                .stacks().add(sized);
    }

    // the buffer of a compressing stream stands in its constructor
    private SystemStack compressed(SystemStack stack, Creation creation) {
        if (stack.io().size().known() != Size.Known.DEFAULT || sources.isEmpty()) {
            return stack;
        }
        OptionalLong buffer = CompressorBuffer.bytes(sources.get(), creation);
        return buffer.isPresent() ? stack.withSize(new Size(buffer.getAsLong(), Size.Known.SOURCE)) : stack;
    }

    private Trace trace(SystemStack stack) {
        return traceOfEntry.computeIfAbsent(stack.entry(), entry -> tracer.orElseThrow().trace(frames(stack),
                seen(stack)));
    }

    /** Returns where the stack's stream was seen being created. */
    CreationStack seen(SystemStack stack) {
        return stack.io().seen().map(creations::of).orElse(CreationStack.NONE);
    }

    /** Returns the Java frames of a stack from the I/O call to the thread's root, innermost first. */
    List<CallSite> frames(SystemStack stack) {
        return tree.path(stack.entry()).filter(node -> !methods.className(tree.method(node)).isEmpty()
                && !owners.isLambdaProxy(tree.method(node))).mapToObj(frames::of).toList();
    }

    private Long place(SystemStack stack) {
        return (long) tree.method(stack.site()) << 32 | tree.line(stack.site());
    }

    /**
     * The stacks of one rule at one place.
     *
     * @param where what they have in common, equal for the groups of other rules at the same place
     * @param subject what the rule gathers by; empty if it is the creation or call site
     * @param trace how the heaviest stack's stream was followed; empty without sources
     */
    record Group(Rule rule, Object where, List<SystemStack> stacks, Optional<String> subject,
            Optional<Creation> creation, Optional<Trace> trace) {
        /** Returns this group with the stacks of another one at the same place. */
        Group with(Group other) {
            List<SystemStack> all = new ArrayList<>(stacks);
            all.addAll(other.stacks);
            return new Group(rule, where, all, subject, creation, trace);
        }

        Candidate candidate(AnalysisContext context) {
            return new Candidate(
                    rule, stacks, subject, creation, context.surroundings(), context.profile(), context.totals());
        }
    }
}
