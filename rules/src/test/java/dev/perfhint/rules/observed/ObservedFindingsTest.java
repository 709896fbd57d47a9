package dev.perfhint.rules.observed;

import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.report;
import static dev.perfhint.rules.Reports.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.model.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was observed is said as it is, and decides what samples alone leave open. */
class ObservedFindingsTest {
    private static final String[] MODEL_WRITER = {
        "time 2600000000 stacks ",
        "frame 1 java.io.FileOutputStream write F.java 300 4", "frame 2 app.Model row Model.java 12 7",
        "frame 3 java.io.FileOutputStream <init> F.java 99 1", "frame 4 app.Model open Model.java 53 9",
        "frame 5 java.io.FileOutputStream close F.java 400 1", "frame 6 app.Model close Model.java 85 2",
        "stack 1 1,2", "stack 2 3,4", "stack 3 5,6",
        "site 1 file-out 2 write", "life 1 5 5 0 0 0", "op 1 write 350070 3500700 0 4:350070", "op 1 close 5 0 0 ",
        "op 1 flush 5 0 0 ", "turn 1 write flush 5", "turn 1 flush close 5", "call 1 write 1 350070 3500700",
        "close 1 3 5"};

    @Test
    void saysHowManyCallsABufferLeaves() {
        // without the observation such a write may be of any size
        assertThat(report(Stacks.kernel("app.Model.row:12;" + ARRAY_WRITE + " 600")).findings()).singleElement()
                .matches(faint -> faint.message().endsWith("of unknown size"));
        Finding finding = only(Stacks.kernel("app.Model.row:12;" + ARRAY_WRITE + " 600", "app.Main.compute:20 400")
                .observed(MODEL_WRITER));
        assertThat(finding.rule()).isEqualTo("unbuffered-file-write");
        assertThat(finding.message()).isEqualTo("350,070 writes of 10 bytes on 5 streams: a buffer makes them 430");
        SeenStreams seen = finding.seen().orElseThrow();
        assertThat(seen.lines()).containsExactly(
                "all 5 closed in Model.close:85, no other access seen, no write failed (1 run, 2.6 s)",
                "70,014 writes before each flush (5 times)");
        assertThat(finding.created()).hasValueSatisfying(created -> assertThat(created.line()).isEqualTo(53));
    }

    @Test
    void sizesTheWritesOfEachMessage() {
        String write = "java.net.Socket$SocketOutputStream.write:1045;sun.nio.ch.NioSocketImpl.write;"
                + "sun.nio.ch.SocketDispatcher.write0;__libc_write;" + KERNEL + "__x64_sys_write_[k];sock_write_iter_[k]";
        Finding finding = only(Stacks.kernel("app.Main.send:12;" + write + " 600", "app.Main.compute:20 400")
                .observed(life("socket", "write 30000 300000 0 1:20000,5:10000", "turn 1 write flush 10000",
                        "unit 1 W1\\sW1\\sW28\\sF 10000")));
        assertThat(finding.rule()).isEqualTo("partial-socket-writes");
        assertThat(finding.message())
                .isEqualTo("30,000 writes of 1, 1 and 28 bytes on 1 socket: a buffer makes them 10,000");
        assertThat(finding.savingCpuShare().orElseThrow().high()).isBetween(0.35, 0.5);
    }

    /** Two rules know the pieces of a message by their sizes; one buffer takes both. */
    @Test
    void joinsTheCallsOfOneStreamThatOneRepairRemoves() {
        String write = "java.net.Socket$SocketOutputStream.write:1045;sun.nio.ch.NioSocketImpl.write;"
                + "sun.nio.ch.SocketDispatcher.write0;__libc_write;" + KERNEL + "__x64_sys_write_[k];sock_write_iter_[k]";
        Finding finding = only(Stacks.kernel("app.Main.send:12;" + write + " 500", "app.Main.send:13;" + write + " 300",
                "app.Main.compute:20 400").observed("time 2600000000 stacks ",
                "frame 1 java.net.Socket$SocketOutputStream write F.java 1045 4", "frame 2 app.Main send Main.java 12 7",
                "frame 3 app.Main send Main.java 13 9", "stack 1 1,2", "stack 2 1,3", "site 1 socket 1 ",
                "life 1 1 1 0 0 0", "op 1 write 40000 610000 0 1:10000,5:30000", "op 1 flush 10000 0 0 ",
                "turn 1 write flush 10000", "unit 1 W20\\sW20\\sW20\\sW1\\sF 10000",
                "call 1 write 1 30000 600000", "call 1 write 2 10000 10000"));
        assertThat(finding.rule()).isEqualTo("partial-socket-writes");
        assertThat(finding.message()).startsWith("40,000 writes of ").endsWith(" on 1 socket: a buffer makes them 10,000");
        assertThat(finding.samples()).isEqualTo(800);
    }

