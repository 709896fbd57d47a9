package dev.perfhint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher with a Java that writes down what it is called with: odd names, checkouts of others, a disk that is full. */
@EnabledOnOs(OS.LINUX)
class LauncherTest {
    private static final int NOBODY = 65534;
    /** Notes each call, and writes an archive where it is told to; {@code FAIL} is the option on which it fails,
     * {@code FILL} has it write more than the disk takes. */
    private static final String JAVA = """
            #!/bin/bash
            printf '%s\\n' "$@" >> "$CALLS"
            echo -- >> "$CALLS"
            for argument in "$@"; do
                case $argument in
                    -XX:ArchiveClassesAtExit=*)
                        printf cut-off > "${argument#*=}"
                        [ -z "${FILL:-}" ] || head -c 200000000 /dev/zero > "${argument#*=}" || exit 1
                        ;;
                esac
                if [ "$argument" = "${FAIL:-}" ] || [ "${argument%%=*}" = "${FAIL:-}" ]; then exit 1; fi
            done
            """;

    @TempDir
    private Path directory;

    private Path home;
    private Path work;
    private Path calls;
    private Path app;

    private record Run(int code, String err, List<String> calls) {
        /** Returns the last call, which is perfhint's own; those before it train and check the archive. */
        String last() {
            return calls.get(calls.size() - 1);
        }
    }

    @BeforeEach
    void makeCheckout() throws IOException {
        makeCheckout(directory.resolve("checkout"));
        work = Files.createDirectory(directory.resolve("work"));
        calls = directory.resolve("calls");
    }

    private void makeCheckout(Path checkout) throws IOException {
        home = Files.createDirectories(checkout);
        app = Files.createDirectories(home.resolve("cli/target/app"));
        Files.createDirectories(app.resolve("lib"));
        Files.writeString(app.resolve("lib/perfhint.jar"), "");
        Files.writeString(app.resolve("stamp"), "");
        Files.copy(Path.of("../perfhint"), home.resolve("perfhint"), StandardCopyOption.REPLACE_EXISTING);
        Path java = Files.createDirectories(directory.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, JAVA);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    }

