package dev.perfhint.rules;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.stack.IoStack;
import dev.perfhint.rules.stack.Owners;
import dev.perfhint.rules.stack.Sizes;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Fix;
import dev.perfhint.source.Sources;
import dev.perfhint.source.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Turns a judged group into a finding: shares, severity, sites, chain, facts, and the report for a library's maintainers. */
final class FindingBuilder {
    private static final double HIGH = 0.05;
    private static final double MEDIUM = 0.01;
    private static final double LOW = 0.002;

    private final Profile profile;
    private final Owners owners;
    private final Optional<Sources> sources;
    private final Sizes sizes;
    private final CpuTotals totals;
    private final Grouping grouping;
    private final Places places;

    FindingBuilder(Profile profile, Owners owners, Optional<Sources> sources, Sizes sizes, CpuTotals totals, Grouping grouping) {
        this.profile = profile;
        this.owners = owners;
        this.sources = sources;
        this.sizes = sizes;
        this.totals = totals;
        this.grouping = grouping;
        this.places = new Places(sources);
    }

    Finding build(Analysis.Judged judged) {
        Candidate candidate = judged.candidate();
        Verdict verdict = judged.verdict();
        long nanos = candidate.stacks().stream().mapToLong(IoStack::nanos).sum();
        Shares shares = Shares.of(candidate.samples(), nanos, totals);
        Owner owner = owner(judged);
        boolean actionable = owner == Owner.APPLICATION || sources.isEmpty() && candidate.main().application() >= 0;
        Optional<Range> saving = shares.system().isPresent() ? verdict.saving() : Optional.empty();
        List<ChainFrame> chain = Chain.of(candidate, owners);
        List<Site> sites = places.sites(candidate);
        List<String> notes = notes(judged, owner);
        Optional<String> report = owner == Owner.APPLICATION ? Optional.empty() : Optional.of(LibraryReport.of(
                candidate.rule(), verdict, shares, profile.methods().name(profile.tree().method(candidate.main().caller())),
                chain, verdict.notes()));
        return new Finding(
                judged.id(), candidate.rule().id(), candidate.rule().family(),
                severity(saving.map(shares::ofCpu), actionable, verdict), verdict.message(), owner, totals.evidence(),
                candidate.samples(), nanos, shares.system(), shares.cpu(), shares.system(), shares.cpu(),
                saving.map(shares::ofSystem), saving.map(shares::ofCpu),
                sites.get(0), sites, judged.group().creation().map(places::created), chain, facts(candidate), notes,
                verdict.help(), report, Optional.empty());
    }

    /** Returns the finding with what the form of its fix saves, where that differs from what the rule expects. */
    Finding fitted(Finding finding, Analysis.Judged judged, Fix fix) {
        Optional<Range> part = fix.effect().equals(Effect.EXPECTED)
                ? Optional.empty()
                : Prediction.of(judged.verdict(), judged.candidate(), fix.effect(), sources.orElseThrow());
        if (part.isEmpty() || finding.savingCpuShare().isEmpty()) {
            return finding;
        }
        Shares shares = Shares.of(finding.samples(), finding.nanos(), totals);
        Range cpu = shares.ofCpu(part.get());
        Severity severity = finding.severity() == Severity.INFO
                ? Severity.INFO
                : severity(Optional.of(cpu), true, judged.verdict());
        return finding.with(severity, Optional.of(shares.ofSystem(part.get())), Optional.of(cpu));
    }

    // who makes the stream can change it; where that is not known, who calls it
    private Owner owner(Analysis.Judged judged) {
        if (judged.group().creation().isPresent()) {
            return Owner.APPLICATION;
        }
        IoStack main = judged.candidate().main();
        return main.application() == main.caller() ? Owner.APPLICATION : main.callerOwner();
    }

    private Severity severity(Optional<Range> cpuSaving, boolean actionable, Verdict verdict) {
        if (totals.evidence() == Evidence.IO_EVENTS) {
            boolean saves = verdict.saving().filter(range -> range.low() > 0).isPresent();
            return actionable && saves ? Severity.LOW : Severity.INFO;
        }
        if (cpuSaving.isEmpty() || !actionable || cpuSaving.get().low() < LOW) {
            return Severity.INFO;
        }
        double low = cpuSaving.get().low();
        boolean capped = totals.evidence() == Evidence.JFR_ESTIMATE;
        return low >= HIGH && !capped ? Severity.HIGH : low >= MEDIUM ? Severity.MEDIUM : Severity.LOW;
    }

    private List<String> notes(Analysis.Judged judged, Owner owner) {
        List<String> notes = new ArrayList<>(judged.verdict().notes());
        Optional<Trace> trace = judged.group().trace();
        trace.filter(found -> !found.note().isEmpty()).ifPresent(found -> notes.add(found.note()));
        IoStack main = judged.candidate().main();
        if (owner == Owner.LIBRARY) {
            notes.add("the call is in library code"
                    + (sources.isEmpty() ? "; with --source the creation of the stream is looked for in yours" : ""));
        } else if (main.callerOwner() == Owner.LIBRARY) {
            notes.add("the call is in a library, "
                    + profile.methods().name(profile.tree().method(main.caller())) + "; the stream is yours");
        }
        return notes;
    }

    private Map<String, Object> facts(Candidate candidate) {
        Map<String, Object> facts = new TreeMap<>();
        candidate.bytesPerCall().ifPresent(bytes -> facts.put("bytesPerCall", bytes));
        if (candidate.bytesPerCall().isPresent()) {
            facts.put("bytesPerCallFrom", candidate.sizeKnown().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
        }
        if (!candidate.callee().isEmpty()) {
            facts.put("callee", candidate.callee());
        }
        if (!candidate.main().stream().isEmpty()) {
            facts.put("stream", candidate.main().stream());
        }
        candidate.copyShare().ifPresent(share -> facts.put("copyShare", share));
        sizes.calls(candidate.main()).ifPresent(calls -> {
            facts.put("recordedCalls", calls.calls());
            facts.put("recordedBytes", calls.bytes());
            facts.put("recordedCallsAreSampled", calls.sampled());
            if (!calls.target().isEmpty()) {
                facts.put("path", calls.target());
            }
        });
        return facts;
    }
}
