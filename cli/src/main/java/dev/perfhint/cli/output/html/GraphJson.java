package dev.perfhint.cli.output.html;

import dev.perfhint.cli.output.json.Json;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.TimeSlices;
import dev.perfhint.profile.view.FlameGraph;
import dev.perfhint.rules.stack.Owners;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * The stacks of a page in columns of numbers, as its program {@code profile.js} takes them: frames by name, nodes by
 * parent and frame, rows by node and thread group, and for each side the time slices.
 */
final class GraphJson {
    /** An application method with less of the samples has no series of its own. */
    private static final double MIN_SERIES_SHARE = 0.002;
    private static final int MAX_SERIES = 250;

    private final FlameGraph.Part part;
    private final Evidence grade;

    private GraphJson(FlameGraph.Part part, Evidence grade) {
        this.part = part;
        this.grade = grade;
    }

    static Json of(List<HtmlReport.Input> inputs, FlameGraph.Part part, Evidence grade) {
        return new GraphJson(part, grade).graph(inputs);
    }

    private Json graph(List<HtmlReport.Input> inputs) {
        Json graph = new Json()
                .put("evidence", grade.label())
                .put("estimated", grade == Evidence.JFR_ESTIMATE)
                .put("allFrames", part.allNodes())
                .put("minShare", part.minShare());
        frames(graph, inputs);
        int[] steps = new int[part.parents().length];
        for (int node = 1; node < steps.length; node++) {
            steps[node] = node - part.parents()[node];
        }
        List<Json> sides = new ArrayList<>();
        for (int side = 0; side < inputs.size(); side++) {
            Profile profile = inputs.get(side).report().profile();
            Json json = new Json().put("totals", totals(profile));
            rows(json, part.rows().get(side));
            sides.add(json.put("marks", marks(inputs.get(side), part.nodeOf().get(side)))
                    .put("slices", slices(profile)));
        }
        return graph
                .put("up", column(steps))
                .put("frame", column(part.frames()))
                .put("line", column(part.lines()))
                .put("threads", part.threadGroups())
                .put("sides", sides);
    }

    /** Class names stand once: a frame is an index of its class, its method's name, its kind and owner. */
    private void frames(Json graph, List<HtmlReport.Input> inputs) {
        Map<String, Integer> classes = new LinkedHashMap<>();
        part.names().forEach(frame -> classes.putIfAbsent(frame.className(), classes.size()));
        Map<String, String> owners = owners(inputs);
        graph.put("classes", classes.keySet())
                .put("class", part.names(), frame -> classes.get(frame.className()))
                .put("method", part.names(), FlameGraph.Frame::methodName)
                .put("kind", part.names(), frame -> kind(frame, owners))
                .put("application", part.names(), frame -> frame.application() ? 1 : 0);
    }

    private static String kind(FlameGraph.Frame frame, Map<String, String> owners) {
        if (frame.kind() == FrameKind.JAVA || frame.kind() == FrameKind.NATIVE && !frame.className().isEmpty()) {
            return owners.getOrDefault(frame.name(), "jdk");
        }
        return frame.kind().name().toLowerCase(Locale.ROOT);
    }

    private Map<String, String> owners(List<HtmlReport.Input> inputs) {
        Set<String> wanted = new HashSet<>();
        part.names().stream().filter(frame -> !frame.className().isEmpty()).forEach(frame -> wanted.add(frame.name()));
        Map<String, String> found = new HashMap<>();
        for (HtmlReport.Input input : inputs) {
            Methods methods = input.report().profile().methods();
            Owners owners = new Owners(input.report().profile(), input.sources(), input.appPackages());
            for (int method = 0; method < methods.size(); method++) {
                String name = methods.name(method);
                if (wanted.contains(name)) {
                    found.putIfAbsent(name, owners.of(method).label());
                }
            }
        }
        return found;
    }

    private Json totals(Profile profile) {
        CpuTotals totals = CpuTotals.byEvidence(profile).stream()
                .filter(each -> each.evidence() == grade).findFirst().orElse(new CpuTotals(grade, 0, 0, 0, 0));
        return new Json()
                .put("samples", totals.samples())
                .put("nanos", totals.nanos())
                .put("systemSamples", totals.systemSamples())
                .put("systemNanos", totals.systemNanos());
    }

