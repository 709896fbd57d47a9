package dev.perfhint.cli.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.Recording;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Records real JVMs. Skipped, with the reason, where the machine does not allow what a test needs. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "looks at /proc")
class RecorderTest {
    private static final String PROGRAM = """
            public class Spin {
                public static void main(String[] args) throws Exception {
                    System.out.println("ready");
                    java.io.File file = java.io.File.createTempFile("spin", ".dat");
                    try (var out = new java.io.FileOutputStream(file)) {
                        long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000;
                        while (System.nanoTime() < end) {
                            out.write(1);
                        }
                    }
                    file.delete();
                    System.exit(Integer.parseInt(args[1]));
                }
            }
            """;
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    @TempDir
    private static Path program;

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

    @BeforeAll
    static void writeProgram() throws Exception {
        Files.writeString(program.resolve("Spin.java"), PROGRAM);
        Process javac = new ProcessBuilder(JAVA.resolveSibling("javac").toString(), "Spin.java").directory(program.toFile()).start();
        assertThat(javac.waitFor()).isZero();
    }

    @Test
    void passesTheCommandsExitCodeOn() throws Exception {
        assumeTrue(ProfilerLibrary.exists(), "async-profiler does not run on this platform");
        assertThat(record(Optional.of(Engine.CTIMER), command("300", "7"))).isEqualTo(7);
        assertThat(recorded().engine()).isEqualTo("ctimer");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void recordsKernelFramesWherePerfEventsAreAllowed() throws Exception {
        assumeTrue(ProfilerLibrary.exists(), "async-profiler does not run on this platform");
        boolean allowed = Doctor.examine().stream().anyMatch(check -> check.ok() && check.text().startsWith("perf_events:"));
        assumeTrue(allowed, "perf_events with kernel frames are not permitted here");
        assertThat(record(Optional.empty(), command("1500", "0"))).isZero();
        assertThat(recorded().evidence()).isEqualTo(Evidence.KERNEL_FRAMES);
    }

    @Test
    void recordsOnWithTimersWhereThreadsSwitchAllTheTime() throws Exception {
        boolean allowed = Doctor.examine().stream().anyMatch(check -> check.ok() && check.text().startsWith("perf_events:"));
        assumeTrue(allowed, "perf_events with kernel frames are not permitted here");
        // ends when the later part of the recording is clearly the longer one, which takes longer on a busy machine
        Files.writeString(program.resolve("Pong.java"), """
                import java.nio.file.*;
                public class Pong {
                    public static void main(String[] args) throws Exception {
                        var to = new java.util.concurrent.Semaphore(0);
                        var back = new java.util.concurrent.Semaphore(0);
                        Thread thread = new Thread(() -> {
                            while (true) {
                                to.acquireUninterruptibly();
                                back.release();
                            }
                        });
                        thread.setDaemon(true);
                        thread.start();
                        long start = System.nanoTime();
                        long end = start + 60_000_000_000L;
                        boolean changed = false;
                        for (int i = 0; System.nanoTime() < end; i++) {
                            to.release();
                            back.acquireUninterruptibly();
                            if (!changed && i % 1000 == 0) {
                                try (var files = Files.walk(Path.of(args[0]), 2)) {
                                    changed = files.anyMatch(file -> file.toString().endsWith("-ctimer.jfr"));
                                }
                                end = changed ? System.nanoTime() + (System.nanoTime() - start) * 2 : end;
                            }
                        }
                    }
                }
                """);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, program.resolve("Pong.java").toString())).isZero();
        assertThat(record(Optional.empty(), List.of(JAVA.toString(), "-cp", program.toString(), "Pong", directory.toString())))
                .isZero();
        assertThat(recorded().engine()).isEqualTo("ctimer");
        assertThat(recorded().kernel()).isPresent();
        assertThat(Recordings.read(List.of(directory.resolve("out.jfr")), ReadOptions.DEFAULTS).counts().gauge(Gauge.WHOLE_RUN))
                .as("a run of which a part was dropped").isEmpty();
        assertThat(messages.toString(StandardCharsets.UTF_8)).contains("recorded with ctimer").contains("--engine perf to insist")
                .doesNotContain("no kernel frames").doesNotContain("record again");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void keepsTheKernelsTimeOfTheProcess() throws Exception {
        assertThat(record(Optional.of(Engine.JFR), command("1500", "0"))).isZero();
        assertThat(recorded().kernel().orElseThrow().systemNanos()).isGreaterThan(100_000_000L);
    }