    private Run run(String failingOption, List<String> wrapper, String... arguments) throws Exception {
        Files.writeString(calls, "");
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of("bash", home.resolve("perfhint").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(work.toFile());
        Path err = directory.resolve("err");
        builder.redirectOutput(directory.resolve("out").toFile()).redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
        builder.environment().put("CALLS", calls.toString());
        builder.environment().put("FAIL", failingOption);
        Process process = builder.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        List<String> each = new ArrayList<>(List.of(Files.readString(calls).split("(?m)^--\n")));
        return new Run(process.exitValue(), Files.readString(err), each);
    }

    private Run run(String... arguments) throws Exception {
        return run("", List.of(), arguments);
    }

    private static void assumeRoot() throws IOException {
        assumeThat(Files.getAttribute(Path.of("/proc/self"), "unix:uid")).as("only root acts as another user").isEqualTo(0);
    }

    /** {@code perfhint hotspots *} beside such files: find took them for what it should do. */
    @Test
    void handsNoFileNameToFindAsAnExpression() throws Exception {
        List<String> names = List.of("!", "(", "-delete", "-exec", "-fprint", "a\nb.jfr", "a:b.jfr", "keep.jfr");
        for (String name : names) {
            Files.writeString(work.resolve(name), "FLR");
        }
        List<String> arguments = new ArrayList<>(List.of("hotspots"));
        arguments.addAll(names);
        Run run = run(arguments.toArray(new String[0]));
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(work.toFile().list()).containsExactlyInAnyOrderElementsOf(names);
        assertThat(run.last()).endsWith("hotspots\n" + String.join("\n", names) + "\n");
    }

    /** A file system of groups with a limit, as a container sees it, in place of the machine's. */
    private Run limitedTo(long megabytes, String options) throws Exception {
        assumeRoot();
        Path groups = Files.createDirectories(directory.resolve("groups"));
        Files.writeString(groups.resolve("memory.max"), (megabytes << 20) + "\n");
        Files.createDirectories(groups.resolve("memory"));
        Files.writeString(groups.resolve("memory/memory.limit_in_bytes"), (megabytes << 20) + "\n");
        return run("", List.of("unshare", "--mount", "bash", "-c",
                "mount --bind " + groups + " /sys/fs/cgroup && exec env PERFHINT_JAVA_OPTS=" + options + " \"$@\"", "-"),
                "hotspots");
    }

    @Test
    void takesAQuarterOfAContainersMemoryForTheHeap() throws Exception {
        Run run = limitedTo(3000, "");
        assertThat(run.err()).isEmpty();
        assertThat(run.last()).contains("-Xmx750m\n");
        assertThat(limitedTo(1000, "").last()).contains("-Xmx512m\n");
    }

    @Test
    void saysThatTheHeapIsSmallWhereAContainerAllowsNoLarger() throws Exception {
        Run run = limitedTo(600, "");
        assertThat(run.last()).contains("-Xmx420m\n");
        assertThat(run.err()).hasLineCount(1).startsWith("perfhint: warning: a heap of 420 MB, for there are 600 MB");
        Run chosen = limitedTo(600, "-Xmx550m");
        assertThat(chosen.err()).isEmpty();
        assertThat(chosen.last()).contains("-Xmx420m\n").containsPattern("(?s)-Xmx420m\n.*-Xmx550m\n");
    }

    @Test
    void saysInOneLineThatJavaRefusesAnOption() throws Exception {
        Run run = run("-Xnonsense", List.of("env", "PERFHINT_JAVA_OPTS=-Xnonsense"), "--version");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("perfhint: ").contains("PERFHINT_JAVA_OPTS=-Xnonsense");
    }

    /** A debugger that is waited for would be waited for twice. */
    @Test
    void startsAgentsOnce() throws Exception {
        Run run = run("", List.of("env", "PERFHINT_JAVA_OPTS=-agentlib:jdwp=transport=dt_socket,suspend=y"), "--version");
        assertThat(run.code()).isZero();
        assertThat(run.calls()).filteredOn(call -> call.contains("jdwp")).hasSize(1);
    }

    @Test
    void saysInOneLineThatTheCurrentDirectoryIsGone() throws Exception {
        Run run = run("", List.of("bash", "-c", "mkdir gone && cd gone && rmdir ../gone && exec \"$@\"", "-"),
                "--version");
        assertThat(run.code()).isEqualTo(2);
        // bash has its own to say before
        assertThat(run.err().lines()).last().asString().startsWith("perfhint: the current directory was removed");
    }

    @Test
    void refusesACheckoutWithAColonInItsName() throws Exception {
        makeCheckout(directory.resolve("a:b"));
        Run run = run("--version");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("has a colon in its name");
        assertThat(run.calls()).containsExactly("");
    }

    @Test
    void runsFromTheReleasesArchive() throws Exception {
        Files.move(app, home.resolve("app"));
        Run run = run("--version");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.last()).contains("-cp\n" + home.resolve("app/lib/perfhint.jar") + "\n", "-Dperfhint.launcher=" + home.resolve("perfhint"));
    }

    @Test
    void usesAnArchiveThatWasMadeAndVerified() throws Exception {
        assertThat(run("--version").last()).contains("-XX:SharedArchiveFile=" + app).doesNotContain("VerifySharedSpaces");
        Run second = run("--version");
        assertThat(second.calls()).hasSize(1);
        assertThat(second.last()).contains("-XX:SharedArchiveFile=" + app);
        assertThat(app.resolve("lib").toFile().list()).hasSize(1);
    }

    /** The training wrote a part of the archive and failed, as it does on a disk that is full. */
    @Test
    void neverUsesAHalfWrittenArchive() throws Exception {
        for (String failing : List.of("-XX:ArchiveClassesAtExit", "-XX:+VerifySharedSpaces")) {
            makeCheckoutAnew();
            for (int i = 0; i < 2; i++) {
                Run run = run(failing, List.of(), "--version");
                assertThat(run.code()).isZero();
                assertThat(run.err()).isEmpty();
                assertThat(run.last()).doesNotContain("-XX:SharedArchiveFile");
            }
            assertThat(app.toFile().list()).noneMatch(name -> name.matches(".*\\.jsa\\.\\d+.*"));
        }
    }

