package dev.perfhint.cli.command.table;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Filters;
import dev.perfhint.cli.command.option.Nearest;
import dev.perfhint.cli.command.option.RecordingInput;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.command.option.TableOptions;
import dev.perfhint.cli.output.json.TablesJson;
import dev.perfhint.cli.output.text.ButterflyText;
import dev.perfhint.cli.output.text.CallerTreeText;
import dev.perfhint.cli.output.text.CauseText;
import dev.perfhint.cli.output.text.CpuTablesText;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.Butterfly;
import dev.perfhint.profile.view.CallerTree;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.profile.view.WholeCpu;
import dev.perfhint.reader.Readers;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.File;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The method in the centre of a callers-callees table, and the recordings it is looked up in. */
final class Centre {
    @Parameters(paramLabel = "RECORDING... METHOD", hideParamSyntax = true, arity = "1..*",
            description = Readers.HELP + " METHOD is its full name or the end of it (FileOutputStream.write).")
    private List<String> arguments;

    @Mixin
    private TableOptions table;

    @Mixin
    private Filters filters;

    int show(Session session, Root root, ButterflyText.Side side, int depth) throws UnreadableRecordingException {
        if (arguments.size() < 2) {
            throw new CliException(
                    "METHOD is missing: write RECORDING... METHOD, as in run.jfr FileOutputStream.write");
        }
        String method = arguments.get(arguments.size() - 1);
        if (method.isEmpty()) {
            throw new CliException("METHOD is empty");
        }
        if (new File(method).exists() && !new File(arguments.get(0)).exists()) {
            throw new CliException("the recording comes first: write " + method + " " + arguments.get(0));
        }
        table.check();
        Profile whole = RecordingInput.read(session, arguments.subList(0, arguments.size() - 1), filters);
        CauseText view = CauseText.of(whole, table.cause(), root.palette());
        Profile profile = table.cpu() ? WholeCpu.of(whole) : view.shown();
        Evidence grade = profile.evidence();
        Butterfly butterfly = grade.measuresCpu()
                ? Butterfly.of(profile, grade, method, table.nativeFrames())
                : new Butterfly(List.of(), List.of(), List.of());
        if (butterfly.centre().isEmpty()) {
            throw new CliException((table.cpu() ? "no CPU time" : "no system CPU")
                    + table.cause().map(only -> " of cause " + only.label()).orElse("")
                    + " in a method matching '" + method + "': " + advice(profile, grade, method));
        }
        RecordingInput.warn(session, whole);
        int columns = session.terminal().tableWidth();
        CallerTree tree = CallerTree.of(profile, grade, butterfly.centre().get(), table.nativeFrames(), depth);
        table.answer().print(session,
                () -> depth > 1 ? CallerTreeText.of(view, tree, root.palette()) : table.cpu()
                        ? CpuTablesText.edges(whole, butterfly, side,
                                new CpuTablesText.TableSize(table.nativeFrames(), table.top(), columns), root.palette())
                        : ButterflyText.of(view, butterfly, side, table.top(), columns, root.palette()),
                () -> TablesJson.butterfly(
                        profile, CpuTotals.best(whole), butterfly,
                        Optional.of(tree).filter(any -> depth > 1), table.measure(),
                        Root.version()));
        return ExitCode.DONE;
    }

    private String advice(Profile profile, Evidence grade, String method) {
        if (!grade.measuresCpu()) {
            return "the recording has no system CPU; see 'perfhint hotspots'";
        }
        List<String> known = Hotspots.of(profile, grade, table.nativeFrames()).stream().map(Hotspot::method).toList();
        return Nearest.method(method, known)
                .map(near -> "did you mean " + near + "?")
                .orElse("see 'perfhint hotspots"
                        + (table.nativeFrames() ? " --native'" : "', --native adds functions"));
    }
}
