package dev.perfhint.fleet;

import dev.perfhint.fleet.format.FlatJson;
import java.io.IOException;
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
 * the manifest. Ended at any moment, the store is the old or the new one. Of two runs at once that nothing else keeps
 * apart, the one that ends later fails: it deletes nothing and leaves the store as the other wrote it.
 */
public final class Collect {
    private final FleetStorage storage;
    private final Labeller labeller;
    private final Manifest manifest;
    private final List<ManifestEntry> read = new ArrayList<>();

    public Collect(FleetStorage storage, Labeller labeller) throws IOException {
        this(storage, labeller, StoreNames.NONE);
    }

    /**
     * @param names what the store calls recordings and hosts
     * @throws IOException also if the store was made with names and now shall be without, or the other way round
     */
    public Collect(FleetStorage storage, Labeller labeller, StoreNames names) throws IOException {
        this.storage = storage;
        this.labeller = labeller;
        this.manifest = Manifest.read(storage, names);
        if (!manifest.recordings().isEmpty() && manifest.redacted() != names.areHidden()) {
            throw new IOException(manifest.redacted() ? "the store is redacted: collect with --redact"
                    : "the store keeps names: collect with --redact into a new one");
        }
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

    /** Reads, merges and writes. */
    public Result run(CollectPlan plan, FleetRunner runner) throws IOException {
        Set<String> rebuilt = new TreeSet<>(plan.rebuilt());
        read(plan, runner);
        Set<String> folded = foldedPartitions(rebuilt);
        if (!folded.isEmpty()) {
            Set<String> paths = new TreeSet<>();
            read.forEach(entry -> paths.add(entry.path()));
            rebuilt.addAll(folded);
            read(plan.others(manifest, folded, paths, labeller), runner);
        }
        boolean changed = !read.isEmpty() || !plan.vanished().isEmpty();
        int written = changed ? write(plan, rebuilt, runner) : 0;
        if (changed || storage.exclusive()) {
            deleteOld();
        }
        return new Result(List.copyOf(read), plan.vanished().size(), written, manifest);
    }

    private void read(CollectPlan plan, FleetRunner runner) throws IOException {
        for (String line : runner.read(plan.tasks(runner.parallelism()))) {
            read.add(ManifestEntry.of(FlatJson.read(line)));
        }
    }

    /** Returns the partitions to add to that were folded: folding twice gives another tree than folding once. */
    private Set<String> foldedPartitions(Set<String> rebuilt) {
        Set<String> folded = new TreeSet<>();
        for (ManifestEntry entry : read) {
            if (!entry.isBad() && !rebuilt.contains(entry.partition()) && manifest
                    .partition(PartitionKey.of(entry.partition())).filter(StoredPartition::folded).isPresent()) {
                folded.add(entry.partition());
            }
        }
        return folded;
    }

    private int write(CollectPlan plan, Set<String> rebuilt, FleetRunner runner) throws IOException {
        Map<String, String> stored = new TreeMap<>();
        for (StoredPartition partition : manifest.partitions()) {
            if (!rebuilt.contains(partition.key().toString())) {
                stored.put(partition.key().toString(), partition.tree());
            }
        }
        Set<String> dates = new TreeSet<>();
        for (String key : rebuilt) {
            manifest.removePartition(PartitionKey.of(key));
            dates.add(PartitionKey.of(key).date());
        }
        List<StoredPartition> merged = runner.merge(stored);
        for (StoredPartition partition : merged) {
            manifest.put(partition);
            dates.add(partition.key().date());
        }
        read.forEach(manifest::put);
        plan.vanished().forEach(manifest::removeRecording);
        for (String date : dates) {
            writeFacts(date);
        }
        manifest.write(storage);
        return merged.size();
    }

    private void writeFacts(String date) throws IOException {
        manifest.removeFacts(date);
        List<byte[]> rows = new ArrayList<>();
        for (StoredPartition partition : manifest.partitions()) {
            if (partition.key().date().equals(date)) {
                rows.add(FleetStore.file(storage, partition.rows()));
            }
        }
        if (rows.isEmpty()) {
            return;
        }
        for (Map.Entry<String, byte[]> table : FactsStep.run(rows).entrySet()) {
            String name = "facts/" + table.getKey() + "/day=" + PartitionKey.escaped(date) + "/" + table.getKey() + "-"
                    + ContentHash.of(table.getValue()) + ".parquet";
            storage.write(name, table.getValue());
            manifest.putFacts(table.getKey() + "/" + date, name);
        }
    }

    /** Deletes what the manifest does not name: older files, and those of runs that were ended. */
    private void deleteOld() throws IOException {
        Set<String> kept = manifest.files();
        for (String name : storage.list()) {
            boolean data = name.startsWith("tree/") || name.startsWith("facts/") || name.startsWith("parts")
                    || name.startsWith(Manifest.NAME + ".");
            if (data && !kept.contains(name)) {
                storage.delete(name);
            }
        }
    }
}
