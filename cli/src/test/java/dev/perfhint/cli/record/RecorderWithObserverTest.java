package dev.perfhint.cli.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.perfhint.cli.record.jvm.JavaImage;
import dev.perfhint.cli.verify.AgentOfTests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javax.tools.ToolProvider;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Records JVMs with the agent in them, and reads with the JDK what was appended. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "looks at /proc")
class RecorderWithObserverTest {
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private static Path program;

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

    @BeforeAll
    static void compile() throws IOException {
        AgentOfTests.use();
        Path source = Files.writeString(program.resolve("Writes.java"), """
                public class Writes {
                    public static void main(String[] args) throws Exception {
                        try (var out = new java.io.FileOutputStream(args[0])) {
                            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                                out.write(i);
                            }
                        }
                        Thread.sleep(Long.parseLong(args[2]));
                    }
                }
                """);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString())).isZero();
    }

    @Test
    void keepsWhatACommandsStreamsDid() throws IOException {
        assumeTrue(ProfilerLibrary.exists(), "async-profiler does not run on this platform");
        assertThat(record(options(command(20_000, 0), true))).isZero();
        assertThat(observed()).contains("\tfile-out\t").contains("\twrite\t20000\t20000\t0\t1:20000\n");
        assertThat(messages.toString(StandardCharsets.UTF_8)).contains("perfhint: observed 20,0");
        assertThat(events("perfhint.ProcessTime")).hasSize(1);
    }

    @Test
    void keepsNothingWhereItIsRefused() throws IOException {
        assumeTrue(ProfilerLibrary.exists(), "async-profiler does not run on this platform");
        assertThat(record(options(command(20_000, 0), false))).isZero();
        assertThat(events("perfhint.Observation")).isEmpty();
        assertThat(messages.toString(StandardCharsets.UTF_8)).doesNotContain("observed");
    }

    @Test
    void observesTheJvmOfAToolThatDoesSomethingAndNoOther() throws IOException {
        assumeTrue(ProfilerLibrary.exists(), "async-profiler does not run on this platform");
        String both = String.join(" ", command(3, 0)) + " && " + String.join(" ", command(20_000, 0));
        assertThat(record(options(List.of("sh", "-c", both), true))).isZero();
        String observed = observed();
        assertThat(observed).contains("\twrite\t20000\t20000\t0\t1:20000\n");
        assertThat(observed.split("perfhint-observed\t1\n")).hasSize(2);
    }

    @Test
    void saysInOneLineWhereItDoesNotFit() throws IOException {
        assumeTrue(ProfilerLibrary.exists(), "async-profiler does not run on this platform");
        assumeTrue(Runtime.version().feature() < 24, "security managers were removed in JDK 24");
        List<String> command = new ArrayList<>(command(20_000, 0));
        command.add(1, "-Djava.security.manager=allow");
        assertThat(record(options(command, true))).isZero();
        assertThat(messages.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("perfhint: streams are not observed: the program has a security manager\n");
        assertThat(events("perfhint.Observation")).isEmpty();
    }

    @Test
    void observesARunningJvmForAWhile() throws Exception {
        Process process = new ProcessBuilder(JAVA, "-XX:+EnableDynamicAgentLoading", "-cp", program.toString(), "Writes",
                directory.resolve("data").toString(), "2000000000", "0").redirectErrorStream(true).start();
        try {
            while (!Files.exists(directory.resolve("data"))) {
                Thread.sleep(50);
            }
            RecordOptions options = new RecordOptions(directory.resolve("run.jfr"), Optional.of(Duration.ofSeconds(6)),
                    Optional.of(Engine.CTIMER), Optional.of(RecordOptions.CALM_INTERVAL), OptionalLong.of(process.pid()), List.of(),
                    RecordOptions.Purpose.CPU, List.of(), false, Optional.of(Duration.ofSeconds(1)), false);
            assertThat(record(options)).isZero();
            assertThat(observed()).contains("\tfile-out\t0\t\n").contains("/data\t1\n");
        } finally {
            process.destroy();
        }
    }

    @Test
    void knowsImagesThatStartNoAgent() {
        assertThat(new JavaImage(directory, "JAVA_VERSION=\"17.0.1\"\nMODULES=\"java.base java.logging\"\n").loadsAgents()).isFalse();
        assertThat(new JavaImage(directory, "JAVA_VERSION=\"17.0.1\"\nMODULES=\"java.base java.instrument\"\n").loadsAgents()).isTrue();
        JavaImage eight = new JavaImage(directory, "JAVA_VERSION=\"1.8.0_402\"\n");
        assertThat(eight.loadsAgents()).isTrue();
        assertThat(eight.release()).hasValue(8);
    }

    private List<String> command(int calls, int millis) {
        return List.of(JAVA, "-cp", program.toString(), "Writes", directory.resolve("data").toString(), "" + calls, "" + millis);
    }

    private RecordOptions options(List<String> command, boolean observed) {
        return new RecordOptions(directory.resolve("run.jfr"), Optional.empty(), Optional.of(Engine.CTIMER),
                Optional.of(RecordOptions.CALM_INTERVAL), OptionalLong.empty(), command, RecordOptions.Purpose.CPU, List.of(),
                observed, Optional.empty(), false);
    }

    private int record(RecordOptions options) {
        return new Recorder(options, new PrintStream(messages, true, StandardCharsets.UTF_8), false).run();
    }

    private String observed() throws IOException {
        StringBuilder text = new StringBuilder();
        events("perfhint.Observation").forEach(event -> text.append(event.getString("text")));
        return text.toString();
    }

    private List<RecordedEvent> events(String type) throws IOException {
        return RecordingFile.readAllEvents(directory.resolve("run.jfr")).stream()
                .filter(event -> event.getEventType().getName().equals(type)).toList();
    }
}
