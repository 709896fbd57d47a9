package dev.perfhint.cli.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.perfhint.cli.record.jvm.AttachSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Root records the JVM of a user who would like root's files to be read, written or given away. */
@EnabledOnOs(OS.LINUX)
class OtherUserTest {
    private static final int NOBODY = 65534;
    private static final OtherUser USER = new OtherUser(NOBODY, NOBODY);

    @TempDir
    private Path directory;

    @BeforeEach
    void needsRoot() throws IOException {
        assumeThat(Files.getAttribute(Path.of("/proc/self"), "unix:uid")).as("only root records other users").isEqualTo(0);
        assumeThat(Path.of("/usr/bin/setpriv")).as("of util-linux").isExecutable();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void asUser(Path where, String script) throws Exception {
        OtherUser.Answer answer = USER.run(new byte[0], "sh", "-c", "cd \"$1\" && " + script, "-", where.toString());
        assertThat(answer.code()).as(answer.text()).isZero();
    }

    private static List<Path> leftInTheTemporaryDirectory() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith(".perfhint-")).toList();
        }
    }

    private static int owner(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    @Test
    void worksUnderTheUsersId() throws Exception {
        Path folder = USER.makeDirectory();
        try {
            assertThat(owner(folder)).isEqualTo(NOBODY);
            assertThat(owner(USER.write(folder.resolve("file"), "text".getBytes(StandardCharsets.UTF_8)))).isEqualTo(NOBODY);
            assertThat(USER.text(folder.resolve("file"))).isEqualTo("text");
            assertThat(USER.run(new byte[0], "id", "-G").text()).isEqualTo(Integer.toString(NOBODY));
            assertThat(USER.run(new byte[0], "env").text()).doesNotContain("HOME=").doesNotContain("USER=");
        } finally {
            USER.remove(folder, List.of(folder.resolve("file")));
        }
        assertThat(folder).doesNotExist();
    }

    @Test
    void writesThroughNoLink() throws Exception {
        Path victim = Files.writeString(directory.resolve("victim"), "precious");
        Path open = Files.writeString(directory.resolve("open"), "precious");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-rw-rw-"));
        Path folder = USER.makeDirectory();
        asUser(folder, "ln -s " + victim + " a && ln -s " + open + " b");
        for (String name : List.of("a", "b")) {
            assertThatThrownBy(() -> USER.write(folder.resolve(name), new byte[] {1})).isInstanceOf(IOException.class);
        }
        USER.remove(folder, List.of(folder.resolve("a"), folder.resolve("b")));
        assertThat(victim).hasContent("precious");
        assertThat(open).hasContent("precious");
    }

    @Test
    void takesNothingButARegularFileOfTheUser() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "secret");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Path folder = USER.makeDirectory();
        asUser(folder, "ln -s " + secret + " link; ln -s /etc/passwd readable; mkfifo pipe; ln -s /dev/zero zero;"
                + " echo x > one; ln one two; echo good > good");
        Files.createLink(folder.resolve("hard"), secret);
        for (String name : List.of("link", "readable", "pipe", "zero", "one", "hard", "missing")) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            assertThat(USER.copy(folder.resolve(name), out, 1_000)).as(name).isZero();
            assertThat(out.size()).isZero();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(USER.copy(folder.resolve("good"), out, 1_000)).isEqualTo(5);
        assertThat(out).hasToString("good\n");
        assertThatThrownBy(() -> USER.copy(folder.resolve("good"), new ByteArrayOutputStream(), 4))
                .hasMessageStartingWith("the recording is larger than");
        asUser(folder, "rm -f link readable pipe zero one two hard good; cd / && rmdir \"$1\"");
        assertThat(secret).hasContent("secret");
    }

    @Test
    void recordsAJvmOfAnotherUser() throws Exception {
        Path source = Files.writeString(directory.resolve("Busy.java"), "class Busy { public static void main(String[] a) throws Exception {"
                + " for (;;) { for (int i = 0; i < 10_000; i++) { new java.io.File(\"/\").length(); } } } }");
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", directory.toString(), source.toString())).isZero();
        List<Path> before = leftInTheTemporaryDirectory();
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process target = new ProcessBuilder("/usr/bin/setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--",
                        java.toString(), "-XX:+UseSerialGC", "-cp", directory.toString(), "Busy")
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start();
        Path socket = Path.of("/tmp", ".java_pid" + target.pid());
        try {
            for (Engine engine : List.of(Engine.CTIMER, Engine.JFR)) {
                // what a JVM of root left that had the same process id and was killed
                Files.deleteIfExists(socket);
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket)).close();
                assertThat(owner(socket)).isZero();
                Path output = directory.resolve(engine + ".jfr");
                ByteArrayOutputStream err = new ByteArrayOutputStream();
                int code = record(target.pid(), engine, output, err);
                assertThat(code).as(err.toString()).isZero();
                assertThat(owner(output)).isZero();
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(output))).isEqualTo("rw-------");
                assertThat(err.toString()).contains("CPU samples").doesNotContain(" 0 CPU samples");
            }
            assertThat(leftInTheTemporaryDirectory()).isEqualTo(before);
        } finally {
            target.destroy();
            target.waitFor();
        }
        assertThat(socket).doesNotExist();
    }

    /** Root removes nothing at the place of an attach socket but a socket at which no process listens. */
    @Test
    void removesDeadSocketsOnly() throws Exception {
        Process target = new ProcessBuilder("/usr/bin/setpriv", "--reuid=" + NOBODY, "--clear-groups", "sleep", "600").start();
        Path socket = Path.of("/tmp", ".java_pid" + target.pid());
        String refusal = target.pid() + ": " + socket + " is in the way of its attach socket and is another user's: remove it as root ";
        try {
            while (owner(Path.of("/proc", Long.toString(target.pid()))) != NOBODY) {
                Thread.sleep(10);
            }
            assertThat(AttachSocket.clear(target.pid())).isEmpty();
            try (ServerSocketChannel live = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                live.bind(UnixDomainSocketAddress.of(socket));
                assertThat(AttachSocket.clear(target.pid())).contains(refusal + "(a process that shares this /tmp answers there)");
                assertThat(socket).exists();
            }
            Files.move(socket, directory.resolve("dead"));
            Files.createSymbolicLink(socket, directory.resolve("dead"));
            assertThat(AttachSocket.clear(target.pid())).contains(refusal + "(it is no socket)");
            assertThat(directory.resolve("dead")).exists();
            Files.delete(socket);
            Files.writeString(socket, "text");
            assertThat(AttachSocket.clear(target.pid())).contains(refusal + "(it is no socket)");
            Files.move(directory.resolve("dead"), socket, StandardCopyOption.REPLACE_EXISTING);
            assertThat(AttachSocket.clear(target.pid())).isEmpty();
            assertThat(socket).doesNotExist();
        } finally {
            target.destroy();
            Files.deleteIfExists(socket);
        }
    }

    /** A JVM that has only just started does not let tools attach yet. */
    private static int record(long pid, Engine engine, Path output, ByteArrayOutputStream err) throws Exception {
        for (int attempt = 0; ; attempt++) {
            try {
                return new Recorder(new RecordOptions(output, Optional.of(Duration.ofSeconds(2)), Optional.of(engine),
                                Optional.of(RecordOptions.CALM_INTERVAL), OptionalLong.of(pid), List.of()), new PrintStream(err, true), false)
                        .run();
            } catch (RecordException starting) {
                if (attempt == 100 || !starting.getMessage().contains("is starting") && !starting.getMessage().contains("is not a JVM")) {
                    throw starting;
                }
                Thread.sleep(100);
            }
        }
    }
}
