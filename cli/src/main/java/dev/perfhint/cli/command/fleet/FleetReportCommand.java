package dev.perfhint.cli.command.fleet;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.NamedFile;
import dev.perfhint.cli.command.option.PositiveNumber;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.output.fleet.FleetCoverage;
import dev.perfhint.cli.output.fleet.FleetFormat;
import dev.perfhint.cli.output.fleet.FleetHtml;
import dev.perfhint.cli.output.fleet.FleetText;
import dev.perfhint.cli.output.html.HtmlReport;
import dev.perfhint.fleet.FleetStore;
import dev.perfhint.fleet.ManifestEntry;
import dev.perfhint.fleet.PartitionKey;
import dev.perfhint.fleet.StoredPartition;
import dev.perfhint.rules.fleet.FleetComparison;
import dev.perfhint.rules.fleet.FleetReport;
import dev.perfhint.rules.fleet.JudgedService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code perfhint fleet report}: ranks findings of all services by the cores they would save. */
@Command(name = "report", sortOptions = false,
        description = "Rank the findings of all services by saved cores, and services by system CPU.")
final class FleetReportCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--store", paramLabel = "DIR", required = true, description = "A store of fleet collect.")
    private Path store;

    @Option(names = "--service", paramLabel = "NAME", description = "Report one service only.")
    private String service;

    @Option(names = "--since", paramLabel = "DATE", description = "Ignore dates before YYYY-MM-DD.")
    private String since = "";

    @Option(names = "--top", paramLabel = "N", converter = PositiveNumber.class, defaultValue = "10",
            description = "Findings and services to print (default: 10); files hold all.")
    private int top;

    @Option(names = "--output", paramLabel = "FORMAT=FILE",
            description = "Write html, markdown or json to FILE; repeatable. html also writes one page per service "
                    + "into the folder services/ beside FILE.")
    private List<String> outputs = List.of();

    FleetReportCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try {
            Map<FleetFormat, OutputFile> targets = targets();
            FleetStore opened = FleetStore.open(store);
            TreeMap<String, List<StoredPartition>> services = opened.services(this::wanted);
            if (services.isEmpty()) {
                throw new CliException(store + ": no service matches --service or --since");
            }
            OutputFile page = targets.get(FleetFormat.HTML);
            Map<String, JudgedService> judged = new TreeMap<>();
            List<FleetComparison.Subject> subjects = new ArrayList<>();
            for (Map.Entry<String, List<StoredPartition>> each : services.entrySet()) {
                JudgedService one = JudgedService.of(opened.merged(each.getKey(), each.getValue()));
                if (page != null) {
                    writePage(page, each.getKey(), one);
                }
                judged.put(each.getKey(), one.withoutTree());
                List<List<StoredPartition>> sides = FleetStore.lastTwoVersions(each.getValue());
                if (!sides.isEmpty()) {
                    subjects.addAll(opened.subjects(each.getKey(), sides.get(0), sides.get(1)));
                }
            }
            FleetReport report = FleetReport.of(judged, instances(opened),
                    FleetComparison.of(subjects, FleetComparison.MIN_CORES));
            write(report, FleetCoverage.of(opened.manifest(), this::wanted, service == null), targets);
            return ExitCode.DONE;
        } catch (IOException e) {
            throw new CliException(e.getMessage(), e);
        }
    }

    private void write(FleetReport report, FleetCoverage coverage, Map<FleetFormat, OutputFile> targets) {
        targets.forEach((format, file) -> file.write(
                format.write(report, coverage, Root.version()).getBytes(StandardCharsets.UTF_8)));
        if (targets.isEmpty()) {
            session.print(FleetText.of(report, coverage, top, store.toString()));
        }
    }

    private Map<FleetFormat, OutputFile> targets() throws IOException {
        Map<FleetFormat, OutputFile> targets = new EnumMap<>(FleetFormat.class);
        for (String output : outputs) {
            NamedFile<FleetFormat> named = NamedFile.of(output, FleetFormat.values());
            if (named.format() == FleetFormat.HTML) {
                Files.createDirectories(Path.of(named.file()).toAbsolutePath().getParent());
            }
            targets.put(named.format(), OutputFile.checked(named.file()));
        }
        return targets;
    }

    private boolean wanted(PartitionKey key) {
        return key.isOf(Optional.ofNullable(service)) && key.date().compareTo(since) >= 0;
    }

    private static void writePage(OutputFile index, String name, JudgedService judged) throws IOException {
        Path folder = index.path().toAbsolutePath().resolveSibling("services");
        Files.createDirectories(folder);
        String page = HtmlReport.of(new HtmlReport.Input(judged.report(), Optional.empty(), List.of()), Root.version());
        Files.writeString(folder.resolve(FleetHtml.pageName(name)), page);
    }

    private static Map<String, Double> instances(FleetStore store) {
        Map<String, Double> instances = new TreeMap<>();
        for (ManifestEntry entry : store.manifest().recordings()) {
            if (entry.instances() > 0) {
                instances.put(PartitionKey.of(entry.partition()).service(), entry.instances());
            }
        }
        return instances;
    }
}
