package dev.perfhint.cli.output.json;

import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.output.FixVerification;
import dev.perfhint.profile.observed.ObservedFrame;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.AdviceSaving;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.CountedCalls;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.FixSaving;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Site;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.observed.SeenText;
import dev.perfhint.source.Fix;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.file.Edit;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The findings of a JSON report. Paths are relative to the source base, {@code /}-separated. */
final class JsonFindings {
    private final Report report;
    private final Map<String, FixVerification> verified;

    JsonFindings(Report report, Map<String, FixVerification> verified) {
        this.report = report;
        this.verified = verified;
    }

    Json finding(Finding finding) {
        Json json = new Json()
                .put("id", finding.id())
                .put("rule", finding.rule())
                .put("family", finding.family())
                .put("cause", finding.cause().label())
                .put("suppressed", Optional.ofNullable(report.suppressed().get(finding.id())),
                        why -> new Json().put("kind", why.kind()).put("reason", why.reason()))
                .put("severity", finding.severity().label())
                .put("confidence", finding.confidence().label())
                .put("message", finding.message())
                .put("owner", finding.owner().label())
                .put("evidence", finding.evidence().label())
                .put("samples", finding.samples())
                .put("nanos", finding.nanos())
                .put("systemShare", share(finding.systemShare()))
                .put("cpuShare", share(finding.cpuShare()))
                .put("bound", new Json()
                        .put("systemShare", share(finding.boundSystemShare()))
                        .put("cpuShare", share(finding.boundCpuShare())))
                .put("predictedSaving", saving(finding.savingSystemShare(), finding.savingCpuShare()));
        // only with a calibration: without one nothing changes
        finding.counted().ifPresent(counted -> counted.savedSeconds()
                .ifPresent(seconds -> json.put("calibrated", calibrated(counted, seconds))));
        return json
                .put("site", call(finding.site()))
                .put("sites", finding.sites(), JsonFindings::call)
                .put("created", finding.created(), JsonFindings::created)
                .put("chain", finding.chain(), ChainFrame::text)
                .put("facts", new TreeMap<>(finding.facts()))
                .put("observed", finding.seen(), JsonFindings::observed)
                .put("notes", finding.notes())
                .put("help", finding.help())
                .put("advice", finding.advice(), JsonFindings::advice)
                .put("libraryReport", finding.libraryReport())
                .put("fix", finding.fix(), fix -> fix(fix, finding.fixSaving()));
    }

    private static Json observed(SeenStreams seen) {
        List<Long> sizes = seen.percentiles();
        return new Json()
                .put("runs", seen.runs())
                .put("seconds", seen.seconds())
                .put("streams", seen.life().streams().opened())
                .put("operation", seen.operation())
                .put("calls", seen.calls().calls())
                .put("callsEstimated", seen.isEstimated())
                .put("callsAfter", Optional.of(seen.after()).filter(after -> seen.left().isFewer()))
                .put("callsAfterAtMost", seen.left().atMost())
                .put("bytesPerCall", new Json().put("mean", seen.calls().bytesPerCall())
                        .put("p10", sizes.get(0)).put("p50", sizes.get(1)).put("p90", sizes.get(2)))
                .put("order", SeenText.letters(seen))
                .put("created", seen.created().map(ObservedFrame::place))
                .put("closedBy", seen.closers())
                .put("otherAccess", seen.others())
                .put("text", seen.lines());
    }

    private static Json calibrated(CountedCalls counted, Range seconds) {
        return new Json()
                .put("calls", counted.calls())
                .put("savedCalls", List.of(counted.saved().low(), counted.saved().high()))
                .put("savedSeconds", List.of(seconds.low(), seconds.high()));
    }

    private static Json advice(AdviceSaving saving) {
        Advice advice = saving.advice();
        return new Json()
                .put("kind", advice.kind().label())
                .put("text", advice.text())
                .put("before", advice.before())
                .put("after", advice.after())
                .put("predictedSaving", saving(saving.systemShare(), saving.cpuShare()));
    }

    private static Json call(Site site) {
        return new Json()
                .put("class", site.className())
                .put("method", site.methodName())
                .put("file", site.file())
                .put("line", site.line())
                .put("path", JsonReport.known(site.path()))
                .put("libraryPath", JsonReport.known(site.libraryPath()))
                .put("samples", site.samples())
                .put("nanos", site.nanos());
    }

    private static Json created(Site site) {
        return new Json()
                .put("class", site.className())
                .put("method", site.methodName())
                .put("path", JsonReport.known(site.path()))
                .put("libraryPath", JsonReport.known(site.libraryPath()))
                .put("line", site.line())
                .put("column", site.column());
    }

    private Json fix(Fix fix, FixSaving saving) {
        return new Json()
                .put("id", fix.id())
                .put("applicability", fix.applicability().label())
                .put("title", fix.title())
                .put("predictedSaving", saving(saving.systemShare(), saving.cpuShare()))
                .put("reasons", fix.reasons())
                .put("assumes", fix.assumptions())
                .put("conflictsWith", fix.conflictsWith())
                .put("alternatives", fix.alternatives())
                .put("checks", new Json()
                        .put("parsed", fix.checks().parsed())
                        .put("compiled", fix.checks().compiled().name().toLowerCase(Locale.ROOT))
                        .put("applies", fix.checks().applies()))
                .put("verified", Optional.ofNullable(verified.get(fix.id())), JsonFindings::verified)
                .put("hazards", fix.hazards(), this::hazard)
                .put("edits", fix.edits(), this::edit)
                .put("preview", saving.preview(), preview -> new Json()
                        .put("before", preview.before()).put("after", preview.after()));
    }

    private static Json verified(FixVerification fix) {
        return new Json()
                .put("outputsEqual", fix.difference().isEmpty())
                .put("difference", fix.difference())
                .put("callsBefore", fix.callsBefore())
                .put("callsAfter", fix.callsAfter())
                .put("cpuNanosBefore", fix.cpuNanosBefore())
                .put("cpuNanosAfter", fix.cpuNanosAfter())
                .put("runs", fix.runs());
    }

    private Json hazard(Hazard hazard) {
        return place(new Json().put("kind", hazard.kind().id())
                .put("harm", hazard.harm().id()).put("text", hazard.text()),
                hazard.file(), hazard.line());
    }

    private Json place(Json json, Optional<Path> file, int line) {
        return json.put("path", file.map(this::relative)).put("line", line > 0 ? line : null);
    }

    private Json edit(Edit edit) {
        Json json = new Json()
                .put("path", relative(edit.file()))
                .put("startLine", edit.startLine())
                .put("startColumn", edit.startColumn())
                .put("endLine", edit.endLine())
                .put("endColumn", edit.endColumn())
                .put("text", edit.text());
        return edit.create() ? json.put("create", true) : json;
    }

    private String relative(Path file) {
        return FindingLine.path(file, report.sourceBase());
    }

    private static Json saving(Optional<Range> system, Optional<Range> cpu) {
        return new Json().put("systemShare", system, JsonFindings::range).put("cpuShare", cpu, JsonFindings::range);
    }

    private static List<BigDecimal> range(Range range) {
        return Arrays.asList(JsonReport.share(range.low()), JsonReport.share(range.high()));
    }

    private static BigDecimal share(OptionalDouble share) {
        return JsonReport.share(share.orElse(Double.NaN));
    }
}