    @Test
    void leavesOutWhatOtherProcessesOfTheProgramUsed() throws Exception {
        Files.writeString(program.resolve("Kids.java"), """
                public class Kids {
                    public static void main(String[] args) throws Exception {
                        String busy = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; cat /proc/$$/stat";
                        Process shell = new ProcessBuilder("sh", "-c", busy).redirectErrorStream(true).start();
                        String[] fields = new String(shell.getInputStream().readAllBytes()).split(" ");
                        shell.waitFor();
                        Thread.sleep(600);
                        String own = java.nio.file.Files.readString(java.nio.file.Path.of("/proc/self/stat"));
                        String[] self = own.substring(own.lastIndexOf(')') + 2).split(" ");
                        long ticks = Long.parseLong(self[11]) + Long.parseLong(self[12]);
                        java.nio.file.Files.writeString(java.nio.file.Path.of(args[0]), ticks + " " + fields[13]);
                    }
                }
                """);
        Path ticks = directory.resolve("ticks");
        ProcessStats before = ProcessStats.ofEndedChildren().orElseThrow();
        assertThat(record(Optional.of(Engine.JFR),
                List.of(JAVA.toString(), program.resolve("Kids.java").toString(), ticks.toString()))).isZero();
        String[] counted = Files.readString(ticks).split(" ");
        long ownMillis = Long.parseLong(counted[0]) * 10;
        long childMillis = Long.parseLong(counted[1]) * 10;
        long recordedMillis = recorded().kernel().orElseThrow().nanos() / 1_000_000;
        assertThat(childMillis).isPositive();
        // what the JVM uses to end comes on top; the child's time does not
        assertThat(recordedMillis).isGreaterThanOrEqualTo(ownMillis);
        assertThat(ProcessStats.ofEndedChildren().orElseThrow().since(before).cpuMillis())
                .isGreaterThanOrEqualTo(recordedMillis + childMillis);
    }

    @Test
    void choosesTheEngineThatTheMachineAllows() throws Exception {
        MachineLimits open = new MachineLimits(OptionalInt.of(1), OptionalInt.of(0), false, false, false);
        MachineLimits closed = new MachineLimits(OptionalInt.of(2), OptionalInt.of(0), false, false, false);
        assertThat(new EngineChoice(open, true, true).first()).isEqualTo(Engine.PERF);
        assertThat(new EngineChoice(closed, true, true).first()).isEqualTo(Engine.CTIMER);
        assertThat(new EngineChoice(closed, true, true).description(false)).contains("perf_event_paranoid is 2");
        assertThat(new EngineChoice(open, false, true).first()).isEqualTo(Engine.JFR);
        assertThat(new EngineChoice(open, true, true).description(true)).isEqualTo("ctimer (perf_event_open is refused)");
        ProcessStats some = new ProcessStats(900, 100, 7_000);
        assertThat(new EngineChoice(open, true, true).tooManySwitches(some)).isEmpty();
        assertThat(new EngineChoice(open, true, false).tooManySwitches(some)).contains(7_000L);
        assertThat(new EngineChoice(open, true, false).tooManySwitches(new ProcessStats(50, 0, 7_000))).isEmpty();
        Path devices = Files.createDirectories(directory.resolve("devices"));
        Files.createDirectory(devices.resolve("software"));
        assertThat(EngineChoice.hasCounters(devices)).isFalse();
        Files.createDirectory(devices.resolve("armv8_pmuv3_0"));
        assertThat(EngineChoice.hasCounters(devices)).isTrue();
    }

    @Test
    void recordsWithFlightRecorderAlone() throws Exception {
        assertThat(record(Optional.of(Engine.JFR), command("1500", "3"))).isEqualTo(3);
        assertThat(recorded().engine()).isEqualTo("jfr");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void keepsTheRecordingOfEachJvmOfACommand() throws Exception {
        assumeTrue(ProfilerLibrary.exists(), "async-profiler does not run on this platform");
        String java = JAVA + " -cp " + program + " Spin ";
        record(Optional.of(Engine.CTIMER), List.of("sh", "-c", java + "200 0; " + java + "900 0"));
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .hasSize(2)
                    .contains("out.jfr")
                    .anyMatch(name -> name.matches("out-\\d+\\.jfr"));
        }
    }

