package dev.perfhint.reader.foreign;

import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.TextLines;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads flame graphs: SVG as {@link SvgFlameGraph}, and the HTML that async-profiler and jfrconv write since version 2,
 * with the tree view in it or not: calls {@code f}, {@code u} and {@code n}, one for each frame, parents first. A
 * frame's samples are its width, its own are those that no child has.
 *
 * <p>The page names neither event nor interval. Frames too narrow to be drawn belong to their parent.
 */
public final class FlameGraphReader {
    private static final Pattern CALL =
            Pattern.compile(
                    "([fun])\\((\\d{1,10})(?:,(\\d{1,18}))?(?:,(-?\\d{1,18}))?(?:,(\\d{1,18}))?"
                            + "(?:,\\d{1,18}){0,3}\\);?");
    /** Versions before 3: level, left, width, type, title. */
    private static final Pattern OLD_CALL =
            Pattern.compile("f\\((\\d{1,9}),(\\d{1,18}),(\\d{1,18}),(\\d),'(.*)'(?:,\\d{1,18}){0,3}\\);?");
    private static final Pattern TITLE = Pattern.compile(".*<h1[^>]*>(.*)</h1>.*");
    private static final Pattern UNITS = Pattern.compile(".*const units = '(\\w*)'.*");
    private static final List<String> DRAWINGS = List.of("<?xml", "<svg");
    private static final List<String> PAGES = List.of("<!doctype html", "<html", "<?xml", "<svg");
    /** What pages have that show a profile, whatever it is drawn by. */
    private static final List<String> PICTURES = List.of("flame", "<canvas", "calltree", "call tree");
    private static final int MAX_CALL_CHARS = 100_000;
    /** async-profiler's headings; its converter gives all pages the same. */
    private static final Map<String, String> EVENTS =
            Map.of("CPU profile", "cpu", "Allocation profile", "alloc", "Lock profile", "lock",
            "Wall clock profile", "wall", "Malloc/free profile", "nativemem", "Native lock profile", "nativelock",
            "Java method profile", "method");

    private final ReadOptions options;
    private final StackTable stacks;
    private final List<String> titles = new ArrayList<>();
    private final Map<Long, StackTable.Frame> frames = new HashMap<>();
    private final Map<String, StackTable.Frame> oldFrames = new HashMap<>();
    private boolean inPool;
    private String lastTitle = "";
    private String heading = "";
    private String units = "samples";
    private String thread = "";
    private int level = -1;
    private boolean threadLevel;
    private long width;
    private long[] left = new long[64];
    private long malformed;
    private boolean differential;
    private int kernelRoots;
    private int roots;

    private FlameGraphReader(ReadOptions options, ProfileBuilder builder) {
        this.options = options;
        this.stacks = new StackTable(options, builder);
    }

    /** Returns whether an input is a page: whether it holds a flame graph is known when it is read. */
    public static boolean reads(RecordingSource source) {
        String text = TextLines.beginning(source.head());
        return PAGES.stream().anyMatch(text::startsWith);
    }

    public static Optional<Recording> read(
            String path, RecordingSource source, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        Optional<Recording> drawn = DRAWINGS.stream().anyMatch(TextLines.beginning(source.head())::startsWith)
                ? SvgFlameGraph.read(path, source, options, builder) : Optional.empty();
        if (drawn.isPresent()) {
            return drawn;
        }
        FlameGraphReader reader = new FlameGraphReader(options, builder);
        TextLines.read(source.stream(), (text, number) -> reader.line(text), number -> reader.malformed++);
        reader.leave(0);
        if (reader.differential) {
            throw new UnreadableRecordingException(path
                    + ": a differential flame graph, which holds changes and no profile;"
                    + " give the two it was made of to perfhint compare");
        }
        if (reader.roots > 0 && reader.kernelRoots == reader.roots) {
            throw new UnreadableRecordingException(path + ": a reversed flame graph; write it without --reverse");
        }
        if (reader.stacks.size() == 0) {
            String text = TextLines.beginning(source.head());
            throw new UnreadableRecordingException(path + (PICTURES.stream().anyMatch(text::contains)
                    ? ": a flame graph without async-profiler's frames is only a picture of a profile; record with"
                            + " file=NAME.jfr"
                    : ": an HTML or XML page without a flame graph, not a recording"));
        }
        return Optional.of(reader.finish(path, builder));
    }

    private void line(String text) {
        if (inPool) {
            pool(text);
        } else if (text.startsWith("const cpool = [")) {
            inPool = true;
        } else if (text.startsWith("f(") || text.startsWith("u(") || text.startsWith("n(")) {
            call(text);
        } else if (text.startsWith("d=")) {
            differential = true;
        } else if (heading.isEmpty() && text.contains("<h1")) {
            Matcher title = TITLE.matcher(text);
            heading = title.matches() ? title.group(1) : "";
        } else if (text.contains("const units")) {
            Matcher unit = UNITS.matcher(text);
            units = unit.matches() ? unit.group(1) : units;
        }
    }

