package dev.perfhint.fleet;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.view.KernelScale;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A store, for reading: its manifest, and merged trees of any choice of partitions. */
public record FleetStore(FleetStorage storage, Manifest manifest) {
    /** @throws IOException if there is no store */
    public static FleetStore open(FleetStorage storage, String name) throws IOException {
        Manifest manifest = Manifest.read(storage);
        if (manifest.recordings().isEmpty()) {
            throw new IOException(name + ": no store of perfhint fleet collect");
        }
        return new FleetStore(storage, manifest);
    }

    /** Returns the partitions by service. */
    public TreeMap<String, List<StoredPartition>> services(Predicate<PartitionKey> wanted) {
        TreeMap<String, List<StoredPartition>> services = new TreeMap<>();
        for (StoredPartition partition : manifest.partitions()) {
            if (wanted.test(partition.key())) {
                services.computeIfAbsent(partition.key().service(), key -> new java.util.ArrayList<>()).add(partition);
            }
        }
        return services;
    }

    /** Returns one profile of several partitions, each weighed by the kernel's count. */
    public Profile merged(String name, List<StoredPartition> partitions) throws IOException {
        ProfileBuilder builder = new ProfileBuilder();
        add(builder, partitions, UnaryOperator.identity());
        return MergeStep.profile(name, builder);
    }

    /** Returns one profile of two sides whose hosts keep apart: {@code before:} and {@code after:} and the name. */
    public Profile merged(String name, List<StoredPartition> before, List<StoredPartition> after) throws IOException {
        ProfileBuilder builder = new ProfileBuilder();
        add(builder, before, host -> "before:" + host);
        add(builder, after, host -> "after:" + host);
        return MergeStep.profile(name, builder);
    }

    private void add(ProfileBuilder builder, List<StoredPartition> partitions, UnaryOperator<String> hosts)
            throws IOException {
        for (StoredPartition partition : partitions) {
            builder.add(KernelScale.of(MergeStep.profile(file(storage, partition.tree()))).withUnitHosts(hosts));
        }
    }

    /** Returns a file that the manifest names. */
    public static byte[] file(FleetStorage storage, String name) throws IOException {
        return storage.read(name).orElseThrow(() -> new IOException(name + " is missing in the store: run again if"
                + " fleet collect was writing it, else delete the store and collect again"));
    }
}
