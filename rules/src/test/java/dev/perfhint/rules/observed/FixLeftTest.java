package dev.perfhint.rules.observed;

import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.KERNEL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fix leaves what its form leaves, which may be more than the rule's usual repair does. */
class FixLeftTest {
    private static final String INDEX = """
            package app;
            import java.io.*;
            public class Index {
                private final RandomAccessFile file;
                Index(File path) throws IOException {
                    file = new RandomAccessFile(path, "rw");
                }
                void add(int number, long offset, int total) throws IOException {
                    file.writeInt(number);
                    file.writeLong(offset);
                    file.writeInt(total);
                }
                void close() throws IOException {
                    file.close();
                }
            }
            """;
    private static final String LEDGER = """
            package app;
            import java.io.*;
            public class Ledger {
                private final Writer bookings;
                private final Writer spool;
                Ledger(File directory) throws IOException {
                    bookings = open(new File(directory, "bookings.csv"));
                    spool = open(new File(directory, "spool.txt"));
                }
                private static Writer open(File file) throws IOException {
                    return new BufferedWriter(new OutputStreamWriter(new FileOutputStream(file)));
                }
                void book(String line) throws IOException {
                    bookings.write(line);
                    bookings.flush();
                }
                void spool(String text) throws IOException {
                    spool.write(text);
                    spool.flush();
                }
                void close() throws IOException {
                    bookings.close();
                    spool.close();
                }
            }
            """;
    private static final String SESSION = """
            package app;
            import java.io.*;
            import java.net.Socket;
            import java.util.List;
            public class Session {
                private final DataInputStream in;
                private final DataOutputStream out;
                Session(Socket socket) throws IOException {
                    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
                    out = new DataOutputStream(socket.getOutputStream());
                }
                void run(List<byte[]> messages) throws IOException {
                    int count = in.readInt();
                    for (byte[] each : messages.subList(0, count)) { send(each); }
                }
                private void send(byte[] body) throws IOException {
                    out.write(1);
                    out.write(body.length);
                    out.write(body);
                }
            }
            """;
    private static final String FLUSH = ";java.io.BufferedWriter.flush:257;java.io.OutputStreamWriter.flush:251;"
            + "sun.nio.cs.StreamEncoder.flush:153;sun.nio.cs.StreamEncoder.implFlush:318;"
            + "sun.nio.cs.StreamEncoder.writeBytes:234;";

    @TempDir
    private Path directory;

    /** 30,000 records of 16 bytes; blocks of 8 KiB would leave 59 calls. */
    @Test
    void leavesACallForEachRecordThatIsWrittenAsOneBlock() throws Exception {
        String write = "java.io.RandomAccessFile.write:559;java.io.RandomAccessFile.write0;writeSingle;__GI_write;"
                + KERNEL + "__x64_sys_write_[k];vfs_write_[k] ";
        Finding finding = finding("Index", INDEX, Stacks.kernel(
                "app.Index.add:9;java.io.RandomAccessFile.writeInt:900;" + write + "150",
                "app.Index.add:10;java.io.RandomAccessFile.writeLong:900;" + write + "300",
                "app.Index.add:11;java.io.RandomAccessFile.writeInt:900;" + write + "150", "app.Main.compute:20 400")
                .observed("time 2600000000 stacks ", "frame 1 java.io.RandomAccessFile write F.java 559 4",
                        "frame 2 app.Index add Index.java 9 2", "frame 3 app.Index add Index.java 10 7",
                        "frame 4 app.Index add Index.java 11 12", "frame 5 java.io.RandomAccessFile <init> F.java 99 1",
                        "frame 6 app.Index <init> Index.java 6 9", "stack 1 1,2", "stack 2 1,3", "stack 3 1,4",
                        "stack 4 5,6", "site 1 random-access 4 rw", "life 1 1 1 0 0 0",
                        "op 1 write 480000 480000 0 1:480000", "block 1 write 59", "call 1 write 1 120000 120000",
                        "call 1 write 2 240000 240000", "call 1 write 3 120000 120000"));
        assertThat(finding.fix().orElseThrow().title()).isEqualTo("write the 3 fields of 16 bytes as one block");
        assertThat(finding.message()).isEqualTo("480,000 writes of 1 byte on 1 file: the fix makes them 30,000");
        assertThat(finding.seen().orElseThrow().left()).isEqualTo(new CallsLeft(480_000, 30_000, false));
        assertThat(finding.fix().orElseThrow().measured()).endsWith(": " + finding.message());
        // 60 % of the CPU, of which fifteen sixteenths go
        assertThat(middle(finding)).isCloseTo(0.6 * 15 / 16, within(0.005));
    }

    /** Both streams are created at one place; the flush of the other stays. */
    @Test
    void leavesTheCallsWhoseFlushStays() throws Exception {
        Finding finding = ledger("call 1 write 1 240000 3600000", "call 1 write 2 30000 1500000");
        assertThat(finding.fix().orElseThrow().title()).startsWith("flush no longer after each record");
        // bookings: 3,600,000 bytes in blocks of 8 KiB, of 18.9 bytes each
        assertThat(finding.seen().orElseThrow().left().after()).isBetween(30_440L, 30_442L);
        assertThat(finding.message()).startsWith("270,000 writes of 19 bytes on 2 streams: the fix makes them 30,44");
        assertThat(middle(finding)).isCloseTo(0.6 * (1 - 30_441 / 270_000.0), within(0.005));
    }

