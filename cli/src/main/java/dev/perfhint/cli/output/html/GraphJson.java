package dev.perfhint.cli.output.html;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.TimeSlices;
import dev.perfhint.profile.view.FlameGraph;
import dev.perfhint.rules.stack.Owners;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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

    private final JsonWriter json;
    private final FlameGraph.Part part;
    private final Evidence grade;

    private GraphJson(JsonWriter json, FlameGraph.Part part, Evidence grade) {
        this.json = json;
        this.part = part;
        this.grade = grade;
    }

    static void write(JsonWriter json, List<HtmlReport.Input> inputs, FlameGraph.Part part, Evidence grade)
            throws IOException {
        new GraphJson(json, part, grade).write(inputs);
    }

    private void write(List<HtmlReport.Input> inputs) throws IOException {
        json.name("graph").beginObject();
        json.name("evidence").value(grade.label());
        json.name("estimated").value(grade == Evidence.JFR_ESTIMATE);
        json.name("allFrames").value(part.allNodes());
        json.name("minShare").value(part.minShare());
        frames(inputs);
        int[] steps = new int[part.parents().length];
        for (int node = 1; node < steps.length; node++) {
            steps[node] = node - part.parents()[node];
        }
        column("up", steps);
        column("frame", part.frames());
        column("line", part.lines());
        strings("threads", part.threadGroups());
        json.name("sides").beginArray();
        for (int side = 0; side < inputs.size(); side++) {
            json.beginObject();
            totals(inputs.get(side).report().profile());
            rows(part.rows().get(side));
            marks(inputs.get(side), part.nodeOf().get(side));
            slices(inputs.get(side).report().profile());
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }

    /** Class names stand once: a frame is an index of its class, its method's name, its kind and owner. */
    private void frames(List<HtmlReport.Input> inputs) throws IOException {
        Map<String, Integer> classes = new LinkedHashMap<>();
        part.names().forEach(frame -> classes.putIfAbsent(frame.className(), classes.size()));
        Map<String, String> owners = owners(inputs);
        strings("classes", List.copyOf(classes.keySet()));
        column("class", part.names().stream().mapToInt(frame -> classes.get(frame.className())).toArray());
        strings("method", part.names().stream().map(FlameGraph.Frame::methodName).toList());
        strings("kind", part.names().stream().map(frame -> kind(frame, owners)).toList());
        column("application", part.names().stream().mapToInt(frame -> frame.application() ? 1 : 0).toArray());
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

    private void totals(Profile profile) throws IOException {
        CpuTotals totals = CpuTotals.byEvidence(profile).stream()
                .filter(each -> each.evidence() == grade).findFirst().orElse(new CpuTotals(grade, 0, 0, 0, 0));
        json.name("totals").beginObject();
        json.name("samples").value(totals.samples());
        json.name("nanos").value(totals.nanos());
        json.name("systemSamples").value(totals.systemSamples());
        json.name("systemNanos").value(totals.systemNanos());
        json.endObject();
    }

    /** A row is all system CPU or none of it, but where it is estimated: {@code partial} holds those. */
    private void rows(List<FlameGraph.Row> rows) throws IOException {
        column("node", rows, FlameGraph.Row::node);
        column("thread", rows, FlameGraph.Row::threadGroup);
        column("samples", rows, FlameGraph.Row::samples);
        column("nanos", rows, FlameGraph.Row::nanos);
        column("system", rows, row -> isAllSystem(row) ? 1 : row.systemSamples() == 0 && row.systemNanos() == 0 ? 0
                : 2);
        List<FlameGraph.Row> partial = rows.stream()
                .filter(row -> !isAllSystem(row) && (row.systemSamples() != 0 || row.systemNanos() != 0)).toList();
        column("partialSamples", partial, FlameGraph.Row::systemSamples);
        column("partialNanos", partial, FlameGraph.Row::systemNanos);
    }

    private static boolean isAllSystem(FlameGraph.Row row) {
        return row.systemSamples() == row.samples() && row.systemNanos() == row.nanos();
    }

    private void marks(HtmlReport.Input input, int[] nodeOf) throws IOException {
        json.name("marks").beginObject();
        for (Map.Entry<String, Set<Integer>> calls : new java.util.TreeMap<>(input.report().calls()).entrySet()) {
            Set<Integer> kept = new TreeSet<>();
            calls.getValue().forEach(node -> kept.add(nodeOf[node]));
            kept.removeIf(node -> node <= 0);
            column(calls.getKey(), kept.stream().mapToInt(Integer::intValue).toArray());
        }
        json.endObject();
    }

    private void slices(Profile profile) throws IOException {
        TimeSlices slices = profile.timeSlices();
        Map<String, long[]> threads = new LinkedHashMap<>();
        for (TimeSlices.Series series : slices.byThreadGroup()) {
            if (isCounted(profile, series)) {
                String name = profile.threadGroups().get(series.key());
                add(threads, part.threadGroups().contains(name) ? name : dev.perfhint.profile.Frames.OTHER,
                        series.samples());
            }
        }
        Map<String, long[]> methods = new LinkedHashMap<>();
        for (TimeSlices.Series series : slices.byApplicationMethod()) {
            if (isCounted(profile, series)) {
                add(methods, profile.methods().name(series.key()), series.samples());
            }
        }
        json.name("slices").beginObject();
        json.name("widthNanos").value(slices.widthNanos());
        json.name("threads").beginObject();
        for (int thread = 0; thread < part.threadGroups().size(); thread++) {
            long[] series = threads.get(part.threadGroups().get(thread));
            if (series != null) {
                column(Integer.toString(thread), series);
            }
        }
        json.endObject();
        json.name("minShare").value(MIN_SERIES_SHARE);
        json.name("frames").beginObject();
        for (Map.Entry<Integer, long[]> series : shown(methods).entrySet()) {
            column(series.getKey().toString(), series.getValue());
        }
        json.endObject();
        json.endObject();
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
        return java.util.Arrays.stream(values).sum();
    }

    private void column(String name, List<FlameGraph.Row> rows, ToLongFunction<FlameGraph.Row> value)
            throws IOException {
        column(name, rows.stream().mapToLong(value).toArray());
    }

    private void column(String name, int[] values) throws IOException {
        column(name, java.util.Arrays.stream(values).asLongStream().toArray());
    }

    private void column(String name, long[] values) throws IOException {
        json.name(name).beginArray();
        for (long value : values) {
            json.value(value);
        }
        json.endArray();
    }

    private void strings(String name, List<String> values) throws IOException {
        json.name(name).beginArray();
        for (String value : values) {
            json.value(value);
        }
        json.endArray();
    }
}
