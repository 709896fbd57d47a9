package dev.perfhint.cli.output.json;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.cli.calibrate.CostDifference;
import dev.perfhint.cli.calibrate.JvmCosts;
import dev.perfhint.cli.calibrate.PrimitiveTimes;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Writes what primitives cost as JSON, schema version 1. All times are nanoseconds. */
public final class CalibrationJson {
    private CalibrationJson() {}

    public static String of(String host, List<JvmCosts> jvms, String version) {
        return JsonText.of(json -> {
            json.beginObject();
            json.name("schemaVersion").value(1);
            json.name("tool").beginObject().name("name").value("perfhint").name("version").value(version).endObject();
            json.name("host").beginObject().name("name").value(host);
            json.name("processors").value(Runtime.getRuntime().availableProcessors());
            json.name("fileSystem").value(jvms.get(0).fileSystem()).endObject();
            json.name("jvms").beginArray();
            for (JvmCosts jvm : jvms) {
                jvm(json, jvm);
            }
            json.endArray();
            json.name("differences").beginArray();
            for (int i = 1; i < jvms.size(); i++) {
                for (CostDifference difference : CostDifference.of(jvms.get(0), jvms.get(i))) {
                    difference(json, i, difference);
                }
            }
            json.endArray();
            json.endObject();
        });
    }

    private static void jvm(JsonWriter json, JvmCosts jvm) throws IOException {
        json.beginObject();
        json.name("home").value(jvm.home());
        json.name("name").value(jvm.name());
        json.name("version").value(jvm.version());
        json.name("rounds").value(jvm.rounds());
        json.name("primitives").beginArray();
        for (Map.Entry<String, PrimitiveTimes> each : jvm.primitives().entrySet()) {
            PrimitiveTimes times = each.getValue();
            json.beginObject();
            json.name("name").value(each.getKey());
            json.name("samples").value(times.samples());
            json.name("meanNanos").value(times.mean());
            json.name("deviationNanos").value(times.deviation());
            json.name("maxNanos").value(times.max());
            json.name("p99Nanos").value(times.percentile(99));
            json.name("medianNanos").value(times.percentile(50));
            json.name("bestNanos").value(times.best());
            json.name("roundMedianNanos").beginArray();
            for (double median : times.roundMedians()) {
                json.value(median);
            }
            json.endArray().endObject();
        }
        json.endArray().endObject();
    }

    private static void difference(JsonWriter json, int jvm, CostDifference difference) throws IOException {
        json.beginObject();
        json.name("jvm").value(jvm);
        json.name("name").value(difference.primitive());
        json.name("ratio").value(difference.ratio());
        json.name("low").value(Double.isNaN(difference.low()) ? null : difference.low());
        json.name("high").value(Double.isNaN(difference.high()) ? null : difference.high());
        json.name("pValue").value(difference.pValue());
        json.name("different").value(difference.different()).endObject();
    }
}
