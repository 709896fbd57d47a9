package dev.perfhint.cli.command.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.perfhint.cli.command.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lake of the worked example: two services, of which one becomes faster, three hosts each. */
class FleetCommandTest {
    private static final String SLOW = "../fixtures/worked-example/recordings/cpu.jfr";
    private static final String FAST = "../fixtures/worked-example/recordings/patched-cpu.jfr";
    private static final String SOURCE = "../fixtures/worked-example/app";

    @TempDir
    private Path directory;

    private Path store;

    @BeforeEach
    void collect() throws IOException {
        for (String host : List.of("h1", "h2", "h3")) {
            add(SLOW, "example", "1", host);
            add(FAST, "example", "2", host);
            add(SLOW, "other", "1", host);
        }
        Files.write(directory.resolve("lake/empty.jfr"), new byte[0]);
        store = directory.resolve("store");
        Invocation run = Invocation.of("fleet", "collect", directory.resolve("lake").toString(), "--store",
                store.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("read 9 of 10 recordings, wrote 3 call trees").contains("empty.jfr: the file is");
    }

    private void add(String recording, String service, String version, String host) throws IOException {
        Path folder = directory.resolve("lake/service=" + service + "/version=" + version + "/host=" + host);
        Files.createDirectories(folder);
        Files.copy(Path.of(recording), folder.resolve("rec.jfr"));
    }

    @Test
    void reportsFindingsBySavedCores() {
        Invocation run = report();
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("9 recordings, 2 services, 3 hosts, ").contains("; 1 unreadable")
                .containsPattern("cores  unbuffered-file-write  \\S+  in 2 services")
                .containsPattern("\\d+\\.\\d\\d of \\d+\\.\\d\\d cores \\(\\d+ % system\\)  other, 3 hosts, kernel-frames")
                .contains("last version against the one before");
        assertThat(report("--service", "other").out()).contains("3 recordings, 1 service,").doesNotContain("  example,");
        assertThat(report("--service", "none").code()).isEqualTo(2);
    }

    @Test
    void leavesOutOlderDates() throws IOException {
        add(SLOW, "other", "1", "h4/date=2020-01-01");
        assertThat(Invocation.of("fleet", "collect", directory.resolve("lake").toString(), "--store",
                store.toString()).code()).isZero();
        assertThat(report().out()).startsWith("10 recordings, 2 services, 4 hosts, 2020-01-01 to ");
        assertThat(report("--since", "2020-01-02").out()).startsWith("9 recordings, 2 services, 3 hosts, ")
                .doesNotContain("2020-01-01");
        assertThat(report("--since", "2100-01-01").code()).isEqualTo(2);
    }

    @Test
    void writesOneFolderOfPagesWithoutRequests() throws Exception {
        Path pages = directory.resolve("pages");
        Invocation run = report("--output", "html=" + pages.resolve("index.html"), "--output",
                "markdown=" + directory.resolve("report.md"));
        assertThat(run.code()).as(run.err()).isZero();
        String index = Files.readString(pages.resolve("index.html"));
        assertThat(index).contains("href=\"services/example.html\"").contains("href=\"services/other.html\"")
                .doesNotContain("http://").doesNotContain("https://").doesNotContain("<script");
        try (Stream<Path> services = Files.list(pages.resolve("services"))) {
            assertThat(services).extracting(file -> file.getFileName().toString())
                    .containsExactlyInAnyOrder("example.html", "other.html");
        }
        assertThat(Files.readString(pages.resolve("services/example.html"))).contains("unbuffered-file-write");
        assertThat(Files.readString(directory.resolve("report.md"))).contains("| in 2 services |")
                .contains("empty.jfr");
    }

    @Test
    void givesTheSumsOfTheRecordings() throws Exception {
        JsonObject slow = analyzed(SLOW).getAsJsonObject("cpu");
        Path file = directory.resolve("report.json");
        assertThat(report("--output", "json=" + file).code()).isZero();
        JsonObject report = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        JsonObject other = report.getAsJsonArray("services").asList().stream().map(each -> each.getAsJsonObject())
                .filter(each -> each.get("service").getAsString().equals("other")).findFirst().orElseThrow();
        assertThat(other.get("samples").getAsLong()).isEqualTo(3 * slow.get("samples").getAsLong());
        assertThat(other.get("systemNanos").getAsLong()).isEqualTo(3 * slow.get("systemNanos").getAsLong());
        assertThat(report.getAsJsonObject("coverage").getAsJsonArray("bad")).hasSize(1);
    }

    @Test
    void comparesVersionsHostByHost() {
        Invocation faster = compare("version=1", "version=2");
        assertThat(faster.code()).as(faster.err()).isZero();
        assertThat(faster.out()).contains("improved: example: unbuffered-file-write").doesNotContain("regressed");
        Invocation slower = compare("version=2", "version=1");
        assertThat(slower.code()).isEqualTo(1);
        assertThat(slower.out()).contains("regressed: example: unbuffered-file-write").contains("3 and 3 hosts");
        assertThat(compare("version=1", "version=9").code()).isEqualTo(2);
        assertThat(compare("version=1", "team=2").err()).contains("write version=V or date=YYYY-MM-DD");
    }

    @Test
    void makesThePatchFromTheMergedTree() throws Exception {
        Path tree;
        try (Stream<Path> files = Files.walk(store.resolve("tree/service=example/version=1"))) {
            tree = files.filter(file -> file.toString().endsWith(".php")).findFirst().orElseThrow();
        }
        Path patch = directory.resolve("fleet.patch");
        Invocation run = Invocation.of("analyze", tree.toString(), "--source", SOURCE, "--fix", "--unsafe-fixes",
                "--patch", patch.toString());
        assertThat(run.code()).as(run.err()).isZero();
        Path own = directory.resolve("own.patch");
        Invocation.of("analyze", SLOW, "--source", SOURCE, "--fix", "--unsafe-fixes", "--patch", own.toString());
        assertThat(hunks(patch)).isNotEmpty().isEqualTo(hunks(own));
    }

    @Test
    void failsOnTooManyBadRecordings() throws Exception {
        String lake = directory.resolve("lake").toString();
        String other = directory.resolve("other").toString();
        assertThat(Invocation.of("fleet", "collect", lake, "--store", other, "--fail-on-bad", "5").code()).isEqualTo(1);
        String third = directory.resolve("third").toString();
        assertThat(Invocation.of("fleet", "collect", lake, "--store", third, "--fail-on-bad", "10").code()).isZero();
    }

    @Test
    void refusesWhatIsNoStore() {
        Invocation run = Invocation.of("fleet", "report", "--store", directory.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("no store of perfhint fleet collect");
        assertThat(Invocation.of("fleet").code()).isEqualTo(2);
        assertThat(report("--output", "pdf=x").err()).contains("unknown format 'pdf': html, markdown, json");
    }

    private Invocation report(String... more) {
        return Invocation.of(Stream.concat(Stream.of("fleet", "report", "--store", store.toString()),
                Stream.of(more)).toArray(String[]::new));
    }

    private Invocation compare(String before, String after) {
        return Invocation.of("fleet", "compare", "--store", store.toString(), "--before", before, "--after", after,
                "--min-cores", "0.01");
    }

    private static JsonObject analyzed(String recording) {
        return JsonParser.parseString(Invocation.of("analyze", recording, "--format", "json").out()).getAsJsonObject();
    }

    /** The patch without its comments, which say shares of samples. */
    private static List<String> hunks(Path patch) throws IOException {
        return Files.readAllLines(patch).stream().filter(line -> line.matches("[-+@].*")).toList();
    }
}
