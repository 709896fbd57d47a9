package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The lists of rules and checks as JSON hold what their text does. */
class CatalogueJsonTest {
    private static JsonObject json(String command) throws Exception {
        Invocation run = Invocation.of(command, "--format", "json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(Path.of("../docs/reference/catalogue.schema.json"))).validate(run.out(), InputFormat.JSON)).isEmpty();
        return JsonParser.parseString(run.out()).getAsJsonObject();
    }

    @Test
    void listsTheRules() throws Exception {
        String text = Invocation.of("rules", "--color", "never").out();
        JsonObject rules = json("rules");
        assertThat(rules.getAsJsonArray("rules")).hasSizeGreaterThan(20);
        for (JsonElement rule : rules.getAsJsonArray("rules")) {
            assertThat(text).contains("  " + rule.getAsJsonObject().get("id").getAsString() + " ")
                    .contains(rule.getAsJsonObject().get("summary").getAsString());
        }
        assertThat(rules.getAsJsonArray("causes").asList()).extracting(JsonElement::getAsString).contains("file-write", "other");
    }

    @Test
    void listsTheChecks() throws Exception {
        String text = Invocation.of("doctor").out();
        JsonObject doctor = json("doctor");
        assertThat(doctor.getAsJsonArray("checks")).isNotEmpty();
        for (JsonElement check : doctor.getAsJsonArray("checks")) {
            assertThat(text).contains(check.getAsJsonObject().get("text").getAsString());
        }
        assertThat(text).contains("perfhint record uses: " + doctor.get("record").getAsString());
    }

    @Test
    void looksAtARunningJvm() throws Exception {
        String pid = Long.toString(ProcessHandle.current().pid());
        assertThat(Invocation.of("doctor", pid).out()).startsWith(Invocation.of("doctor").out().lines().findFirst().orElseThrow())
                .contains("ok    " + pid + ": sees the files that perfhint sees").containsPattern(pid + ": .* cgroup");
        assertThat(Invocation.of("doctor", "999999999").out()).contains("limit 999999999: no such process");
    }
}
