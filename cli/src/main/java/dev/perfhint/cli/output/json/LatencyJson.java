package dev.perfhint.cli.output.json;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.text.LatencyText;
import dev.perfhint.profile.timeline.EventSetting;
import dev.perfhint.rules.latency.Distribution;
import dev.perfhint.rules.latency.LatencyComparison;
import dev.perfhint.rules.latency.LatencyReport;
import dev.perfhint.rules.latency.LatencyReport.Group;
import dev.perfhint.rules.latency.Operations.Offer;
import dev.perfhint.rules.latency.Outlier;
import dev.perfhint.rules.latency.WaitCause;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes distributions and outliers as JSON, schema version 1. All times are nanoseconds. */
public final class LatencyJson {
    private static final int MAX_OUTLIERS = 1000;
    private static final int MAX_DETAILS = 20;

    private LatencyJson() {}

    /** @param comparison with a baseline, where one was given */
    public static String of(LatencyReport report, Optional<LatencyComparison> comparison, String version) {
        return Json.text(Json.document(version)
                .put("operation", report.operation())
                .put("thresholdNanos", report.setting().thresholdNanos())
                .put("throttle", throttle(report.setting()))
                .put("by", JsonReport.known(report.by()))
                .put("operations", null)
                .put("groups", report.groups(), LatencyJson::group)
                .put("absences", report.absences())
                .put("advice", report.advice(), remedy -> new Json()
                        .put("cause", remedy.cause().label())
                        .put("share", remedy.share())
                        .put("text", remedy.text())
                        .put("lines", remedy.lines()))
                .put("baseline", comparison.map(LatencyComparison::rows).orElse(List.of()), row -> new Json()
                        .put("what", row.what())
                        .put("nanos", row.nanos())
                        .put("before", List.of(row.before().low(), row.before().value(), row.before().high()))
                        .put("after", List.of(row.after().low(), row.after().value(), row.after().high()))
                        .put("canBeChance", row.canBeChance()))
                .put("preload", new Json().put("classes", report.preload().names())
                        .put("unnamed", report.preload().unnamed()))
                .put("warnings", report.warnings()));
    }

    /** Returns the list of operations that recordings offer. */
    public static String offers(List<Offer> offers, List<String> warnings, String version) {
        return Json.text(Json.document(version)
                .put("operation", null)
                .put("operations", offers, offer -> distribution(new Json()
                        .put("name", offer.eventName())
                        .put("thresholdNanos", offer.setting().thresholdNanos())
                        .put("throttle", throttle(offer.setting())), offer.distribution()))
                .put("groups", List.of())
                .put("warnings", warnings));
    }

    private static Optional<String> throttle(EventSetting setting) {
        return setting.isThrottled() ? Optional.of(setting.throttle()) : Optional.empty();
    }

    private static Json group(Group group) {
        List<WaitCause> causes = Stream.of(WaitCause.values()).filter(cause -> group.excessNanos(cause) > 0).toList();
        return distribution(new Json().put("name", group.name()), group.distribution())
                .put("histogram", group.distribution().bars(), bar -> new Json()
                        .put("fromNanos", bar.fromNanos())
                        .put("toNanos", bar.toNanos())
                        .put("count", bar.count()))
                .put("slices", group.slices(), slice -> distribution(new Json()
                        .put("fromNanos", slice.fromNanos())
                        .put("toNanos", slice.toNanos()), slice.distribution())
                        .put("outliers", slice.outliers()))
                .put("outliers", new Json()
                        .put("slowerThanNanos", group.slowerThanNanos())
                        .put("count", group.outliers().size())
                        .put("aboveMedianNanos", group.excessNanos())
                        .put("causes", causes, cause -> cause(group, cause))
                        .put("slowest", first(MAX_OUTLIERS, group.outliers()), LatencyJson::outlier));
    }

    private static Json cause(Group group, WaitCause cause) {
        return new Json()
                .put("cause", cause.label())
                .put("nanos", group.excessNanos(cause))
                .put("share", Figures.share(group.excessNanos(cause), group.excessNanos()))
                .put("firstOf", group.outliers().stream().filter(outlier -> outlier.first() == cause).count());
    }

    private static Json distribution(Json json, Distribution times) {
        Json percentiles = new Json();
        for (double percent : LatencyText.PERCENTILES) {
            percentiles.put(LatencyText.plain(percent), times.percentileNanos(percent));
        }
        return json
                .put("count", times.count())
                .put("meanNanos", Math.round(times.meanNanos()))
                .put("deviationNanos", Math.round(times.deviationNanos()))
                .put("bestNanos", times.bestNanos())
                .put("minNanos", times.bestNanos())
                .put("maxNanos", times.maxNanos())
                .put("percentiles", percentiles);
    }

    private static Json outlier(Outlier outlier) {
        Json causes = new Json();
        outlier.excess().forEach((cause, nanos) -> causes.put(cause.label(), nanos));
        return new Json()
                .put("recording", outlier.recording())
                .put("thread", outlier.thread())
                .put("values", outlier.values())
                .put("startNanos", outlier.startNanos())
                .put("durationNanos", outlier.durationNanos())
                .put("firstCause", outlier.first().label())
                .put("causes", causes)
                .put("offProcessorNanos", outlier.offProcessorNanos())
                .put("details", first(MAX_DETAILS, outlier.details()), detail -> new Json()
                        .put("cause", detail.cause().label())
                        .put("what", detail.what())
                        .put("nanos", detail.nanos())
                        .put("stack", first(MAX_DETAILS, detail.where()), line -> line.method() + ":" + line.line()));
    }

    private static <T> List<T> first(int count, List<T> all) {
        return all.subList(0, Math.min(count, all.size()));
    }
}
