package dev.perfhint.reader.foreign;

import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the flame graphs that FlameGraph and inferno write as SVG: a box for each frame, with its name and its samples
 * in the title. Who called whom is where the boxes lie; samples of frames too narrow to be drawn belong to their
 * callers.
 */
final class SvgFlameGraph {
    private static final int MAX_BYTES = 64 << 20;
    private static final Pattern BOX = Pattern.compile(
            "<title>([^<]{1,8000}) \\(([\\d,]{1,20}) ([^,()<]{1,40}), [^)<]{0,40}\\)</title>\\s*<rect ([^>]{1,400})>");
    private static final Pattern DIFFERENCE = Pattern.compile("%; [-+][\\d.]+%\\)</title>");
    private static final Pattern ATTRIBUTE = Pattern.compile("([\\w:]+)=\"([^\"]*)\"");
    private static final Pattern RGB = Pattern.compile("rgb\\((\\d{1,3}),\\s?(\\d{1,3}),\\s?(\\d{1,3})\\)");
    /** The palette for Java, which has green: orange is the kernel then. */
    private static final int MIN_GREEN = 200;
    private static final int MAX_DEPTH = 2000;
    private static final String SAMPLES = "samples";

    /** A frame where it lies; its own samples are those that no box upon it has. */
    private static final class Box {
        private final String name;
        private final long samples;
        private final double left;
        private final double width;
        private final double top;
        private final int[] colour;
        private final List<Box> above = new ArrayList<>();
        private long own;

        private Box(String name, long samples, double left, double width, double top, int[] colour) {
            this.name = name;
            this.samples = samples;
            this.left = left;
            this.width = width;
            this.top = top;
            this.colour = colour;
            this.own = samples;
        }

        private boolean holds(Box box) {
            double middle = box.left + box.width / 2;
            return own >= box.samples && left <= middle && middle <= left + width;
        }

        private double distance(Box box) {
            double middle = box.left + box.width / 2;
            return Math.max(0, Math.max(left - middle, middle - left - width));
        }
    }

    private final StackTable stacks;
    private final NamedStacks named;
    private final List<Box> boxes = new ArrayList<>();
    private List<Box> roots = List.of();
    private String unit = SAMPLES;
    private boolean coloured;
    private long misplaced;

    private SvgFlameGraph(ReadOptions options, ProfileBuilder builder) {
        stacks = new StackTable(options, builder);
        named = new NamedStacks(stacks);
    }

    /** Returns the recording; empty if the page is no such graph. */
    static Optional<Recording> read(String path, RecordingSource source, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        String page = new String(source.content(MAX_BYTES), StandardCharsets.UTF_8);
        SvgFlameGraph graph = new SvgFlameGraph(options, builder);
        Matcher box = BOX.matcher(page);
        while (box.find()) {
            graph.add(box.group(1), box.group(2), box.group(3), box.group(4));
        }
        if (graph.boxes.isEmpty()) {
            return Optional.empty();
        }
        if (DIFFERENCE.matcher(page).find()) {
            throw new UnreadableRecordingException(path + ": a differential flame graph, which holds changes and no"
                    + " profile; give the two it was made of to perfhint compare");
        }
        graph.build();
        return Optional.of(graph.finish(path, options, builder));
    }

