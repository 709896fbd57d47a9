package dev.perfhint.cli.command.fleet;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.Answer;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.fleet.FleetJson;
import dev.perfhint.cli.output.fleet.FleetText;
import dev.perfhint.fleet.FleetStore;
import dev.perfhint.fleet.PartitionKey;
import dev.perfhint.fleet.StoredPartition;
import dev.perfhint.rules.fleet.FleetChange;
import dev.perfhint.rules.fleet.FleetComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code perfhint fleet compare}: what a release or a day changed, host by host. */
@Command(name = "compare", sortOptions = false,
        description = "Compare two versions or dates host by host. Exit code 1: a finding regressed.")
final class FleetCompareCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--store", paramLabel = "DIR", required = true, description = "A store of fleet collect.")
    private Path store;

    @Option(names = "--before", paramLabel = "KEY=VALUE", required = true,
            description = "version=V or date=YYYY-MM-DD.")
    private String before;

    @Option(names = "--after", paramLabel = "KEY=VALUE", required = true, description = "The same, afterwards.")
    private String after;

    @Option(names = "--service", paramLabel = "NAME", description = "Compare one service only.")
    private String service;

    @Option(names = "--min-cores", paramLabel = "N", defaultValue = "0.1",
            description = "Report no smaller change than N cores over all hosts (default: 0.1).")
    private double minCores;

    @Mixin
    private Answer answer;

    FleetCompareCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try {
            FleetStore opened = FleetStore.open(store);
            TreeMap<String, List<StoredPartition>> first = side(opened, before);
            TreeMap<String, List<StoredPartition>> second = side(opened, after);
            List<FleetComparison.Subject> subjects = new ArrayList<>();
            int services = 0;
            for (Map.Entry<String, List<StoredPartition>> each : first.entrySet()) {
                if (second.containsKey(each.getKey())) {
                    services++;
                    subjects.addAll(opened.subjects(each.getKey(), each.getValue(), second.get(each.getKey())));
                }
            }
            if (services == 0) {
                throw new CliException("no service has both " + before + " and " + after);
            }
            List<FleetChange> changes = FleetComparison.of(subjects, minCores);
            int compared = services;
            answer.print(session, () -> FleetText.changes(changes, before, after, compared),
                    () -> FleetJson.of(changes, before, after, Root.version()));
            return changes.stream().anyMatch(change -> change.outcome() == FleetChange.Outcome.REGRESSED)
                    ? ExitCode.FINDINGS : ExitCode.DONE;
        } catch (IOException e) {
            throw new CliException(e.getMessage(), e);
        }
    }

    private TreeMap<String, List<StoredPartition>> side(FleetStore opened, String side) {
        int equals = side.indexOf('=');
        String key = equals < 0 ? "" : side.substring(0, equals);
        String value = side.substring(equals + 1);
        if (!key.equals("version") && !key.equals("date")) {
            throw new CliException("'" + side + "': write version=V or date=YYYY-MM-DD");
        }
        TreeMap<String, List<StoredPartition>> services = opened.services(one -> one.isOf(Optional.ofNullable(service))
                && value.equals(key.equals("version") ? one.version() : one.date()));
        if (services.isEmpty()) {
            throw new CliException(store + ": nothing with " + side + versions(opened));
        }
        return services;
    }

    private static String versions(FleetStore opened) {
        List<String> known = opened.manifest().partitions().stream().map(StoredPartition::key)
                .map(PartitionKey::version).distinct().sorted().limit(8).toList();
        return "; versions: " + String.join(", ", known);
    }
}
