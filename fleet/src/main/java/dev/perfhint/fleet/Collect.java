package dev.perfhint.fleet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Brings a store up to date: reads what is new, merges it into its partitions, writes the facts of their dates, then
 * the manifest. Ended at any moment, the store is the old or the new one.
 */
public final class Collect {
    private final FleetStorage storage;
    private final Labeller labeller;
    private final Manifest manifest;
    private final List<ManifestEntry> read = new ArrayList<>();

    public Collect(FleetStorage storage, Labeller labeller) throws IOException {
        this.storage = storage;
        this.labeller = labeller;
        this.manifest = Manifest.read(storage);
    }

    /**
     * What a run did.
     *
     * @param read what became of each recording that was read
     * @param written partitions
     * @param store all that the store holds now
     */
    public record Result(List<ManifestEntry> read, int vanished, int written, Manifest store) {}

    /** Returns what is to be read. */
    public CollectPlan plan(Collection<FoundRecording> found, Predicate<String> covers) {
        return CollectPlan.of(manifest, found, covers, labeller);
    }

    public Result run(CollectPlan plan, FleetRunner runner) throws IOException {
        Map<String, List<byte[]>> parts = new TreeMap<>();
        Set<String> rebuilt = new TreeSet<>(plan.rebuilt());
        read(plan, runner, parts);
        Set<String> folded = new TreeSet<>();
        for (String key : parts.keySet()) {
            if (!rebuilt.contains(key)
                    && manifest.partition(PartitionKey.of(key)).filter(StoredPartition::folded).isPresent()) {
                folded.add(key);
            }
        }
        if (!folded.isEmpty()) {
            Set<String> paths = new TreeSet<>();
            read.forEach(entry -> paths.add(entry.path()));
            rebuilt.addAll(folded);
            read(plan.others(manifest, folded, paths, labeller), runner, parts);
        }
        if (read.isEmpty() && plan.vanished().isEmpty()) {
            return new Result(List.of(), 0, 0, manifest);
        }
        for (Map.Entry<String, List<byte[]>> part : parts.entrySet()) {
            if (!rebuilt.contains(part.getKey())) {
                addStored(part.getKey(), part.getValue());
            }
        }
        Set<String> dates = new TreeSet<>();
        for (String key : rebuilt) {
            manifest.removePartition(PartitionKey.of(key));
            dates.add(PartitionKey.of(key).date());
        }
        for (StoredPartition partition : runner.merge(parts)) {
            manifest.put(partition);
            dates.add(partition.key().date());
        }
        read.forEach(manifest::put);
        plan.vanished().forEach(manifest::removeRecording);
        for (String date : dates) {
            writeFacts(date);
        }
        manifest.write(storage);
        deleteOld();
        return new Result(List.copyOf(read), plan.vanished().size(), parts.size(), manifest);
    }

    private void read(CollectPlan plan, FleetRunner runner, Map<String, List<byte[]>> parts) throws IOException {
        for (KeyedBytes result : runner.read(plan.tasks())) {
            if (result.isManifest()) {
                read.add(ManifestEntry.of(FlatJson.read(new String(result.bytes(), StandardCharsets.UTF_8))));
            } else {
                parts.computeIfAbsent(result.key(), key -> new ArrayList<>()).add(result.bytes());
            }
        }
    }

    private void addStored(String key, List<byte[]> parts) throws IOException {
        StoredPartition stored = manifest.partition(PartitionKey.of(key)).orElse(null);
        if (stored != null) {
            parts.add(file(stored.tree()));
        }
    }

    private byte[] file(String name) throws IOException {
        return storage.read(name).orElseThrow(() -> new IOException(
                name + " is missing in the store: delete the store and collect again"));
    }

    private void writeFacts(String date) throws IOException {
        manifest.removeFacts(date);
        List<byte[]> rows = new ArrayList<>();
        for (StoredPartition partition : manifest.partitions()) {
            if (partition.key().date().equals(date)) {
                rows.add(file(partition.rows()));
            }
        }
        if (rows.isEmpty()) {
            return;
        }
        for (Map.Entry<String, byte[]> table : FactsStep.run(rows).entrySet()) {
            String name = "facts/" + table.getKey() + "/date=" + PartitionKey.escaped(date) + "/" + table.getKey() + "-"
                    + ContentHash.of(table.getValue()) + ".parquet";
            storage.write(name, table.getValue());
            manifest.putFacts(table.getKey() + "/" + date, name);
        }
    }

    /** Deletes what the new manifest does not name: older files, and those of runs that were ended. */
    private void deleteOld() throws IOException {
        Set<String> kept = manifest.files();
        for (String name : storage.list()) {
            if ((name.startsWith("tree/") || name.startsWith("facts/")) && !kept.contains(name)) {
                storage.delete(name);
            }
        }
    }
}
