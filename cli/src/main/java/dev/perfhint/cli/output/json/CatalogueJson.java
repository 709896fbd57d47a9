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
        return JsonText.of(json -> {
            json.beginObject().name("schemaVersion").value(1).name("version").value(version);
            json.name("rules").beginArray();
            for (Rule rule : rules) {
                json.beginObject().name("id").value(rule.id()).name("family").value(rule.family());
                json.name("summary").value(rule.summary()).endObject();
            }
            json.endArray().name("causes").beginArray();
            for (Cause cause : Cause.values()) {
                json.value(cause.label());
            }
            json.endArray().endObject();
        });
    }

    /** Returns what this machine allows, and what {@code record} uses. */
    public static String doctor(List<Doctor.Check> checks, String engine, String version) {
        return JsonText.of(json -> {
            json.beginObject().name("schemaVersion").value(1).name("version").value(version);
            json.name("checks").beginArray();
            for (Doctor.Check check : checks) {
                json.beginObject().name("ok").value(check.ok()).name("text").value(check.text());
                json.name("remedy").value(check.remedy().isEmpty() ? null : check.remedy()).endObject();
            }
            json.endArray().name("record").value(engine).endObject();
        });
    }
}
