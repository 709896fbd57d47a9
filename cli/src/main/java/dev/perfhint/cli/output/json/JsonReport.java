package dev.perfhint.cli.output.json;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.cli.output.FixVerification;
import dev.perfhint.cli.output.text.CpuText;
import dev.perfhint.cli.output.text.WaitingText;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.profile.view.KernelTime;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.NotEvaluated;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.waiting.Stall;
import dev.perfhint.rules.waiting.WaitSite;
import dev.perfhint.rules.waiting.WaitingProgram;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A report in JSON, schema version 1, as {@code docs/reference/perfhint.schema.json} describes it. Shares are 0..1. */
public final class JsonReport {
    private static final int SCHEMA_VERSION = 1;
    private static final double MIN_UNEXPLAINED_SHARE = 0.02;

    private final JsonWriter json;
    private final Report report;
    private final CpuTotals cpu;

    private final int maxRows;

    private final Map<String, FixVerification> verified;

    private JsonReport(JsonWriter json, Report report, int maxRows, Map<String, FixVerification> verified) {
        this.json = json;
        this.report = report;
        this.maxRows = maxRows;
        this.verified = verified;
        this.cpu = CpuTotals.best(report.profile());
    }

    /**
     * Writes the report as a text.
     *
     * @param verified what runs with the fixes showed, by the fix's id
     */
    public static String of(Report report, String version, Map<String, FixVerification> verified) {
        return JsonText.of(json -> new JsonReport(json, report, Integer.MAX_VALUE, verified).write(version));
    }

    /**
     * Writes the same object as part of another text, with so many hotspots and lines of the account at most: the
     * first.
     */
    public static void write(JsonWriter json, Report report, String version, int maxRows) throws IOException {
        new JsonReport(json, report, maxRows, FixVerification.NONE).write(version);
    }

    private void write(String version) throws IOException {
        Profile profile = report.profile();
        json.beginObject();
        json.name("schemaVersion").value(SCHEMA_VERSION);
        json.name("tool").beginObject();
        json.name("name").value("perfhint");
        json.name("version").value(version);
        json.endObject();
        json.name("sourceBase").value(report.sourceBase().map(Path::toString).orElse(null));
        json.name("recordings").beginArray();
        for (Recording recording : profile.recordings()) {
            recording(recording);
        }
        json.endArray();
        cpu(profile);
        if (report.waiting().isPresent()) {
            waiting(report.waiting().get());
        }
        json.name("account").beginArray();
        for (AccountRow row : first(report.account())) {
            account(row);
        }
        json.endArray();
        kernel(KernelTime.of(profile, cpu.evidence()));
        hotspots(Hotspots.of(profile, cpu.evidence(), false));
        JsonFindings findings = new JsonFindings(json, report, verified);
        findings.write(report.findings());
        json.name("unexplained").beginArray();
        for (AccountRow row : report.account()) {
            if (row.findings().isEmpty() && row.share() >= MIN_UNEXPLAINED_SHARE) {
                unexplained(row);
            }
        }
        json.endArray();
        json.name("notEvaluated").beginArray();
        for (NotEvaluated rule : report.notEvaluated()) {
            json.beginObject();
            json.name("rule").value(rule.rule());
            json.name("reason").value(rule.reason());
            json.endObject();
        }
        json.endArray();
        strings("warnings", report.warnings());
        json.endObject();
    }

    private <T> List<T> first(List<T> rows) {
        return rows.subList(0, Math.min(maxRows, rows.size()));
    }

    private void recording(Recording recording) throws IOException {
        json.beginObject();
        json.name("path").value(recording.path());
        json.name("format").value(recording.format());
        json.name("engine").value(recording.engine());
        json.name("event").value(recording.event());
        json.name("evidence").value(recording.evidence().label());
        json.name("jvm").value(recording.jvm());
        json.name("startMillis").value(recording.startMillis());
        json.name("durationMillis").value(recording.durationMillis());
        json.name("intervalNanos").value(recording.intervalNanos());
        json.name("samples").value(recording.samples());
        json.name("cpuNanos").value(recording.cpuNanos());
        json.name("systemNanos").value(recording.systemNanos());
        json.name("lostSamples").value(recording.lostSamples());
        json.name("truncatedStacks").value(recording.truncatedStacks());
        json.name("complete").value(recording.complete());
        strings("warnings", recording.warnings());
        json.endObject();
    }

