package dev.perfhint.cli.output.json;

import dev.perfhint.rules.compare.Significance;
import dev.perfhint.rules.scaling.Scaling;
import java.util.Locale;

/** Writes a program at several loads as JSON, schema version 1. */
public final class ScalingJson {
    private ScalingJson() {}

    public static String of(Scaling scaling, String version) {
        return Json.text(Json.document(version)
                .put("evidence", scaling.evidence().label())
                .put("level", Significance.LEVEL)
                .put("flagged", scaling.isFlagged())
                .put("loads", scaling.steps(), ScalingJson::load)
                .put("subsystems", scaling.subsystems(), part -> new Json()
                        .put("name", part.name())
                        .put("shares", part.shares())
                        .put("errors", part.errors())
                        .put("chance", part.chance())
                        .put("trend", part.grows() ? "grows" : part.shrinks() ? "shrinks" : "none"))
                .put("grown", scaling.grown(), change -> new Json()
                        .put("subject", change.subject().label())
                        .put("name", change.name())
                        .put("lowest", change.before())
                        .put("highest", change.after())
                        .put("againstRest", change.againstRest())
                        .put("chance", change.chance()))
                .put("throughputCurve", scaling.curve().map(curve -> curve.name().toLowerCase(Locale.ROOT)))
                .put("scalabilityLaw", scaling.law(), law -> new Json()
                        .put("contention", law.contention())
                        .put("coherency", law.coherency())
                        .put("unitThroughput", law.unit())
                        .put("relativeError", law.relativeError())
                        .put("peakLoad", law.peakLoad()))
                .put("scalabilityLawRefused", JsonReport.known(scaling.lawRefused()))
                .put("warnings", scaling.warnings()));
    }

    private static Json load(Scaling.Step step) {
        return new Json()
                .put("load", step.load())
                .put("throughput", step.throughput())
                .put("seconds", step.seconds())
                .put("cpuNanos", step.cpuNanos())
                .put("cpuNanosPerUnit", step.cpuNanosPerUnit())
                .put("samples", step.samples())
                .put("systemShare", step.systemShare())
                .put("systemShareError", step.systemError())
                .put("readyThreads", step.ready())
                .put("turnsPerUnit", step.turnsPerUnit())
                .put("collectorShare", step.collectorShare());
    }
}