    private void add(String name, String samples, String countedAs, String rect) {
        double[] place = new double[3];
        double[] exact = new double[2];
        int[] colour = new int[3];
        Matcher attribute = ATTRIBUTE.matcher(rect);
        while (attribute.find()) {
            switch (attribute.group(1)) {
                case "x" -> place[0] = number(attribute.group(2));
                case "width" -> place[1] = number(attribute.group(2));
                case "y" -> place[2] = number(attribute.group(2));
                case "fg:x" -> exact[0] = number(attribute.group(2));
                case "fg:w" -> exact[1] = number(attribute.group(2));
                case "fill" -> colour = colour(attribute.group(2));
                default -> { }
            }
        }
        unit = countedAs;
        coloured |= colour[1] >= MIN_GREEN && colour[0] == colour[2] && colour[0] < colour[1];
        boxes.add(new Box(text(name), (long) number(samples.replace(",", "")), exact[1] > 0 ? exact[0] : place[0],
                exact[1] > 0 ? exact[1] : place[1], place[2], colour));
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text.endsWith("%") ? text.substring(0, text.length() - 1) : text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static int[] colour(String fill) {
        Matcher rgb = RGB.matcher(fill);
        return rgb.matches() ? new int[] {Integer.parseInt(rgb.group(1)), Integer.parseInt(rgb.group(2)),
            Integer.parseInt(rgb.group(3))} : new int[3];
    }

    private static String text(String escaped) {
        return escaped.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'")
                .replace("&amp;", "&");
    }

    /** Puts each box upon the one that it lies on. */
    private void build() {
        TreeMap<Double, List<Box>> byHeight = new TreeMap<>();
        boxes.forEach(box -> byHeight.computeIfAbsent(box.top, key -> new ArrayList<>()).add(box));
        // the root is wider than what lies upon it, at the bottom or, of an icicle graph, at the top
        boolean rootFirst = widest(byHeight.firstEntry().getValue()) > widest(byHeight.lastEntry().getValue());
        List<List<Box>> levels = new ArrayList<>((rootFirst ? byHeight : byHeight.descendingMap()).values());
        levels.forEach(level -> level.sort(Comparator.comparingDouble(box -> box.left)));
        for (int i = 1; i < levels.size(); i++) {
            int below = 0;
            List<Box> lower = levels.get(i - 1);
            for (Box box : levels.get(i)) {
                while (below + 1 < lower.size() && lower.get(below + 1).left <= box.left + box.width / 2) {
                    below++;
                }
                put(box, lower, below);
            }
        }
        roots = levels.get(0);
    }

    private static double widest(List<Box> level) {
        return level.stream().mapToDouble(box -> box.width).sum();
    }

    // places are rounded to a tenth of a point: what does not fit where it seems to lie fits beside it
    private void put(Box box, List<Box> lower, int at) {
        Optional<Box> found = lower.get(at).holds(box) ? Optional.of(lower.get(at)) : Optional.empty();
        for (int i = Math.max(0, at - 2); found.isEmpty() && i < Math.min(lower.size(), at + 3); i++) {
            if (lower.get(i).own >= box.samples && lower.get(i).distance(box) <= box.width + 0.2) {
                found = Optional.of(lower.get(i));
            }
        }
        if (found.isEmpty()) {
            misplaced++;
            return;
        }
        found.get().above.add(box);
        found.get().own -= box.samples;
    }

    private Recording finish(String path, ReadOptions options, ProfileBuilder builder) {
        for (Box root : roots) {
            for (Box box : root.above) {
                Optional<String> thread = CollapsedFrame.process(box.name);
                if (thread.isPresent()) {
                    box.above.forEach(each -> add(each, new ArrayList<>(), thread.get()));
                    add(List.of(NamedFrame.UNKNOWN), box.own, thread.get());
                } else {
                    add(box, new ArrayList<>(), "");
                }
            }
            add(List.of(NamedFrame.UNKNOWN), root.own, "");
        }
        List<String> warnings = new ArrayList<>();
        boolean counted = unit.equals(SAMPLES);
        if (counted && options.event().isEmpty()) {
            warnings.add("a flame graph names no event: cpu assumed, --event names another");
        }
        if (misplaced > 0) {
            warnings.add(misplaced + " boxes of the flame graph lie on no other: their samples belong to callers");
        }
        String event = !options.event().isEmpty() ? options.event() : counted ? "cpu" : unit;
        return new StackRecording(path, "flamegraph", event, false, 0, 0, 0, false, misplaced == 0, warnings)
                .finish(stacks, options, builder);
    }

    private void add(Box box, List<NamedFrame> callers, String thread) {
        List<NamedFrame> stack = new ArrayList<>(callers);
        if (stack.size() < MAX_DEPTH) {
            stack.add(frame(box));
        }
        add(stack, box.own, thread);
        box.above.forEach(each -> add(each, stack, thread));
    }

    private void add(List<NamedFrame> stack, long samples, String thread) {
        if (samples == 0) {
            return;
        }
        named.begin();
        for (int i = stack.size() - 1; i >= 0; i--) {
            named.caller(stack.get(i));
        }
        named.end(thread, samples, 0);
    }

    private NamedFrame frame(Box box) {
        boolean orange = box.colour[2] == 0 && box.colour[0] > box.colour[1];
        return coloured && orange ? new NamedFrame(box.name, 0, "", "", NamedFrame.Type.KERNEL)
                : NamedFrame.of(box.name, 0, "", "", "");
    }
}
