package dev.perfhint.rules.observed;

import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.observed.StreamLife;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a program did with the files of some streams at other places, open or not. */
final class SeenElsewhere {
    private static final String READ_ONLY = "r";
    /** What concerns who keeps a file open, or what it held. */
    private static final Map<String, String> BY_PATH = new TreeMap<>(
            Map.of("delete", "deleted", "rename", "renamed", "attributes", "asked for its attributes"));
    private static final int MOST = 4;

    private SeenElsewhere() {}

    /** Returns {@code opened for reading in Log.rotate:43 (5 times)}, {@code deleted (5 times)}. */
    static List<String> of(Observation observed, StreamLife life) {
        Set<String> paths = life.paths().keySet();
        String here = SeenPlaces.place(life.site().creation());
        Map<String, Long> opened = observed.streams().values().stream()
                .filter(other -> !SeenPlaces.place(other.site().creation()).equals(here))
                .filter(other -> sum(other.paths(), paths, "") > 0)
                .collect(Collectors.toMap(SeenElsewhere::opened, other -> sum(other.paths(), paths, ""), Long::sum,
                        TreeMap::new));
        Stream<String> byPath = BY_PATH.entrySet().stream()
                .map(each -> Map.entry(each.getValue(), sum(observed.metadataPaths(), paths, each.getKey() + ' ')))
                .filter(each -> each.getValue() > 0).map(SeenElsewhere::said);
        return Stream.concat(opened.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST).map(SeenElsewhere::said), byPath).toList();
    }

    private static long sum(Map<String, Long> counts, Set<String> paths, String prefix) {
        return paths.stream().mapToLong(path -> counts.getOrDefault(prefix + path, 0L)).sum();
    }

    private static String opened(StreamLife other) {
        return "opened " + (other.site().mode().equals(READ_ONLY) ? "for reading " : "") + "in "
                + SeenText.place(other.site().creation());
    }

    private static String said(Map.Entry<String, Long> use) {
        return use.getKey() + " (" + SeenText.times(use.getValue()) + ')';
    }
}
