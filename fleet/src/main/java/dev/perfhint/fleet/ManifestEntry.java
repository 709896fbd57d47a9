package dev.perfhint.fleet;

import dev.perfhint.fleet.format.FlatJson;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One recording in the manifest.
 *
 * @param partition text of the {@link PartitionKey}; empty for a bad recording
 * @param labelledBy what named the service
 * @param instances of the service in the fleet, as the labels file says; 0 if it does not
 * @param given labels known before reading, as JSON: others next time, and the recording is read again
 * @param outcome {@code read}, {@code damaged} (a part of it was used) or {@code bad}
 * @param why what is wrong; empty for what was read
 */
public record ManifestEntry(FoundRecording recording, String partition, String host, String labelledBy,
        double instances, double cores, String given, String outcome, String why) {
    static final String READ = "read";
    static final String DAMAGED = "damaged";
    static final String BAD = "bad";

    public boolean isBad() {
        return outcome.equals(BAD);
    }

    public boolean isDamaged() {
        return outcome.equals(DAMAGED);
    }

    public boolean isUnlabelled() {
        return labelledBy.equals("none");
    }

    public String path() {
        return recording.path();
    }

    /** Returns the entry as a store may have it. */
    ManifestEntry hidden(StoreNames names) {
        return with(names.hidden(path()), names.hidden(given), names.sentence(why));
    }

    /** Returns the entry with the names that it stands for. */
    ManifestEntry shown(StoreNames names) {
        return with(names.shown(path()), names.shown(given), why);
    }

    private ManifestEntry with(String path, String labels, String reason) {
        return new ManifestEntry(new FoundRecording(path, recording.bytes(), recording.stamp()), partition, host,
                labelledBy, instances, cores, labels, outcome, reason);
    }

    String line() {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("kind", "recording");
        line.put("path", recording.path());
        line.put("bytes", recording.bytes());
        line.put("stamp", recording.stamp());
        line.put("partition", partition);
        line.put("host", host);
        line.put("labelledBy", labelledBy);
        line.put("instances", instances);
        line.put("cores", cores);
        line.put("given", given);
        line.put("outcome", outcome);
        line.put("why", why);
        return FlatJson.write(line);
    }

    static ManifestEntry of(Map<String, String> line) {
        return new ManifestEntry(
                new FoundRecording(line.get("path"), Long.parseLong(line.get("bytes")), line.get("stamp")),
                line.get("partition"), line.get("host"), line.get("labelledBy"),
                Double.parseDouble(line.get("instances")), Double.parseDouble(line.get("cores")), line.get("given"),
                line.get("outcome"), line.get("why"));
    }
}
