package dev.perfhint.cli.command.table;

import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Filters;
import dev.perfhint.cli.command.option.RecordingInput;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.command.option.TableOptions;
import dev.perfhint.cli.output.json.TablesJson;
import dev.perfhint.cli.output.text.CauseText;
import dev.perfhint.cli.output.text.CpuTablesText;
import dev.perfhint.cli.output.text.HotspotsText;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.CauseView;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.profile.view.WholeCpu;
import dev.perfhint.reader.Readers;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint hotspots}: system CPU by method, system call, kernel subsystem and thread. */
@Command(name = "hotspots", abbreviateSynopsis = true,
        description = "Rank methods by system CPU, with kernel subsystems.", sortOptions = false)
public final class HotspotsCommand implements Callable<Integer> {
    private final Session session;

    @ParentCommand
    private Root root;

    @Parameters(paramLabel = "RECORDING", arity = "1..*", description = Readers.HELP)
    private List<String> recordings;

    @Option(names = "--by", paramLabel = "ORDER", defaultValue = "exclusive",
            description = "Sort by exclusive or inclusive system CPU (default: exclusive).")
    private HotspotsText.Order order;

    @Mixin
    private TableOptions table;

    @Mixin
    private Filters filters;

    public HotspotsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws UnreadableRecordingException {
        table.check();
        Profile profile = RecordingInput.read(session, recordings, filters);
        RecordingInput.warn(session, profile);
        table.answer().print(session, () -> text(profile), () -> json(profile));
        return ExitCode.DONE;
    }

    private String text(Profile profile) {
        HotspotsText.Options options = new HotspotsText.Options(order, table.nativeFrames(), table.top());
        int columns = session.terminal().tableWidth();
        return table.cpu() ? CpuTablesText.hotspots(profile, options, columns, root.palette())
                : HotspotsText.of(CauseText.of(profile, table.cause(), root.palette()), options, columns,
                        root.palette());
    }

    private String json(Profile profile) {
        CpuTotals totals = CpuTotals.best(profile);
        Profile counted = table.cpu() ? WholeCpu.of(profile)
                : table.cause().map(only -> CauseView.only(profile, only)).orElse(profile);
        List<Hotspot> all = totals.evidence().measuresCpu()
                ? order.of(Hotspots.of(counted, totals.evidence(), table.nativeFrames()))
                : List.of();
        return TablesJson.hotspots(
                counted, totals, all.subList(0, Math.min(table.top(), all.size())), table.measure(), Root.version());
    }
}