    private void cpu(Profile profile) throws IOException {
        json.name("cpu").beginObject();
        totals(cpu);
        json.name("kernelAccounting");
        Optional<KernelAccounting> counted = KernelScale.accounting(profile);
        if (counted.isPresent()) {
            json.beginObject();
            json.name("userNanos").value(counted.get().userNanos());
            json.name("systemNanos").value(counted.get().systemNanos());
            json.endObject();
        } else {
            json.nullValue();
        }
        json.name("byEvidence").beginArray();
        for (CpuTotals totals : CpuTotals.byEvidence(profile)) {
            json.beginObject();
            totals(totals);
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }

    private void totals(CpuTotals totals) throws IOException {
        json.name("evidence").value(totals.evidence().label());
        json.name("samples").value(totals.samples());
        json.name("systemSamples").value(totals.systemSamples());
        json.name("nanos").value(totals.nanos());
        json.name("systemNanos").value(totals.systemNanos());
        json.name("systemShare");
        share(json, totals.evidence().measuresCpu() && totals.samples() > 0 ? totals.systemShare() : Double.NaN);
    }

    private void kernel(KernelTime kernel) throws IOException {
        rows("syscalls", "name", kernel.syscalls());
        rows("kernel", "subsystem", kernel.subsystems());
    }

    private void rows(String array, String key, List<KernelTime.Row> rows) throws IOException {
        json.name(array).beginArray();
        for (KernelTime.Row row : rows) {
            json.beginObject();
            json.name(key).value(row.name());
            json.name("samples").value(row.samples());
            json.name("nanos").value(row.nanos());
            json.name("share");
            share(json, CpuText.shareOfSystem(cpu, row.samples(), row.nanos()));
            json.endObject();
        }
        json.endArray();
    }

    private void hotspots(List<Hotspot> hotspots) throws IOException {
        json.name("hotspots").beginArray();
        for (Hotspot hotspot : first(hotspots)) {
            json.beginObject();
            json.name("method").value(hotspot.method());
            json.name("kind").value(hotspot.kind().name().toLowerCase(Locale.ROOT));
            json.name("exclusive").value(hotspot.exclusive());
            json.name("inclusive").value(hotspot.inclusive());
            json.name("exclusiveNanos").value(hotspot.exclusiveNanos());
            json.name("inclusiveNanos").value(hotspot.inclusiveNanos());
            json.name("exclusiveShare");
            share(json, CpuText.shareOfSystem(cpu, hotspot.exclusive(), hotspot.exclusiveNanos()));
            json.name("inclusiveShare");
            share(json, CpuText.shareOfSystem(cpu, hotspot.inclusive(), hotspot.inclusiveNanos()));
            json.endObject();
        }
        json.endArray();
    }

    private void waiting(WaitingProgram program) throws IOException {
        json.name("waiting").beginObject();
        json.name("text").value(WaitingText.headline(program));
        json.name("busyShare").value(program.busyShare());
        json.name("wallNanos").value(program.wallNanos());
        json.name("afterStart").value(program.afterStart());
        json.name("site");
        if (program.site().isPresent()) {
            WaitSite site = program.site().get();
            json.beginObject();
            json.name("kind").value(site.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
            json.name("place").value(site.place());
            json.name("subject").value(site.subject().isEmpty() ? null : site.subject());
            json.name("nanos").value(site.nanos());
            json.name("threads").value(site.threads());
            json.name("waits").value(site.durationsNanos().size());
            json.name("medianNanos").value(site.medianNanos());
            json.endObject();
        } else {
            json.nullValue();
        }
        json.name("stall").value(program.stall().map(Stall::name).orElse(null));
        json.name("help").value(program.stall().map(Stall::help).orElse(null));
        json.endObject();
    }

    private void account(AccountRow row) throws IOException {
        json.beginObject();
        json.name("cause").value(row.cause().label());
        json.name("performer").value(row.performer().label());
        json.name("object").value(row.object().isEmpty() ? null : row.object());
        json.name("samples").value(row.samples());
        json.name("nanos").value(row.nanos());
        json.name("share");
        share(json, row.share());
        json.name("verdict").value(row.verdict().label());
        json.name("evidence").value(cpu.evidence().label());
        json.name("why").value(row.why());
        strings("findings", row.findings());
        json.endObject();
    }

    // kept for readers of the time before the account
    private void unexplained(AccountRow row) throws IOException {
        json.beginObject();
        json.name("what").value(row.cause().label());
        json.name("samples").value(row.samples());
        json.name("nanos").value(row.nanos());
        json.name("share");
        share(json, row.share());
        json.name("method").nullValue();
        json.name("hint").value(row.why());
        json.endObject();
    }

    private void strings(String name, List<String> values) throws IOException {
        json.name(name).beginArray();
        for (String value : values) {
            json.value(value);
        }
        json.endArray();
    }

    /** Writes a share with six decimals; null where it is not a number, that is unknown. */
    public static void share(JsonWriter json, double share) throws IOException {
        if (Double.isNaN(share)) {
            json.nullValue();
        } else {
            json.value(BigDecimal.valueOf(Math.round(share * 1e6), 6).stripTrailingZeros());
        }
    }
}
