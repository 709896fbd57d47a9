package dev.perfhint.reader.foreign;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.TextLines;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads async-profiler's collapsed text: one stack per line, frames separated by {@code ;}, then a count. Plain or
 * annotated, with or without thread frames, line numbers, descriptors and library names.
 *
 * <p>The text names neither event nor interval nor times: the event is given or assumed to be {@code cpu}, each sample
 * stands for async-profiler's default of 10 ms, and a range of times does not apply.
 */
public final class CollapsedReader {
    private static final long ASSUMED_INTERVAL_NANOS = 10_000_000;
    private static final int MAX_HELD_BYTES = 1 << 23;
    // async-profiler's option total gives nanoseconds: no stack has that many samples
    private static final long MIN_NANOS = 100_000;
    private static final Pattern THREAD = Pattern.compile("\\[(.*?)(?: tid=\\d+)?]");
    // async-profiler's feature pcaddr appends the program counter
    private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-f]+(?:_\\[.])?");
    private static final Pattern LINE = Pattern.compile("\\S.* \\d+\\s*");

    private final String path;
    private final ReadOptions options;
    private final ProfileBuilder builder;
    private final StackTable stacks;
    private final Map<String, StackTable.Frame> frames = new HashMap<>();
    private final List<String> lines = new ArrayList<>();
    private boolean annotated;
    private long heldBytes;
    private long malformed;
    private long firstMalformed;

    private CollapsedReader(String path, ReadOptions options, ProfileBuilder builder) {
        this.path = path;
        this.options = options;
        this.builder = builder;
        this.stacks = new StackTable(options, builder);
    }

    /** Returns whether an input is collapsed text: complete lines end in a count. */
    public static boolean reads(RecordingSource source) {
        byte[] head = source.head();
        for (byte b : head) {
            if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r') {
                return false;
            }
        }
        String text = new String(head, StandardCharsets.UTF_8);
        int end = text.lastIndexOf('\n');
        if (end < 0) {
            // a single line, cut or not
            return text.contains(";") && !text.startsWith("<") && (head.length > 4000 || LINE.matcher(text).matches());
        }
        List<String> complete = text.substring(0, end).lines().filter(line -> !line.isBlank()).toList();
        long counted = complete.stream().filter(line -> LINE.matcher(line).matches()).count();
        return text.contains(";") && counted * 2 > complete.size();
    }

    /**
     * Adds the stacks to {@code builder}.
     *
     * @throws UnreadableRecordingException if no line is a stack with a count
     */
    public static Optional<Recording> read(
            String path, RecordingSource source, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        CollapsedReader reader = new CollapsedReader(path, options, builder);
        TextLines.read(source.stream(), reader::line, reader::malformed);
        reader.flush();
        if (reader.lines.isEmpty() && reader.stacks.size() == 0) {
            throw new UnreadableRecordingException(path
                    + ": no line is a collapsed stack, \"frame;frame;frame count\"");
        }
        return Optional.of(reader.finish());
    }

    // the first lines are held back until it is known whether the text is annotated
    private void line(String line, long number) {
        String text = line.strip();
        if (text.isEmpty()) {
            return;
        }
        int space = text.lastIndexOf(' ');
        boolean counted = space > 0 && text.length() - space <= 19
                && text.chars().skip(space + 1L).allMatch(c -> c >= '0' && c <= '9');
        if (!counted) {
            malformed(number);
            return;
        }
        if (text.substring(0, space).replace(";", "").isBlank()) {
            malformed(number);
            return;
        }
        annotated |= text.contains("_[j]") || text.contains("_[i]") || text.contains("_[0]") || text.contains("_[1]");
        heldBytes += line.length();
        if (lines.size() < 1000 && heldBytes < MAX_HELD_BYTES && stacks.size() == 0) {
            lines.add(text);
            return;
        }
        flush();
        add(text);
    }

    private void malformed(long number) {
        malformed++;
        firstMalformed = firstMalformed == 0 ? number : firstMalformed;
    }

    private void flush() {
        lines.forEach(this::add);
        lines.clear();
    }

    private void add(String text) {
        int space = text.lastIndexOf(' ');
        String[] names = text.substring(0, space).strip().split(";");
        int first = 0;
        String thread = "";
        Matcher named = names.length > 1 ? THREAD.matcher(names[0]) : null;
        if (named != null && named.matches() && (names[0].contains(" tid=") || names[0].startsWith("[tid="))) {
            thread = named.group(1);
            first = 1;
        }
        Optional<String> process = first == 0 && names.length > 1 ? CollapsedFrame.process(names[0]) : Optional.empty();
        if (process.isPresent()) {
            thread = process.get();
            first = 1;
        }
        stacks.cut(0);
        for (int i = first; i < names.length; i++) {
            if (!names[i].isEmpty() && !(i == names.length - 1 && i > first && ADDRESS.matcher(names[i]).matches())) {
                stacks.push(frames.computeIfAbsent(names[i], name -> stacks.frame(CollapsedFrame.of(name, annotated))));
            }
        }
        stacks.add(thread, Long.parseLong(text.substring(space + 1)), 0);
    }

    private Recording finish() {
        List<String> warnings = new ArrayList<>();
        Event event = event(warnings);
        long least = stacks.leastSamples();
        boolean nanos = least >= MIN_NANOS && stacks.size() >= 10;
        long interval = nanos ? least : ASSUMED_INTERVAL_NANOS;
        int id = builder.newEvent(event);
        builder.define(id, event, event.cpu() && !nanos ? interval : 0);
        stacks.forEach((leaf, group, value, none) -> builder.sample(leaf, group, id,
                nanos ? Math.max(1, Math.round((double) value / interval)) : value, nanos && event.cpu() ? value : 0,
                -1));
        if (nanos) {
            warnings.add("the counts look like nanoseconds (async-profiler's option total): one sample is taken to be "
                    + interval + " ns, the least of them");
        } else if (event.cpu()) {
            warnings.add("collapsed text has no sampling interval: 10 ms assumed for seconds of CPU,"
                    + " shares do not depend on it");
        }
        addShapeWarnings(warnings);
        CpuTotals totals = builder.totals(id);
        CpuTotals cpu = event.cpu() ? totals : new CpuTotals(event.evidence(), 0, 0, 0, 0);
        return new Recording(path, "collapsed", event.engine(), event.name(), event.evidence(), "", "", 0, 0,
                event.cpu() ? interval : 0, cpu.samples(), cpu.nanos(), cpu.systemNanos(), 0, 0, malformed == 0, 0,
                warnings);
    }

    private Event event(List<String> warnings) {
        if (options.event().isEmpty()) {
            warnings.add("collapsed text names no event: cpu assumed, --event names another");
        }
        return stacks.event(options.event().isEmpty() ? "cpu" : options.event(), false, warnings);
    }

    private void addShapeWarnings(List<String> warnings) {
        if (malformed > 0) {
            warnings.add(malformed + " of " + (malformed + stacks.size())
                    + " lines are no stack with a count and were skipped,"
                    + " the first is line " + firstMalformed);
        }
        stacks.addWarnings(warnings);
        if (options.fromNanos() > 0 || options.toNanos() < Long.MAX_VALUE) {
            warnings.add("collapsed text has no times: --from and --to do not apply to it");
        }
    }
}
