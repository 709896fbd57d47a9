package dev.perfhint.rules.model;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.Evidence;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.source.Fix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A pattern that a rule found, how much it costs and what to do. Shares are 0..1 and empty where the recording cannot
 * tell (grade {@code io-events}).
 *
 * @param id hash without lines, paths, descriptors or grades: equal across recordings of one program
 * @param confidence by samples, grade and how the size of its calls is known
 * @param cause what most of its system CPU was spent for
 * @param severity by rule and recording alone, the same with and without sources
 * @param systemShare finding's system CPU of all system CPU
 * @param cpuShare finding's system CPU of all CPU
 * @param boundSystemShare what removing it entirely could save at most, of system CPU
 * @param boundCpuShare the same of all CPU
 * @param savingSystemShare predicted saving, of system CPU
 * @param savingCpuShare predicted saving, of all CPU
 * @param site the call site with the largest share
 * @param sites all call sites, by share
 * @param created where the stream is made and the edit goes
 * @param facts for the reader and JSON: {@code bytesPerCall}, {@code path} ...; values are strings, numbers or booleans
 * @param notes evidence and doubts, one line each
 * @param help what to do, one line each
 * @param advice what to do that is no edit of the sources, best first
 * @param libraryReport Markdown for a library's maintainers; empty if there is none
 * @param fixSaving what the fix's form saves, and its lines
 * @param seen what was observed of its streams; empty where the program was not observed
 * @param counted the calls of which some go; empty where the recording did not count all of them
 */
public record Finding(
        String id,
        Confidence confidence,
        String rule,
        String family,
        Cause cause,
        Severity severity,
        String message,
        Owner owner,
        Evidence evidence,
        long samples,
        long nanos,
        OptionalDouble systemShare,
        OptionalDouble cpuShare,
        OptionalDouble boundSystemShare,
        OptionalDouble boundCpuShare,
        Optional<Range> savingSystemShare,
        Optional<Range> savingCpuShare,
        Site site,
        List<Site> sites,
        Optional<Site> created,
        List<ChainFrame> chain,
        Map<String, Object> facts,
        List<String> notes,
        List<String> help,
        List<AdviceSaving> advice,
        Optional<String> libraryReport,
        Optional<Fix> fix,
        FixSaving fixSaving,
        Optional<CountedCalls> counted,
        Optional<SeenStreams> seen) {
    /** The fact that says so of code that is no longer the recorded program's. */
    public static final String SOURCE_CHANGED = "sourceChanged";
    /** The fact that says how long a recording settles a finding of low confidence. */
    public static final String RECORD_SECONDS = "recordSeconds";
    /** The fact that says what else settles a finding of low confidence. */
    public static final String SETTLED_BY = "settledBy";
    /** What settles a finding on memory that each program touches at its start. */
    public static final String AT_START = "record a run of 1 s of CPU time or more";
    /** The fact that it is named in full reports only: few samples, a small share, an unknown size, or at the start. */
    public static final String FAINT = "faint";

    /** Fewer say little of what is done again and again. */
    public static final int FAINT_SAMPLES = 6;

    /** Returns whether it is named in full reports only. */
    public boolean isFaint() {
        return facts.containsKey(FAINT);
    }

    /** Returns how the sources differ from the recorded program there; empty where they are the same. */
    public Optional<String> changed() {
        return Optional.ofNullable(facts.get(SOURCE_CHANGED)).map(Object::toString);
    }

    /** Returns whether the sources differ from the recorded program there, so that no fix is offered. */
    public boolean isStale() {
        return changed().isPresent() && fix.filter(Fix::isOffered).isEmpty();
    }

    /** Returns the most that can be saved of all CPU where nothing is predicted but something helps. */
    public OptionalDouble ceilingCpuShare() {
        return savingCpuShare.isEmpty() && severity != Severity.INFO ? boundCpuShare : OptionalDouble.empty();
    }

    /** Returns the middle of the predicted saving of all CPU, or half of the finding's share where none is. */
    public double middleCpuShare() {
        return savingCpuShare.map(range -> (range.low() + range.high()) / 2)
                .orElse(severity == Severity.INFO ? 0 : cpuShare.orElse(0) / 2);
    }

    /** Returns the same finding with this fix, what it saves, and further notes. */
    public Finding with(Optional<Fix> newFix, FixSaving newSaving, List<String> moreNotes) {
        List<String> allNotes = new ArrayList<>(notes);
        allNotes.addAll(moreNotes);
        return with(newFix, newSaving, List.copyOf(allNotes), counted, libraryReport);
    }

    /** Returns the same finding with the seconds that its counted calls cost. */
    Finding priced(PrimitiveCosts costs) {
        return with(fix, fixSaving, notes, counted.map(calls -> costs.priced(calls, cause)), libraryReport);
    }

    /** Returns the same finding with more in the report for the library's maintainers, where there is one. */
    public Finding reporting(String more) {
        return with(fix, fixSaving, notes, counted, libraryReport.map(report -> report + more));
    }

    /** Returns the same finding with advice that goes before its own. */
    public Finding advising(List<AdviceSaving> first) {
        List<AdviceSaving> all = new ArrayList<>(first);
        all.addAll(advice);
        return with(fix, fixSaving, notes, counted, libraryReport, List.copyOf(all));
    }

    /** Returns the same finding with what was observed, and what is said of it, as its fix changes it. */
    public Finding seeing(SeenStreams streams, String said) {
        return new Finding(id, confidence, rule, family, cause, severity, said, owner, evidence, samples, nanos,
                systemShare, cpuShare,
                boundSystemShare, boundCpuShare, savingSystemShare, savingCpuShare, site, sites, created, chain, facts,
                notes, help, advice, libraryReport, fix, fixSaving, counted, Optional.of(streams));
    }

    private Finding with(Optional<Fix> newFix, FixSaving newSaving, List<String> newNotes,
            Optional<CountedCalls> newCounted, Optional<String> newReport) {
        return with(newFix, newSaving, newNotes, newCounted, newReport, advice);
    }

    private Finding with(Optional<Fix> newFix, FixSaving newSaving, List<String> newNotes,
            Optional<CountedCalls> newCounted, Optional<String> newReport, List<AdviceSaving> newAdvice) {
        return new Finding(id, confidence, rule, family, cause, severity, message, owner, evidence, samples, nanos,
                systemShare, cpuShare,
                boundSystemShare, boundCpuShare, savingSystemShare, savingCpuShare, site, sites, created, chain, facts,
                newNotes, help, newAdvice, newReport, newFix, newSaving, newCounted, seen);
    }
}