    /**
     * Each title is written without the beginning that it shares with the last one; its first character is that one's
     * length.
     */
    private void pool(String text) {
        if (!text.startsWith("'")) {
            inPool = false;
            return;
        }
        int end = text.lastIndexOf('\'');
        String packed = unescape(text.substring(1, Math.max(1, end)));
        if (titles.isEmpty()) {
            titles.add(packed);
            return;
        }
        int shared = packed.isEmpty() ? -1 : packed.charAt(0) - ' ';
        if (shared < 0 || shared > lastTitle.length()) {
            malformed++;
            titles.add("[damaged name]");
            return;
        }
        lastTitle = lastTitle.substring(0, shared) + packed.substring(1);
        titles.add(lastTitle);
    }

    private static String unescape(String text) {
        return text.indexOf('\\') < 0 ? text : text.replace("\\'", "'").replace("\\\\", "\\");
    }

    private void call(String text) {
        Matcher call = CALL.matcher(text);
        Matcher old = text.length() > MAX_CALL_CHARS || !titles.isEmpty() ? null : OLD_CALL.matcher(text);
        if (titles.isEmpty() && old != null && old.matches()) {
            String title = unescape(old.group(5)).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
            int type = Integer.parseInt(old.group(4));
            frame(Integer.parseInt(old.group(1)), Long.parseLong(old.group(3)), title,
                    type, oldFrames.computeIfAbsent(type + title, key -> stacks.frame(parsed(title, type))));
        } else if (!titles.isEmpty() && text.length() < 200 && call.matches()) {
            packed(call);
        } else {
            malformed++;
        }
    }

    private void packed(Matcher call) {
        long key = Long.parseLong(call.group(2));
        boolean first = call.group(1).equals("f");
        if (key >>> 3 >= titles.size() || first && call.group(3) == null) {
            malformed++;
            return;
        }
        int next = first ? (int) Math.min(Integer.MAX_VALUE, Long.parseLong(call.group(3))) : call.group(1).equals("u")
                ? level + 1 : Math.max(level, 0);
        String given = first ? call.group(5) : call.group(3);
        String title = titles.get((int) (key >>> 3));
        int type = (int) (key & 7);
        // a width of 0 is as good as none: that of the frame before
        long wide = given == null || given.equals("0") ? width : Long.parseLong(given);
        frame(next, wide, title, type, frames.computeIfAbsent(key, each -> stacks.frame(parsed(title, type))));
    }

    private static CollapsedFrame parsed(String title, int type) {
        return switch (type) {
            case 3 -> new CollapsedFrame("", title, 0, FrameKind.NATIVE);
            case 4 -> new CollapsedFrame("", title, 0, FrameKind.CPP);
            case 5 -> CollapsedFrame.of(title.endsWith("_[k]") ? title : title + "_[k]", true);
            default -> CollapsedFrame.of(title + "_[j]", true);
        };
    }

    private void frame(int next, long wide, String title, int type, StackTable.Frame frame) {
        if (next > level + 1 || next < 0 || next == 0 && level >= 0) {
            malformed++;
            return;
        }
        leave(next);
        if (next == left.length) {
            left = Arrays.copyOf(left, next * 2);
        }
        if (next > 0) {
            if (wide > left[next - 1]) {
                malformed++;
            }
            left[next - 1] = Math.max(0, left[next - 1] - wide);
        }
        left[next] = wide;
        level = next;
        width = wide;
        if (next == 0) {
            return;
        }
        Optional<String> named = next == 1 && type == 3 ? CollapsedFrame.thread(title) : Optional.empty();
        if (named.isPresent()) {
            thread = named.get();
            threadLevel = true;
            return;
        }
        if (next == 1) {
            thread = "";
            threadLevel = false;
            roots++;
            kernelRoots += type == 5 ? 1 : 0;
        }
        stacks.cut(depth(next) - 1);
        stacks.push(frame);
    }

    private int depth(int ofLevel) {
        return threadLevel ? ofLevel - 1 : ofLevel;
    }

    /** Ends the frames from the innermost one up to this level: their own samples are known. */
    private void leave(int next) {
        for (; level >= next && level >= 0; level--) {
            int depth = depth(level);
            if (left[level] > 0 && depth > 0 && depth <= StackTable.MAX_DEPTH) {
                stacks.cut(depth);
                boolean nanos = units.equals("ns");
                stacks.add(thread, nanos ? 0 : left[level], nanos ? left[level] : 0);
            }
        }
    }

    private Recording finish(String path, ProfileBuilder builder) {
        List<String> warnings = new ArrayList<>();
        String named = units.equals("bytes") ? "alloc" : EVENTS.getOrDefault(heading, "");
        String event = !options.event().isEmpty() ? options.event() : named.isEmpty() ? "cpu" : named;
        if (options.event().isEmpty() && named.isEmpty()) {
            warnings.add("a flame graph names no event: cpu assumed, --event names another");
        }
        if (malformed > 0) {
            warnings.add(malformed + " lines of the flame graph do not fit together and were skipped or cut");
        }
        return new StackRecording(path, "flamegraph", event, false, 0, 0, 0, false, malformed == 0, warnings)
                .finish(stacks, options, builder);
    }
}
