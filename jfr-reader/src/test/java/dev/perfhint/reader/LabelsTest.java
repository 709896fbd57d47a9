package dev.perfhint.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Labels;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.input.ProfileText;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.StoredRecordings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Of environment and properties only the names of the allow-list are kept. */
class LabelsTest {
    @Test
    void keepsNothingElse() {
        Labels labels = Labels.NONE.with("AWS_SECRET_ACCESS_KEY", "x").with("password", "y")
                .with("OTEL_RESOURCE_ATTRIBUTES", "service.name=shop,api.key=z,host.name=web-1, service.version = 1.4")
                .with("HOSTNAME", "pod-7");
        assertThat(labels.names()).isEqualTo(Map.of("OTEL_RESOURCE_ATTRIBUTES:service.name", "shop",
                "OTEL_RESOURCE_ATTRIBUTES:host.name", "web-1", "OTEL_RESOURCE_ATTRIBUTES:service.version", "1.4",
                "HOSTNAME", "pod-7"));
        assertThat(labels.service()).contains("shop");
        assertThat(labels.version()).contains("1.4");
    }

    @Test
    void takesThePropertyBeforeTheVariable() {
        Labels labels = Labels.NONE.with("DD_SERVICE", "d").with("OTEL_SERVICE_NAME", "e")
                .with("otel.service.name", "p");
        assertThat(labels.service()).contains("p");
        assertThat(Labels.NONE.with("DD_SERVICE", "d").with("OTEL_SERVICE_NAME", "e").service()).contains("e");
    }

    @Test
    void readsProcessAndHostOfARecording() {
        Profile profile = ProfileText.read(Path.of("..", "fixtures", "recordings", "jfr-17", "default.jfr"),
                ReadOptions.DEFAULTS.asSampled());
        Labels labels = profile.recordings().get(0).labels();
        assertThat(labels.pid()).isPositive();
        assertThat(labels.names().keySet()).allMatch(name -> Labels.allows(name.replaceFirst(":.*", "")));
        assertThat(new String(StoredRecordings.bytes(profile), StandardCharsets.ISO_8859_1)).doesNotContain("PATH=")
                .doesNotContain("JAVA_HOME");
    }
}
