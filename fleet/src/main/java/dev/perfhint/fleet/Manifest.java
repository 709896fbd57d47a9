package dev.perfhint.fleet;

import dev.perfhint.fleet.format.FlatJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The list of what a store holds. It is replaced as a whole, after all data files: the store is the old or the new. */
public final class Manifest {
    static final String NAME = "manifest/store.jsonl";
    private static final String VERSION = "1";

    /** What was read; a store that has other bytes was written by another run. */
    private final byte[] before;

    private final TreeMap<String, ManifestEntry> recordings = new TreeMap<>();
    private final TreeMap<PartitionKey, StoredPartition> partitions = new TreeMap<>();
    /** Files of facts by table and date. */
    private final TreeMap<String, String> facts = new TreeMap<>();

    private final StoreNames names;
    private boolean redacted;

    private Manifest(byte[] before, StoreNames names) {
        this.before = before;
        this.names = names;
    }

    /** Returns the manifest of a store; an empty one for a new store. */
    public static Manifest read(FleetStorage storage) throws IOException {
        return read(storage, StoreNames.NONE);
    }

    /** @param names what stands for the names in it */
    static Manifest read(FleetStorage storage, StoreNames names) throws IOException {
        Manifest manifest = new Manifest(storage.read(NAME).orElse(new byte[0]), names);
        if (manifest.before.length == 0) {
            return manifest;
        }
        try {
            for (String line : new String(manifest.before, StandardCharsets.UTF_8).split("\n")) {
                manifest.add(FlatJson.read(line));
            }
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new IOException(NAME + " is damaged: delete the store and collect again", e);
        }
        return manifest;
    }

    private void add(Map<String, String> line) throws IOException {
        switch (line.get("kind")) {
            case "store":
                if (!line.get("version").equals(VERSION)) {
                    throw new IOException(NAME + " has version " + line.get("version") + ", this perfhint reads "
                            + VERSION + ": collect into a new store");
                }
                redacted = line.containsKey("redacted");
                break;
            case "recording":
                ManifestEntry entry = ManifestEntry.of(line).shown(names);
                recordings.put(entry.path(), entry);
                break;
            case "partition":
                put(StoredPartition.of(line));
                break;
            default:
                facts.put(line.get("table"), line.get("file"));
        }
    }

    /** @throws IOException if another run replaced it since it was read */
    void write(FleetStorage storage) throws IOException {
        if (!Arrays.equals(before, storage.read(NAME).orElse(new byte[0]))) {
            throw new IOException(NAME + " was replaced by another collect since this one started: run this one again");
        }
        StringBuilder text = new StringBuilder(FlatJson.write(Map.of("kind", "store")).replace("}", ",\"version\":"
                + VERSION + (names.areHidden() ? ",\"redacted\":\"true\"" : "") + "}\n"));
        recordings.values().stream().map(entry -> entry.hidden(names)).sorted(Comparator.comparing(ManifestEntry::path))
                .forEach(entry -> text.append(entry.line()).append('\n'));
        names.save();
        partitions.values().forEach(partition -> text.append(partition.line()).append('\n'));
        facts.forEach((table, file) -> {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("kind", "facts");
            line.put("table", table);
            line.put("file", file);
            text.append(FlatJson.write(line)).append('\n');
        });
        storage.write(NAME, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns whether hosts and recordings have pseudonyms in the store. */
    boolean redacted() {
        return redacted;
    }

    public Collection<ManifestEntry> recordings() {
        return recordings.values();
    }

    public Collection<StoredPartition> partitions() {
        return partitions.values();
    }

    /** Returns all data files that belong to the store. */
    Set<String> files() {
        Set<String> files = new TreeSet<>(facts.values());
        partitions.values().forEach(partition -> {
            files.add(partition.tree());
            files.add(partition.rows());
        });
        return files;
    }

    Optional<ManifestEntry> recording(String path) {
        return Optional.ofNullable(recordings.get(path));
    }

    Optional<StoredPartition> partition(PartitionKey key) {
        return Optional.ofNullable(partitions.get(key));
    }

    void put(ManifestEntry entry) {
        recordings.put(entry.path(), entry);
    }

    void put(StoredPartition partition) {
        partitions.put(partition.key(), partition);
    }

    void putFacts(String tableAndDate, String file) {
        facts.put(tableAndDate, file);
    }

    void removeRecording(String path) {
        recordings.remove(path);
    }

    void removePartition(PartitionKey key) {
        partitions.remove(key);
    }

    void removeFacts(String date) {
        facts.keySet().removeIf(table -> table.endsWith("/" + date));
    }
}