    /** A file system of its own that is mounted on a directory, with what the launcher needs in the application's. */
    private final class Mount implements AutoCloseable {
        private final Path at;

        Mount(Path at, String size) throws Exception {
            this.at = at;
            assumeRoot();
            assumeThat(call("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", at.toString()))
                    .as("root may not mount a file system here").isZero();
        }

        void makeReadOnly() throws Exception {
            assertThat(call("mount", "-o", "remount,ro", at.toString())).isZero();
        }

        private static int call(String... command) throws Exception {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start().waitFor();
        }

        @Override
        public void close() throws Exception {
            assertThat(call("umount", at.toString())).isZero();
        }
    }

    /** The disk has no room for an archive, or is full before the training has written it. */
    @Test
    void startsWithoutAnArchiveOnAFullDisk() throws Exception {
        for (String size : List.of("4m", "170m")) {
            try (Mount disk = new Mount(app, size)) {
                makeCheckout(home);
                for (int i = 0; i < 2; i++) {
                    Run run = run("", List.of("env", "FILL=1"), "--version");
                    assertThat(run.code()).isZero();
                    assertThat(run.err()).isEmpty();
                    assertThat(run.last()).doesNotContain("-XX:SharedArchiveFile").endsWith("--version\n");
                }
                assertThat(app.toFile().list()).noneMatch(name -> name.matches(".*\\.jsa\\.\\d+.*"));
            }
        }
    }

    /** Neither the checkout nor the user's home can be written in. */
    @Test
    void startsFromAReadOnlyHome() throws Exception {
        Path place = Files.createDirectory(directory.resolve("read-only"));
        try (Mount disk = new Mount(place, "4m")) {
            makeCheckout(place.resolve("checkout"));
            disk.makeReadOnly();
            Run run = run("", List.of("env", "HOME=" + place, "XDG_CACHE_HOME=", "XDG_STATE_HOME="), "--version");
            assertThat(run.err()).isEmpty();
            assertThat(run.code()).isZero();
            assertThat(run.last()).doesNotContain("-XX:SharedArchiveFile").endsWith("--version\n");
        }
    }

    private void makeCheckoutAnew() throws IOException {
        makeCheckout(Files.createTempDirectory(directory, "checkout"));
    }

    @Test
    void trainsNothingInACheckoutOfAnotherUser() throws Exception {
        assumeRoot();
        Files.setAttribute(app, "unix:uid", NOBODY);
        Path victim = Files.writeString(directory.resolve("victim"), "precious");
        Files.createSymbolicLink(app.resolve("training.log"), victim);
        Run run = run("--version");
        assertThat(run.code()).isZero();
        assertThat(run.calls()).hasSize(1);
        assertThat(run.last()).doesNotContain("-XX:SharedArchiveFile");
        assertThat(victim).hasContent("precious");
    }

    @Test
    void startsWithoutAnArchiveWhereItCannotWrite() throws Exception {
        assumeRoot();
        openToAll();
        Run run = run("", List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"), "--version");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.last()).doesNotContain("-XX:SharedArchiveFile").endsWith("--version\n");
    }

    @Test
    void saysInOneLineThatItCannotBuild() throws Exception {
        assumeRoot();
        openToAll();
        Files.delete(app.resolve("stamp"));
        Files.writeString(home.resolve("pom.xml"), "");
        Path javac = Files.writeString(directory.resolve("jdk/bin/javac"), "");
        Files.setPosixFilePermissions(javac, PosixFilePermissions.fromString("rwxr-xr-x"));
        Run run = run("", List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"), "--version");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("cannot write in " + home.resolve("cli/target"))
                .contains("build it as its owner");
    }

    private void openToAll() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(calls, "", StandardCharsets.UTF_8);
        Files.setPosixFilePermissions(calls, PosixFilePermissions.fromString("rw-rw-rw-"));
    }
}
