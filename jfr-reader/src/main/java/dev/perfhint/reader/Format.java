package dev.perfhint.reader;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The format of an input, told by its first bytes, never by its name. */
enum Format {
    JFR("a JFR recording"),
    /** Flight recordings of Oracle JDK 7 to 10, another format. */
    OLD_JFR("JFR format 0.9 or 1.0, written by Oracle JDK 7, 8, 9 or 10; open it with JDK Mission Control,"
            + " or record again with OpenJDK 8u262 or later"),
    FLAME_GRAPH("a flame graph is only a picture of a profile; record with file=NAME.jfr, or with -o collapsed"),
    HTML("an HTML or XML page, not a recording; expected a JFR file or collapsed stacks"),
    EMPTY("the file is empty; a JVM that was killed early leaves such a file"),
    TEXT("a text file, but not of collapsed stacks: lines of FRAME;FRAME;FRAME COUNT are expected"),
    HEAP_DUMP("a heap dump, not a recording; expected a JFR file or collapsed stacks"),
    ZIP("a zip archive, not a recording; unpack it first"),
    CLASS_OR_ELF("a program, not a recording; expected a JFR file or collapsed stacks"),
    BINARY("neither a JFR recording nor collapsed stacks");

    private final String reason;

    Format(String reason) {
        this.reason = reason;
    }

    /** Returns why an input of this format cannot be read, and what can be done. */
    String reason() {
        return reason;
    }

    static Format of(byte[] head) {
        if (head.length == 0) {
            return EMPTY;
        }
        if (starts(head, "FLR\0")) {
            return head.length > 5 && head[4] == 0 && head[5] < 2 ? OLD_JFR : JFR;
        }
        if (zeroedHeader(head)) {
            return JFR;
        }
        if (starts(head, "JAVA PROFILE")) {
            return HEAP_DUMP;
        }
        if (starts(head, "PK\3\4")) {
            return ZIP;
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
        return TEXT;
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
