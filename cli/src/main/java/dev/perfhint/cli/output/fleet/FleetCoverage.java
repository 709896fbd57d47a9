package dev.perfhint.cli.output.fleet;

import dev.perfhint.fleet.Manifest;
import dev.perfhint.fleet.ManifestEntry;
import dev.perfhint.fleet.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which recordings a fleet report is from.
 *
 * @param bad one line each
 */
public record FleetCoverage(int recordings, int services, int hosts, List<String> dates, int unlabelled, int damaged,
        List<String> bad) {
    /** @param all whether bad recordings, which are of no service, are listed */
    public static FleetCoverage of(Manifest manifest, Predicate<PartitionKey> wanted, boolean all) {
        Set<String> services = new TreeSet<>();
        Set<String> hosts = new TreeSet<>();
        Set<String> dates = new TreeSet<>();
        List<String> bad = new ArrayList<>();
        int recordings = 0;
        int unlabelled = 0;
        int damaged = 0;
        for (ManifestEntry entry : manifest.recordings()) {
            if (entry.isBad()) {
                bad.add(entry.path() + ": " + entry.why());
                continue;
            }
            PartitionKey key = PartitionKey.of(entry.partition());
            if (wanted.test(key)) {
                recordings++;
                services.add(key.service());
                hosts.add(entry.host());
                dates.add(key.date());
                unlabelled += entry.isUnlabelled() ? 1 : 0;
                damaged += entry.isDamaged() ? 1 : 0;
            }
        }
        return new FleetCoverage(recordings, services.size(), hosts.size(), List.copyOf(dates), unlabelled, damaged,
                all ? bad : List.of());
    }

    /** Returns it in one line. */
    String line() {
        String days = dates.size() == 1 ? dates.get(0) : dates.get(0) + " to " + dates.get(dates.size() - 1);
        StringBuilder line = new StringBuilder(FleetText.count(recordings, "recording") + ", "
                + FleetText.count(services, "service") + ", " + FleetText.count(hosts, "host") + ", " + days);
        if (unlabelled > 0) {
            line.append("; ").append(unlabelled).append(" without a service label");
        }
        if (damaged > 0) {
            line.append("; ").append(damaged).append(" damaged, used in part");
        }
        if (!bad.isEmpty()) {
            line.append("; ").append(bad.size()).append(" unreadable");
        }
        return line.toString();
    }
}
