package dev.perfhint.reader;

import dev.perfhint.reader.input.TextLines;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A format that is known by its first bytes and not read.
 *
 * @param reason why, and what can be done
 * @param offset of the magic number
 * @param magic bytes as characters
 */
record Refusal(String reason, int offset, String... magic) {
    /** What is read beside JFR files. */
    private static final String EXPECTED = "a profile in pprof or OTLP, a flame graph, perf script's text or collapsed"
            + " stacks";
    static final Refusal EMPTY = new Refusal("the file is empty; a JVM that was killed early leaves such a file", 0);
    static final Refusal JFR_0 = new Refusal("JFR format 0.9, written by Oracle JDK 7 or 8 or async-profiler 1;"
            + " open it with JDK Mission Control, or record with OpenJDK 8u262 or async-profiler"
            + " 2", 0, "FLR\0\0\0\0\t");
    static final Refusal JFR_1 = new Refusal("JFR format 1.0, written by Oracle JDK 9 or 10; open it with JDK Mission"
            + " Control, or record again with JDK 11 or later", 0, "FLR\0\0\1\0\0");
    private static final Refusal JSON = new Refusal(
            "JSON, not a recording; expected the JFR file it was made of, or " + EXPECTED, 0);
    private static final Refusal TEXT = new Refusal(
            "a text file, but neither collapsed stacks (lines of FRAME;FRAME;FRAME COUNT) nor perf script's", 0);
    static final Refusal BINARY = new Refusal("not a recording; expected a JFR file, " + EXPECTED, 0);
    private static final Refusal OLD_PPROF = new Refusal("a pprof profile of the format before protobuf: pprof -proto"
            + " PROGRAM FILE > FILE.pb.gz makes one that perfhint reads", 0);

    /** gperftools: heap and contention profiles, symbols before a CPU profile. */
    private static final List<String> OLD_PPROF_HEADS = List.of("heap profile:", "--- contention",
            "--- symbol", "--- heapz", "--- growth", "--- threadz", "--- mutex");
    /** A CPU profile: words of eight bytes 0, 3, 0. */
    private static final byte[] OLD_CPU = {0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    private static final List<Refusal> BINARIES = List.of(JFR_0, JFR_1,
            new Refusal("a heap dump, not a recording; expected a JFR file, " + EXPECTED, 0, "JAVA PROFILE"),
            new Refusal("a perf.data file, which only perf reads: perf script -i FILE > FILE.txt makes a text that"
                    + " perfhint reads", 0, "PERFILE"),
            new Refusal("compressed in a way perfhint does not read (only gzip); decompress it first", 0,
                    "(\u00b5/\u00fd", "\u0004\"M\u0018", "\u00fd7zXZ", "BZh"),
            new Refusal("compressed with gzip twice; decompress it once", 0, "\u001f\u008b"),
            new Refusal("a zip archive, not a recording; unpack it first", 0, "PK\3\4"),
            new Refusal("a tar archive, not a recording; unpack it first", 257, "ustar"),
            new Refusal("text in UTF-16, as PowerShell's > writes it; write collapsed stacks in UTF-8, a JFR file in"
                    + " binary", 0, "\u00ff\u00fe", "\u00fe\u00ff"),
            new Refusal("a program, not a recording; expected a JFR file, " + EXPECTED, 0, "\u007fELF",
                    "\u00ca\u00fe"));

    /** Returns the refusal of a format that has one whatever follows. */
    static Optional<Refusal> of(byte[] head) {
        if (head.length == 0) {
            return Optional.of(EMPTY);
        }
        Optional<Refusal> known = BINARIES.stream().filter(refusal -> refusal.begins(head)).findFirst();
        String text = TextLines.beginning(head);
        if (OLD_PPROF_HEADS.stream().anyMatch(text::startsWith)
                || Arrays.equals(Arrays.copyOf(head, OLD_CPU.length), OLD_CPU)) {
            return Optional.of(OLD_PPROF);
        }
        return text.startsWith("{") || text.startsWith("[{") ? known.or(() -> Optional.of(JSON)) : known;
    }

    /** Returns the refusal of what no reader recognised. */
    static Refusal ofUnknown(byte[] head) {
        return of(head).orElse(TextLines.isText(head) ? TEXT : BINARY);
    }

    /** Returns whether a recording may follow the bytes that the format was recognised by: a banner, half a chunk. */
    boolean mayPrecedeRecording() {
        return this == BINARY || this == TEXT;
    }

    private boolean begins(byte[] head) {
        for (String bytes : magic) {
            int end = offset + bytes.length();
            if (head.length >= end && Arrays.equals(head, offset, end,
                    bytes.getBytes(StandardCharsets.ISO_8859_1), 0, bytes.length())) {
                return true;
            }
        }
        return false;
    }
}
