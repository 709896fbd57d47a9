package dev.perfhint.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tools that start programs: what they start is recorded, proven, cancelled, and ends with the client. */
@EnabledOnOs(OS.LINUX)
class AgentRunsTest {
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path root;

    @BeforeEach
    void writeProgram() throws Exception {
        Path source = root.resolve("src/app/Ledger.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, """
                package app;

                import java.io.DataInputStream;
                import java.io.FileInputStream;
                import java.io.FileOutputStream;
                import java.io.IOException;

                public class Ledger {
                    public static void main(String[] args) throws IOException {
                        int records = Integer.parseInt(args[0]);
                        try (FileOutputStream out = new FileOutputStream("ledger.dat")) {
                            for (int i = 0; i < records; i++) {
                                out.write(i);
                            }
                        }
                        long sum = 0;
                        try (DataInputStream in = new DataInputStream(new FileInputStream("ledger.dat"))) {
                            for (int i = 0; i < records; i++) {
                                sum += in.readByte();
                            }
                        }
                        System.out.println(sum);
                    }
                }
                """);
        Files.writeString(root.resolve("src/app/Sleeper.java"), """
                package app;

                public class Sleeper {
                    public static void main(String[] args) throws InterruptedException {
                        Thread.sleep(600_000);
                    }
                }
                """);
        Process javac = new ProcessBuilder(JAVA + "c", "-g", "-d", root.resolve("classes").toString(), source.toString(),
                root.resolve("src/app/Sleeper.java").toString()).inheritIO().start();
        assertThat(javac.waitFor()).isZero();
    }

    private static JsonObject content(JsonObject answer) {
        JsonObject result = answer.getAsJsonObject("result");
        assertThat(result.has("isError") && result.get("isError").getAsBoolean()).as(answer.toString()).isFalse();
        return result.getAsJsonObject("structuredContent");
    }

    /** From a program to a proven patch with tools alone. */
    @Test
    void recordsFindsMendsAndProves() throws Exception {
        try (LineClient client = new LineClient(root, "--allow-run")) {
            client.call(1, "record", "{\"command\":" + LineClient.list(JAVA, "-cp", "classes", "app.Ledger", "3000000") + "}");
            JsonObject recorded = content(client.answer(1));
            assertThat(recorded.get("exitCode").getAsInt()).isZero();
            assertThat(recorded.get("recording").getAsString()).isEqualTo(root.toRealPath().resolve("perfhint.jfr").toString());
            assertThat(client.seen.stream().filter(message -> message.toString().contains("notifications/progress")))
                    .isNotEmpty().allMatch(message -> message.toString().contains("\"progressToken\":\"p1\""));

            client.call(2, "analyze", "{\"recordings\":[\"perfhint.jfr\"],\"sources\":[\"src\"]}");
            List<JsonObject> findings = content(client.answer(2)).getAsJsonArray("findings").asList().stream()
                    .map(JsonElement::getAsJsonObject).toList();
            assertThat(findings.stream().map(finding -> finding.get("rule").getAsString() + " " + finding.get("fix").getAsString()))
                    .containsExactlyInAnyOrder("unbuffered-file-write safe", "unbuffered-file-read safe");

            assertThat(findings).allSatisfy(finding -> assertThat(finding.get("fixPaths").toString()).contains("/app/Ledger.java"));

            client.call(3, "patch", "{\"recordings\":[\"perfhint.jfr\"],\"sources\":[\"src\"]}");
            JsonObject written = content(client.answer(3));
            assertThat(written.get("written").getAsBoolean()).isTrue();
            assertThat(written.has("changedSinceTheRecording")).isFalse();

            Path source = root.resolve("src/app/Ledger.java");
            Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
            client.call(5, "patch", "{\"recordings\":[\"perfhint.jfr\"],\"sources\":[\"src\"],\"output\":\"stale.patch\"}");
            JsonObject stale = content(client.answer(5));
            assertThat(stale.get("changedSinceTheRecording").toString()).contains(source.toRealPath().toString());
            assertThat(stale.get("next").getAsString()).startsWith("the sources changed since the recording");

            client.call(4, "verify", "{\"patch\":\"perfhint.patch\",\"build\":\"" + JAVA + "c -d classes src/app/Ledger.java\","
                    + "\"run\":\"" + JAVA + " -cp classes app.Ledger 200000\",\"outputs\":[\"ledger.dat\"]}");
            JsonObject proven = content(client.answer(4));
            assertThat(proven.get("better").getAsBoolean()).as(proven.toString()).isTrue();
            assertThat(proven.get("result").toString()).contains("system calls");
            assertThat(proven.get("said").toString()).contains("apply with: git -C " + root.toRealPath().resolve("src") + " apply "
                    + root.toRealPath().resolve("perfhint.patch"));
        }
    }

    @Test
    void fixesInOneStep() throws Exception {
        try (LineClient client = new LineClient(root, "--allow-run")) {
            client.call(1, "fix", "{\"command\":" + LineClient.list(JAVA, "-cp", "classes", "app.Ledger", "1000000") + ",\"runs\":1,\"build\":\""
                    + JAVA + "c -d classes src/app/Ledger.java\"}");
            JsonObject fixed = content(client.answer(1));
            assertThat(fixed.get("written").getAsBoolean()).as(fixed.toString()).isTrue();
            assertThat(Files.readString(root.resolve("perfhint.patch"))).contains("new BufferedOutputStream(").contains("new BufferedInputStream(");
        }
    }

    @Test
    void saysWhatAProgramPrintedThatFailed() throws Exception {
        try (LineClient client = new LineClient(root, "--allow-run")) {
            client.call(1, "record", "{\"command\":" + LineClient.list(JAVA, "-cp", "classes", "app.Ledger", "many") + ",\"observe\":false}");
            JsonObject failed = content(client.answer(1));
            assertThat(failed.get("errors").toString()).contains("NumberFormatException");
            assertThat(failed.get("next").getAsString()).startsWith("the program failed (exit code 1)");
            assertThat(failed.get("said").toString()).contains("perfhint.jfr").doesNotContain("next: perfhint").doesNotContain("--no-observe");
        }
    }

    @Test
    void endsWhatIsCancelledWithoutAnAnswer() throws Exception {
        try (LineClient client = new LineClient(root, "--allow-run")) {
            client.call(1, "record", "{\"command\":" + LineClient.list(JAVA, "-cp", "classes", "app.Sleeper", root) + "}");
            client.next(message -> message.toString().contains("notifications/progress"));
            ProcessHandle sleeper = sleeper();
            client.line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1,\"reason\":\"no longer wanted\"}}");
            sleeper.onExit().join();
            client.request(2, "ping", "{}");
            client.answer(2);
            assertThat(client.seen).noneMatch(message -> message.has("id") && message.get("id").getAsInt() == 1);
        }
    }

    @Test
    void endsWhatRunsWhenTheClientIsGone() throws Exception {
        LineClient client = new LineClient(root, "--allow-run");
        client.call(1, "record", "{\"command\":" + LineClient.list(JAVA, "-cp", "classes", "app.Sleeper", root) + "}");
        client.next(message -> message.toString().contains("notifications/progress"));
        ProcessHandle sleeper = sleeper();
        client.close();
        sleeper.onExit().join();
        assertThat(client.process.waitFor()).isNotNull();
    }

    /** Returns the recorded program, once it runs. */
    private ProcessHandle sleeper() throws InterruptedException {
        while (true) {
            List<ProcessHandle> found = ProcessHandle.allProcesses().filter(this::isSleeper).toList();
            if (!found.isEmpty()) {
                return found.get(0);
            }
            Thread.sleep(50);
        }
    }

    private boolean isSleeper(ProcessHandle process) {
        try {
            String[] words = Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1).split("\0");
            return List.of(words).contains("app.Sleeper") && words[words.length - 1].equals(root.toString())
                    && !List.of(words).contains("record");
        } catch (IOException ended) {
            return false;
        }
    }

    @Test
    void refusesCommandsAndProcessesOutsideOfTheRoots() throws Exception {
        try (LineClient client = new LineClient(root, "--allow-run")) {
            List<String> hostile = List.of(
                    "{\"command\":[\"true\"],\"directory\":\"/tmp\"}", "{\"command\":[\"true\"],\"output\":\"/tmp/x.jfr\"}",
                    "{\"pid\":" + ProcessHandle.current().pid() + ",\"seconds\":1}", "{\"pid\":1,\"seconds\":1}",
                    "{\"command\":[\"--help\"]}", "{\"pid\":1,\"command\":[\"true\"]}", "{}", "{\"command\":[\"true\"],\"purpose\":\"x\"}",
                    "{\"command\":[\"true\"],\"output\":\"src\"}");
            for (int i = 0; i < hostile.size(); i++) {
                client.call(i + 1, "record", hostile.get(i));
                assertThat(client.answer(i + 1).getAsJsonObject("result").get("isError").getAsBoolean()).as(hostile.get(i)).isTrue();
            }
        }
        try (Stream<Path> files = Files.list(root)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("src", "classes");
        }
    }

    @Test
    void answersLinesThatAreNoMessagesAndGoesOn() throws Exception {
        try (LineClient client = new LineClient(root)) {
            for (String line : List.of("no json", "{}", "[]", "{\"jsonrpc\":\"2.0\"}", "{\"a\":" + "[".repeat(100_000))) {
                client.line(line);
                assertThat(client.next(message -> message.has("error")).getAsJsonObject("error").get("code").getAsInt()).isEqualTo(-32_700);
            }
            client.request(6, "tools/call", "{\"name\":\"analyze\",\"arguments\":{\"" + "x".repeat(100_000) + "\":1}}");
            assertThat(client.answer(6).getAsJsonObject("error").get("code").getAsInt()).isEqualTo(-32_700);
            client.line("");
            client.request(7, "ping", "{}");
            assertThat(client.answer(7).has("result")).isTrue();
        }
    }
}
