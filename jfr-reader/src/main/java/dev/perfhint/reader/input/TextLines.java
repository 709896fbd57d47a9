package dev.perfhint.reader.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Takes UTF-8 text apart into lines of at most 4 MB, whatever the input is. */
public final class TextLines {
    private static final int MAX_LINE_BYTES = 1 << 22;

    private TextLines() {}

    /** Takes one line, without its end. */
    public interface Visitor {
        void line(String text, long number) throws UnreadableRecordingException;
    }

    /** Takes the number of a line that is too long. */
    public interface TooLong {
        void line(long number);
    }

    /** Returns whether an input that begins with these bytes is text: they hold no control characters. */
    public static boolean isText(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != 27) {
                return false;
            }
        }
        return true;
    }

    /** Returns the beginning of a text in lower case, without white space in front; empty where it is no text. */
    public static String beginning(byte[] head) {
        return isText(head) ? new String(head, StandardCharsets.UTF_8).strip().toLowerCase(Locale.ROOT) : "";
    }

    public static void read(InputStream in, Visitor visitor, TooLong tooLong)
            throws IOException, UnreadableRecordingException {
        byte[] buffer = new byte[1 << 16];
        byte[] line = new byte[1 << 12];
        int length = 0;
        long number = 1;
        for (int n; (n = in.read(buffer)) >= 0; ) {
            for (int i = 0; i < n; i++) {
                if (buffer[i] == '\n') {
                    end(line, length, number++, visitor, tooLong);
                    length = 0;
                } else if (length <= MAX_LINE_BYTES) {
                    line = length == line.length ? Arrays.copyOf(line, length * 2) : line;
                    line[length++] = buffer[i];
                }
            }
        }
        end(line, length, number, visitor, tooLong);
    }

    private static void end(byte[] line, int length, long number, Visitor visitor, TooLong tooLong)
            throws UnreadableRecordingException {
        if (length > MAX_LINE_BYTES) {
            tooLong.line(number);
        } else {
            boolean carriageReturn = length > 0 && line[length - 1] == '\r';
            visitor.line(new String(line, 0, carriageReturn ? length - 1 : length, StandardCharsets.UTF_8), number);
        }
    }
}
