package dev.perfhint.reader.foreign;

import dev.perfhint.profile.CpuEvents;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.foreign.NamedFrame.Type;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.TextLines;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text that {@code perf script} prints: for each sample a line with thread, time, period and event, then a
 * line for each frame from the leaf. Java frames come from a perf map of perf-map-agent or of the JVM itself.
 */
public final class PerfScriptReader {
    private static final int MAX_HEADER_CHARS = 1000;
    /** Thread, process and thread, processor, time, period and event; perf prints those that it is asked for. */
    private static final Pattern HEADER = Pattern.compile(
            "(\\S.*?)\\s+(?:(\\d+)/)?\\d+\\s+(?:\\[\\d+]\\s+)?(?:(\\d+)\\.(\\d{6,9}):\\s+)?"
                    + "(?:(\\d{1,18})\\s+)?([^\\s\\d]\\S*?):(\\s.*)?");
    private static final Pattern FRAME = Pattern.compile("\\s*([0-9a-f]{1,16})\\s+(\\S.*)");
    /** Below a frame, with {@code -F +srcline}: a line, or file and address if the line is unknown. */
    private static final Pattern SOURCE_LINE = Pattern.compile("\\s+(?:\\S+:\\d+|.*\\[[0-9a-f]+])");
    private static final int MIN_ADDRESS_DIGITS = 8;
    private static final Pattern OFFSET = Pattern.compile("\\+0x[0-9a-f]+$");
    private static final Pattern MAP = Pattern.compile(".*perf-\\d+\\.map");
    private static final Pattern KERNEL =
            Pattern.compile("\\[(?:guest\\.)?kernel.*|.*vmlinux[^/]*|.*\\.ko(?:\\.\\w+)?");
    /** perf-map-agent without its type: {@code app.Main::run}. */
    private static final Pattern AGENT = Pattern.compile("([\\w$/.]+)::([\\w$<>]+)(?:\\(.*)?");
    /** The process of a processor that has nothing to do. */
    private static final String IDLE = "0";
    /** perf's names of the clocks whose period is nanoseconds. */
    private static final Set<String> CLOCKS = Set.of("cpu-clock", "task-clock");

    private final ReadOptions options;
    private final StackTable stacks;
    private final NamedStacks named;
    private final TreeMap<String, Long> events = new TreeMap<>();
    private final Set<String> processes = new HashSet<>();
    private String wanted;
    private String thread = "";
    private long period;
    private boolean reading;
    private boolean taken;
    private long firstNanos = -1;
    private long lastNanos;
    private long malformed;
    private long least = Long.MAX_VALUE;
    private long most;

    private PerfScriptReader(ReadOptions options, ProfileBuilder builder) {
        this.options = options;
        this.stacks = new StackTable(options, builder);
        this.named = new NamedStacks(stacks);
        this.wanted = options.event();
    }

    /** Returns whether a text begins as {@code perf script} prints: a sample's line, then frames. */
    public static boolean reads(RecordingSource source) {
        if (!TextLines.isText(source.head())) {
            return false;
        }
        List<String> lines = new String(source.head(), StandardCharsets.UTF_8).lines()
                .filter(line -> !line.startsWith("#") && !line.isBlank()).limit(50).toList();
        for (int i = 0; i + 1 < lines.size(); i++) {
            Matcher header = lines.get(i).length() < MAX_HEADER_CHARS ? HEADER.matcher(lines.get(i)) : null;
            if (header != null && header.matches()) {
                return isFrame(lines.get(i + 1)) || isFrame(tail(header));
            }
        }
        return false;
    }

    private static boolean isFrame(String line) {
        Matcher frame = FRAME.matcher(line);
        return frame.matches() && (line.endsWith(")") || frame.group(1).length() >= MIN_ADDRESS_DIGITS);
    }

    private static String tail(Matcher header) {
        return header.group(7) == null ? "" : header.group(7);
    }

    public static Optional<Recording> read(
            String path, RecordingSource source, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        PerfScriptReader reader = new PerfScriptReader(options, builder);
        TextLines.read(source.stream(), (text, number) -> reader.line(text), number -> reader.malformed++);
        reader.endSample();
        if (reader.stacks.size() == 0) {
            throw new UnreadableRecordingException(path + (reader.events.isEmpty() ? ": no sample of perf script"
                    : ": holds no event " + reader.wanted + ", but " + String.join(", ", reader.events.keySet())));
        }
        return Optional.of(reader.finish(path, builder));
    }

    private void line(String text) {
        if (text.isBlank()) {
            endSample();
        } else if (Character.isWhitespace(text.charAt(0)) && reading) {
            frame(text);
        } else if (!text.startsWith("#")) {
            header(text.strip());
        }
    }