    @Test
    void writesToAPathThatProfilersCannotParse() throws Exception {
        assumeTrue(ProfilerLibrary.exists(), "async-profiler does not run on this platform");
        Path odd = Files.createDirectory(directory.resolve("a b,c %p")).resolve("x,y.jfr");
        run(new RecordOptions(odd, Optional.empty(), Optional.of(Engine.CTIMER), Optional.of(RecordOptions.CALM_INTERVAL),
                OptionalLong.empty(), command("200", "0")));
        assertThat(odd).isNotEmptyFile();
    }

    @Test
    void countsDownAndLeavesNoProfilerBehind() throws Exception {
        assumeTrue(ProfilerLibrary.exists(), "async-profiler does not run on this platform");
        Process target = new ProcessBuilder(command("600000", "0")).start();
        try {
            assertThat(target.inputReader().readLine()).isEqualTo("ready");
            List<String> threads = threads(target.pid());
            Path output = directory.resolve("out.jfr");
            int code = new Recorder(new RecordOptions(output, Optional.of(Duration.ofSeconds(1)), Optional.of(Engine.CTIMER),
                    Optional.of(RecordOptions.CALM_INTERVAL), OptionalLong.of(target.pid()), List.of()), stream(), true).run();
            assertThat(code).isZero();
            assertThat(recorded().samples()).isPositive();
            assertThat(messages.toString(StandardCharsets.UTF_8))
                    .contains("perfhint: recording " + target.pid() + " for 1.0 s, a sample every 10 ms of CPU\n")
                    .contains("\r\u001b[Kperfhint: 1 s left\r\u001b[K")
                    .containsPattern("out.jfr: [\\d.]+ s, \\d+ CPU samples, one every [\\d.]+ ms, engine ctimer");
            assertThat(leftovers()).isEmpty();
            // The JVM starts threads of its own whenever it likes: compilers, cleaners, the attach listener.
            assertThat(threads(target.pid())).filteredOn(name -> !threads.contains(name))
                    .noneMatch(name -> name.contains("rofiler"));
        } finally {
            target.destroy();
        }
    }

    /** The profiler's own limit ends the recording while perfhint is held up: what it wrote is kept. */
    @Test
    void keepsARecordingThatHasEndedByItself() throws Exception {
        Process target = new ProcessBuilder(command("600000", "0")).start();
        try {
            assertThat(target.inputReader().readLine()).isEqualTo("ready");
            for (Engine engine : ProfilerLibrary.exists() ? List.of(Engine.JFR, Engine.CTIMER) : List.of(Engine.JFR)) {
                Workspace workspace = Workspace.create(directory.resolve("out.jfr"), java.util.Optional.empty());
                ProfilerSession session = new ProfilerSession(TargetProcess.of(target.pid()), engine, workspace);
                session.start(new RecordOptions(workspace.output(), Optional.of(Duration.ofMillis(1)), Optional.of(engine),
                        Optional.of(RecordOptions.CALM_INTERVAL), OptionalLong.of(target.pid()), List.of()));
                Path file = workspace.directory().resolve(target.pid() + ".jfr");
                long end = System.nanoTime() + 30_000_000_000L;
                long length = -1;
                // the limit is the duration and two seconds; the file is complete once it grows no more
                while (System.nanoTime() < end && (file.toFile().length() == 0 || length != file.toFile().length())) {
                    length = file.toFile().length();
                    Thread.sleep(1500);
                }
                session.stop();
                assertThat(workspace.collect()).hasSize(1);
                workspace.delete();
                assertThat(recorded().samples()).as(engine.toString()).isPositive();
            }
        } finally {
            target.destroy();
        }
    }

