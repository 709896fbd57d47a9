package dev.perfhint.cli.output.export;

import dev.perfhint.cli.output.json.JsonText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes samples in speedscope's file format: one sampled profile, weighted by nanoseconds where they are known. */
public final class SpeedscopeExport {
    private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

    private SpeedscopeExport() {}

    public static String of(ExportedStacks stacks, String version) {
        Map<String, Integer> frames = new HashMap<>();
        List<String> names = new ArrayList<>();
        List<Integer> lines = new ArrayList<>();
        List<int[]> samples = new ArrayList<>();
        List<long[]> weights = new ArrayList<>();
        long[] nanos = new long[1];
        stacks.forEach((thread, nodes, count, time) -> {
            int[] sample = new int[nodes.size()];
            for (int i = 0; i < sample.length; i++) {
                String name = stacks.name(nodes.get(i));
                int line = stacks.line(nodes.get(i));
                sample[i] = frames.computeIfAbsent(name + ":" + line, key -> {
                    names.add(name);
                    lines.add(line);
                    return names.size() - 1;
                });
            }
            samples.add(sample);
            weights.add(new long[] {count, time});
            nanos[0] += time;
        });
        int weight = nanos[0] > 0 ? 1 : 0;
        return JsonText.of(json -> {
            json.beginObject();
            json.name("$schema").value(SCHEMA);
            json.name("exporter").value("perfhint " + version);
            json.name("shared").beginObject().name("frames").beginArray();
            for (int i = 0; i < names.size(); i++) {
                json.beginObject().name("name").value(names.get(i));
                if (lines.get(i) > 0) {
                    json.name("line").value(lines.get(i));
                }
                json.endObject();
            }
            json.endArray().endObject();
            json.name("profiles").beginArray().beginObject();
            json.name("type").value("sampled");
            json.name("name").value(stacks.event().name());
            json.name("unit").value(weight == 1 ? "nanoseconds" : "none");
            json.name("startValue").value(0);
            json.name("endValue").value(weights.stream().mapToLong(each -> each[weight]).sum());
            json.name("samples").beginArray();
            for (int[] sample : samples) {
                json.beginArray();
                for (int frame : sample) {
                    json.value(frame);
                }
                json.endArray();
            }
            json.endArray();
            json.name("weights").beginArray();
            for (long[] each : weights) {
                json.value(each[weight]);
            }
            json.endArray();
            json.endObject().endArray();
            json.endObject();
        });
    }
}
