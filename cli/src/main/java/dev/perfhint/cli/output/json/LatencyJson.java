package dev.perfhint.cli.output.json;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.text.LatencyText;
import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.profile.timeline.EventSetting;
import dev.perfhint.rules.latency.Distribution;
import dev.perfhint.rules.latency.LatencyAdvice.Remedy;
import dev.perfhint.rules.latency.LatencyReport;
import dev.perfhint.rules.latency.LatencyReport.Group;
import dev.perfhint.rules.latency.LatencyReport.Slice;
import dev.perfhint.rules.latency.Operations.Offer;
import dev.perfhint.rules.latency.Outlier;
import dev.perfhint.rules.latency.WaitCause;
import java.io.IOException;
import java.util.List;

/** Writes distributions and outliers as JSON, schema version 1. All times are nanoseconds. */
public final class LatencyJson {
    private static final int MAX_OUTLIERS = 1000;
    private static final int MAX_DETAILS = 20;

    private LatencyJson() {}

    public static String of(LatencyReport report, String version) {
        return document(version, json -> {
            json.name("operation").value(report.operation());
            cut(json, report.setting());
            json.name("by").value(report.by().isEmpty() ? null : report.by());
            json.name("operations").nullValue();
            json.name("groups").beginArray();
            for (Group group : report.groups()) {
                group(json, group);
            }
            json.endArray();
            strings(json, "absences", report.absences());
            json.name("advice").beginArray();
            for (Remedy remedy : report.advice()) {
                json.beginObject();
                json.name("cause").value(remedy.cause().label());
                json.name("share").value(remedy.share());
                json.name("text").value(remedy.text());
                strings(json, "lines", remedy.lines());
                json.endObject();
            }
            json.endArray();
            strings(json, "warnings", report.warnings());
        });
    }

    /** Writes the list of operations that recordings offer. */
    public static String offers(List<Offer> offers, List<String> warnings, String version) {
        return document(version, json -> {
            json.name("operation").nullValue();
            json.name("operations").beginArray();
            for (Offer offer : offers) {
                json.beginObject();
                json.name("name").value(offer.eventName());
                cut(json, offer.setting());
                distribution(json, offer.distribution());
                json.endObject();
            }
            json.endArray();
            json.name("groups").beginArray().endArray();
            strings(json, "warnings", warnings);
        });
    }

    private static String document(String version, JsonText.Content body) {
        return JsonText.of(json -> {
            json.beginObject();
            json.name("schemaVersion").value(1);
            json.name("tool").beginObject().name("name").value("perfhint").name("version").value(version).endObject();
            body.write(json);
            json.endObject();
        });
    }

    private static void cut(JsonWriter json, EventSetting setting) throws IOException {
        json.name("thresholdNanos").value(setting.thresholdNanos());
        json.name("throttle").value(setting.isThrottled() ? setting.throttle() : null);
    }

    private static void group(JsonWriter json, Group group) throws IOException {
        json.beginObject();
        json.name("name").value(group.name());
        distribution(json, group.distribution());
        json.name("histogram").beginArray();
        for (Distribution.Bar bar : group.distribution().bars()) {
            json.beginObject().name("fromNanos").value(bar.fromNanos()).name("toNanos").value(bar.toNanos())
                    .name("count").value(bar.count()).endObject();
        }
        json.endArray();
        json.name("slices").beginArray();
        for (Slice slice : group.slices()) {
            json.beginObject().name("fromNanos").value(slice.fromNanos()).name("toNanos").value(slice.toNanos());
            distribution(json, slice.distribution());
            json.name("outliers").value(slice.outliers()).endObject();
        }
        json.endArray();
        json.name("outliers").beginObject();
        json.name("slowerThanNanos").value(group.slowerThanNanos());
        json.name("count").value(group.outliers().size());
        json.name("aboveMedianNanos").value(group.excessNanos());
        json.name("causes").beginArray();
        for (WaitCause cause : WaitCause.values()) {
            if (group.excessNanos(cause) > 0) {
                json.beginObject().name("cause").value(cause.label()).name("nanos").value(group.excessNanos(cause));
                json.name("share").value(Figures.share(group.excessNanos(cause), group.excessNanos()));
                json.name("firstOf")
                        .value(group.outliers().stream().filter(outlier -> outlier.first() == cause).count())
                        .endObject();
            }
        }
        json.endArray();
        json.name("slowest").beginArray();
        for (Outlier outlier : group.outliers().stream().limit(MAX_OUTLIERS).toList()) {
            outlier(json, outlier);
        }
        json.endArray().endObject();
        json.endObject();
    }

    private static void distribution(JsonWriter json, Distribution times) throws IOException {
        json.name("count").value(times.count());
        json.name("meanNanos").value(Math.round(times.meanNanos()));
        json.name("deviationNanos").value(Math.round(times.deviationNanos()));
        json.name("bestNanos").value(times.bestNanos());
        json.name("minNanos").value(times.bestNanos());
        json.name("maxNanos").value(times.maxNanos());
        json.name("percentiles").beginObject();
        for (double percent : LatencyText.PERCENTILES) {
            json.name(LatencyText.plain(percent)).value(times.percentileNanos(percent));
        }
        json.endObject();
    }

    private static void outlier(JsonWriter json, Outlier outlier) throws IOException {
        json.beginObject();
        json.name("recording").value(outlier.recording());
        json.name("thread").value(outlier.thread());
        json.name("values").beginObject();
        for (String field : outlier.values().keySet()) {
            json.name(field).value(outlier.values().get(field));
        }
        json.endObject();
        json.name("startNanos").value(outlier.startNanos());
        json.name("durationNanos").value(outlier.durationNanos());
        json.name("firstCause").value(outlier.first().label());
        json.name("causes").beginObject();
        for (WaitCause cause : outlier.excess().keySet()) {
            json.name(cause.label()).value(outlier.excess().get(cause));
        }
        json.endObject();
        json.name("offProcessorNanos").value(outlier.offProcessorNanos());
        json.name("details").beginArray();
        for (Outlier.Detail detail : outlier.details().stream().limit(MAX_DETAILS).toList()) {
            json.beginObject().name("cause").value(detail.cause().label()).name("what").value(detail.what())
                    .name("nanos").value(detail.nanos());
            strings(json, "stack", detail.where().stream().limit(MAX_DETAILS).map(LatencyJson::frame).toList());
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }

    private static String frame(CodeLine line) {
        return line.method() + ":" + line.line();
    }

    private static void strings(JsonWriter json, String name, List<String> values) throws IOException {
        json.name(name).beginArray();
        for (String value : values) {
            json.value(value);
        }
        json.endArray();
    }
}
