package dev.perfhint.cli.output.json;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.compare.Significance;
import dev.perfhint.rules.scaling.ScalabilityLaw;
import dev.perfhint.rules.scaling.Scaling;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;

/** Writes a program at several loads as JSON, schema version 1. */
public final class ScalingJson {
    private ScalingJson() {}

    public static String of(Scaling scaling, String version) {
        return JsonText.of(json -> write(json, scaling, version));
    }

    private static void write(JsonWriter json, Scaling scaling, String version) throws IOException {
        json.beginObject();
        json.name("schemaVersion").value(1);
        json.name("tool").beginObject().name("name").value("perfhint").name("version").value(version).endObject();
        json.name("evidence").value(scaling.evidence().label());
        json.name("level").value(Significance.LEVEL);
        json.name("flagged").value(scaling.isFlagged());
        json.name("loads").beginArray();
        for (Scaling.Step step : scaling.steps()) {
            json.beginObject().name("load").value(step.load());
            optional(json, "throughput", step.throughput());
            json.name("seconds").value(step.seconds());
            json.name("cpuNanos").value(step.cpuNanos());
            json.name("cpuNanosPerUnit").value(step.cpuNanosPerUnit());
            json.name("samples").value(step.samples());
            json.name("systemShare").value(step.systemShare());
            json.name("systemShareError").value(step.systemError()).endObject();
        }
        json.endArray();
        json.name("subsystems").beginArray();
        for (Scaling.Part part : scaling.subsystems()) {
            json.beginObject().name("name").value(part.name());
            numbers(json, "shares", part.shares());
            numbers(json, "errors", part.errors());
            json.name("chance").value(part.chance());
            json.name("trend").value(part.grows() ? "grows" : part.shrinks() ? "shrinks" : "none").endObject();
        }
        json.endArray();
        json.name("grown").beginArray();
        for (Change change : scaling.grown()) {
            json.beginObject().name("subject").value(change.subject().label()).name("name").value(change.name());
            json.name("lowest").value(change.before());
            json.name("highest").value(change.after());
            optional(json, "againstRest", change.againstRest());
            json.name("chance").value(change.chance()).endObject();
        }
        json.endArray();
        json.name("scalabilityLaw");
        if (scaling.law().isPresent()) {
            ScalabilityLaw law = scaling.law().get();
            json.beginObject().name("contention").value(law.contention()).name("coherency").value(law.coherency());
            json.name("unitThroughput").value(law.unit()).name("relativeError").value(law.relativeError());
            optional(json, "peakLoad", law.peakLoad());
            json.endObject();
        } else {
            json.nullValue();
        }
        json.name("scalabilityLawRefused").value(scaling.lawRefused().isEmpty() ? null : scaling.lawRefused());
        json.name("warnings").beginArray();
        for (String warning : scaling.warnings()) {
            json.value(warning);
        }
        json.endArray();
        json.endObject();
    }

    private static void numbers(JsonWriter json, String name, List<Double> values) throws IOException {
        json.name(name).beginArray();
        for (double value : values) {
            json.value(value);
        }
        json.endArray();
    }

    private static void optional(JsonWriter json, String name, OptionalDouble value) throws IOException {
        json.name(name);
        if (value.isPresent()) {
            json.value(value.getAsDouble());
        } else {
            json.nullValue();
        }
    }
}
