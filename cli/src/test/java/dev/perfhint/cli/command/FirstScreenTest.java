package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What analyze prints by default, on recordings with sources; each golden file was read against the long report. */
class FirstScreenTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path GOLDEN = Path.of("src/test/resources/first-screen");

    @ParameterizedTest
    @CsvSource({
        "worked-example, fixtures/worked-example/recordings/cpu.jfr, fixtures/worked-example/app",
        "library, fixtures/worked-example/recordings/cpu.jfr, fixtures/worked-example/library",
        "sockets, fixtures/recordings/rules/partial-socket-writes/positives-17.jfr.gz, fixtures/programs/partial-socket-writes/positives",
        "busy-server, fixtures/recordings/server/busy.jfr.gz, fixtures/recordings/server",
        "idle-server, fixtures/recordings/server/idle.jfr.gz, fixtures/recordings/server",
        "delayed-acknowledgement, fixtures/recordings/server/writes.jfr.gz, bench/waiting",
        "waiting, fixtures/recordings/events/ledger.jfr.gz, fixtures/recordings/events",
        "no-system-time, fixtures/recordings/async-profiler-4.6/cpu-compute.jfr, fixtures/recordings/src",
        "many, fixtures/recordings/rules/unbuffered-file-read/positives-17.jfr.gz, fixtures/programs/unbuffered-file-read/positives",
    })
    void fitsOneScreen(String name, String recording, String source) throws IOException {
        String printed = of(recording, source, "--color", "never");
        Golden.check(FirstScreenTest.class, GOLDEN.resolve(name + ".txt"), printed);
        assertThat(printed.lines()).hasSizeLessThanOrEqualTo(30);
    }

    /** Much system time and no finding: the line of causes has the reason. */
    @Test
    void saysWhyTheLargestCauseHasNoFinding(@TempDir Path directory) throws IOException {
        String loop = "java;start_thread;io/netty/channel/nio/NioEventLoop:.run_[j]";
        String write = ";io/netty/channel/nio/AbstractNioByteChannel:.doWrite_[j];sun/nio/ch/SocketChannelImpl:.write_[j];"
                + "sun/nio/ch/FileDispatcherImpl:.write0_[j];write;system_call_fastpath_[k];sys_write_[k];tcp_sendmsg_[k] 300\n";
        String read = ";io/netty/channel/nio/AbstractNioByteChannel$NioByteUnsafe:.read_[j];sun/nio/ch/SocketChannelImpl:.read_[j];"
                + "sun/nio/ch/FileDispatcherImpl:.read0_[j];read;system_call_fastpath_[k];sys_read_[k];tcp_recvmsg_[k] 60\n";
        Path file = Files.writeString(directory.resolve("netty.txt"), loop + write + loop + read + loop + " 600\n");
        Invocation run = Invocation.of("analyze", file.toString(), "--no-project");
        assertThat(run.out()).contains("; no findings\n").contains("\nsystem time by cause: socket-write 83 % (messages sent through"
                + " Netty's event loop: the samples do not show whether an answer takes several calls), socket-read 17 %  (--account lists all)\n");
    }

    @ParameterizedTest
    @CsvSource({"80", "120", "200"})
    void keepsToTheTerminal(int columns) throws IOException {
        Invocation run = Invocation.with(Map.of(), Map.of("user.dir", ROOT.toString(), "perfhint.stdout.columns", "" + columns),
                "analyze", ROOT.resolve("fixtures/recordings/rules/unbuffered-file-read/positives-17.jfr.gz").toString(), "--source",
                ROOT.resolve("fixtures/programs/unbuffered-file-read/positives").toString(), "--color", "never");
        List<String> lines = run.out().lines().toList();
        assertThat(lines).filteredOn(line -> line.matches("\\s*\\d* \\| .*")).hasSizeGreaterThan(6)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
        int mark = lines.indexOf(lines.stream().filter(line -> line.contains("^^^")).findFirst().orElseThrow());
        int column = lines.get(mark).indexOf('^');
        assertThat(lines.get(mark - 1).substring(column)).startsWith("new FileInputStream(fil");
    }

    @Test
    void linksPlacesWhereTheTerminalDoes() {
        String[] args = {"analyze", Example.CPU, "--source", Example.SOURCE};
        Map<String, String> terminal = Map.of("user.dir", ROOT.toString(), "perfhint.stdout.columns", "100");
        String place = "fixtures/worked-example/app/src/org/example/export/ExtOutputStream.java:13:18:";
        String url = ROOT + "/fixtures/worked-example/app/src/org/example/export/ExtOutputStream.java";
        assertThat(Invocation.with(Map.of("VTE_VERSION", "7600"), terminal, args).out())
                .contains("\u001b]8;;file://" + url + "\u001b\\" + place + "\u001b]8;;\u001b\\");
        assertThat(Invocation.with(Map.of("TERM_PROGRAM", "vscode"), terminal, args).out())
                .contains("\u001b]8;;vscode://file" + url + ":13:18\u001b\\");
        assertThat(Invocation.with(Map.of(), terminal, args).out()).contains(place).doesNotContain("\u001b]8");
        assertThat(Invocation.with(Map.of("VTE_VERSION", "7600"), Map.of("user.dir", ROOT.toString()), args).out())
                .contains(place).doesNotContain("\u001b");
    }

    @Test
    void printsOneLinePerFindingIfQuiet() {
        String recording = "fixtures/worked-example/recordings/cpu.jfr";
        String quiet = of(recording, "fixtures/worked-example/app", "--quiet");
        assertThat(quiet.lines()).hasSize(3).first().asString().startsWith("Export: 2 changes would save about ");
        assertThat(quiet.lines().skip(1)).first().asString()
                .endsWith("costs one system call per byte, 61 % of all CPU time (kernel) [unbuffered-file-write]");
    }

    @Test
    void addsTheWholeAccount() {
        String recording = "fixtures/worked-example/recordings/cpu.jfr";
        String plain = of(recording, "fixtures/worked-example/app");
        assertThat(of(recording, "fixtures/worked-example/app", "--account")).contains("\nsystem CPU by cause\n  83.6 %")
                .startsWith(plain.substring(0, plain.indexOf("next:")));
    }

    @Test
    void namesFilesAbsolutelyOnRequest() {
        String recording = "fixtures/worked-example/recordings/cpu.jfr";
        assertThat(Invocation.with(Map.of(), Map.of("user.dir", ROOT.toString()), "analyze", "--absolute-paths",
                ROOT.resolve(recording).toString(), "--source", ROOT.resolve("fixtures/worked-example/app").toString()).out())
                .contains("\n" + ROOT + "/fixtures/worked-example/app/src/org/example/export/ExtOutputStream.java:13:18: high: ");
    }

    private static String of(String recording, String source, String... more) {
        String[] args = new String[more.length + 4];
        args[0] = "analyze";
        args[1] = ROOT.resolve(recording).toString();
        args[2] = "--source";
        args[3] = ROOT.resolve(source).toString();
        System.arraycopy(more, 0, args, 4, more.length);
        Invocation run = Invocation.with(Map.of(), Map.of("user.dir", ROOT.toString()), args);
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().replace(ROOT + "/", "");
    }
}