    private void header(String text) {
        Matcher header = text.length() > MAX_HEADER_CHARS ? null : HEADER.matcher(text);
        if (header == null || !header.matches() || header.group(3) != null && header.group(3).length() > 9) {
            if (reading && isFrame(text)) {
                frame(text); // some print frames without indentation
            } else {
                endSample();
                malformed++;
            }
            return;
        }
        endSample();
        String event = header.group(6);
        events.merge(event, 1L, Long::sum);
        if (wanted.isEmpty()) {
            wanted = event; // one kind of sample at a time: the first
        }
        taken = event.equals(wanted);
        if (header.group(3) != null) {
            long nanos = Long.parseLong(header.group(3)) * 1_000_000_000
                    + Long.parseLong((header.group(4) + "000").substring(0, 9));
            firstNanos = firstNanos < 0 ? nanos : Math.min(firstNanos, nanos);
            lastNanos = Math.max(lastNanos, nanos);
            taken &= options.wantsTime(nanos - firstNanos);
        }
        if (taken && header.group(2) != null && !header.group(2).equals(IDLE)) {
            processes.add(header.group(2));
        }
        thread = header.group(1);
        period = header.group(5) == null ? 0 : Long.parseLong(header.group(5));
        reading = true;
        named.begin();
        if (isFrame(tail(header))) {
            frame(tail(header)); // a sample without its callers
        }
    }

    private void frame(String text) {
        Matcher frame = FRAME.matcher(text);
        if (!frame.matches()) {
            malformed += SOURCE_LINE.matcher(text).matches() ? 0 : 1;
            return;
        }
        if (!taken) {
            return;
        }
        String rest = frame.group(2);
        int open = rest.endsWith(")") ? rest.lastIndexOf(" (") : -1;
        String loaded = open < 0 ? "" : rest.substring(open + 2, rest.length() - 1);
        String file = loaded.equals("inlined") || loaded.equals("[unknown]") ? "" : loaded;
        String symbol = OFFSET.matcher((open < 0 ? rest : rest.substring(0, open)).strip()).replaceFirst("");
        String address = frame.group(1);
        boolean kernel = KERNEL.matcher(file).matches() || address.length() == 16 && address.startsWith("ffff");
        if (symbol.isEmpty() || symbol.equals("[unknown]")) {
            symbol = file.isEmpty() ? "[unknown]" : file.substring(file.lastIndexOf('/') + 1);
        }
        if (kernel || !MAP.matcher(file).matches()) {
            named.caller(new NamedFrame(symbol, 0, file, "", kernel ? Type.KERNEL : Type.UNKNOWN));
            return;
        }
        // perf-map-agent names the methods that are inlined here too, the innermost last
        String[] inlined = symbol.split("->");
        for (int i = inlined.length - 1; i >= 0; i--) {
            named.caller(mapped(inlined[i]));
        }
    }

    /** Returns the frame of a perf map, of Java methods and of what else the JVM has generated. */
    private static NamedFrame mapped(String symbol) {
        Matcher agent = AGENT.matcher(symbol);
        if (agent.matches()) {
            return new NamedFrame(agent.group(1).replace('.', '/') + "." + agent.group(2), 0, "", "", Type.JAVA);
        }
        int dot = symbol.lastIndexOf('.');
        return dot > 0 && symbol.matches("[\\w$/.<>]+")
                ? new NamedFrame(symbol.substring(0, dot).replace('.', '/') + symbol.substring(dot), 0, "", "",
                        Type.JAVA)
                : NamedFrame.of(symbol, 0, "", "", "");
    }

    private void endSample() {
        if (reading && taken) {
            String plain = plain(wanted);
            // a sample of other events stands for so many of them
            named.end(thread, CpuEvents.isCpu(plain) ? 1 : Math.max(1, period),
                    CLOCKS.contains(plain) ? period : 0);
            least = Math.min(least, period);
            most = Math.max(most, period);
        }
        reading = false;
    }

    /** Returns an event's name without modifiers: {@code cycles:ukP} is {@code cycles}. */
    private static String plain(String event) {
        int colon = event.indexOf(':');
        boolean modifiers = colon > 0
                && event.substring(colon + 1).chars().allMatch(c -> "ukhIGHPpSDWeb".indexOf(c) >= 0);
        return modifiers ? event.substring(0, colon) : event;
    }

    private Recording finish(String path, ProfileBuilder builder) {
        List<String> warnings = new ArrayList<>();
        String plain = plain(wanted);
        String modifiers = wanted.substring(plain.length());
        boolean user = modifiers.indexOf('u') >= 0 && modifiers.indexOf('k') < 0;
        if (user) {
            warnings.add(wanted + " samples user code only: the kernel was left out");
        }
        List<String> others = events.keySet().stream().filter(event -> !event.equals(wanted)).toList();
        if (!others.isEmpty()) {
            warnings.add("samples of " + String.join(", ", others) + " were left out: --event names another than "
                    + wanted);
        }
        StackRecording.warning(processes).ifPresent(warnings::add);
        if (malformed > 0) {
            warnings.add(malformed + " lines are neither a sample nor a frame of perf script and were skipped");
        }
        // what async-profiler calls cpu: the cycle counter, or the clock where there is none
        String event = CpuEvents.isCpu(plain) ? "cpu" : plain;
        boolean steady = CLOCKS.contains(plain) && least == most;
        long durationMillis = (lastNanos - Math.max(0, firstNanos)) / 1_000_000;
        return new StackRecording(path, "perf-script", event, user, steady ? most : 0, 0, durationMillis,
                firstNanos >= 0, malformed == 0, warnings).finish(stacks, options, builder);
    }
}
