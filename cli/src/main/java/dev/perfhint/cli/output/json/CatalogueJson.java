package dev.perfhint.cli.output.json;

import dev.perfhint.cli.record.Doctor;
import dev.perfhint.profile.Cause;
import dev.perfhint.rules.pattern.Rule;
import java.util.List;

/** What {@code rules} and {@code doctor} print, as JSON of schema version 1 of {@code catalogue.schema.json}. */
public final class CatalogueJson {
    private CatalogueJson() {}

    /** Returns the rules and the causes of system CPU. */
    public static String rules(List<Rule> rules, String version) {
        return Json.text(new Json()
                .put("schemaVersion", 1)
                .put("version", version)
                .put("rules", rules, rule -> new Json()
                        .put("id", rule.id())
                        .put("family", rule.family())
                        .put("summary", rule.summary()))
                .put("causes", List.of(Cause.values()), Cause::label));
    }

    /** Returns what this machine allows, and what {@code record} uses. */
    public static String doctor(List<Doctor.Check> checks, String engine, String version) {
        return Json.text(new Json()
                .put("schemaVersion", 1)
                .put("version", version)
                .put("checks", checks, check -> new Json()
                        .put("ok", check.ok())
                        .put("text", check.text())
                        .put("remedy", JsonReport.known(check.remedy())))
                .put("record", engine));
    }
}
