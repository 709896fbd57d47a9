package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.perfhint.cli.verify.AgentOfTests;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that a JVM records with everything a recording may hold; each secret has the same word in it. */
class RedactedOutputTest {
    private static final String SECRET = "quokka";
    private static final String ADDRESS = "10.20.30.41";
    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/_-]{32,}={0,2}");
    private static final List<String> EVENTS = List.of("FileRead", "FileWrite", "SocketRead", "SocketWrite",
            "ProcessStart", "ThreadStart", "InitialSystemProperty", "InitialEnvironmentVariable", "SystemProcess",
            "ExecutionSample", "NativeMethodSample", "CPULoad", "ThreadCPULoad", "ThreadSleep", "ThreadPark",
            "JavaMonitorWait", "JVMInformation");

    @TempDir
    private static Path directory;

    private static Path recording;
    /** The same program with what an agent saw of its streams. */
    private static Path observed;
    private static Path sources;

    @BeforeAll
    static void record() throws Exception {
        AgentOfTests.use();
        Path home = Files.createDirectories(directory.resolve(SECRET + "-home"));
        sources = home.resolve("src");
        Path program = sources.resolve("app/Ledger.java");
        Files.createDirectories(program.getParent());
        Files.writeString(program, """
                package app;

                import java.io.FileOutputStream;
                import java.io.IOException;
                import java.net.InetAddress;
                import java.net.ServerSocket;
                import java.net.Socket;

                public class Ledger {
                    public static void main(String[] args) throws Exception {
                        String secret = args[0];
                        Thread writer = new Thread(() -> write(secret), "writer of " + secret + "@10.20.30.41-7");
                        writer.start();
                        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                                Socket client = new Socket(InetAddress.getByAddress(secret + ".internal",
                                        new byte[] {127, 0, 0, 1}), server.getLocalPort());
                                Socket peer = server.accept()) {
                            for (int i = 0; i < 200; i++) {
                                client.getOutputStream().write(i);
                                peer.getInputStream().read();
                            }
                        }
                        new ProcessBuilder("true", "--password=" + secret).start().waitFor();
                        writer.join();
                    }

                    static void write(String secret) {
                        try {
                            long end = System.nanoTime() + 1_500_000_000L;
                            while (System.nanoTime() < end) {
                                try (FileOutputStream out = new FileOutputStream(secret)) {
                                    for (int i = 0; i < 20_000; i++) {
                                        out.write(i);
                                    }
                                }
                            }
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }
                """);
        Path java = Path.of(System.getProperty("java.home"), "bin");
        run(home, java.resolve("javac").toString(), "-g", "-d", home.resolve("classes").toString(), program.toString());
        recording = home.resolve(SECRET + "-run.jfr");
        String events = String.join("", EVENTS.stream().map(name -> """
                <event name="jdk.%s"><setting name="enabled">true</setting><setting name="threshold">0 ns</setting>
                <setting name="throttle">off</setting><setting name="period">20 ms</setting>
                <setting name="stackTrace">true</setting></event>
                """.formatted(name)).toList());
        Path settings = Files.writeString(home.resolve("all.jfc"),
                "<configuration version=\"2.0\" label=\"all\">" + events + "</configuration>");
        run(home, java.resolve("java").toString(), "-D" + SECRET + ".token=" + SECRET, "-Dotel.service.name=" + SECRET,
                "-XX:StartFlightRecording=filename=" + recording + ",settings=" + settings, "-cp", "classes",
                "app.Ledger", SECRET + "-account", "--key=" + SECRET);
        observed = home.resolve(SECRET + "-observed.jfr");
        Invocation run = Invocation.of("record", "-o", observed.toString(), "--engine", "jfr", "--keep-arguments", "--",
                "sh", "-c", "cd " + home + " && exec " + java.resolve("java") + " -D" + SECRET + ".token=" + SECRET
                        + " -cp classes app.Ledger " + SECRET + "-account");
        assertThat(run.code()).as(run.err()).isZero();
    }

    private static void run(Path home, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true);
        builder.environment().put("OTEL_SERVICE_NAME", SECRET);
        builder.environment().put("HOSTNAME", SECRET + "-host");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static Path written(String name, String... command) {
        Path file = directory.resolve(name);
        List<String> words = new ArrayList<>(List.of(command));
        words.replaceAll(word -> word.replace("FILE", file.toString()));
        Invocation run = Invocation.of(words.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isLessThanOrEqualTo(1);
        return file;
    }

    @Test
    void planterKeepsSecretsOfEachKind() throws Exception {
        byte[] recorded = Files.readAllBytes(recording);
        assertThat(secrets(recorded)).isNotEmpty();
        Profile profile = Recordings.read(List.of(recording), ReadOptions.DEFAULTS);
        assertThat(profile.threadGroups()).anyMatch(name -> name.contains(SECRET) && name.contains(ADDRESS));
        assertThat(profile.io()).anyMatch(one -> one.target().startsWith(SECRET + "-account.internal:"))
                .anyMatch(one -> one.target().equals(SECRET + "-account"));
        assertThat(profile.counts().rows()).anyMatch(count -> count.subject().contains("--password=" + SECRET));
        assertThat(profile.recordings().get(0).labels().names()).containsValue(SECRET);
        assertThat(Recordings.read(List.of(observed), ReadOptions.DEFAULTS).observed().streams().values())
                .anyMatch(life -> life.paths().keySet().stream().anyMatch(path -> path.contains(SECRET)));
        Path plain = written("plain.json", "analyze", recording.toString(), "--source", sources.toString(), "--output",
                "json=FILE");
        assertThat(secrets(Files.readAllBytes(plain))).isNotEmpty();
    }

    @Test
    void leavesNoSecretInAnyOutput() throws Exception {
        Profile shared = withoutSecrets(recording);
        assertThat(shared.recordings().get(0).mainClass()).isEqualTo("app.Ledger");
        assertThat(shared.recordings().get(0).warnings())
                .anyMatch(warning -> warning.contains("redacted, names are pseudonyms: ") && warning.contains(" host")
                        && warning.contains("command line") && warning.contains("paths")
                        && warning.contains("propert") && warning.contains("1 thread name"));
    }

    @Test
    void leavesNoSecretInWhatAnAgentObserved() throws Exception {
        Profile shared = withoutSecrets(observed);
        Profile plain = Recordings.read(List.of(observed), ReadOptions.DEFAULTS);
        assertThat(shared.observed().streams().keySet()).isEqualTo(plain.observed().streams().keySet());
        assertThat(shared.observed().streams().values()).anyMatch(life -> !life.paths().isEmpty());
        for (String part : List.of("account", "findings")) {
            assertThat(judged(observed, "--redact").get(part)).as(part).isEqualTo(judged(observed).get(part));
        }
    }

    private static JsonObject judged(Path file, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("analyze", file.toString(), "--no-project", "--output",
                "json=FILE"));
        words.addAll(List.of(more));
        JsonObject report = JsonParser.parseString(Files.readString(written("judged.json", words.toArray(String[]::new))))
                .getAsJsonObject();
        for (JsonElement finding : report.getAsJsonArray("findings")) {
            finding.getAsJsonObject().getAsJsonObject("facts").remove("path");
        }
        return report;
    }

    private static Profile withoutSecrets(Path recording) throws Exception {
        List<Path> outputs = new ArrayList<>();
        for (String format : List.of("collapsed", "speedscope", "pprof", "profile")) {
            outputs.add(written("export." + format, "export", recording.toString(), "--format", format, "--redact",
                    "-o", "FILE"));
        }
        for (String format : List.of("html", "json", "markdown")) {
            outputs.add(written("report." + format, "analyze", recording.toString(), "--source", sources.toString(),
                    "--redact", "--output", format + "=FILE"));
        }
        Path profile = outputs.get(3);
        outputs.add(written("again.json", "analyze", profile.toString(), "--redact", "--output", "json=FILE"));
        for (Path output : outputs) {
            byte[] bytes = Files.readAllBytes(output);
            assertThat(bytes).isNotEmpty();
            assertThat(secrets(bytes)).as(output.getFileName().toString()).isEmpty();
        }
        return Recordings.read(List.of(profile), ReadOptions.DEFAULTS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu.jfr", "jfr-17.jfr", "jfr-25.jfr"})
    void findsAndMendsTheSame(String name) throws Exception {
        String example = Path.of(Example.CPU).resolveSibling(name).toString();
        JsonObject plain = findings(example, "plain");
        JsonObject redacted = findings(example, "redacted", "--redact");
        for (String part : List.of("cpu", "account", "findings", "hotspots", "kernel", "notEvaluated")) {
            assertThat(redacted.get(part)).as(part).isEqualTo(plain.get(part));
        }
        assertThat(redacted.getAsJsonArray("findings")).isNotEmpty();
        assertThat(Files.readAllBytes(directory.resolve("redacted.patch")))
                .isEqualTo(Files.readAllBytes(directory.resolve("plain.patch"))).isNotEmpty();
    }

    private static JsonObject findings(String example, String name, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("analyze", example, "--source", Example.SOURCE, "--output",
                "json=FILE", "--fix", "--patch", directory.resolve(name + ".patch").toString(), "--force",
                "--unsafe-fixes"));
        words.addAll(List.of(more));
        Path file = written(name + ".json", words.toArray(String[]::new));
        JsonObject report = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        for (JsonElement finding : report.getAsJsonArray("findings")) {
            finding.getAsJsonObject().getAsJsonObject("facts").remove("path");
        }
        return report;
    }

    @Test
    void givesNamesAnotherPseudonymInEachFile() {
        TreeSet<String> names = new TreeSet<>();
        for (int i = 0; i < 2; i++) {
            Path file = written("names" + i, "export", recording.toString(), "--format", "profile", "--redact", "-o",
                    "FILE");
            names.add(Invocation.of("analyze", file.toString(), "--format", "json").out()
                    .replaceAll("(?s).*?(path-[a-z]+).*", "$1"));
        }
        assertThat(names).hasSize(2).allMatch(name -> name.startsWith("path-"));
    }

    @Test
    void refusesFormsThatNameThisMachine() {
        Invocation run = Invocation.of("analyze", recording.toString(), "--redact");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--redact has no effect on text reports");
    }

    /** Returns where secrets stand, also in what is compressed or in base64. */
    static List<String> secrets(byte[] bytes) throws IOException {
        List<String> found = new ArrayList<>();
        if (bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b) {
            return secrets(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes());
        }
        for (var charset : List.of(StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16LE)) {
            String text = new String(bytes, charset);
            for (String secret : List.of(SECRET, ADDRESS, System.getProperty("user.home"), directory.toString())) {
                int at = text.indexOf(secret);
                if (at >= 0) {
                    found.add(text.substring(Math.max(0, at - 60), Math.min(text.length(), at + 60)));
                }
            }
        }
        Matcher encoded = BASE64.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        while (encoded.find()) {
            try {
                byte[] inner = Base64.getDecoder().decode(encoded.group());
                found.addAll(secrets(inner));
            } catch (IllegalArgumentException | IOException e) {
                continue; // a long word, not base64
            }
        }
        return found;
    }

    @Test
    void leavesNoSecretInAStore() throws Exception {
        Path lake = Files.createDirectories(directory.resolve("lake/service=shop/version=1/host=" + SECRET + "-host"));
        Files.copy(recording, lake.resolve(SECRET + ".jfr"));
        Files.writeString(lake.resolve(SECRET + "-bad.jfr"), "no recording");
        Path store = directory.resolve("store");
        String[] collect = {"fleet", "collect", directory.resolve("lake").toString(), "--store", store.toString(), "--redact"};
        Invocation first = Invocation.of(collect);
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).contains("read 1 of 2 recordings").containsPattern("redacted, summed over recordings: .*paths");
        try (Stream<Path> files = Files.walk(store)) {
            List<Path> written = files.filter(Files::isRegularFile).toList();
            assertThat(written).hasSizeGreaterThan(4);
            for (Path file : written) {
                assertThat(secrets(Files.readAllBytes(file))).as(file.toString()).isEmpty();
                assertThat(file.toString()).doesNotContain(SECRET);
            }
        }
        assertThat(Files.readString(directory.resolve("store.names"))).contains(SECRET);

        Invocation again = Invocation.of(collect);
        assertThat(again.out()).as(again.err()).contains("read 0 of ");
        Invocation report = Invocation.of("fleet", "report", "--store", store.toString());
        assertThat(report.out()).as(report.err()).startsWith("1 recording, 1 service, 1 host, ").doesNotContain(SECRET);
        Files.delete(lake.resolve(SECRET + ".jfr"));
        assertThat(Invocation.of(collect).out()).contains("1 recording removed from the store");
        Invocation plain = Invocation.of("fleet", "collect", directory.resolve("lake").toString(), "--store", store.toString());
        assertThat(plain.code()).isEqualTo(2);
        assertThat(plain.err()).contains("the store is redacted: collect with --redact");
    }
}
