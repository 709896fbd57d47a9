package dev.perfhint.fleet;

import java.util.LinkedHashMap;
import java.util.Map;

/** Labels recordings by their paths: the labels file first, then the layout. What is left the recording says itself. */
public record Labeller(LabelsFile file, PathLayout layout) {
    /** Returns the labels known before reading; {@code from} says what named the service. */
    Map<String, String> labels(String path) {
        Map<String, String> labels = new LinkedHashMap<>(file.labels(path));
        String from = labels.containsKey(RecordingLabels.SERVICE) ? "labels-file" : "path";
        layout.labels(path).forEach(labels::putIfAbsent);
        if (labels.containsKey(RecordingLabels.SERVICE)) {
            labels.put("from", from);
        }
        return labels;
    }
}