    @Test
    void leavesARequestThatIsAnswered() {
        String write = "java.net.Socket$SocketOutputStream.write:1045;sun.nio.ch.NioSocketImpl.write;"
                + "sun.nio.ch.SocketDispatcher.write0;__libc_write;" + KERNEL + "__x64_sys_write_[k];sock_write_iter_[k]";
        Report report = report(Stacks.kernel("app.Main.send:12;" + write + " 600")
                .observed(life("socket", "write 30000 3090000 0 7:30000", "turn 1 write read 30000")));
        assertThat(report.counting()).isEmpty();
        assertThat(row(report, Cause.SOCKET_WRITE).why())
                .isEqualTo("observed: 30,000 writes of 103 bytes, read after each");
    }

    @Test
    void countsWhatIsLeftWithoutTheFlushes() {
        Finding finding = only(Stacks.kernel("app.Main.log:12;java.io.BufferedOutputStream.flush;" + ARRAY_WRITE + " 600")
                .observed(life("file-out", "write 71532 4649580 0 7:71532", "op 1 flush 71532 0 0 ",
                        "turn 1 write flush 71532")));
        assertThat(finding.rule()).isEqualTo("flush-per-record");
        assertThat(finding.message()).isEqualTo(
                "71,532 writes of 65 bytes on 1 stream: without the flushes a buffer makes them 568");
    }

    @Test
    void leavesAFileThatIsAskedForBetweenTheWritesToIt() {
        String length = "java.io.File.length:960;java.io.UnixFileSystem.getLength;__GI___xstat64;" + KERNEL
                + "__x64_sys_newstat_[k]";
        String asked = "app.Main.spool:52;" + length + " 100";
        assertThat(only(Stacks.kernel(asked, "app.Main.compute:20 400")).rule()).isEqualTo("file-metadata-storm");
        List<String> seen = new ArrayList<>(List.of(life("file-out", "write 30000 900000 0 5:30000",
                "other 1 attributes 9 30000", "meta attributes 30000", "metacall attributes 9 30000",
                "metapath attributes spool.txt 30000")));
        seen.addAll(1, List.of("frame 7 java.io.File length F.java 960 4", "frame 8 app.Main spool Main.java 52 7",
                "stack 9 7,8"));
        Report report = report(Stacks.kernel(asked, "app.Main.compute:20 400").observed(seen.toArray(String[]::new)));
        assertThat(report.findings()).isEmpty();
        assertThat(row(report, Cause.FILE_METADATA).why()).isEqualTo("observed: asked of a file between the writes to it");
    }

    @Test
    void keepsTheFlushesThatOtherCodeNeeds() {
        Stacks flushed = Stacks.kernel("app.Main.log:12;java.io.BufferedOutputStream.flush;" + ARRAY_WRITE + " 600");
        Report report = report(flushed.observed(life("file-out", "write 71532 4649580 0 7:71532", "op 1 flush 71532 0 0 ",
                "turn 1 write flush 71532", "other 1 attributes 1 71532")));
        assertThat(report.findings()).isEmpty();
        assertThat(row(report, Cause.FILE_WRITE).why())
                .isEqualTo("observed: other code asks for the file after each flush");
    }

