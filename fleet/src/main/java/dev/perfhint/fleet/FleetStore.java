package dev.perfhint.fleet;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.rules.fleet.FleetComparison;
import dev.perfhint.rules.fleet.JudgedService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A store, for reading: its manifest, and merged trees of any choice of partitions. */
public record FleetStore(FleetStorage storage, Manifest manifest) {
    private static final String BEFORE = "before:";
    private static final String AFTER = "after:";

    /** @throws IOException if there is no store */
    public static FleetStore open(Path directory) throws IOException {
        FleetStorage storage = DirectoryStorage.open(directory);
        Manifest manifest = Manifest.read(storage);
        if (manifest.recordings().isEmpty()) {
            throw new IOException(directory + ": no store of perfhint fleet collect");
        }
        return new FleetStore(storage, manifest);
    }

    /** Returns the partitions by service. */
    public TreeMap<String, List<StoredPartition>> services(Predicate<PartitionKey> wanted) {
        TreeMap<String, List<StoredPartition>> services = new TreeMap<>();
        for (StoredPartition partition : manifest.partitions()) {
            if (wanted.test(partition.key())) {
                services.computeIfAbsent(partition.key().service(), key -> new ArrayList<>()).add(partition);
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

    /** Returns each finding of a service with what hosts spent for it on both sides. */
    public List<FleetComparison.Subject> subjects(String service, List<StoredPartition> before,
            List<StoredPartition> after) throws IOException {
        ProfileBuilder builder = new ProfileBuilder();
        add(builder, before, host -> BEFORE + host);
        add(builder, after, host -> AFTER + host);
        JudgedService judged = JudgedService.of(MergeStep.profile(service, builder));
        return judged.findings().stream()
                .map(finding -> new FleetComparison.Subject(service, finding.finding().id(), finding.finding().rule(),
                        finding.place(), judged.hostSamples(finding, BEFORE), judged.hostSamples(finding, AFTER)))
                .toList();
    }

    /** Returns the partitions of the two versions that were recorded last, the older first; fewer than two: empty. */
    public static List<List<StoredPartition>> lastTwoVersions(List<StoredPartition> partitions) {
        Map<String, List<StoredPartition>> versions = new TreeMap<>();
        partitions.forEach(one -> versions.computeIfAbsent(one.key().version(), key -> new ArrayList<>()).add(one));
        if (versions.size() < 2) {
            return List.of();
        }
        List<List<StoredPartition>> byDate = new ArrayList<>(versions.values());
        byDate.sort(Comparator.comparing((List<StoredPartition> one) -> one.stream().map(each -> each.key().date())
                .min(String::compareTo).orElse("")));
        return byDate.subList(byDate.size() - 2, byDate.size());
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