    @Test
    void saysNoNumberWhereNoneIsKnown() throws Exception {
        Finding finding = ledger("call 1 write 1 240000 3600000", "call 1 write 2 30000 1500000");
        SeenStreams seen = finding.seen().orElseThrow();
        SeenStreams unknown = seen.leaving(CallsLeft.unknown(seen.calls().calls()));
        assertThat(unknown.left().isFewer()).isFalse();
        assertThat(SeenText.leaving(finding.message(), seen, unknown))
                .isEqualTo("270,000 writes of 19 bytes on 2 streams");
    }

    /** The sender knows nothing of the batch: the flush at its end is one for each message. */
    @Test
    void saysNoNumberWhereTheFlushIsNotOneForEachAnswer() throws Exception {
        Finding batches = sender("turn 1 write read 1200");
        assertThat(batches.fix().orElseThrow().title()).endsWith("and flush it after each message");
        assertThat(batches.message()).isEqualTo("180,000 writes of 7 bytes on 1 socket");
        assertThat(batches.fixSaving().cpuShare()).isEmpty();
        Finding answers = sender("turn 1 write read 60000");
        assertThat(answers.fix().orElseThrow().title()).endsWith("and flush it after each message");
        assertThat(answers.message()).isEqualTo("180,000 writes of 7 bytes on 1 socket: a buffer makes them 60,000");
        assertThat(answers.fixSaving().cpuShare()).isPresent();
    }

    private Finding sender(String turns) throws Exception {
        String write = ";java.io.DataOutputStream.write:100;java.net.Socket$SocketOutputStream.write:1045;"
                + "sun.nio.ch.NioSocketImpl.write;sun.nio.ch.SocketDispatcher.write0;__libc_write;" + KERNEL
                + "__x64_sys_write_[k];sock_write_iter_[k] ";
        Stacks stacks = Stacks.kernel("app.Session.run:14;app.Session.send:18" + write + "200",
                "app.Session.run:14;app.Session.send:19" + write + "200",
                "app.Session.run:14;app.Session.send:20" + write + "200", "app.Main.compute:20 400");
        return finding("Session", SESSION, stacks.observed("time 2600000000 stacks ",
                "frame 1 java.net.Socket$SocketOutputStream write F.java 1045 4",
                "frame 2 app.Session send Session.java 18 8", "frame 3 app.Session send Session.java 19 18",
                "frame 4 app.Session send Session.java 20 28", "frame 5 app.Session run Session.java 14 28",
                "frame 6 java.net.ServerSocket accept F.java 99 1", "frame 7 app.Main main Main.java 6 9",
                "stack 1 1,2,5", "stack 2 1,3,5", "stack 3 1,4,5", "stack 4 6,7", "site 1 socket 4 rw",
                "life 1 1 1 0 0 0", "op 1 write 180000 1260000 0 3:180000", turns, "call 1 write 1 60000 420000",
                "call 1 write 2 61000 427000", "call 1 write 3 59000 413000"));
    }

    private Finding ledger(String... calls) throws Exception {
        Stacks stacks = Stacks.kernel("app.Ledger.book:15" + FLUSH + ARRAY_WRITE + " 500",
                "app.Ledger.spool:19" + FLUSH + ARRAY_WRITE + " 100", "app.Main.compute:20 400");
        String[] lines = {"time 2600000000 stacks ", "frame 1 java.io.FileOutputStream write F.java 300 4",
            "frame 2 java.io.BufferedWriter flush F.java 200 4", "frame 3 app.Ledger book Ledger.java 15 8",
            "frame 4 app.Ledger spool Ledger.java 19 8", "frame 5 java.io.FileOutputStream <init> F.java 99 1",
            "frame 6 app.Ledger open Ledger.java 11 9", "stack 1 1,2,3", "stack 2 1,2,4", "stack 3 5,6",
            "site 1 file-out 3 w", "life 1 2 2 0 0 0", "op 1 write 270000 5100000 0 5:270000", "op 1 close 2 0 0 ",
            "op 1 flush 270000 0 0 ", "turn 1 write flush 270000"};
        return finding("Ledger", LEDGER, stacks.observed(Stream.concat(
                Arrays.stream(lines), Arrays.stream(calls)).toArray(String[]::new)));
    }

    private static double middle(Finding finding) {
        return finding.fixSaving().cpuShare().map(range -> (range.low() + range.high()) / 2).orElseThrow();
    }

    private Finding finding(String name, String source, Stacks stacks) throws Exception {
        Path file = Files.createDirectories(directory.resolve("app")).resolve(name + ".java");
        Files.writeString(file, source);
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        return Analysis.run(stacks.profile(), Optional.of(sources), AnalysisOptions.DEFAULTS).counting().get(0);
    }
}
