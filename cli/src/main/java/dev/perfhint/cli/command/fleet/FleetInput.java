package dev.perfhint.cli.command.fleet;

import dev.perfhint.fleet.DirectoryStorage;
import dev.perfhint.fleet.FleetStore;
import dev.perfhint.fleet.PartitionKey;
import dev.perfhint.fleet.StoredPartition;
import dev.perfhint.rules.fleet.FleetComparison;
import dev.perfhint.rules.fleet.JudgedFinding;
import dev.perfhint.rules.fleet.JudgedService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Opens stores, and takes two sides of a service from them. */
final class FleetInput {
    private static final String BEFORE = "before:";
    private static final String AFTER = "after:";

    private FleetInput() {}

    static FleetStore open(Path directory) throws IOException {
        return FleetStore.open(DirectoryStorage.open(directory), directory.toString());
    }

    /** Returns whether a partition is wanted by {@code --service}. */
    static boolean wanted(PartitionKey key, String service) {
        return service == null || service.equals(key.service());
    }

    /** Returns each finding of a service with what hosts spent for it on both sides. */
    static List<FleetComparison.Subject> subjects(FleetStore store, String service, List<StoredPartition> before,
            List<StoredPartition> after) throws IOException {
        List<FleetComparison.Subject> subjects = new ArrayList<>();
        JudgedService judged = JudgedService.of(store.merged(service, before, after));
        for (JudgedFinding finding : judged.findings()) {
            subjects.add(new FleetComparison.Subject(service, finding.finding().id(), finding.finding().rule(),
                    finding.place(), judged.hostSamples(finding, BEFORE), judged.hostSamples(finding, AFTER)));
        }
        return subjects;
    }

    /** Returns the partitions of the two versions that were recorded last, the older first; fewer than two: empty. */
    static List<List<StoredPartition>> lastTwoVersions(List<StoredPartition> partitions) {
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
}
