package dev.perfhint.source.fix;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.Checks;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Fix;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.edit.LineWidth;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.edit.Preparation;
import dev.perfhint.source.edit.TextEdits;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.form.AddedResource;
import dev.perfhint.source.form.FlushPerWrite;
import dev.perfhint.source.form.Form;
import dev.perfhint.source.form.Match;
import dev.perfhint.source.trace.Tracing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns a finding into a fix: traces the stream, plans the edits, labels them, and checks the selected ones together.
 *
 * <p>{@link #propose} parses and labels; only {@link #finish} compiles.
 */
public final class Fixer {
    /** A stream that leaves the code of its creation may be used after a block that would close it. */
    private static final Set<HazardKind> LEAVES = EnumSet.of(HazardKind.BYPASS, HazardKind.ESCAPES,
            HazardKind.REASSIGNED, HazardKind.TYPE, HazardKind.UNKNOWN_ORIGIN);

    private final Sources sources;
    private final StreamTracer tracer;
    private final Map<Fix, FixRequest> requests = new IdentityHashMap<>();

    public Fixer(Sources sources) {
        this(sources, new StreamTracer(sources));
    }

    /** @param tracer goes on from the stacks that were followed already */
    public Fixer(Sources sources, StreamTracer tracer) {
        this.sources = sources;
        this.tracer = tracer;
    }

    /** Returns the fix for the request, not yet compiled; empty where there is nothing to edit and nothing to say. */
    public Optional<Fix> propose(FixRequest request) {
        Tracing tracing = tracer.tracing(request.frames(), request.seen());
        Optional<Fix> fix;
        try {
            Optional<Path> home = tracing.stream().map(stream -> stream.file().path());
            fix = best(request, tracing).map(each -> ObservedHazards.of(each, request.observed(), home));
        } catch (StackOverflowError tooDeep) {
            // code nested deeper than any that was looked at: nothing is offered
            fix = Optional.empty();
        }
        fix.ifPresent(each -> requests.put(each, request));
        return fix;
    }

    private Optional<Fix> best(FixRequest request, Tracing tracing) {
        List<Plan> plans = Form.plans(new Match(sources, request, tracing));
        List<Fix> fixes = new ArrayList<>();
        for (Plan plan : plans) {
            Fix fix = fix(request, plan, tracing);
            fixes.add(fixes.isEmpty() ? prepared(request, plan, fix, tracing) : fix);
        }
        // of equally safe ones the first saves most
        fixes.sort(Comparator.comparing(Fix::applicability));
        List<Fix> others = fixes.stream().skip(1).filter(Fix::isOffered).toList();
        return fixes.stream().findFirst().map(fix -> others.isEmpty() ? fix : fix.besides(others));
    }

    /** Joins the wrap with a change without which it loses bytes. */
    private Fix prepared(FixRequest request, Plan plan, Fix alone, Tracing tracing) {
        boolean wraps = !alone.edits().isEmpty() && plan.holding() == Plan.Holding.BUFFER;
        boolean leaves = alone.hazards().stream().map(Hazard::kind).anyMatch(LEAVES::contains);
        boolean open = alone.hazards().stream().anyMatch(each -> each.kind() == HazardKind.NOT_CLOSED);
        Optional<Preparation> found = !wraps ? Optional.empty()
                : AddedResource.of(new Match(sources, request, tracing))
                        .filter(each -> each.closes() || open && !leaves);
        if (found.isEmpty()) {
            return alone;
        }
        Preparation preparation = found.get();
        if (preparation.closes() && leaves) {
            return judged(request, plan.shown(
                    "the stream is never closed or flushed here: buffered bytes would be lost"), tracing);
        }
        FixLabel whole = FixLabel.of(sources, request, plan, tracing).prepared(preparation);
        Plan joined = plan.and(preparation.title(), preparation.edits());
        return build(request, joined, whole, Applicability.UNSAFE, tracing.stream().map(each -> each.file().path()));
    }

    private Fix fix(FixRequest request, Plan plan, Tracing tracing) {
        boolean useless = plan.holding() == Plan.Holding.BUFFER && tracing.stream().isPresent()
                && FlushPerWrite.follows(sources, tracing.stream().get(), tracing.call());
        double bytes = request.bytesPerCall().orElse(1);
        return judged(request, !useless ? plan : plan.shown("`flush()` follows each write: the buffer saves nothing")
                .with(Effect.blocks(bytes, bytes)), tracing);
    }

    /**
     * Checks the fixes that may be applied together: of overlapping edits the earlier fix wins, the joint result must
     * apply as it is written, parse, compile no worse than before, and leave nothing for a second run.
     */
    public FixSet finish(List<Fix> inRankOrder, boolean includeUnsafe) {
        return FixSet.check(sources, inRankOrder, includeUnsafe, requests);
    }

    private Fix judged(FixRequest request, Plan plan, Tracing tracing) {
        Optional<String> obstacle = notEditable(plan.edits());
        boolean comment = plan.edits().stream().anyMatch(edit -> sources.file(edit.file())
                .filter(file -> TextEdits.removesComment(file.text(), edit)).isPresent());
        boolean overlap = TextEdits.conflicting(plan.edits());
        Optional<String> shown = obstacle
                .or(() -> comment ? Optional.of("its edits would remove a comment") : Optional.empty())
                .or(() -> overlap ? Optional.of("its edits overlap each other") : Optional.empty());
        Optional<Path> home = tracing.stream().map(stream -> stream.file().path())
                .or(() -> plan.edits().stream().map(Edit::file).findFirst());
        if (shown.isEmpty()) {
            FixLabel judgement = FixLabel.of(sources, request, plan, tracing);
            return build(request, plan, judgement, judgement.applicability(plan), home);
        }
        List<Hazard> reasons = new ArrayList<>(plan.reasons());
        reasons.add(Hazard.of(HazardKind.FORM, shown.get()));
        Plan sketch = new Plan(plan.title(), overlap ? List.of() : plan.edits(), reasons, Applicability.DISPLAY,
                plan.effect());
        return build(request, sketch, FixLabel.of(sources, request, sketch, tracing),
                Applicability.DISPLAY, home);
    }

    private Fix build(FixRequest request, Plan given, FixLabel judgement, Applicability applicability,
            Optional<Path> home) {
        Plan plan = applicability == Applicability.DISPLAY ? given
                : given.with(broken(sources, given.edits(), List.of()));
        return new Fix(
                request.findingId() + "-" + request.repair().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                applicability, plan.title(), Hazard.shown(judgement.hazards(), home), judgement.hazards(),
                judgement.assumptions(), List.of(), new Checks(parses(plan.edits()), Checks.Compiled.NO, false),
                TextEdits.ordered(plan.edits()),
                plan.edits().isEmpty() ? Effect.EXPECTED : plan.effect(), List.of(), request.measured());
    }

    private Optional<String> notEditable(List<Edit> edits) {
        return edits.stream()
                .flatMap(edit -> sources.file(edit.file()).stream())
                .filter(file -> file.notEditable().isPresent()).findFirst()
                .map(file -> sources.relative(file.path()) + " is not edited: " + file.notEditable().get());
    }

    /** Returns the edits and the line breaks that they need beside others. */
    static List<Edit> broken(Sources sources, List<Edit> edits, List<Edit> others) {
        List<Edit> all = new ArrayList<>(edits);
        Stream.concat(others.stream(), edits.stream()).collect(Collectors.groupingBy(Edit::file)).forEach((path, own) ->
                sources.file(path).filter(SourceFile::isJava).filter(file -> !file.isAbsent())
                        .ifPresent(file -> all.addAll(LineWidth.breaks(file, own))));
        return all;
    }

    private boolean parses(List<Edit> edits) {
        return !edits.isEmpty()
                && edits.stream().map(Edit::file).distinct().allMatch(path -> sources.file(path)
                        .filter(file -> file.accepts(TextEdits.apply(
                                file.text(),
                                edits.stream().filter(edit -> edit.file().equals(path)).toList()))).isPresent());
    }
}
