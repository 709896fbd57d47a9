package dev.perfhint.cli.command.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Invocation;
import dev.perfhint.cli.command.Main;
import dev.perfhint.cli.command.Signals;
import dev.perfhint.cli.verify.AgentOfTests;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code perfhint fix} from a program to a verified patch, on programs that are compiled and run. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "counts come from /proc/PID/io")
class FixCommandTest {
    private static final Path EXAMPLE = Path.of("../fixtures/worked-example").toAbsolutePath().normalize();
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path directory;

    @BeforeEach
    void useTheAgent() {
        AgentOfTests.use();
    }

    @Test
    void writesAVerifiedPatchOfTheWorkedExample() throws Exception {
        copy(EXAMPLE, directory, "app", "lib", "build.sh");
        shell("PATH=" + Path.of(JAVA).getParent() + ":$PATH ./build.sh out && mkdir data");
        List<String> before = listing();
        Invocation run = fix("--runs", "2", "--", JAVA, "-jar", "out/export.jar", "data", "6000");
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).startsWith("2 of 2 fixes verified: ")
                .containsPattern("fix 1 +app/src/org/example/export/ExtOutputStream.java:13 .*verified: ")
                .containsPattern("fix 2 +app/src/org/example/export/Export.java:20 .*verified: ")
                .contains("identical in all runs: exit code, standard output, standard error, data/ledger.dat, data/report.txt\n")
                .contains("perfhint.patch: 2 fixes in 2 files; apply with: git -C ");
        assertThat(run.err()).contains("1 run recorded by a profiler, 1 observed (the calls of each stream are counted), then 2 without"
                + " and 2 with the fixes", "perfhint: not isolated: ");
        List<String> after = listing();
        assertThat(after).containsAll(before).hasSize(before.size() + 1).anyMatch(name -> name.endsWith("/perfhint.patch"));
        shell(run.out().lines().filter(line -> line.contains("apply with: ")).findFirst().orElseThrow()
                .replaceFirst(".*apply with: ", ""));
        assertThat(directory.resolve("app/src/org/example/export/ExtOutputStream.java")).content()
                .contains("new BufferedOutputStream(new FileOutputStream(fileName))");
    }

    @Test
    void appliesWhatPassesAndLeavesAProgramWithoutFixesAlone() throws Exception {
        copy(EXAMPLE, directory, "app", "lib", "build.sh");
        shell("PATH=" + Path.of(JAVA).getParent() + ":$PATH ./build.sh out && mkdir data");
        String[] command = {"--runs", "1", "--apply", "--", JAVA, "-cp", "out:lib/textformat-1.0.jar",
            "org.example.export.Export", "data", "6000"};
        Invocation run = fix(command);
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).contains("applied 2 fixes in 2 files\n");
        assertThat(directory.resolve("perfhint.patch")).doesNotExist();
        shell("PATH=" + Path.of(JAVA).getParent() + ":$PATH ./build.sh out");
        Invocation again = fix(command);
        assertThat(again.code()).as(again.err() + again.out()).isZero();
        assertThat(again.out()).startsWith("no fix to try: ");
    }

    /** Its one fix writes a file that no run repeats; most of its cost has no fix. */
    @Test
    void callsNoFixVerifiedWhoseFilesWereNotCompared() throws Exception {
        Files.writeString(directory.resolve("Main.java"), """
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        long used = 0;
                        for (int i = 0; i < 40000; i++) {
                            used += setting();
                        }
                        draw(new java.util.Random(), new File(args[0], "noise"));
                        System.out.println(used);
                    }
                    static int setting() throws IOException {
                        try (FileInputStream in = new FileInputStream("setting")) {
                            return in.read();
                        }
                    }
                    static void draw(java.util.Random random, File file) throws IOException {
                        try (OutputStream out = new FileOutputStream(file)) {
                            for (int i = 0; i < 300000; i++) {
                                out.write(random.nextInt());
                            }
                        }
                    }
                }
                """);
        Files.writeString(directory.resolve("setting"), "7");
        shell("PATH=" + Path.of(JAVA).getParent() + ":$PATH; javac -g -d app Main.java && mkdir data");
        String source = Files.readString(directory.resolve("Main.java"));
        Invocation run = fix("--runs", "2", "--apply", "--", JAVA, "-cp", "app", "Main", "data");
        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(1);
        assertThat(run.out()).startsWith("0 of 1 fix verified, 1 file not compared; with 1 that only ran: ")
                .contains("        ran; what it writes differs in each run and was not compared\n",
                        "not compared, differs without the patch: data/noise; compared by length alone: 1 file\n",
                        "not applied: fix 1: what it writes differs in each run and was not compared\n")
                .containsPattern("not fixed: Main.java:\\d+, [\\d.]+ % of CPU time \\[open-per-use\\]: perfhint run -- COMMAND shows it\n");
        assertThat(directory.resolve("Main.java")).content().isEqualTo(source);
    }

    @Test
    void saysWhatShowsAServerUnderItsLoad() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Files.writeString(directory.resolve("Main.java"), """
                import java.io.*;
                import java.net.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        if (args.length > 1) {
                            try (Socket server = new Socket("localhost", Integer.parseInt(args[0]))) {
                                server.getOutputStream().write(new byte[60000]);
                                server.shutdownOutput();
                                server.getInputStream().read();
                            }
                            return;
                        }
                        try (ServerSocket listening = new ServerSocket(Integer.parseInt(args[0]))) {
                            while (true) {
                                try (Socket client = listening.accept()) {
                                    serve(client);
                                }
                            }
                        }
                    }
                    static void serve(Socket client) throws IOException {
                        InputStream in = new BufferedInputStream(client.getInputStream());
                        int sum = 0;
                        for (int c; (c = in.read()) >= 0; ) {
                            sum += c + setting();
                        }
                        client.getOutputStream().write(sum);
                    }
                    static int setting() throws IOException {
                        try (FileInputStream in = new FileInputStream("setting")) {
                            return in.read();
                        }
                    }
                }
                """);
        Files.writeString(directory.resolve("setting"), "7");
        shell("PATH=" + Path.of(JAVA).getParent() + ":$PATH; javac -g -d app Main.java");
        Invocation run = fix("--runs", "1", "--load", JAVA + " -cp app Main " + port + " load", "--", JAVA, "-cp", "app", "Main", "" + port);
        assertThat(run.out()).as(run.err())
                .isEqualTo("no fix to try: the findings have none that edits; perfhint run -d 30s PID, while its load runs, shows them\n");
    }

    @Test
    void leavesWhatOnlyRanOutOfThePatch() throws Exception {
        Files.writeString(directory.resolve("Main.java"), """
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        draw(new java.util.Random(), new File(args[0], "noise"));
                        count(new File(args[0], "steady"));
                    }
                    static void draw(java.util.Random random, File noise) throws IOException {
                        try (OutputStream out = new FileOutputStream(noise)) {
                            for (int i = 0; i < 300000; i++) {
                                out.write(random.nextInt());
                            }
                        }
                    }
                    static void count(File steady) throws IOException {
                        try (OutputStream out = new FileOutputStream(steady)) {
                            for (int i = 0; i < 300000; i++) {
                                out.write(i);
                            }
                        }
                    }
                }
                """);
        shell("PATH=" + Path.of(JAVA).getParent() + ":$PATH; javac -g -d app Main.java && mkdir data");
        Invocation run = fix("--runs", "2", "--", JAVA, "-cp", "app", "Main", "data");
        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(1);
        assertThat(run.out()).startsWith("1 of 2 fixes verified, 1 file not compared; with 1 that only ran: ")
                .containsPattern("not in a patch: fix \\d: what it writes differs in each run and was not compared\n")
                .contains("perfhint.patch: 1 fix in 1 file; apply with: ");
        assertThat(directory.resolve("perfhint.patch")).content()
                .containsPattern("# .*: in these runs, not in this patch; what it writes differs in each run")
                .contains("new BufferedOutputStream(new FileOutputStream(steady))")
                .doesNotContain("new BufferedOutputStream(new FileOutputStream(noise))");
    }

    /** The file that the fix is about is gone at the end of each run; what was read of it is compared. */
    @Test
    void verifiesAFixOfATemporaryFileWhereAStreamDiffers() throws Exception {
        Files.writeString(directory.resolve("Main.java"), """
                import java.io.*;
                import java.nio.file.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        File part = File.createTempFile("part", ".bin", new File(args[0]));
                        count(part);
                        System.out.println(java.util.Arrays.hashCode(Files.readAllBytes(part.toPath())));
                        System.err.println("gone: " + part);
                        part.delete();
                    }
                    static void count(File part) throws IOException {
                        try (OutputStream out = new FileOutputStream(part)) {
                            for (int i = 0; i < 300000; i++) {
                                out.write(i);
                            }
                        }
                    }
                }
                """);
        shell("PATH=" + Path.of(JAVA).getParent() + ":$PATH; javac -g -d app Main.java && mkdir data");
        Invocation run = fix("--runs", "2", "--", JAVA, "-cp", "app", "Main", "data");
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).startsWith("1 of 1 fix verified, 1 output not compared: ")
                .contains("identical in all runs: exit code, standard output\n",
                        "not compared, differs without the patch: standard error\n");
    }

    /** The application uses the library as a jar with its sources beside it. */
    @Test
    void writesThePatchedJarOfALibrary() throws Exception {
        library();
        String[] command = {JAVA, "-cp", "app:lib/stamps-1.2.jar", "Main"};
        List<String> arguments = new ArrayList<>(List.of("--runs", "2", "--"));
        arguments.addAll(List.of(command));
        Invocation run = fix(arguments.toArray(String[]::new));
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).containsPattern("fix 1 +stamps-1.2/stamps/Book.java:6 .*verified: ")
                .contains("perfhint-patched-stamps-1.2.jar: 1 class; used with: ", "license: EPL-2.0");
        assertThat(directory.resolve("perfhint-patched-stamps-1.2.patch")).content().contains("--- a/stamps/Book.java");
        assertThat(directory.resolve("perfhint-patched-stamps-1.2.md")).content()
                .contains("Measured in an application that uses stamps-1.2 (license: EPL-2.0)", "write system calls", "```diff");
        String use = run.out().lines().filter(line -> line.contains("used with: ")).findFirst().orElseThrow()
                .replaceFirst(".*used with: ", "");
        assertThat(use).contains("perfhint-patched-stamps-1.2.jar:app");
        assertThat(writes(use)).isLessThan(300);
        assertThat(writes(String.join(" ", command))).isGreaterThan(200_000);
        // what it says of a signed library, or of java -jar
        assertThat(writes("JAVA_TOOL_OPTIONS=-javaagent:" + AgentOfTests.jar() + "=patch=perfhint-patched-stamps-1.2.jar "
                + String.join(" ", command))).isLessThan(300);
    }

    private void library() throws Exception {
        Files.createDirectories(directory.resolve("library/stamps"));
        Files.createDirectories(directory.resolve("lib"));
        Files.writeString(directory.resolve("library/stamps/Book.java"), """
                package stamps;
                import java.io.*;
                public class Book {
                    private Book() {}
                    public static void write(File file, int pages) throws IOException {
                        try (OutputStream out = new FileOutputStream(file)) {
                            for (int i = 0; i < pages; i++) {
                                out.write(i);
                            }
                        }
                    }
                }
                """);
        Files.writeString(directory.resolve("Main.java"), """
                public class Main {
                    public static void main(String[] args) throws Exception {
                        stamps.Book.write(new java.io.File("book"), 300000);
                    }
                }
                """);
        Files.writeString(directory.resolve("manifest"), "Bundle-License: EPL-2.0\n");
        shell("PATH=" + Path.of(JAVA).getParent() + ":$PATH; javac -g -d classes library/stamps/Book.java"
                + " && jar cfm lib/stamps-1.2.jar manifest -C classes . && jar cf lib/stamps-1.2-sources.jar -C library ."
                + " && javac -g -cp classes -d app Main.java && rm -r library classes");
    }

    /** Returns the write calls of a shell command, counted by the kernel. */
    private long writes(String command) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "(" + command + ") > /dev/null 2>&1; grep syscw /proc/$$/io")
                .directory(directory.toFile()).start();
        String output = new String(shell.getInputStream().readAllBytes());
        assertThat(shell.waitFor()).isZero();
        return Long.parseLong(output.replaceAll("\\D+", ""));
    }

    @Test
    void removesItsCopiesOnCtrlC() throws Exception {
        Files.writeString(directory.resolve("Main.java"), """
                public class Main {
                    public static void main(String[] args) throws Exception {
                        new java.io.File(args[0]).createNewFile();
                        Thread.sleep(60_000);
                    }
                }
                """);
        shell("PATH=" + Path.of(JAVA).getParent() + ":$PATH; javac -g -d app Main.java");
        Path temporary = Files.createDirectories(directory.resolve("elsewhere"));
        Path started = directory.resolve("started");
        Process process = new ProcessBuilder(JAVA, "-Djava.io.tmpdir=" + temporary, "-Dperfhint.observer=" + AgentOfTests.jar(),
                "-cp", System.getProperty("java.class.path"), Main.class.getName(), "fix", "--", JAVA, "-cp",
                directory.resolve("app").toString(), "Main", started.toString())
                .directory(Files.createDirectories(directory.resolve("work")).toFile()).redirectErrorStream(true)
                .redirectOutput(directory.resolve("said").toFile()).start();
        for (int i = 0; i < 1200 && process.isAlive() && !Files.exists(started); i++) {
            Thread.sleep(50);
        }
        if (Signals.areIgnored(process, "INT")) {
            process.destroyForcibly();
            Assumptions.abort("INT is ignored here, as in a background job");
        }
        new ProcessBuilder("kill", "-INT", "" + process.pid()).start().waitFor();
        assertThat(process.waitFor()).isEqualTo(130);
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(file -> file.getFileName().toString().startsWith("perfhint-verify"))).isEmpty();
        }
    }

    @Test
    void namesWhatCannotBeRecorded() {
        Invocation run = fix("--", "sh", "-c", "exit 0");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).endsWith("perfhint: sh: left no recording: it starts no JVM, or one that does not take"
                + " JAVA_TOOL_OPTIONS\n");
        Invocation fails = fix("--", "sh", "-c", "echo broken >&2; exit 4");
        assertThat(fails.code()).isEqualTo(2);
        assertThat(fails.err()).contains("broken\n", "the unpatched program fails (exit code 4)");
        assertThat(fix("--tree", "elsewhere", "--", "true").err()).contains("--tree elsewhere: is not this directory");
    }

    private Invocation fix(String... arguments) {
        List<String> all = new ArrayList<>(List.of("fix"));
        all.addAll(List.of(arguments));
        return Invocation.with(Map.of(), Map.of("user.dir", directory.toString()), all.toArray(String[]::new));
    }

    private List<String> listing() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.map(Path::toString).sorted().toList();
        }
    }

    private void shell(String line) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", line).directory(directory.toFile()).redirectErrorStream(true).start();
        String output = new String(shell.getInputStream().readAllBytes());
        assertThat(shell.waitFor()).as(output).isZero();
    }

    private static void copy(Path from, Path to, String... names) throws IOException {
        for (String name : names) {
            try (Stream<Path> files = Files.walk(from.resolve(name))) {
                for (Path file : files.toList()) {
                    Files.copy(file, to.resolve(from.relativize(file)));
                }
            }
        }
    }
}
