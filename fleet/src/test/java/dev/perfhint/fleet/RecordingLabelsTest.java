package dev.perfhint.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.profile.Labels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingLabelsTest {
    @TempDir
    private Path directory;

    @Test
    void takesLabelsFromALayout() {
        PathLayout layout = PathLayout.of("{service}/{version}/{host}/{date}/*.jfr");
        assertThat(layout.labels("/lake/shop/1.4/h1/2026-11-24/a.jfr")).isEqualTo(
                Map.of("service", "shop", "version", "1.4", "host", "h1", "date", "2026-11-24"));
        assertThat(layout.labels("/lake/1.4/a.jfr")).isEmpty();
        assertThat(PathLayout.of("{service}-{host}.jfr").labels("s3a://b/x/shop-h1.jfr"))
                .isEqualTo(Map.of("service", "shop", "host", "h1"));
        assertThatThrownBy(() -> PathLayout.of("{team}/*.jfr")).hasMessageContaining("{team}");
        assertThatThrownBy(() -> PathLayout.of("*/*.jfr")).hasMessageContaining("no label");
    }

    @Test
    void takesLabelsFromFolders() {
        assertThat(PathLayout.FOLDERS.labels("/l/service=a%2Fb/version=2/team=x/r.jfr"))
                .isEqualTo(Map.of("service", "a/b", "version", "2"));
    }

    @Test
    void readsCsvAndJson() {
        String csv = "path,service,instances\n\"**/shop,old/*.jfr\",\"shop, old\",40\n**/*.jfr,other,\n";
        String json = "[{\"path\": \"**/shop,old/*.jfr\", \"service\": \"shop, old\", \"instances\": 40},\n"
                + "{\"path\": \"**/*.jfr\", \"service\": \"other\"}]";
        for (String text : new String[] {csv, json}) {
            LabelsFile file = LabelsFile.of(text);
            assertThat(file.labels("/l/shop,old/a.jfr")).isEqualTo(Map.of("service", "shop, old", "instances", "40"));
            assertThat(file.labels("/l/x/a.jfr")).isEqualTo(Map.of("service", "other"));
        }
        assertThatThrownBy(() -> LabelsFile.of("path,team\n*,x\n")).hasMessageContaining("'team'");
        assertThatThrownBy(() -> LabelsFile.of("path,instances\n*,many\n")).hasMessageContaining("many");
        assertThatThrownBy(() -> LabelsFile.of("service\nx\n")).hasMessageContaining("without path");
    }

    @Test
    void asksFileThenPathThenRecordingThenMainClass() throws Exception {
        SmallFleet fleet = new SmallFleet(directory);
        Labels otel = Labels.NONE.with("otel.service.name", "fromotel").with("OTEL_RESOURCE_ATTRIBUTES",
                "service.version=7,host.name=pod-1");
        Labels datadog = Labels.NONE.with("DD_SERVICE", "fromdd").with("DD_VERSION", "8").withHost("vm-2");
        SmallFleet.write(fleet.lake().resolve("file/a.php"), otel, "app.Main", 1);
        SmallFleet.write(fleet.lake().resolve("service=frompath/a.php"), otel, "app.Main", 2);
        SmallFleet.write(fleet.lake().resolve("otel.php"), otel, "app.Main", 3);
        SmallFleet.write(fleet.lake().resolve("dd.php"), datadog, "app.Main", 4);
        SmallFleet.write(fleet.lake().resolve("main.php"), Labels.NONE, "app.Main", 5);
        SmallFleet.write(fleet.lake().resolve("none.php"), Labels.NONE, "", 6);
        Collect.Result result = fleet.collect("store", MergeStep.DEFAULT_MAX_NODES,
                LabelsFile.of("path,service\nfile/*,fromfile\n"));

        assertThat(result.read()).extracting(entry -> PartitionKey.of(entry.partition()).service() + " "
                + entry.labelledBy() + " " + PartitionKey.of(entry.partition()).version() + " " + entry.host())
                .containsExactlyInAnyOrder("fromfile labels-file 7 pod-1", "frompath path 7 pod-1",
                        "fromotel recording 7 pod-1", "fromdd recording 8 vm-2", "app.Main main-class unknown unknown",
                        "unlabelled none unknown unknown");
        assertThat(result.read()).filteredOn(ManifestEntry::isUnlabelled).hasSize(1);
        assertThat(result.store().partitions()).extracting(one -> one.key().date()).containsOnly("2026-11-24");
    }

    @Test
    void writesKeysThatReadBack() {
        for (String name : new String[] {"a/b", "..", "ü %25", "x=y", "ordinary-1.2_3"}) {
            PartitionKey key = new PartitionKey(name, name, name);
            assertThat(PartitionKey.of(key.toString())).isEqualTo(key);
            assertThat(key.toString().split("/")).hasSize(3).noneMatch(part -> part.endsWith("=.."));
        }
    }

    @Test
    void findsByFolderGlobNameAndList() throws IOException {
        Path lake = Files.createDirectories(directory.resolve("lake/x/y"));
        for (String name : new String[] {"a.jfr", "b.jfr.gz", "c.php", "d.txt"}) {
            Files.writeString(lake.resolve(name), "x");
        }
        assertThat(found(directory.resolve("lake").toString())).containsExactly("a.jfr", "b.jfr.gz", "c.php");
        assertThat(found(directory + "/lake/*/*/{a,b}.jfr*")).containsExactly("a.jfr", "b.jfr.gz");
        assertThat(found(directory + "/lake/**/*.txt")).containsExactly("d.txt");
        Path list = Files.writeString(directory.resolve("list"),
                lake.resolve("d.txt") + "\n\n" + lake.resolve("c.php"));
        assertThat(found("@" + list)).containsExactly("c.php", "d.txt");
        assertThat(found(lake.resolve("gone.jfr").toString())).containsExactly("gone.jfr");
    }

    private static java.util.List<String> found(String argument) throws IOException {
        RecordingFinder finder = new RecordingFinder();
        finder.add(argument);
        return finder.found().stream().map(one -> Path.of(one.path()).getFileName().toString()).toList();
    }
}
