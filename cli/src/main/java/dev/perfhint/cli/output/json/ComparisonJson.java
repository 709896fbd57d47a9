package dev.perfhint.cli.output.json;

import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.compare.Comparison;
import dev.perfhint.rules.compare.Significance;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Site;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.OptionalDouble;

/**
 * Writes a comparison as JSON, schema version 1. Changes are relative to before; points are percent of all CPU before.
 */
public final class ComparisonJson {
    private ComparisonJson() {}

    public static String of(Comparison comparison, String version) {
        return Json.text(json(comparison, version));
    }

    /** Returns the same object as part of another text. */
    public static Json json(Comparison comparison, String version) {
        return Json.document(version)
                .put("evidence", comparison.evidence().label())
                .put("per", comparison.unit())
                .put("measure", comparison.inSamples() ? "samples" : "cpuSeconds")
                .put("level", Significance.LEVEL)
                .put("leastRelative", Comparison.MIN_RELATIVE)
                .put("leastPoints", Comparison.MIN_POINTS)
                .put("different", comparison.isDifferent())
                .put("commonFactor", rounded(comparison.common()))
                .put("movedAlike", comparison.moved())
                .put("measures", comparison.measures(), measure -> new Json()
                        .put("name", measure.name())
                        .put("verdict", measure.kind().label())
                        .put("before", rounded(measure.before()))
                        .put("after", rounded(measure.after()))
                        .put("relativeChange", rounded(measure.relative())))
                .put("changes", comparison.changes(), ComparisonJson::change)
                .put("warnings", comparison.warnings());
    }

    private static Json change(Change change) {
        return new Json()
                .put("subject", change.subject().label())
                .put("name", change.name())
                .put("findingId", JsonReport.known(change.id()))
                .put("site", change.finding().map(Finding::site), ComparisonJson::place)
                .put("created", change.finding().flatMap(Finding::created), ComparisonJson::place)
                .put("verdict", change.kind().label())
                .put("before", rounded(change.before()))
                .put("after", rounded(change.after()))
                .put("samplesBefore", change.samplesBefore())
                .put("samplesAfter", change.samplesAfter())
                .put("relativeChange", rounded(change.relative()))
                .put("againstRest", rounded(change.againstRest()))
                .put("points", rounded(change.points()))
                .put("chance", rounded(change.chance()));
    }

    private static Json place(Site site) {
        return new Json()
                .put("class", site.className())
                .put("method", site.methodName())
                .put("path", JsonReport.known(site.path()))
                .put("line", site.line());
    }

    private static BigDecimal rounded(OptionalDouble value) {
        return value.isPresent() ? rounded(value.getAsDouble()) : null;
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros();
    }
}
