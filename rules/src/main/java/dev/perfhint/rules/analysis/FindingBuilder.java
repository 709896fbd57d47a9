package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.rules.events.EventNotes;
import dev.perfhint.rules.events.WallTime;
import dev.perfhint.rules.model.AdviceSaving;
import dev.perfhint.rules.model.Ceiling;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.Confidence;
import dev.perfhint.rules.model.CountedCalls;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.FixSaving;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.model.Shares;
import dev.perfhint.rules.model.Site;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Owners;
import dev.perfhint.rules.stack.Sizes;
import dev.perfhint.rules.stack.SourceFrames;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Fix;
import dev.perfhint.source.Trace;
import dev.perfhint.source.build.LibraryJar;
import dev.perfhint.source.file.Sources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Turns a judged group into a finding: shares, severity, sites, chain, facts, and the report for a library's
 * maintainers.
 */
final class FindingBuilder {
    private static final double HIGH = 0.05;
    private static final double MEDIUM = 0.01;
    private static final double LOW = 0.002;

    private final Profile profile;
    private final Owners owners;
    private final Optional<Sources> sources;
    private final Sizes sizes;
    private final CpuTotals totals;
    private final SourceFrames frames;
    private final Places places;
    private final CallCpu calls;
    private final JvmCpu jvm;
    private final Ceilings ceilings;
    private final double minSystemShare;

    FindingBuilder(AnalysisContext context) {
        this.profile = context.profile();
        this.owners = context.owners();
        this.sources = context.sources();
        this.sizes = context.sizes();
        this.totals = context.totals();
        this.frames = context.frames();
        this.minSystemShare = context.options().minShare();
        this.places = new Places(sources, frames);
        Profile sampled = KernelScale.asSampled(profile);
        this.jvm = JvmCpu.of(sampled, CpuTotals.best(sampled));
        this.calls = new CallCpu(sampled, owners, totals);
        this.ceilings = new Ceilings(context, jvm);
    }

    Finding build(Analysis.Judged judged) {
        Candidate candidate = judged.candidate();
        Verdict verdict = judged.verdict();
        Shares shares = Shares.of(candidate.samples(), candidate.nanos(), totals);
        Owner owner = owner(judged);
        boolean measured = shares.system().isPresent();
        Predicted predicted = Predicted.of(candidate, shares, calls, jvm);
        Optional<Ceiling> ceiling = ceilings.of(candidate);
        Optional<Range> saving = measured ? verdict.saving() : Optional.empty();
        List<ChainFrame> chain = Chain.of(candidate, owners, frames);
        List<Site> sites = places.sites(candidate);
        Map<String, Object> facts = facts(judged);
        Confidence confidence = FindingConfidence.of(candidate, verdict, minSystemShare);
        Optional<String> settledBy = FindingConfidence.settledBy(candidate, verdict);
        if (settledBy.isPresent()) {
            facts.put(Finding.SETTLED_BY, settledBy.get());
        } else if (confidence == Confidence.LOW) {
            FindingConfidence.settlingSeconds(candidate, minSystemShare)
                    .ifPresent(seconds -> facts.put(Finding.RECORD_SECONDS, seconds));
        }
        if (FindingConfidence.isFaint(candidate, verdict, minSystemShare)) {
            facts.put(Finding.FAINT, true);
        }
        List<String> notes = notes(judged, owner);
        sources.flatMap(given -> PollInterval.of(candidate, given, frames)).ifPresent(notes::add);
        if (!profile.counts().rows().isEmpty()) {
            notes.addAll(EventNotes.of(profile, candidate.cause(), candidate.stacks(), facts));
        }
        sizes.calls(candidate.stacks()).filter(calls -> calls.nanos() > 0)
                .ifPresent(calls -> notes.add(WallTime.ofCalls(calls.calls(), calls.nanos(), calls.sampled())));
        if (profile.counts().gauge(Gauge.WALL_INTERVAL).isPresent()) {
            WallTime.ofSamples(profile, candidate.stacks(), facts).ifPresent(notes::add);
        }
        Optional<String> report = owner == Owner.APPLICATION || !verdict.advice().isEmpty()
                || candidate.main().caller() <= 0
                ? Optional.empty()
                : Optional.of(libraryReport(candidate, verdict, shares, chain));
        List<AdviceSaving> advice = verdict.advice().stream().map(one -> predicted.of(one, measured)).toList();
        return new Finding(
                judged.id(), confidence, candidate.rule().id(), candidate.rule().family(), candidate.cause(),
                severity(saving.map(predicted::weight), isActionable(candidate, verdict), verdict.saving()),
                verdict.message(), owner,
                totals.evidence(), candidate.samples(), candidate.nanos(), shares.system(), shares.cpu(),
                bound(ceiling, true, saving.flatMap(predicted::ofSystem)),
                bound(ceiling, false, saving.flatMap(predicted::ofCpu)),
                saving.flatMap(predicted::ofSystem), saving.flatMap(predicted::ofCpu),
                sites.get(0), sites, created(judged), chain, facts, notes,
                verdict.help(), advice, report, Optional.empty(), FixSaving.NONE,
                verdict.saving().filter(range -> range.low() > 0).flatMap(range -> counted(candidate, range)),
                verdict.seen().or(candidate::seen));
    }

