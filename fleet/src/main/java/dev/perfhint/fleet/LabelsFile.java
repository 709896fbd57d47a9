package dev.perfhint.fleet;

import dev.perfhint.fleet.format.FlatJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Labels by path: CSV with a heading, or a JSON array of objects, with {@code path} (a glob), {@code service},
 * {@code version}, {@code host}, {@code date}, {@code instances} and {@code cores}. The first line that fits and says a
 * label wins.
 */
public final class LabelsFile {
    public static final LabelsFile NONE = new LabelsFile(List.of());

    private static final Set<String> NAMES = Set.of("path", "service", "version", "host", "date", "instances", "cores");

    private record Line(Pattern path, Map<String, String> labels) {}

    private final List<Line> lines;

    private LabelsFile(List<Line> lines) {
        this.lines = lines;
    }

    /** @throws IllegalArgumentException if the text is neither, or names another column */
    public static LabelsFile of(String text) {
        List<Map<String, String>> objects = text.stripLeading().startsWith("[") ? FlatJson.readArray(text) : csv(text);
        List<Line> lines = new ArrayList<>();
        for (Map<String, String> object : objects) {
            Map<String, String> labels = new LinkedHashMap<>(object);
            labels.values().removeIf(String::isBlank);
            for (String name : labels.keySet()) {
                if (!NAMES.contains(name)) {
                    throw new IllegalArgumentException("unknown column '" + name + "'");
                }
            }
            String path = labels.remove("path");
            if (path == null) {
                throw new IllegalArgumentException("a line without path");
            }
            for (String number : List.of("instances", "cores")) {
                if (labels.containsKey(number) && !labels.get(number).matches("[0-9]{1,9}([.][0-9]{1,6})?")) {
                    throw new IllegalArgumentException(number + " is no number: " + labels.get(number));
                }
            }
            lines.add(new Line(PathGlob.pattern(path), labels));
        }
        return new LabelsFile(lines);
    }

    Map<String, String> labels(String path) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (Line line : lines) {
            if (line.path().matcher(path).matches()) {
                line.labels().forEach(labels::putIfAbsent);
            }
        }
        return labels;
    }

    private static List<Map<String, String>> csv(String text) {
        List<Map<String, String>> objects = new ArrayList<>();
        List<String> header = List.of();
        for (String line : text.split("\r?\n")) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            List<String> cells = cells(line);
            if (header.isEmpty()) {
                header = cells;
                continue;
            }
            if (cells.size() > header.size()) {
                throw new IllegalArgumentException("more cells than columns: " + line);
            }
            Map<String, String> object = new LinkedHashMap<>();
            for (int i = 0; i < cells.size(); i++) {
                object.put(header.get(i), cells.get(i));
            }
            objects.add(object);
        }
        return objects;
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                if (quoted && line.startsWith("\"\"", i)) {
                    cell.append(c);
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString().strip());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString().strip());
        return cells;
    }
}
