package dev.perfhint.fleet;

import dev.perfhint.profile.Labels;
import dev.perfhint.profile.Recording;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a recording is of, and where each label is from: {@code labels-file}, {@code path}, {@code recording},
 * {@code main-class} or {@code none}.
 */
record RecordingLabels(PartitionKey key, String host, String serviceFrom) {
    static final String SERVICE = "service";
    static final String VERSION = "version";
    static final String HOST = "host";
    static final String DATE = "date";
    static final List<String> PATH_NAMES = List.of(SERVICE, VERSION, HOST, DATE);
    static final String UNLABELLED = "unlabelled";
    static final String UNKNOWN = "unknown";

    /** Completes what labels file and path say by what the recording says. */
    static RecordingLabels of(Map<String, String> given, String givenFrom, Recording recording) {
        Labels own = recording.labels();
        Optional<String> service = Optional.ofNullable(given.get(SERVICE));
        String from = service.isPresent() ? givenFrom : own.service().isPresent() ? "recording"
                : recording.mainClass().isEmpty() ? "none" : "main-class";
        String name = service.or(own::service).orElse(recording.mainClass().isEmpty() ? UNLABELLED
                : recording.mainClass());
        String version = Optional.ofNullable(given.get(VERSION)).or(own::version).orElse(UNKNOWN);
        String date = Optional.ofNullable(given.get(DATE)).orElse(day(recording.startMillis()));
        String host = Optional.ofNullable(given.get(HOST)).orElse(own.host().isEmpty() ? UNKNOWN : own.host());
        return new RecordingLabels(new PartitionKey(name, version, date), host, from);
    }

    /** Returns the labels that are known before reading, in the order in which recordings are sorted. */
    static String sortKey(Map<String, String> given) {
        Map<String, String> sorted = new TreeMap<>(given);
        sorted.remove(HOST);
        return sorted.toString();
    }

    private static String day(long millis) {
        return millis <= 0 ? UNKNOWN : Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC).toLocalDate().toString();
    }
}