    /** Who opens a socket is the place of a change only where the sources have it: others write the messages. */
    private boolean isPlace(SeenStreams seen) {
        return !seen.life().site().isSocket() || seen.created()
                .filter(frame -> sources.flatMap(given -> given.find(frame.className())).isPresent()).isPresent();
    }

    /** Returns the place in the sources; without, where the streams were seen to be created. */
    private Optional<Site> created(Analysis.Judged judged) {
        return judged.group().creation().map(places::created)
                .or(() -> judged.verdict().seen().filter(this::isPlace).flatMap(SeenStreams::created)
                        .map(places::created));
    }

    /** Returns what the group's remedy takes along at most; empty where that is not known. */
    Optional<Ceiling> ceiling(Analysis.Judged judged) {
        return ceilings.of(judged.candidate());
    }

    private OptionalDouble bound(Optional<Ceiling> ceiling, boolean system, Optional<Range> predicted) {
        return ceiling.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(
                Math.max(ceilings.of(ceiling.get(), system), predicted.map(Range::high).orElse(0.0)));
    }

    private String libraryReport(Candidate candidate, Verdict verdict, Shares shares, List<ChainFrame> chain) {
        int method = profile.tree().method(candidate.main().caller());
        Optional<String> library = sources.flatMap(given -> LibraryJar.of(given.options().classpath(),
                profile.methods().className(method)));
        String jvm = profile.recordings().stream().map(Recording::jvm).filter(name -> !name.isEmpty()).findFirst()
                .orElse("");
        return LibraryReport.of(candidate.rule(), verdict, shares, candidate.nanos(), profile.methods().name(method),
                chain, library, jvm, sizes.calls(candidate.main()));
    }

    /** Returns what the form of a fix saves: less than the pattern costs where it reaches only some of its calls. */
    FixSaving saving(Finding finding, Analysis.Judged judged, Fix fix) {
        Optional<FixSaving.Preview> preview = sources.flatMap(given -> Previews.of(fix, given));
        Optional<Range> part = fix.effect().equals(Effect.EXPECTED)
                ? judged.verdict().saving()
                : finding.seen().isPresent() && fix.effect().calls() != Effect.Calls.AS_RULE
                ? finding.seen().filter(seen -> seen.left().isFewer())
                        .map(seen -> Saving.of(seen, judged.candidate()))
                : fix.effect().calls().isOfMessages() ? Optional.empty()
                : Prediction.of(judged.verdict(), judged.candidate(), fix.effect(), sources.orElseThrow());
        if (part.isEmpty() || finding.savingCpuShare().isEmpty()) {
            return new FixSaving(Optional.empty(), Optional.empty(), preview);
        }
        Predicted predicted = Predicted.of(judged.candidate(), Shares.of(finding.samples(), finding.nanos(), totals),
                calls, jvm);
        return new FixSaving(predicted.ofSystem(part.get()), predicted.ofCpu(part.get()), preview);
    }

