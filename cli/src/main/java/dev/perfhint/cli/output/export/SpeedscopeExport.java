package dev.perfhint.cli.output.export;

import dev.perfhint.cli.output.json.Json;
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
        List<long[]> samples = new ArrayList<>();
        List<long[]> weights = new ArrayList<>();
        long[] nanos = new long[1];
        stacks.forEach((thread, nodes, count, time) -> {
            long[] sample = new long[nodes.size()];
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
        List<Json> shared = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Json frame = new Json().put("name", names.get(i));
            shared.add(lines.get(i) > 0 ? frame.put("line", lines.get(i)) : frame);
        }
        return Json.text(new Json()
                .put("$schema", SCHEMA)
                .put("exporter", "perfhint " + version)
                .put("shared", new Json().put("frames", shared))
                .put("profiles", List.of(new Json()
                        .put("type", "sampled")
                        .put("name", stacks.event().name())
                        .put("unit", weight == 1 ? "nanoseconds" : "none")
                        .put("startValue", 0)
                        .put("endValue", weights.stream().mapToLong(each -> each[weight]).sum())
                        .put("samples", samples)
                        .put("weights", weights, each -> each[weight]))));
    }
}