    /** Large reads are needed, unless it is the same that they read. */
    @Test
    void predictsWithinTwentyPointsWhatARunWithoutTheAgentSaves() {
        // 74 of the JIT's samples are the agent's, as are 20 of the program's thread: 600 of 1,000 are left
        Stacks stacks = Stacks.kernel("app.Model.row:12;" + ARRAY_WRITE + " 600", "app.Main.compute:20 300",
                "java.io.PerfhintObserver.operation:90 20").thread("C2 CompilerThread0").add("C2Compiler::compile 174");
        Report report = Analysis.run(KernelScale.of(stacks.observed(MODEL_WRITER).profile()), Optional.empty(),
                AnalysisOptions.DEFAULTS);
        Range saved = report.findings().get(0).savingCpuShare().orElseThrow();
        assertThat(saved.high() - saved.low()).isCloseTo(0.2, within(1e-9));
        assertThat((saved.low() + saved.high()) / 2).isCloseTo(0.6, within(0.005));
    }

    @Test
    void leavesOfAFileReadAtPlacesOfItsOwnWhatTheObserverCounted() {
        String read = "java.io.RandomAccessFile.read:300;java.io.RandomAccessFile.read0;readSingle;__GI_read;"
                + KERNEL + "__x64_sys_read_[k];vfs_read_[k]";
        String[] seeks = life("random-access", "read 40000 40000 0 1:40000", "op 1 seek 20000 0 0 ",
                "turn 1 read seek 20000", "jump 1 5:20000");
        String[] lines = {"app.Main.send:12;" + read + " 600", "app.Main.compute:20 400"};
        assertThat(only(Stacks.kernel(lines).observed(seeks)).message())
                .isEqualTo("40,000 reads of 1 byte on 1 file: blocks of 8 KiB make them at most 20,000");
        List<String> counted = new ArrayList<>(List.of(seeks));
        counted.addAll(List.of("block 1 read 77", "block 1 write 0"));
        Finding finding = only(Stacks.kernel(lines).observed(counted.toArray(String[]::new)));
        assertThat(finding.message()).isEqualTo("40,000 reads of 1 byte on 1 file: blocks of 8 KiB make them 77");
        assertThat(finding.savingCpuShare()).isPresent();
    }

    @Test
    void namesAFileThatIsReadOverAndOver() {
        String read = "java.io.RandomAccessFile.readBytes;__libc_read;" + KERNEL + "__x64_sys_read_[k];ext4_file_read_iter_[k]";
        String[] reads = {"time 2600000000 stacks ", "frame 1 java.io.RandomAccessFile readBytes F.java 300 4",
            "frame 2 app.Main find Main.java 12 7", "stack 1 1,2", "site 1 random-access 1 r", "life 1 1 1 0 0 0",
            "op 1 read 148927 1204968357 0 13:148927", "call 1 read 1 148927 1204968357", "op 1 size 1 40000 0 "};
        AccountRow again = row(report(Stacks.kernel("app.Main.find:12;" + read + " 600").observed(reads)), Cause.FILE_READ);
        assertThat(again.verdict()).isEqualTo(AccountVerdict.REDESIGN);
        assertThat(again.why()).isEqualTo("observed: 148,927 reads of 8,091 bytes; 1 file of 40,000 bytes was read 30,124"
                + " times over: hold it in memory, or keep what was read");
        reads[reads.length - 1] = "op 1 size 1 400000000 0 ";
        AccountRow once = row(report(Stacks.kernel("app.Main.find:12;" + read + " 600").observed(reads)), Cause.FILE_READ);
        assertThat(once.verdict()).isEqualTo(AccountVerdict.INHERENT);
        assertThat(once.why()).isEqualTo("observed: 148,927 reads of 8,091 bytes");
    }

    /** Returns the life of one stream that a line 12 uses. */
    private static String[] life(String kind, String operation, String... facts) {
        List<String> lines = new ArrayList<>(List.of("time 2600000000 stacks ",
                "frame 1 java.io.FileOutputStream write F.java 300 4", "frame 2 app.Main send Main.java 12 7",
                "frame 3 app.Main log Main.java 12 7", "stack 1 1,2", "stack 2 1,3",
                "site 1 " + kind + " 1 ", "life 1 1 1 0 0 0", "op 1 " + operation));
        lines.addAll(List.of(facts));
        String[] sums = operation.split(" ");
        for (int stack = 1; stack <= 2; stack++) {
            lines.add("call 1 " + sums[0] + " " + stack + " " + sums[1] + " " + sums[2]);
        }
        return lines.toArray(String[]::new);
    }
}
