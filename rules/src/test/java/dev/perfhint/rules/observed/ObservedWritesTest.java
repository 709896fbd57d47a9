package dev.perfhint.rules.observed;

import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.report;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Writes that a flush follows, and those of which only some are made at a place. */
class ObservedWritesTest {
    private static final String SOCKET_WRITE = "java.net.Socket$SocketOutputStream.write:1045;sun.nio.ch.NioSocketImpl.write;"
            + "sun.nio.ch.SocketDispatcher.write0;__libc_write;" + KERNEL + "__x64_sys_write_[k];sock_write_iter_[k]";

    @Test
    void namesTheFlushesThatABufferAloneWouldHandOn() {
        for (String write : List.of(ARRAY_WRITE, "java.io.PrintStream.write:500;" + ARRAY_WRITE)) {
            Finding finding = only(Stacks.kernel("app.Main.log:12;" + write + " 600").observed(flushed("file-out")));
            assertThat(finding.rule()).isEqualTo("flush-per-record");
            assertThat(finding.message()).isEqualTo(
                    "90,000 writes of 33 bytes on 1 stream: a buffer without the flushes makes them 363");
            assertThat(finding.fix()).isEmpty();
        }
        // to a socket each is a message
        assertThat(report(Stacks.kernel("app.Main.log:12;" + SOCKET_WRITE + " 600").observed(flushed("socket"))).counting())
                .isEmpty();
    }

    /** 8,942,353 bytes are 1,091.6 times 8 KiB; a buffer of bytes holds 97 whole records of 83.7 bytes. */
    @Test
    void countsTheFullBuffersOfAnEncoderWhichSplitsRecords() {
        assertThat(left("1,2,4")).isEqualTo(1_092);
        // of a channel the observer counts what blocks leave that split no record
        assertThat(left("1,2,4", "block 1 write 1102")).isEqualTo(1_092);
        assertThat(left("1,3,2,4")).isEqualTo(1_102);
        assertThat(left("1,3,4")).isEqualTo(1_102);
    }

    private static long left(String stack, String... more) {
        String flush = "app.Main.log:12;java.io.BufferedWriter.flush:257;sun.nio.cs.StreamEncoder.writeBytes:234;";
        String[] facts = {"time 2600000000 stacks ",
                "frame 1 java.io.FileOutputStream write F.java 300 4",
                "frame 2 sun.nio.cs.StreamEncoder writeBytes S.java 234 1",
                "frame 3 java.io.BufferedOutputStream flushBuffer B.java 81 1",
                "frame 4 app.Main log Main.java 12 7", "stack 1 " + stack, "site 1 file-out 1 ", "life 1 1 1 0 0 0",
                "op 1 write 106827 8942353 0 7:106827", "op 1 flush 106827 0 0 ", "turn 1 write flush 106827",
                "turn 1 flush write 106826", "call 1 write 1 106827 8942353"};
        return only(Stacks.kernel(flush + ARRAY_WRITE + " 600").observed(Stream.concat(Arrays.stream(facts),
                Arrays.stream(more)).toArray(String[]::new))).seen().orElseThrow().left().after();
    }

    private static String[] flushed(String kind) {
        return new String[] {"time 2600000000 stacks ",
            "frame 1 java.io.FileOutputStream write F.java 300 4", "frame 2 app.Main log Main.java 12 7", "stack 1 1,2",
            "site 1 " + kind + " 1 ", "life 1 1 1 0 0 0", "op 1 write 90000 2970000 0 6:90000", "op 1 flush 90000 0 0 ",
            "turn 1 write flush 90000", "turn 1 flush write 89999", "call 1 write 1 90000 2970000"};
    }

    /** Of the writes of one method of a socket no sizes are kept. */
    @Test
    void takesTheSizesOfSomeCallsFromTheirStream() {
        SeenStreams seen = only(Stacks.kernel("app.Main.send:12;" + SOCKET_WRITE + " 600", "app.Main.compute:20 400")
                .observed("time 2600000000 stacks ", "frame 1 java.io.FileOutputStream write F.java 300 4",
                        "frame 2 app.Main send Main.java 12 7", "frame 3 app.Main log Main.java 12 7", "stack 1 1,2",
                        "stack 2 1,3", "site 1 socket 1 ", "life 1 1 1 0 0 0", "op 1 write 30000 300000 0 4:30000",
                        "turn 1 write flush 10000", "unit 1 W\\sW\\sW\\sF 10000", "call 1 write 1 20000 200000",
                        "call 1 write 2 10000 100000")).seen().orElseThrow();
        assertThat(seen.calls().calls()).isEqualTo(20000);
        assertThat(SeenText.calls(seen)).startsWith("about 20,000 writes of 10 bytes on 1 socket");
        assertThat(seen.percentiles()).containsExactly(8L, 8L, 8L);
    }

    /** The samples of a recording that begins late may all lie in the streams of one caller. */
    @Test
    void countsTheStreamsOfOneLineWhateverCalledIt() {
        String[] facts = {"time 2600000000 stacks ", "frame 1 java.io.FileOutputStream write F.java 300 4",
            "frame 2 app.Main log Main.java 12 7", "frame 3 app.Main serve Main.java 40 2",
            "frame 4 java.io.FileOutputStream <init> F.java 99 1", "frame 5 app.Main open Main.java 20 9",
            "frame 6 app.Main rotate Main.java 30 1", "frame 7 app.Main replay Main.java 50 1",
            "frame 8 app.Main open Main.java 21 19", "stack 1 1,2,3", "stack 2 4,5,6", "stack 3 4,5,7", "stack 4 1,2",
            "stack 5 4,8,7",
            "site 1 file-out 2 append", "life 1 2 2 0 0 0", "op 1 write 50000 500000 0 4:50000", "turn 1 write flush 2",
            "call 1 write 1 50000 500000", "other 1 attributes 4 5000",
            "site 2 file-out 3 append", "life 2 1 1 0 0 0", "op 2 write 30000 300000 0 4:30000", "turn 2 write flush 1",
            "call 2 write 4 30000 300000", "other 2 attributes 4 3000",
            "site 3 file-out 5 append", "life 3 1 1 0 0 0", "op 3 write 7 70 0 4:7"};
        Finding finding = only(Stacks.kernel("app.Main.serve:40;app.Main.log:12;" + ARRAY_WRITE + " 600",
                "app.Main.compute:20 400").observed(facts));
        assertThat(finding.message()).startsWith("80,000 writes of 10 bytes on 3 streams: a buffer makes them ");
        assertThat(finding.seen().orElseThrow().others()).containsExactly("attributes in app.Main.log:12 (8,000 times)");
    }
}
