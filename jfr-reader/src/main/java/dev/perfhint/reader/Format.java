package dev.perfhint.reader;

import dev.perfhint.profile.store.ProfileFile;
import dev.perfhint.reader.chunk.ChunkHeader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** The format of an input, told by its first bytes, never by its name. */
enum Format {
    JFR("a JFR recording"),
    PROFILE("a profile that perfhint wrote"),
    JFR_0("JFR format 0.9, written by Oracle JDK 7 or 8; open it with JDK Mission Control,"
            + " or record again with OpenJDK 8u262 or later"),
    JFR_1("JFR format 1.0, written by Oracle JDK 9 or 10; open it with JDK Mission Control,"
            + " or record again with JDK 11 or later"),
    FLAME_GRAPH(
            "a flame graph without async-profiler's frames is only a picture of a profile; record with file=NAME.jfr"),
    HTML("an HTML or XML page, not a recording; expected a JFR file or collapsed stacks"),
    EMPTY("the file is empty; a JVM that was killed early leaves such a file"),
    TEXT("a text file, but not of collapsed stacks: lines of FRAME;FRAME;FRAME COUNT are expected"),
    HEAP_DUMP("a heap dump, not a recording; expected a JFR file or collapsed stacks"),
    PERF_DATA("a perf.data file, which only perf reads: perf script -i FILE > FILE.txt makes a text that perfhint "
            + "reads"),
    JSON("JSON, not a recording; expected the JFR file it was made of, or collapsed stacks"),
    COMPRESSED("compressed in a way perfhint does not read (only gzip); decompress it first"),
    COMPRESSED_TWICE("compressed with gzip twice; decompress it once"),
    ZIP("a zip archive, not a recording; unpack it first"),
    TAR("a tar archive, not a recording; unpack it first"),
    UTF_16("text in UTF-16, as PowerShell's > writes it; write collapsed stacks in UTF-8, a JFR file in binary"),
    CLASS_OR_ELF("a program, not a recording; expected a JFR file or collapsed stacks"),
    BINARY("neither a JFR recording nor collapsed stacks");

    /** Offset of the magic number in a tar header. */
    private static final int TAR_MAGIC = 257;

    private final String reason;

    Format(String reason) {
        this.reason = reason;
    }

    /** Returns why an input of this format cannot be read, and what can be done. */
    String reason() {
        return reason;
    }

    /** Returns whether a recording may stand behind the bytes that the format was told by: a banner, half a chunk. */
    boolean mayPrecedeRecording() {
        return this == BINARY || this == TEXT;
    }

    static Format of(byte[] head) {
        if (head.length == 0) {
            return EMPTY;
        }
        if (ProfileFile.looksLike(head)) {
            return PROFILE;
        }
        if (starts(head, "FLR\0")) {
            return version(head);
        }
        if (zeroedHeader(head) || lostMagic(head)) {
            return JFR;
        }
        if (starts(head, "JAVA PROFILE")) {
            return HEAP_DUMP;
        }
        if (starts(head, "PERFILE")) {
            return PERF_DATA;
        }
        if (starts(head, "(\u00b5/\u00fd") || starts(head, "\u0004\"M\u0018")
                || starts(head, "\u00fd7zXZ") || starts(head, "BZh")) {
            return COMPRESSED;
        }
        if (starts(head, "\u001f\u008b")) {
            return COMPRESSED_TWICE;
        }
        if (starts(head, "PK\3\4")) {
            return ZIP;
        }
        if (head.length > TAR_MAGIC && starts(Arrays.copyOfRange(head, TAR_MAGIC, head.length), "ustar")) {
            return TAR;
        }
        if (starts(head, "\u00ff\u00fe") || starts(head, "\u00fe\u00ff")) {
            return UTF_16;
        }
        if (starts(head, "\u007fELF") || head.length > 3 && (head[0] & 0xFF) == 0xCA && (head[1] & 0xFF) == 0xFE) {
            return CLASS_OR_ELF;
        }
        if (binary(head)) {
            return BINARY;
        }
        String text = new String(head, StandardCharsets.UTF_8).strip().toLowerCase(Locale.ROOT);
        if (text.startsWith("<!doctype html") || text.startsWith("<html") || text.startsWith("<?xml")
                || text.startsWith("<svg")) {
            return text.contains("flame") || text.contains("<canvas") || text.contains("calltree")
                    || text.contains("call tree") ? FLAME_GRAPH : HTML;
        }
        return text.startsWith("{") || text.startsWith("[{") ? JSON : TEXT;
    }

    /**
     * Only 0.9 and 1.0 were ever written before 2.0: others, 0.0 too, are of a header that is damaged or not complete.
     */
    private static Format version(byte[] head) {
        int version = head.length < 8 ? 0
                : (head[4] & 0xFF) << 24 | (head[5] & 0xFF) << 16 | (head[6] & 0xFF) << 8 | head[7] & 0xFF;
        return version == 9 ? JFR_0 : version == 1 << 16 ? JFR_1 : JFR;
    }

    /**
     * The first four bytes are no magic number, but the version and the first chunk's time of start behind them are.
     */
    private static boolean lostMagic(byte[] head) {
        return head.length > ChunkHeader.BYTES && ChunkHeader.of(head).likely();
    }

    /** A disk that lost the first block leaves zeros where the header was; events may follow. */
    private static boolean zeroedHeader(byte[] head) {
        for (int i = 0; i < ChunkHeader.BYTES; i++) {
            if (i >= head.length || head[i] != 0) {
                return false;
            }
        }
        return head.length > ChunkHeader.BYTES;
    }

    private static boolean starts(byte[] head, String magic) {
        byte[] bytes = magic.getBytes(StandardCharsets.ISO_8859_1);
        if (head.length < bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if (head[i] != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean binary(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != 27) {
                return true;
            }
        }
        return false;
    }
}
