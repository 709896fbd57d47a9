package dev.perfhint.cli.output.json;

import dev.perfhint.cli.calibrate.CostDifference;
import dev.perfhint.cli.calibrate.JvmCosts;
import dev.perfhint.cli.calibrate.PrimitiveTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Writes what primitives cost as JSON, schema version 1. All times are nanoseconds. */
public final class CalibrationJson {
    private CalibrationJson() {}

    public static String of(String host, List<JvmCosts> jvms, String version) {
        List<Json> differences = new ArrayList<>();
        for (int i = 1; i < jvms.size(); i++) {
            for (CostDifference difference : CostDifference.of(jvms.get(0), jvms.get(i))) {
                differences.add(difference(i, difference));
            }
        }
        return Json.text(Json.document(version)
                .put("host", new Json()
                        .put("name", host)
                        .put("processors", Runtime.getRuntime().availableProcessors())
                        .put("fileSystem", jvms.get(0).fileSystem()))
                .put("jvms", jvms, jvm -> new Json()
                        .put("home", jvm.home())
                        .put("name", jvm.name())
                        .put("version", jvm.version())
                        .put("rounds", jvm.rounds())
                        .put("primitives", jvm.primitives().entrySet(),
                                each -> primitive(each.getKey(), each.getValue())))
                .put("differences", differences));
    }

    private static Json primitive(String name, PrimitiveTimes times) {
        return new Json()
                .put("name", name)
                .put("samples", times.samples())
                .put("meanNanos", times.mean())
                .put("deviationNanos", times.deviation())
                .put("maxNanos", times.max())
                .put("p99Nanos", times.percentile(99))
                .put("medianNanos", times.percentile(50))
                .put("bestNanos", times.best())
                .put("roundMedianNanos", times.roundMedians());
    }

    private static Json difference(int jvm, CostDifference difference) {
        return new Json()
                .put("jvm", jvm)
                .put("name", difference.primitive())
                .put("ratio", difference.ratio())
                .put("low", known(difference.low()))
                .put("high", known(difference.high()))
                .put("pValue", difference.pValue())
                .put("different", difference.different());
    }

    private static OptionalDouble known(double bound) {
        return Double.isNaN(bound) ? OptionalDouble.empty() : OptionalDouble.of(bound);
    }
}
