package dev.perfhint.cli.output.json;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.cli.output.FixVerification;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.AdviceSaving;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.CountedCalls;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.FixSaving;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Site;
import dev.perfhint.rules.model.Suppression;
import dev.perfhint.source.Fix;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.file.Edit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The findings of a JSON report. Paths are relative to the source base, {@code /}-separated. */
final class JsonFindings {
    private final JsonWriter json;
    private final Optional<Path> sourceBase;
    private final Map<String, Suppression> suppressed;
    private final Map<String, FixVerification> verified;

    JsonFindings(JsonWriter json, Report report, Map<String, FixVerification> verified) {
        this.json = json;
        this.verified = verified;
        this.sourceBase = report.sourceBase();
        this.suppressed = report.suppressed();
    }

    void write(List<Finding> findings) throws IOException {
        json.name("findings").beginArray();
        for (Finding finding : findings) {
            finding(finding);
        }
        json.endArray();
    }

    private void finding(Finding finding) throws IOException {
        json.beginObject();
        json.name("id").value(finding.id());
        json.name("rule").value(finding.rule());
        json.name("family").value(finding.family());
        json.name("cause").value(finding.cause().label());
        suppressed(suppressed.get(finding.id()));
        json.name("severity").value(finding.severity().label());
        json.name("confidence").value(finding.confidence().label());
        json.name("message").value(finding.message());
        json.name("owner").value(finding.owner().label());
        json.name("evidence").value(finding.evidence().label());
        json.name("samples").value(finding.samples());
        json.name("nanos").value(finding.nanos());
        share("systemShare", finding.systemShare());
        share("cpuShare", finding.cpuShare());
        json.name("bound").beginObject();
        share("systemShare", finding.boundSystemShare());
        share("cpuShare", finding.boundCpuShare());
        json.endObject();
        predicted(finding.savingSystemShare(), finding.savingCpuShare());
        calibrated(finding);
        json.name("site");
        call(finding.site());
        json.name("sites").beginArray();
        for (Site site : finding.sites()) {
            call(site);
        }
        json.endArray();
        json.name("created");
        created(finding.created());
        json.name("chain").beginArray();
        for (ChainFrame frame : finding.chain()) {
            json.value(frame.text());
        }
        json.endArray();
        facts(finding.facts());
        strings("notes", finding.notes());
        strings("help", finding.help());
        json.name("advice").beginArray();
        for (AdviceSaving advice : finding.advice()) {
            advice(advice);
        }
        json.endArray();
        json.name("libraryReport").value(finding.libraryReport().orElse(null));
        json.name("fix");
        fix(finding.fix(), finding.fixSaving());
        json.endObject();
    }

    /** Only with a calibration: without one nothing changes. */
    private void calibrated(Finding finding) throws IOException {
        Optional<Range> seconds = finding.counted().flatMap(CountedCalls::savedSeconds);
        if (seconds.isPresent()) {
            CountedCalls counted = finding.counted().get();
            json.name("calibrated").beginObject();
            json.name("calls").value(counted.calls());
            json.name("savedCalls").beginArray().value(counted.saved().low()).value(counted.saved().high()).endArray();
            json.name("savedSeconds").beginArray().value(seconds.get().low()).value(seconds.get().high()).endArray();
            json.endObject();
        }
    }

    private void advice(AdviceSaving saving) throws IOException {
        Advice advice = saving.advice();
        json.beginObject();
        json.name("kind").value(advice.kind().label());
        json.name("text").value(advice.text());
        json.name("before").value(advice.before().orElse(null));
        json.name("after").value(advice.after().orElse(null));
        predicted(saving.systemShare(), saving.cpuShare());
        json.endObject();
    }

    private void predicted(Optional<Range> system, Optional<Range> cpu) throws IOException {
        json.name("predictedSaving").beginObject();
        range("systemShare", system);
        range("cpuShare", cpu);
        json.endObject();
    }

    private void suppressed(Suppression why) throws IOException {
        json.name("suppressed");
        if (why == null) {
            json.nullValue();
            return;
        }
        json.beginObject();
        json.name("kind").value(why.kind());
        json.name("reason").value(why.reason());
        json.endObject();
    }

    private void call(Site site) throws IOException {
        json.beginObject();
        json.name("class").value(site.className());
        json.name("method").value(site.methodName());
        json.name("file").value(site.file());
        json.name("line").value(site.line());
        json.name("path").value(site.path().isEmpty() ? null : site.path());
        json.name("libraryPath").value(site.libraryPath().isEmpty() ? null : site.libraryPath());
        json.name("samples").value(site.samples());
        json.name("nanos").value(site.nanos());
        json.endObject();
    }

