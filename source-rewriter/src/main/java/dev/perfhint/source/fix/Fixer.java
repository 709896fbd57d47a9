package dev.perfhint.source.fix;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Checks;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Fix;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Guard;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.ProofRequest;
import dev.perfhint.source.SourceException;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.edit.FlushPerWrite;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.edit.Preparation;
import dev.perfhint.source.edit.Repairs;
import dev.perfhint.source.edit.Sketches;
import dev.perfhint.source.edit.TextEdits;
import dev.perfhint.source.proof.Outcome;
import dev.perfhint.source.proof.Proof;
import dev.perfhint.source.trace.Tracing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns a finding into a fix: traces the stream, plans the edits, proves them, and checks the selected ones together.
 *
 * <p>{@link #propose} parses and proves; only {@link #finish} compiles.
 */
public final class Fixer {
    private final Sources sources;
    private final Map<List<CallSite>, Tracing> traced = new HashMap<>();
    private final Map<Fix, FixRequest> requests = new IdentityHashMap<>();

    public Fixer(Sources sources) {
        this.sources = sources;
    }

    /** Returns the fix for the request, not yet compiled; empty where there is nothing to edit and nothing to say. */
    public Optional<Fix> propose(FixRequest request) {
        Tracing tracing = traced.computeIfAbsent(request.frames(), frames -> Tracing.of(sources, frames));
        Optional<Fix> fix;
        try {
            fix = best(request, tracing).map(each -> shown(each, tracing));
        } catch (StackOverflowError tooDeep) {
            // code nested deeper than any that was looked at: nothing is proven of it, and nothing is offered
            fix = Optional.empty();
        }
        fix.ifPresent(each -> requests.put(each, request));
        return fix;
    }

    /** A fix that is only shown has the user's own lines to show: at least that of the recorded call. */
    private Fix shown(Fix fix, Tracing tracing) {
        return fix.applicability() == Applicability.DISPLAY && fix.edits().isEmpty() && tracing.call().isPresent()
                ? fix.with(List.of(Sketches.note(tracing.call().get(), fix.title())))
                : fix;
    }

    private Optional<Fix> best(FixRequest request, Tracing tracing) {
        List<Plan> plans = Repairs.plans(sources, request, tracing);
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

    /** Joins the wrap with a change of the raw program, where the wrap of the changed program is safe. */
    private Fix prepared(FixRequest request, Plan plan, Fix alone, Tracing tracing) {
        if (alone.edits().isEmpty() || plan.ceiling() == Applicability.DISPLAY) {
            return alone;
        }
        List<Preparation> preparations = Repairs.preparations(sources, request, tracing).stream()
                .filter(each -> each.needed() || alone.applicability() != Applicability.SAFE)
                .toList();
        for (Preparation preparation : preparations) {
            if (isSafeAfter(preparation, request, alone)) {
                List<Edit> edits = new ArrayList<>(plan.edits());
                edits.addAll(preparation.edits());
                Plan joined = new Plan(
                        plan.title() + " " + preparation.title(), edits, preparation.reasons(), Applicability.UNSAFE,
                        List.of("with that change every guard of the buffer holds"), plan.effect());
                return fix(request, joined, Optional.empty());
            }
        }
        if (preparations.stream().anyMatch(Preparation::closes)) {
            return fix(request, new Plan(plan.title() + ", and close it before the program ends", plan.edits(),
                    List.of("nothing in the code in view closes or flushes the stream: what the buffer holds would be"
                            + " lost"), Applicability.DISPLAY, List.of(), plan.effect()), Optional.empty());
        }
        double bytes = request.bytesPerCall().orElse(1);
        return preparations.stream().anyMatch(Preparation::needed)
                ? fix(request, plan.with(Effect.bytes(bytes, bytes)), tracing)
                : alone;
    }

    private boolean isSafeAfter(Preparation preparation, FixRequest request, Fix alone) {
        SourceFile file = sources.file(preparation.edits().get(0).file()).orElseThrow();
        try {
            Map<SourceFile, String> texts = Map.of(file, TextEdits.apply(file.text(), preparation.edits()));
            return new SecondRun(sources, texts, preparation.edits()).answer(request)
                    .filter(fix -> fix.applicability() == Applicability.SAFE && fix.title().equals(alone.title()))
                    .isPresent();
        } catch (SourceException unparsable) {
            return false;
        }
    }

    private Fix fix(FixRequest request, Plan plan, Tracing tracing) {
        Optional<Outcome> verdict = verdict(request, plan, tracing);
        boolean saves = verdict.isEmpty() || tracing.stream().isEmpty() || !FlushPerWrite.follows(sources,
                tracing.stream().get(), tracing.call(), verdict.get().flushes());
        if (saves) {
            return fix(request, plan, verdict);
        }
        double bytes = request.bytesPerCall().orElse(1);
        return fix(request, new Plan(plan.title(), plan.edits(),
                List.of(verdict.get().flushes().isEmpty() ? "a flush follows each write: the buffer saves nothing"
                        : "a peer may be waited for behind each write, so that each needs its flush: the buffer"
                                + " saves nothing"),
                Applicability.DISPLAY, List.of(), Effect.bytes(bytes, bytes)), verdict);
    }

    /**
     * Checks the fixes that may be applied together: of overlapping edits the earlier fix wins, the joint result must
     * apply as it is written, parse, compile no worse than before, and leave nothing for a second run.
     */
    public FixSet finish(List<Fix> inRankOrder, boolean includeUnsafe) {
        return FixSet.check(sources, inRankOrder, includeUnsafe, requests);
    }

    private Optional<Outcome> verdict(FixRequest request, Plan plan, Tracing tracing) {
        boolean provable = !plan.edits().isEmpty()
                && plan.proven().isEmpty()
                && tracing.stream().isPresent()
                && Repairs.isWrap(request.repair());
        return provable
                ? Optional.of(Proof.prove(new ProofRequest(
                        sources,
                        tracing.stream().get(),
                        request.repair(),
                        request.frames(),
                        request.bytesPerCall(),
                        notEditable(plan.edits()).isPresent() ? Applicability.DISPLAY : plan.ceiling(),
                        request.assumptions())))
                : Optional.empty();
    }

    private Fix fix(FixRequest request, Plan plan, Optional<Outcome> verdict) {
        Set<String> reasons = new LinkedHashSet<>(plan.reasons());
        Applicability applicability = plan.ceiling();
        List<Edit> edits = new ArrayList<>(plan.edits());
        if (verdict.isPresent()) {
            applicability = applicability.and(verdict.get().applicability());
            reasons.addAll(verdict.get().reasons());
            edits.addAll(verdict.get().edits());
        }
        Optional<String> frozen = notEditable(edits);
        if (frozen.isPresent()) {
            reasons.add(frozen.get());
            return build(request, plan, verdict, Applicability.DISPLAY, reasons, edits);
        }
        if (edits.stream().anyMatch(edit -> sources.file(edit.file())
                .filter(file -> TextEdits.removesComment(file.text(), edit))
                .isPresent())) {
            reasons.add("its edits would remove a comment");
            return build(request, plan, verdict, Applicability.DISPLAY, reasons, edits);
        }
        if (TextEdits.conflicting(edits)) {
            reasons.add("its edits overlap each other");
            return build(request, plan, verdict, Applicability.DISPLAY, reasons, List.of());
        }
        return build(request, plan, verdict, applicability, reasons, edits);
    }

    private Fix build(
            FixRequest request,
            Plan plan,
            Optional<Outcome> verdict,
            Applicability applicability,
            Set<String> reasons,
            List<Edit> edits) {
        return new Fix(
                request.findingId() + "-" + request.repair().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                applicability,
                plan.title(),
                List.copyOf(reasons),
                verdict.map(Outcome::guards).orElseGet(() -> ofForm(plan)),
                verdict.map(Outcome::inspected).orElse(List.of()),
                List.of(),
                List.of(),
                new Checks(parses(edits), Checks.Compiled.NO, false),
                TextEdits.ordered(edits),
                edits.isEmpty() ? Effect.EXPECTED : plan.effect(),
                List.of());
    }

    /** What a repair that is no buffer round a stream shows by its own form. */
    private static List<Guard> ofForm(Plan plan) {
        if (!plan.guards().isEmpty()) {
            return plan.guards();
        }
        if (plan.proven().isEmpty() && plan.reasons().isEmpty()) {
            return List.of();
        }
        return List.of(plan.reasons().isEmpty()
                ? Guard.proven(GuardKind.SAME_RESULT, String.join("; ", plan.proven()))
                : Guard.doubted(GuardKind.SAME_RESULT, "the changed code does what the old one did"));
    }

    private Optional<String> notEditable(List<Edit> edits) {
        return edits.stream()
                .flatMap(edit -> sources.file(edit.file()).stream())
                .filter(file -> file.notEditable().isPresent())
                .findFirst()
                .map(file -> sources.relative(file.path()) + " is not edited: "
                        + file.notEditable().get());
    }

    private boolean parses(List<Edit> edits) {
        return !edits.isEmpty()
                && edits.stream().map(Edit::file).distinct().allMatch(path -> sources.file(path)
                        .filter(file -> file.accepts(TextEdits.apply(
                                file.text(),
                                edits.stream().filter(edit -> edit.file().equals(path)).toList())))
                        .isPresent());
    }
}