    @Test
    void findsTheReasonInWhatJcmdSays() {
        assertThat(Attach.reason("4711:\nCould not find perfhint.\n\nUse JFR.check without options to see list.\n"))
                .isEqualTo("Could not find perfhint.");
        assertThat(Attach.reason("com.sun.tools.attach.AttachNotSupportedException: no such process\n\tat a.b(C.java:1)\n"))
                .isEqualTo("com.sun.tools.attach.AttachNotSupportedException: no such process");
        assertThat(Attach.reason("4711:\n")).isEqualTo("no answer");
    }

    @Test
    void leavesAProcessAloneThatIsNoJvm() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "60").start();
        try {
            assertThatThrownBy(() -> TargetProcess.of(sleep.pid())).hasMessageContaining("is not a JVM");
            assertThat(sleep.isAlive()).isTrue();
        } finally {
            sleep.destroyForcibly();
        }
        sleep.waitFor();
        assertThatThrownBy(() -> TargetProcess.of(sleep.pid())).hasMessageContaining("no such process");
    }

    @Test
    void namesAJvmThatCannotBeAttached() throws Exception {
        List<String> command = new java.util.ArrayList<>(command("600000", "0"));
        command.add(1, "-XX:+DisableAttachMechanism");
        Process target = new ProcessBuilder(command).start();
        try {
            assertThat(target.inputReader().readLine()).isEqualTo("ready");
            assertThatThrownBy(() -> TargetProcess.of(target.pid())).hasMessageContaining("-XX:+DisableAttachMechanism");
        } finally {
            target.destroy();
        }
    }

    @Test
    void namesWhatCannotBeStartedOrWritten() {
        assertThatThrownBy(() -> record(Optional.of(Engine.JFR), List.of("perfhint-no-such-command")))
                .isInstanceOf(RecordException.class)
                .hasMessageStartingWith("perfhint-no-such-command: cannot be started: no such file or directory");
        assertThatThrownBy(() -> Workspace.create(directory.resolve("none/out.jfr"), java.util.Optional.empty()))
                .hasMessageContaining("there is no directory");
        assertThatThrownBy(() -> Workspace.create(directory, java.util.Optional.empty())).hasMessageContaining("is a directory");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void saysThatACommandStartedNoJvm() throws Exception {
        assertThat(record(Optional.of(Engine.JFR), List.of("sh", "-c", "exit 4"))).isEqualTo(4);
        assertThat(messages.toString(StandardCharsets.UTF_8)).contains("it started no JVM");
    }

    @Test
    void findsDistortionInTheNumbers() {
        ProcessStats switching = new ProcessStats(9_000, 1_000, 400_000);
        assertThat(LoadWatch.distortions(switching, "perf_events", 10_000_000_000L))
                .singleElement().asString().startsWith("high context-switch rate (40,000 per CPU second)");
        assertThat(LoadWatch.distortions(switching, "ctimer", 10_000_000_000L)).isEmpty();
        assertThat(LoadWatch.distortions(new ProcessStats(9_000, 1_000, 100), "perf_events", 2_000_000_000L))
                .singleElement().asString().contains("2.0 of 10.0 CPU seconds sampled");
        assertThat(LoadWatch.distortions(new ProcessStats(800, 100, 400_000), "perf_events", 0)).isEmpty();
    }

    private static List<String> command(String millis, String exitCode) {
        return List.of(JAVA.toString(), "-cp", program.toString(), "Spin", millis, exitCode);
    }

    private int record(Optional<Engine> engine, List<String> command) {
        return run(new RecordOptions(directory.resolve("out.jfr"), Optional.empty(), engine, Optional.of(RecordOptions.CALM_INTERVAL),
                OptionalLong.empty(), command));
    }

    private int run(RecordOptions options) {
        return new Recorder(options, stream(), false).run();
    }

    private PrintStream stream() {
        return new PrintStream(messages, true, StandardCharsets.UTF_8);
    }

    private Recording recorded() throws Exception {
        return Recordings.read(List.of(directory.resolve("out.jfr")), ReadOptions.DEFAULTS).recordings().get(0);
    }

    private List<Path> leftovers() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(".")).toList();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<String> threads(long pid) throws Exception {
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return tasks.map(task -> {
                try {
                    return Files.readString(task.resolve("comm")).trim();
                } catch (java.io.IOException e) {
                    return "";
                }
            }).filter(name -> !name.isEmpty()).toList();
        }
    }
}
