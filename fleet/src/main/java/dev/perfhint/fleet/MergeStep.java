package dev.perfhint.fleet;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.build.ProfileFold;
import dev.perfhint.profile.store.DamagedProfileException;
import dev.perfhint.profile.store.ProfileFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The second step of collecting: merges the parts of one partition, folds once where the tree is too large, and judges.
 * The result depends on neither the order nor the cut of the parts.
 *
 * @param maxNodes call-tree nodes beyond which rare stacks are folded
 */
public record MergeStep(int maxNodes) {
    public static final int DEFAULT_MAX_NODES = 2_000_000;

    /** The files of one partition. */
    public record Merged(StoredPartition partition, byte[] tree, byte[] rows) {
        /** Writes both, under names that say their content. */
        public StoredPartition writeTo(FleetStorage storage) throws IOException {
            storage.write(partition.tree(), tree);
            storage.write(partition.rows(), rows);
            return partition;
        }
    }

    /** @param parts trees as {@link ReadStep} and this step made them */
    public Merged run(String key, Iterable<byte[]> parts) throws IOException {
        ProfileBuilder builder = new ProfileBuilder();
        for (byte[] part : parts) {
            builder.add(profile(part));
        }
        Profile merged = profile(key, builder);
        boolean folded = merged.tree().size() > maxNodes;
        Profile kept = folded ? ProfileFold.fold(merged, maxNodes) : merged;
        byte[] tree = ReadStep.bytes(kept);
        PartitionKey partition = PartitionKey.of(key);
        byte[] rows = FactRows.of(partition, kept).getBytes(StandardCharsets.UTF_8);
        String folder = "tree/" + key + "/";
        return new Merged(new StoredPartition(partition, folder + "tree-" + ContentHash.of(tree) + ".php",
                folder + "rows-" + ContentHash.of(rows) + ".jsonl", folded), tree, rows);
    }

    /** Reads a stored tree. */
    public static Profile profile(byte[] bytes) throws IOException {
        try {
            return ProfileFile.read(new ByteArrayInputStream(bytes));
        } catch (DamagedProfileException e) {
            throw new IOException("damaged call tree in the store: " + e.getMessage(), e);
        }
    }

    /** Returns the sum, its recordings described as those of the partition. */
    static Profile profile(String key, ProfileBuilder builder) {
        Profile sum = builder.build(List.of());
        return sum.withRecordings(MergedRecordings.of(key, sum.recordings()));
    }
}
