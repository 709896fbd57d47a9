package dev.perfhint.fleet;

import dev.perfhint.fleet.format.FlatJson;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A recording to read, with the labels known before. */
public record PlannedRecording(FoundRecording recording, Map<String, String> labels) {
    private static final String LABEL = "label.";

    String from() {
        return labels.getOrDefault("from", "");
    }

    PlannedRecording withoutStamp() {
        return new PlannedRecording(new FoundRecording(recording.path(), recording.bytes(), ""), labels);
    }

    /** Returns the labels as JSON. */
    String given() {
        return FlatJson.write(new TreeMap<>(labels));
    }

    String line() {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("path", recording.path());
        line.put("bytes", recording.bytes());
        line.put("stamp", recording.stamp());
        labels.forEach((name, value) -> line.put(LABEL + name, value));
        return FlatJson.write(line);
    }

    static PlannedRecording of(String text) {
        Map<String, String> line = FlatJson.read(text);
        Map<String, String> labels = new HashMap<>();
        line.forEach((name, value) -> {
            if (name.startsWith(LABEL)) {
                labels.put(name.substring(LABEL.length()), value);
            }
        });
        return new PlannedRecording(
                new FoundRecording(line.get("path"), Long.parseLong(line.get("bytes")), line.get("stamp")), labels);
    }
}