    private void created(Optional<Site> created) throws IOException {
        if (created.isEmpty()) {
            json.nullValue();
            return;
        }
        Site site = created.get();
        json.beginObject();
        json.name("class").value(site.className());
        json.name("method").value(site.methodName());
        json.name("path").value(site.path().isEmpty() ? null : site.path());
        json.name("libraryPath").value(site.libraryPath().isEmpty() ? null : site.libraryPath());
        json.name("line").value(site.line());
        json.name("column").value(site.column());
        json.endObject();
    }

    private void facts(Map<String, Object> facts) throws IOException {
        json.name("facts").beginObject();
        for (Map.Entry<String, Object> fact : new TreeMap<>(facts).entrySet()) {
            json.name(fact.getKey());
            Object value = fact.getValue();
            if (value instanceof Number number) {
                json.value(number);
            } else if (value instanceof Boolean bool) {
                json.value(bool);
            } else {
                json.value(String.valueOf(value));
            }
        }
        json.endObject();
    }

    private void fix(Optional<Fix> found, FixSaving saving) throws IOException {
        if (found.isEmpty()) {
            json.nullValue();
            return;
        }
        Fix fix = found.get();
        json.beginObject();
        json.name("id").value(fix.id());
        json.name("applicability").value(fix.applicability().label());
        json.name("title").value(fix.title());
        predicted(saving.systemShare(), saving.cpuShare());
        strings("reasons", fix.reasons());
        strings("assumes", fix.assumptions());
        strings("conflictsWith", fix.conflictsWith());
        strings("alternatives", fix.alternatives());
        json.name("checks").beginObject();
        json.name("parsed").value(fix.checks().parsed());
        json.name("compiled").value(fix.checks().compiled().name().toLowerCase(Locale.ROOT));
        json.name("applies").value(fix.checks().applies());
        json.endObject();
        json.name("verified");
        verified(Optional.ofNullable(verified.get(fix.id())));
        json.name("hazards").beginArray();
        for (Hazard hazard : fix.hazards()) {
            json.beginObject();
            json.name("kind").value(hazard.kind().id());
            json.name("text").value(hazard.text());
            place(hazard.file(), hazard.line());
            json.endObject();
        }
        json.endArray();
        json.name("edits").beginArray();
        for (Edit edit : fix.edits()) {
            edit(edit);
        }
        json.endArray();
        json.name("preview");
        preview(saving);
        json.endObject();
    }

    private void verified(Optional<FixVerification> runs) throws IOException {
        if (runs.isEmpty()) {
            json.nullValue();
            return;
        }
        FixVerification fix = runs.get();
        json.beginObject();
        json.name("outputsEqual").value(fix.difference().isEmpty());
        json.name("difference").value(fix.difference().orElse(null));
        json.name("callsBefore").value(fix.callsBefore().orElse(null));
        json.name("callsAfter").value(fix.callsAfter().orElse(null));
        json.name("cpuNanosBefore").value(fix.cpuNanosBefore().orElse(null));
        json.name("cpuNanosAfter").value(fix.cpuNanosAfter().orElse(null));
        json.name("runs").value(fix.runs());
        json.endObject();
    }

    private void preview(FixSaving saving) throws IOException {
        if (saving.preview().isEmpty()) {
            json.nullValue();
            return;
        }
        json.beginObject();
        json.name("before").value(saving.preview().get().before());
        json.name("after").value(saving.preview().get().after());
        json.endObject();
    }

    private void place(Optional<Path> file, int line) throws IOException {
        json.name("path").value(file.map(this::relative).orElse(null));
        json.name("line").value(line > 0 ? line : null);
    }

    private void edit(Edit edit) throws IOException {
        json.beginObject();
        json.name("path").value(relative(edit.file()));
        json.name("startLine").value(edit.startLine());
        json.name("startColumn").value(edit.startColumn());
        json.name("endLine").value(edit.endLine());
        json.name("endColumn").value(edit.endColumn());
        json.name("text").value(edit.text());
        if (edit.create()) {
            json.name("create").value(true);
        }
        json.endObject();
    }

    private String relative(Path file) {
        Path path = file.isAbsolute() && sourceBase.isPresent() ? sourceBase.get().relativize(file) : file;
        return path.toString().replace('\\', '/');
    }

    private void share(String name, OptionalDouble share) throws IOException {
        json.name(name);
        JsonReport.share(json, share.orElse(Double.NaN));
    }

    private void range(String name, Optional<Range> range) throws IOException {
        json.name(name);
        if (range.isEmpty()) {
            json.nullValue();
            return;
        }
        json.beginArray();
        JsonReport.share(json, range.get().low());
        JsonReport.share(json, range.get().high());
        json.endArray();
    }

    private void strings(String name, List<String> values) throws IOException {
        json.name(name).beginArray();
        for (String value : values) {
            json.value(value);
        }
        json.endArray();
    }
}
