package dev.perfhint.reader;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuEvents;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.ProfileBuilder;
import dev.perfhint.profile.Recording;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
    private static final int MAX_LINE_BYTES = 1 << 22;
    private static final int MAX_HELD_BYTES = 1 << 23;
    // async-profiler's option total gives nanoseconds: nobody counts that many samples of every single stack
    private static final long LEAST_NANOS = 100_000;
    private static final Pattern THREAD = Pattern.compile("\\[(.*?)(?: tid=\\d+)?]");
    // async-profiler's feature pcaddr appends the program counter
    private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-f]+(?:_\\[.])?");
    private static final Pattern LINE = Pattern.compile("\\S.* \\d+\\s*");

    private record Frame(int method, int line, FrameKind kind, boolean included, boolean excluded) {}

    private final String path;
    private final ReadOptions options;
    private final ProfileBuilder builder;
    private final Map<String, Frame> frames = new HashMap<>();
    private final List<String> lines = new ArrayList<>();
    private int[] leaves = new int[1024];
    private int[] groups = new int[1024];
    private long[] values = new long[1024];
    private int size;
    private boolean annotated;
    private boolean kernelFrames;
    private boolean nativeFrames;
    private boolean javaFrames;
    private boolean packages;
    private long heldBytes;
    private boolean folded;
    private long malformed;
    private long firstMalformed;

    private CollapsedReader(String path, ReadOptions options, ProfileBuilder builder) {
        this.path = path;
        this.options = options;
        this.builder = builder;
    }

    /** Returns whether a file that begins with these bytes is collapsed text: complete lines end in a count. */
    public static boolean looksLike(byte[] head) {
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
    public static Recording read(InputStream in, String path, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        CollapsedReader reader = new CollapsedReader(path, options, builder);
        reader.readLines(in);
        if (reader.lines.isEmpty() && reader.size == 0) {
            throw new UnreadableRecordingException(path + ": no line is a collapsed stack, \"frame;frame;frame count\"");
        }
        return reader.finish();
    }

    // the first lines are held back until it is known whether the text is annotated
    private void readLines(InputStream in) throws IOException {
        byte[] buffer = new byte[1 << 16];
        byte[] line = new byte[1 << 12];
        int length = 0;
        long number = 1;
        for (int n; (n = in.read(buffer)) >= 0; ) {
            for (int i = 0; i < n; i++) {
                if (buffer[i] == '\n') {
                    line(line, length, number++);
                    length = 0;
                } else if (length <= MAX_LINE_BYTES) {
                    line = length == line.length ? Arrays.copyOf(line, length * 2) : line;
                    line[length++] = buffer[i];
                }
            }
        }
        line(line, length, number);
        flush();
    }

    private void line(byte[] bytes, int length, long number) {
        if (length > MAX_LINE_BYTES) {
            malformed(number);
            return;
        }
        String text = new String(bytes, 0, length, StandardCharsets.UTF_8).strip();
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
        heldBytes += length;
        if (lines.size() < 1000 && heldBytes < MAX_HELD_BYTES && size == 0) {
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
        int node = CallTree.ROOT;
        boolean included = options.include().isEmpty();
        boolean excluded = false;
        Frame frame = null;
        for (int i = first; i < names.length; i++) {
            if (names[i].isEmpty() || i == names.length - 1 && i > first && ADDRESS.matcher(names[i]).matches()) {
                continue;
            }
            frame = frames.computeIfAbsent(names[i], this::frame);
            included |= frame.included();
            excluded |= frame.excluded();
            node = builder.child(node, frame.method(), frame.line(), frame.kind());
        }
        if (frame == null || !included || excluded || !options.wantsThread(thread)) {
            node = -1;
        }
        kernelFrames |= frame != null && frame.kind() == FrameKind.KERNEL;
        put(node, thread, Long.parseLong(text.substring(space + 1)));
    }

    private Frame frame(String text) {
        CollapsedFrame frame = CollapsedFrame.of(text, annotated);
        int method = builder.method(frame.className(), frame.methodName());
        String name = builder.methods().name(method);
        javaFrames |= frame.kind() == FrameKind.JAVA;
        packages |= name.startsWith("java.");
        nativeFrames |= frame.kind() != FrameKind.JAVA;
        return new Frame(method, frame.line(), frame.kind(),
                matches(options.include(), name), matches(options.exclude(), name));
    }

    private static boolean matches(Optional<Pattern> pattern, String name) {
        return pattern.isPresent() && pattern.get().matcher(name).find();
    }

    private void put(int leaf, String thread, long value) {
        if (size == leaves.length) {
            leaves = Arrays.copyOf(leaves, size * 2);
            groups = Arrays.copyOf(groups, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        leaves[size] = leaf;
        groups[size] = leaf < 0 ? -1 : builder.threadGroup(thread.isEmpty() ? "[no thread names]" : thread);
        values[size++] = value;
        if (builder.tree().size() > options.nodeLimit()) {
            fold();
        }
    }

    private void fold() {
        long[] weights = new long[builder.tree().size()];
        for (int row = 0; row < size; row++) {
            if (leaves[row] >= 0) {
                weights[leaves[row]] += values[row];
            }
        }
        int[] moved = builder.fold(options.nodeLimit(), weights);
        for (int row = 0; row < size; row++) {
            leaves[row] = leaves[row] < 0 ? leaves[row] : moved[leaves[row]];
        }
        folded = true;
    }

    private Recording finish() {
        List<String> warnings = new ArrayList<>();
        Event event = event(warnings);
        long least = Arrays.stream(values, 0, size).filter(value -> value > 0).min().orElse(0);
        boolean nanos = least >= LEAST_NANOS && size >= 10;
        long interval = nanos ? least : ASSUMED_INTERVAL_NANOS;
        int id = builder.newEvent(event);
        builder.define(id, event, event.cpu() && !nanos ? interval : 0);
        for (int row = 0; row < size; row++) {
            if (leaves[row] >= 0 && values[row] > 0) {
                long samples = nanos ? Math.max(1, Math.round((double) values[row] / interval)) : values[row];
                builder.sample(leaves[row], groups[row], id, samples, nanos && event.cpu() ? values[row] : 0, -1);
            }
        }
        if (nanos) {
            warnings.add("the counts look like nanoseconds (async-profiler's option total): one sample is taken to be "
                    + interval + " ns, the least of them");
        } else if (event.cpu()) {
            warnings.add("collapsed text has no sampling interval: 10 ms assumed for seconds of CPU,"
                    + " shares do not depend on it");
        }
        if (folded) {
            warnings.add(options.foldedWarning());
        }
        addShapeWarnings(warnings);
        CpuTotals totals = builder.totals(id);
        CpuTotals cpu = event.cpu() ? totals : new CpuTotals(event.evidence(), 0, 0, 0, 0);
        return new Recording(path, "collapsed", event.engine(), event.name(), event.evidence(), "", "", 0, 0,
                event.cpu() ? interval : 0, cpu.samples(), cpu.nanos(), cpu.systemNanos(), 0, 0, malformed == 0, 0, warnings);
    }

    private Event event(List<String> warnings) {
        String name = options.event().isEmpty() ? "cpu" : options.event();
        if (options.event().isEmpty()) {
            warnings.add("collapsed text names no event: cpu assumed, --event names another");
        }
        String engine = name.equals("ctimer") || name.equals("itimer") || name.equals("wall") ? name
                : kernelFrames ? "perf_events" : "";
        Event event = CpuEvents.of(name, engine, false, kernelFrames);
        if (event.cpu() && nativeFrames && !javaFrames && !kernelFrames) {
            warnings.add("no Java and no kernel frames: nothing tells system CPU; are these the stacks of a JVM?");
            return new Event(name, engine, Evidence.NONE, true);
        }
        if (event.cpu() && !nativeFrames) {
            warnings.add("no native and no kernel frames: nothing tells system CPU;"
                    + " record with async-profiler and its default cstack");
            return new Event(name, engine, Evidence.NONE, true);
        }
        return event;
    }

    private void addShapeWarnings(List<String> warnings) {
        if (malformed > 0) {
            warnings.add(malformed + " of " + (malformed + size) + " lines are no stack with a count and were skipped,"
                    + " the first is line " + firstMalformed);
        }
        if (javaFrames && !packages) {
            warnings.add("class names have no packages (async-profiler's option simple): rules cannot tell JDK classes;"
                    + " record without it");
        }
        if (options.fromNanos() > 0 || options.toNanos() < Long.MAX_VALUE) {
            warnings.add("collapsed text has no times: --from and --to do not apply to it");
        }
        if (options.thread().isPresent() && Arrays.stream(groups, 0, size).noneMatch(group -> group >= 0)) {
            warnings.add("no stack has a thread name that --thread wants; async-profiler writes names with its option threads");
        }
    }
}
