package dev.perfhint.cli.record.secret;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.reader.EventLogReader;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Hides the values of arguments in a finished JFR recording, which may be secrets: those of the program, of properties
 * given to its JVM, and of processes that it started. Names of options and programs stay. Every text keeps its length,
 * so that the file stays as it is around it.
 */
public final class ArgumentValues {
    /** By event, the fields that hold a command line. */
    private static final Map<String, Set<String>> FIELDS = Map.of(
            "jdk.JVMInformation", Set.of("javaArguments", "jvmArguments"),
            "jdk.ProcessStart", Set.of("command"),
            "jdk.SystemProcess", Set.of("commandLine"));
    private static final int WINDOW_BYTES = 1 << 20;
    private static final byte UTF_8_TEXT = 3;
    private static final byte CHARACTERS = 4;
    private static final byte LATIN_1_TEXT = 5;

    /** A text as the file has it, with its length before it, and what takes its place. */
    private record Written(byte[] before, byte[] after) {}

    private ArgumentValues() {}

    /** Returns in how many places a text was changed. */
    public static int hide(Path recording) throws IOException, UnreadableRecordingException {
        EventLog log = EventLogReader.read(recording,
                (name, available) -> FIELDS.getOrDefault(name, Set.of()));
        Map<Integer, List<Written>> wanted = new HashMap<>();
        int longest = 0;
        for (String event : FIELDS.keySet()) {
            for (String field : FIELDS.get(event)) {
                for (String text : texts(log, event, field)) {
                    for (Written each : written(text, hidden(text, field.equals("jvmArguments")))) {
                        wanted.computeIfAbsent(start(each.before, 0), key -> new ArrayList<>()).add(each);
                        longest = Math.max(longest, each.before.length);
                    }
                }
            }
        }
        return wanted.isEmpty() ? 0 : replace(recording, wanted, longest);
    }

    private static Set<String> texts(EventLog log, String event, String field) {
        Set<String> texts = new TreeSet<>();
        texts.add(log.fact(field)); // of the JVM, which is no event of its own in the log
        EventSeries events = log.series(event).orElse(null);
        for (int row = 0; events != null && row < events.size(); row++) {
            texts.add(events.text(row, events.field(field)));
        }
        return texts;
    }

    /**
     * Returns which characters are values. The first word is the program; of the JVM's own options only properties and
     * what agents of others are given.
     */
    public static boolean[] hidden(String line, boolean ofTheJvm) {
        boolean[] hidden = new boolean[line.length()];
        int start = 0;
        for (String word : line.split(" ", -1)) {
            int from = ofTheJvm ? valueOfJvmOption(word) : start == 0 ? word.length() : value(word);
            Arrays.fill(hidden, start + Math.min(from, word.length()), start + word.length(), true);
            start += word.length() + 1;
        }
        return hidden;
    }

    private static int valueOfJvmOption(String word) {
        boolean ours = word.contains("perfhint");
        boolean given = word.startsWith("-D") || word.startsWith("-javaagent:") && !ours;
        return given && word.indexOf('=') >= 0 ? word.indexOf('=') + 1 : !word.startsWith("-") ? 0 : word.length();
    }

    private static int value(String word) {
        int equals = word.indexOf('=');
        return !word.startsWith("-") ? 0 : equals >= 0 ? equals + 1 : word.startsWith("--") ? word.length() : 2;
    }

    /** Returns the forms in which a JVM or a profiler may have written a text. */
    private static List<Written> written(String text, boolean[] hidden) {
        List<Written> forms = new ArrayList<>();
        boolean any = false;
        for (int i = 0; i < hidden.length; i++) {
            any |= hidden[i] && text.charAt(i) != mask(text.charAt(i));
        }
        if (!any) {
            return forms;
        }
        StringBuilder masked = new StringBuilder();
        ByteArrayOutputStream utf8 = new ByteArrayOutputStream();
        for (int i = 0, next; i < text.length(); i = next) {
            next = i + Character.charCount(text.codePointAt(i));
            byte[] bytes = text.substring(i, next).getBytes(StandardCharsets.UTF_8);
            if (hidden[i]) {
                Arrays.fill(bytes, (byte) '*');
            }
            utf8.writeBytes(bytes);
            for (int each = i; each < next; each++) {
                masked.append(hidden[i] ? mask(text.charAt(each)) : text.charAt(each));
            }
        }
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        forms.add(form(UTF_8_TEXT, plain.length, plain, utf8.toByteArray()));
        forms.add(form(CHARACTERS, text.length(), characters(text), characters(masked.toString())));
        if (text.chars().allMatch(c -> c < 256)) {
            forms.add(form(LATIN_1_TEXT, text.length(), text.getBytes(StandardCharsets.ISO_8859_1),
                    masked.toString().replace('\u0100', '*').getBytes(StandardCharsets.ISO_8859_1)));
        }
        return forms;
    }

    /** Returns a character that takes as many bytes as a number of variable length. */
    private static char mask(char c) {
        return c < 0x80 ? '*' : c < 0x4000 ? '\u0100' : '\u4000';
    }

    private static byte[] characters(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        text.chars().forEach(c -> number(out, c));
        return out.toByteArray();
    }

    private static Written form(byte kind, int length, byte[] before, byte[] after) {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        head.write(kind);
        number(head, length);
        int size = head.size();
        byte[] found = Arrays.copyOf(head.toByteArray(), size + before.length);
        System.arraycopy(before, 0, found, size, before.length);
        byte[] replaced = Arrays.copyOf(head.toByteArray(), size + after.length);
        System.arraycopy(after, 0, replaced, size, after.length);
        return new Written(found, replaced);
    }

    private static void number(ByteArrayOutputStream out, int value) {
        int rest = value;
        for (; rest >>> 7 != 0; rest >>>= 7) {
            out.write(rest | 0x80);
        }
        out.write(rest);
    }

    private static int start(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 16 | (bytes[at + 1] & 0xff) << 8 | bytes[at + 2] & 0xff;
    }

    private static int replace(Path recording, Map<Integer, List<Written>> wanted, int longest) throws IOException {
        int places = 0;
        byte[] window = new byte[WINDOW_BYTES + longest];
        try (FileChannel file = FileChannel.open(recording, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (long offset = 0; offset < file.size(); offset += WINDOW_BYTES) {
                int read = read(file, offset, window);
                for (int at = 0; at < Math.min(read - 2, WINDOW_BYTES); at++) {
                    if (window[at] < UTF_8_TEXT || window[at] > LATIN_1_TEXT) {
                        continue;
                    }
                    for (Written each : wanted.getOrDefault(start(window, at), List.of())) {
                        int end = at + each.before.length;
                        if (end <= read && Arrays.equals(window, at, end, each.before, 0, each.before.length)) {
                            write(file, offset + at, each.after);
                            places++;
                        }
                    }
                }
            }
        }
        return places;
    }

    private static int read(FileChannel file, long offset, byte[] window) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(window);
        while (buffer.hasRemaining() && file.read(buffer, offset + buffer.position()) >= 0) {
            continue;
        }
        return buffer.position();
    }

    private static void write(FileChannel file, long offset, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            file.write(buffer, offset + buffer.position());
        }
    }
}
