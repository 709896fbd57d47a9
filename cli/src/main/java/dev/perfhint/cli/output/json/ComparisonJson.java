package dev.perfhint.cli.output.json;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.compare.Comparison;
import dev.perfhint.rules.compare.Measure;
import dev.perfhint.rules.compare.Significance;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Site;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Writes a comparison as JSON, schema version 1. Changes are relative to before; points are percent of all CPU before.
 */
public final class ComparisonJson {
    private ComparisonJson() {}

    public static String of(Comparison comparison, String version) {
        return JsonText.of(json -> write(json, comparison, version));
    }

    /** Writes the same object as part of another text. */
    public static void write(JsonWriter json, Comparison comparison, String version) throws IOException {
        json.beginObject();
        json.name("schemaVersion").value(1);
        json.name("tool").beginObject().name("name").value("perfhint").name("version").value(version).endObject();
        json.name("evidence").value(comparison.evidence().label());
        json.name("per").value(comparison.unit());
        json.name("measure").value(comparison.inSamples() ? "samples" : "cpuSeconds");
        json.name("level").value(Significance.LEVEL);
        json.name("leastRelative").value(Comparison.LEAST_RELATIVE);
        json.name("leastPoints").value(Comparison.LEAST_POINTS);
        json.name("different").value(comparison.isDifferent());
        optional(json, "commonFactor", comparison.common());
        json.name("movedAlike").value(comparison.moved());
        json.name("measures").beginArray();
        for (Measure measure : comparison.measures()) {
            json.beginObject();
            json.name("name").value(measure.name());
            json.name("verdict").value(measure.kind().label());
            number(json, "before", measure.before());
            number(json, "after", measure.after());
            optional(json, "relativeChange", measure.relative());
            json.endObject();
        }
        json.endArray();
        json.name("changes").beginArray();
        for (Change change : comparison.changes()) {
            change(json, change);
        }
        json.endArray();
        json.name("warnings").beginArray();
        for (String warning : comparison.warnings()) {
            json.value(warning);
        }
        json.endArray();
        json.endObject();
    }

    private static void change(JsonWriter json, Change change) throws IOException {
        json.beginObject();
        json.name("subject").value(change.subject().label());
        json.name("name").value(change.name());
        json.name("findingId").value(change.id().isEmpty() ? null : change.id());
        place(json, "site", change.finding().map(Finding::site));
        place(json, "created", change.finding().flatMap(Finding::created));
        json.name("verdict").value(change.kind().label());
        number(json, "before", change.before());
        number(json, "after", change.after());
        json.name("samplesBefore").value(change.samplesBefore());
        json.name("samplesAfter").value(change.samplesAfter());
        optional(json, "relativeChange", change.relative());
        optional(json, "againstRest", change.againstRest());
        number(json, "points", change.points());
        number(json, "chance", change.chance());
        json.endObject();
    }

    private static void place(JsonWriter json, String name, Optional<Site> found) throws IOException {
        json.name(name);
        if (found.isEmpty()) {
            json.nullValue();
            return;
        }
        Site site = found.get();
        json.beginObject();
        json.name("class").value(site.className());
        json.name("method").value(site.methodName());
        json.name("path").value(site.path().isEmpty() ? null : site.path());
        json.name("line").value(site.line());
        json.endObject();
    }

    private static void optional(JsonWriter json, String name, OptionalDouble value) throws IOException {
        if (value.isPresent()) {
            number(json, name, value.getAsDouble());
        } else {
            json.name(name).nullValue();
        }
    }

    private static void number(JsonWriter json, String name, double value) throws IOException {
        json.name(name).value(new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros());
    }
}
