package dev.perfhint.cli.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.perfhint.cli.verify.AgentOfTests;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A JVM in mount, process and user namespaces of its own, whose /tmp is not ours, recorded from outside. */
@EnabledOnOs(OS.LINUX)
class ContainerTest {
    private static final String HIDES_TMP = "mount --make-rprivate / && mount -t tmpfs tmpfs /mnt && cp -r \"$1\" /mnt/app"
            + " && chmod -R a+rX /mnt/app && mount -t tmpfs tmpfs /tmp && chmod 1777 /tmp && cd / && shift && exec \"$@\"";

    @TempDir
    private Path directory;

    private Optional<Process> started = Optional.empty();
    private String asNobody = "";

    @BeforeEach
    void needsNamespaces() throws Exception {
        assumeThat(Files.getAttribute(Path.of("/proc/self"), "unix:uid")).as("only root makes namespaces").isEqualTo(0);
        assumeThat(new ProcessBuilder("unshare", "--mount", "--pid", "--user", "--map-root-user", "--fork", "mount", "-t", "tmpfs",
                "tmpfs", "/mnt").start().waitFor()).as("unshare and mount are permitted").isZero();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path source = Files.writeString(directory.resolve("Busy.java"), "class Busy { public static void main(String[] a) throws Exception {"
                + " for (;;) { new java.io.File(\"/\").length();"
                + " try (var in = new java.io.FileInputStream(\"/mnt/app/Busy.java\")) { in.read(); } } } }");
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString())).isZero();
    }

    @AfterEach
    void end() throws InterruptedException {
        if (started.isPresent()) {
            started.get().descendants().forEach(ProcessHandle::destroyForcibly);
            started.get().destroyForcibly().waitFor();
        }
    }

    /** Starts a JVM and returns its id here, once it has loaded its library. */
    private long start(String namespaces, String before) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String command = "unshare --mount --pid --mount-proc " + namespaces + " --fork sh -c '" + HIDES_TMP.replace("exec \"$@\"", before + " exec \"$@\"") + "' - "
                + directory + " $AS " + java + " -XX:+UseSerialGC -cp /mnt/app Busy";
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "exec " + command.replace("$AS ", asNobody))
                .redirectErrorStream(true).redirectOutput(directory.resolve("out").toFile());
        started = Optional.of(builder.start());
        for (int i = 0; i < 300; i++) {
            Optional<ProcessHandle> jvm = started.get().descendants().filter(each -> isJvm(each.pid())).findFirst();
            if (jvm.isPresent()) {
                return jvm.get().pid();
            }
            Thread.sleep(100);
        }
        throw new AssertionError(Files.readString(directory.resolve("out")));
    }

    private static boolean isJvm(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "maps")).contains("libjvm.so")
                    && TargetProcess.of(pid).isAlive();
        } catch (IOException | RecordException starting) {
            return starting.getMessage().contains("mount a tmpfs");
        }
    }

    @ParameterizedTest
    @CsvSource({"'', false, CTIMER", "'', true, CTIMER", "'', false, JFR", "'', true, JFR", "--user --map-root-user, false, CTIMER",
        "--user --map-root-user, false, JFR"})
    void recordsAJvmInNamespacesOfItsOwn(String namespaces, boolean nobody, Engine engine) throws Exception {
        asNobody = nobody ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "";
        long pid = start(namespaces, "");
        if (nobody) {
            // what a JVM of root left that had the same id in the container
            String inside = Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                    .filter(line -> line.startsWith("NSpid:")).findFirst().orElseThrow().replaceFirst(".*\\s", "");
            Path socket = Path.of("/proc", Long.toString(pid), "root/tmp/.java_pid" + inside);
            ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket)).close();
        }
        Path output = directory.resolve("out.jfr");
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = new Recorder(new RecordOptions(output, Optional.of(Duration.ofSeconds(2)), Optional.of(engine),
                Optional.empty(), OptionalLong.of(pid), List.of()), new PrintStream(err, true), false).run();
        assertThat(code).as(err.toString()).isZero();
        assertThat(err.toString()).contains("CPU samples").doesNotContain(" 0 CPU samples");
        assertThat(Files.getAttribute(output, "unix:uid", LinkOption.NOFOLLOW_LINKS)).isEqualTo(0);
        try (Stream<Path> left = Files.list(Path.of("/proc", Long.toString(pid), "root/tmp"))) {
            assertThat(left.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith(".perfhint"));
        }
    }

    /** The agent's jar goes in, and what it saw comes out, as the library and the recording do. */
    @ParameterizedTest
    @CsvSource({"'', false", "'', true", "--user --map-root-user, false"})
    void observesAJvmInNamespacesOfItsOwn(String namespaces, boolean nobody) throws Exception {
        AgentOfTests.use();
        asNobody = nobody ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "";
        long pid = start(namespaces, "");
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Path output = directory.resolve("observed.jfr");
        int code = new Recorder(new RecordOptions(output, Optional.of(Duration.ofSeconds(6)), Optional.of(Engine.CTIMER),
                Optional.of(RecordOptions.CALM_INTERVAL), OptionalLong.of(pid), List.of(), RecordOptions.Purpose.CPU, List.of(), false,
                Optional.of(Duration.ofSeconds(1)), false), new PrintStream(err, true), false).run();
        assertThat(code).as(err.toString()).isZero();
        assertThat(Recordings.read(List.of(output), ReadOptions.DEFAULTS).observed().streams().values()).as(err.toString())
                .anyMatch(life -> life.paths().containsKey("/mnt/app/Busy.java") && life.operation("read").calls() > 0);
        try (Stream<Path> left = Files.list(Path.of("/proc", Long.toString(pid), "root/tmp"))) {
            assertThat(left.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith(".perfhint"));
        }
    }

    @Test
    void saysWhatToMountWhereNothingCanBeWritten() throws Exception {
        long readOnly = start("", "mount -o remount,ro /tmp;");
        assertThatThrownBy(() -> TargetProcess.of(readOnly)).hasMessage(readOnly + ": its /tmp cannot be written, where a JVM answers tools:"
                + " mount a tmpfs there (Kubernetes: an emptyDir at /tmp)");
    }

    /** Root writes nowhere that a link of the container leads to. */
    @Test
    void followsNoLinkOfTheContainer() throws Exception {
        Path victim = Files.createDirectory(directory.resolve("victim"));
        long linked = start("", "mount -o remount,noexec /tmp && mount -t tmpfs tmpfs /var && ln -s " + victim + " /var/tmp;");
        Path temporary = Container.of(linked).orElseThrow().temporary();
        assertThat(temporary).startsWith(Path.of("/proc", Long.toString(linked), "root"));
        assertThat(Container.inside(temporary)).isIn(Path.of("/dev/shm"), Path.of("/run"), Path.of("/var"), Path.of("/mnt"));
        assertThat(Container.inside(Path.of("/proc/self/status"))).isEqualTo(Path.of("/proc/self/status"));
    }
}