    // whose code creates the stream is only known with sources, which must not change the severity
    private static boolean isActionable(Candidate candidate, Verdict verdict) {
        return candidate.main().application() >= 0 || !verdict.advice().isEmpty();
    }

    // who makes the stream can change it; where that is not known, who calls it
    private Owner owner(Analysis.Judged judged) {
        if (judged.group().creation().filter(made -> !sources.orElseThrow().isArchived(made.file())).isPresent()) {
            return Owner.APPLICATION;
        }
        SystemStack main = judged.candidate().main();
        return main.application() == main.caller() ? Owner.APPLICATION : main.callerOwner();
    }

    private Severity severity(Optional<Double> weight, boolean actionable, Optional<Range> saving) {
        if (totals.evidence() == Evidence.IO_EVENTS) {
            return actionable && saving.isPresent() ? Severity.LOW : Severity.INFO;
        }
        if (weight.isEmpty() || !actionable || weight.get() < LOW) {
            return Severity.INFO;
        }
        boolean capped = totals.evidence() == Evidence.JFR_ESTIMATE;
        return weight.get() >= HIGH && !capped ? Severity.HIGH
                : weight.get() >= MEDIUM ? Severity.MEDIUM : Severity.LOW;
    }

    private List<String> notes(Analysis.Judged judged, Owner owner) {
        List<String> notes = new ArrayList<>(judged.verdict().notes());
        Optional<Trace> trace = judged.group().trace();
        boolean seen = judged.verdict().seen().flatMap(SeenStreams::created).isPresent();
        trace.filter(found -> !found.note().isEmpty() && (!seen || found.changed()))
                .ifPresent(found -> notes.add(found.note()));
        judged.group().creation().filter(made -> sources.orElseThrow().isArchived(made.file()))
                .ifPresent(made -> notes.add(
                sources.orElseThrow().relative(made.file())
                        + " is in a source jar: reported, not rewritten"));
        SystemStack main = judged.candidate().main();
        if (judged.candidate().subject().isPresent()) {
            return notes;
        }
        if (owner == Owner.LIBRARY) {
            notes.add("the call is in library code"
                    + (sources.isEmpty() && judged.candidate().rule().tracesStream()
                            ? "; --source finds where your code creates the stream" : ""));
        } else if (main.callerOwner() == Owner.LIBRARY) {
            notes.add("the call is in a library, "
                    + profile.methods().name(profile.tree().method(main.caller())) + "; the stream is yours");
        }
        return notes;
    }

    private Optional<CountedCalls> counted(Candidate candidate, Range saving) {
        return sizes.calls(candidate.stacks()).filter(calls -> !calls.sampled())
                .map(calls -> new CountedCalls(calls.calls(), calls.bytesPerCall(),
                        new Range(saving.low() * calls.calls(), saving.high() * calls.calls()), Optional.empty()));
    }

    private Map<String, Object> facts(Analysis.Judged judged) {
        Candidate candidate = judged.candidate();
        Map<String, Object> facts = new TreeMap<>();
        judged.group().trace().filter(Trace::changed)
                .ifPresent(trace -> facts.put(Finding.SOURCE_CHANGED, trace.note()));
        candidate.bytesPerCall().ifPresent(bytes -> facts.put("bytesPerCall", bytes));
        if (candidate.bytesPerCall().isPresent()) {
            facts.put("bytesPerCallFrom",
                    candidate.sizeKnown().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
        }
        if (!candidate.callee().isEmpty()) {
            facts.put("callee", candidate.callee());
        }
        if (!candidate.main().io().stream().isEmpty()) {
            facts.put("stream", candidate.main().io().stream());
        }
        candidate.copyShare().ifPresent(share -> facts.put("copyShare", share));
        sizes.calls(candidate.stacks()).ifPresent(calls -> {
            facts.put("recordedCalls", calls.calls());
            facts.put("recordedBytes", calls.bytes());
            facts.put("recordedNanos", calls.nanos());
            facts.put("recordedCallsAreSampled", calls.sampled());
            if (!calls.target().isEmpty()) {
                facts.put("path", calls.target());
            }
        });
        return facts;
    }
}
