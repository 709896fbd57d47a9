package dev.perfhint.cli.output.json;

import dev.perfhint.cli.output.FixVerification;
import dev.perfhint.cli.output.text.CpuText;
import dev.perfhint.cli.output.text.WaitingText;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.profile.view.KernelTime;
import dev.perfhint.profile.view.ProgramCpu;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.waiting.Stall;
import dev.perfhint.rules.waiting.WaitSite;
import dev.perfhint.rules.waiting.WaitingProgram;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A report in JSON, schema version 1, as {@code docs/reference/perfhint.schema.json} describes it. Shares are 0..1. */
public final class JsonReport {
    private static final double MIN_UNEXPLAINED_SHARE = 0.02;

    private final CpuTotals cpu;

    private JsonReport(CpuTotals cpu) {
        this.cpu = cpu;
    }

    /**
     * Returns the report as a text.
     *
     * @param verified what runs with the fixes showed, by the fix's id
     */
    public static String of(Report report, String version, Map<String, FixVerification> verified) {
        return Json.text(json(report, version, Integer.MAX_VALUE, verified));
    }

    /** Returns the same object with so many hotspots and lines of the account at most: the first. */
    public static Json of(Report report, String version, int maxRows) {
        return json(report, version, maxRows, FixVerification.NONE);
    }

    private static Json json(Report report, String version, int maxRows, Map<String, FixVerification> verified) {
        Profile profile = report.profile();
        JsonReport form = new JsonReport(CpuTotals.best(profile));
        KernelTime kernel = KernelTime.of(profile, form.cpu.evidence());
        Json json = Json.document(version)
                .put("sourceBase", report.shownBase().map(Path::toString))
                .put("recordings", profile.recordings(), JsonReport::recording)
                .put("cpu", form.cpu(profile));
        report.waiting().ifPresent(program -> json.put("waiting", waiting(program)));
        return json
                .put("account", first(report.account(), maxRows), form::account)
                .put("syscalls", kernel.syscalls(), row -> form.kernel("name", row))
                .put("kernel", kernel.subsystems(), row -> form.kernel("subsystem", row))
                .put("hotspots", first(Hotspots.of(profile, form.cpu.evidence(), false), maxRows), form::hotspot)
                .put("findings", report.findings(), new JsonFindings(report, verified)::finding)
                .put("unexplained", report.account().stream()
                        .filter(row -> row.findings().isEmpty() && row.share() >= MIN_UNEXPLAINED_SHARE).toList(),
                        JsonReport::unexplained)
                .put("notEvaluated", report.notEvaluated(), rule -> new Json()
                        .put("rule", rule.rule()).put("reason", rule.reason()))
                .put("warnings", report.warnings());
    }

    private static <T> List<T> first(List<T> rows, int maxRows) {
        return rows.subList(0, Math.min(maxRows, rows.size()));
    }

    private static Json recording(Recording recording) {
        return new Json()
                .put("path", recording.path())
                .put("format", recording.format())
                .put("engine", recording.engine())
                .put("event", recording.event())
                .put("evidence", recording.evidence().label())
                .put("jvm", recording.jvm())
                .put("startMillis", recording.startMillis())
                .put("durationMillis", recording.durationMillis())
                .put("intervalNanos", recording.intervalNanos())
                .put("samples", recording.samples())
                .put("cpuNanos", recording.cpuNanos())
                .put("systemNanos", recording.systemNanos())
                .put("lostSamples", recording.lostSamples())
                .put("truncatedStacks", recording.truncatedStacks())
                .put("complete", recording.complete())
                .put("warnings", recording.warnings());
    }

    private Json cpu(Profile profile) {
        return totals(cpu)
                .put("kernelAccounting", KernelScale.accounting(profile), counted -> new Json()
                        .put("userNanos", counted.userNanos()).put("systemNanos", counted.systemNanos()))
                .put("leftOut", leftOut(ProgramCpu.leftOut(profile)))
                .put("byEvidence", CpuTotals.byEvidence(profile), JsonReport::totals);
    }

    // interrupts, preemption, the profiler and the observer, which no other number counts
    private static Json leftOut(CpuTotals host) {
        return new Json().put("samples", host.samples()).put("nanos", host.nanos());
    }

    private static Json totals(CpuTotals totals) {
        return new Json()
                .put("evidence", totals.evidence().label())
                .put("samples", totals.samples())
                .put("systemSamples", totals.systemSamples())
                .put("nanos", totals.nanos())
                .put("systemNanos", totals.systemNanos())
                .put("systemShare", share(totals.evidence().measuresCpu() && totals.samples() > 0
                        ? totals.systemShare() : Double.NaN));
    }

    private Json kernel(String key, KernelTime.Row row) {
        return new Json()
                .put(key, row.name())
                .put("samples", row.samples())
                .put("nanos", row.nanos())
                .put("share", share(CpuText.shareOfSystem(cpu, row.samples(), row.nanos())));
    }

    private Json hotspot(Hotspot hotspot) {
        return new Json()
                .put("method", hotspot.method())
                .put("kind", hotspot.kind().name().toLowerCase(Locale.ROOT))
                .put("exclusive", hotspot.exclusive())
                .put("inclusive", hotspot.inclusive())
                .put("exclusiveNanos", hotspot.exclusiveNanos())
                .put("inclusiveNanos", hotspot.inclusiveNanos())
                .put("exclusiveShare", share(CpuText.shareOfSystem(cpu, hotspot.exclusive(), hotspot.exclusiveNanos())))
                .put("inclusiveShare",
                        share(CpuText.shareOfSystem(cpu, hotspot.inclusive(), hotspot.inclusiveNanos())));
    }

    private static Json waiting(WaitingProgram program) {
        return new Json()
                .put("text", WaitingText.headline(program))
                .put("busyShare", program.busyShare())
                .put("wallNanos", program.wallNanos())
                .put("afterStart", program.afterStart())
                .put("site", program.site(), JsonReport::site)
                .put("stall", program.stall().map(Stall::name))
                .put("help", program.stall().map(Stall::help));
    }

    private static Json site(WaitSite site) {
        return new Json()
                .put("kind", site.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .put("place", site.place())
                .put("subject", known(site.subject()))
                .put("nanos", site.nanos())
                .put("threads", site.threads())
                .put("waits", site.durationsNanos().size())
                .put("medianNanos", site.medianNanos());
    }

    private Json account(AccountRow row) {
        return new Json()
                .put("cause", row.cause().label())
                .put("performer", row.performer().label())
                .put("object", known(row.object()))
                .put("samples", row.samples())
                .put("nanos", row.nanos())
                .put("share", share(row.share()))
                .put("verdict", row.verdict().label())
                .put("evidence", cpu.evidence().label())
                .put("why", row.why())
                .put("findings", row.findings());
    }

    // kept for readers of the time before the account
    private static Json unexplained(AccountRow row) {
        return new Json()
                .put("what", row.cause().label())
                .put("samples", row.samples())
                .put("nanos", row.nanos())
                .put("share", share(row.share()))
                .put("method", null)
                .put("hint", row.why());
    }

    /** Returns a text that is not known where it is empty. */
    static Optional<String> known(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    /** Returns a share with six decimals; null where it is not a number, that is unknown. */
    public static BigDecimal share(double share) {
        return Double.isNaN(share) ? null : BigDecimal.valueOf(Math.round(share * 1e6), 6).stripTrailingZeros();
    }
}