    /** A row is all system CPU or none of it, but where it is estimated: {@code partial} holds those. */
    private static void rows(Json side, List<FlameGraph.Row> rows) {
        List<FlameGraph.Row> partial = rows.stream()
                .filter(row -> !isAllSystem(row) && (row.systemSamples() != 0 || row.systemNanos() != 0)).toList();
        side.put("node", column(rows, FlameGraph.Row::node))
                .put("thread", column(rows, FlameGraph.Row::threadGroup))
                .put("samples", column(rows, FlameGraph.Row::samples))
                .put("nanos", column(rows, FlameGraph.Row::nanos))
                .put("system", column(rows, row -> isAllSystem(row) ? 1
                        : row.systemSamples() == 0 && row.systemNanos() == 0 ? 0 : 2))
                .put("partialSamples", column(partial, FlameGraph.Row::systemSamples))
                .put("partialNanos", column(partial, FlameGraph.Row::systemNanos));
    }

    private static boolean isAllSystem(FlameGraph.Row row) {
        return row.systemSamples() == row.samples() && row.systemNanos() == row.nanos();
    }

    private static Map<String, Set<Integer>> marks(HtmlReport.Input input, int[] nodeOf) {
        Map<String, Set<Integer>> marks = new TreeMap<>();
        input.report().calls().forEach((finding, nodes) -> {
            Set<Integer> kept = new TreeSet<>();
            nodes.forEach(node -> kept.add(nodeOf[node]));
            kept.removeIf(node -> node <= 0);
            marks.put(finding, kept);
        });
        return marks;
    }

    private Json slices(Profile profile) {
        TimeSlices slices = profile.timeSlices();
        Map<String, long[]> byThread = new LinkedHashMap<>();
        for (TimeSlices.Series series : slices.byThreadGroup()) {
            if (isCounted(profile, series)) {
                String name = profile.threadGroups().get(series.key());
                add(byThread, part.threadGroups().contains(name) ? name : Frames.OTHER, series.samples());
            }
        }
        Map<String, long[]> methods = new LinkedHashMap<>();
        for (TimeSlices.Series series : slices.byApplicationMethod()) {
            if (isCounted(profile, series)) {
                add(methods, profile.methods().name(series.key()), series.samples());
            }
        }
        Json threads = new Json();
        for (int thread = 0; thread < part.threadGroups().size(); thread++) {
            long[] series = byThread.get(part.threadGroups().get(thread));
            if (series != null) {
                threads.put(Integer.toString(thread), series);
            }
        }
        return new Json()
                .put("widthNanos", slices.widthNanos())
                .put("endNanos", 1_000_000 * profile.recordings().stream().mapToLong(Recording::durationMillis).max()
                        .orElse(0))
                .put("threads", threads)
                .put("minShare", MIN_SERIES_SHARE)
                .put("frames", shown(methods));
    }

    /** Returns the series large enough to be kept, by index of the frame. */
    private Map<Integer, long[]> shown(Map<String, long[]> methods) {
        long all = methods.values().stream().mapToLong(GraphJson::sum).sum();
        Map<String, Integer> frames = new HashMap<>();
        for (int frame = 0; frame < part.names().size(); frame++) {
            if (part.names().get(frame).application()) {
                frames.put(part.names().get(frame).name(), frame);
            }
        }
        List<Map.Entry<String, long[]>> largest = new ArrayList<>(methods.entrySet());
        largest.removeIf(series -> sum(series.getValue()) < MIN_SERIES_SHARE * all
                || !frames.containsKey(series.getKey()));
        largest.sort((a, b) -> Long.compare(sum(b.getValue()), sum(a.getValue())));
        Map<Integer, long[]> shown = new LinkedHashMap<>();
        largest.stream().limit(MAX_SERIES).forEach(series -> shown.put(frames.get(series.getKey()), series.getValue()));
        return shown;
    }

    private boolean isCounted(Profile profile, TimeSlices.Series series) {
        Event event = profile.events().get(series.event());
        return event.cpu() && event.evidence() == grade;
    }

    private static void add(Map<String, long[]> sums, String name, long[] samples) {
        long[] sum = sums.computeIfAbsent(name, key -> new long[TimeSlices.SLICES]);
        for (int i = 0; i < sum.length; i++) {
            sum[i] += samples[i];
        }
    }

    private static long sum(long[] values) {
        return Arrays.stream(values).sum();
    }

    private static long[] column(List<FlameGraph.Row> rows, ToLongFunction<FlameGraph.Row> value) {
        return rows.stream().mapToLong(value).toArray();
    }

    private static long[] column(int[] values) {
        return Arrays.stream(values).asLongStream().toArray();
    }
}
