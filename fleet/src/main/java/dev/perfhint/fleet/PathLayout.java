package dev.perfhint.fleet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes labels from a path: by a pattern such as {@code {service}/{host}/*.jfr}, or from {@code key=value} folders. */
public final class PathLayout {
    /** {@code key=value} folders, as Hive and its successors write them. */
    public static final PathLayout FOLDERS = new PathLayout(Pattern.compile(""), List.of());

    private static final Pattern FOLDER = Pattern.compile("(?:^|/)([a-z]+)=([^/]+)(?=/)");
    private static final Pattern NAME = Pattern.compile("\\{([a-z]+)}");

    private final Pattern pattern;
    private final List<String> names;

    private PathLayout(Pattern pattern, List<String> names) {
        this.pattern = pattern;
        this.names = names;
    }

    /** @throws IllegalArgumentException if a name is no label or given twice */
    public static PathLayout of(String layout) {
        Matcher matcher = NAME.matcher(layout);
        StringBuilder regex = new StringBuilder("(?:.*/)?");
        java.util.ArrayList<String> names = new java.util.ArrayList<>();
        int end = 0;
        while (matcher.find()) {
            String name = matcher.group(1);
            if (!RecordingLabels.PATH_NAMES.contains(name) || names.contains(name)) {
                throw new IllegalArgumentException("--layout " + layout + ": {" + name + "} must be one of "
                        + String.join(", ", RecordingLabels.PATH_NAMES) + ", each at most once");
            }
            names.add(name);
            regex.append(PathGlob.regex(layout.substring(end, matcher.start()))).append("(?<").append(name)
                    .append(">[^/]+?)");
            end = matcher.end();
        }
        if (names.isEmpty()) {
            throw new IllegalArgumentException("--layout " + layout + ": names no label, as {service}/{host}/*.jfr");
        }
        return new PathLayout(Pattern.compile(regex + PathGlob.regex(layout.substring(end))), List.copyOf(names));
    }

    /** Returns the labels that the path names. */
    Map<String, String> labels(String path) {
        Map<String, String> labels = new LinkedHashMap<>();
        if (names.isEmpty()) {
            Matcher folders = FOLDER.matcher(path);
            while (folders.find()) {
                if (RecordingLabels.PATH_NAMES.contains(folders.group(1))) {
                    labels.put(folders.group(1), PartitionKey.unescaped(folders.group(2)));
                }
            }
            return labels;
        }
        Matcher matcher = pattern.matcher(path);
        if (matcher.matches()) {
            names.forEach(name -> labels.put(name, matcher.group(name)));
        }
        return labels;
    }
}
