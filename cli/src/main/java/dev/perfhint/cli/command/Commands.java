package dev.perfhint.cli.command;

import dev.perfhint.cli.command.fleet.FleetCommand;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.command.question.CalibrateCommand;
import dev.perfhint.cli.command.question.LatencyCommand;
import dev.perfhint.cli.command.question.ScalingCommand;
import dev.perfhint.cli.command.record.DoctorCommand;
import dev.perfhint.cli.command.record.RecordCommand;
import dev.perfhint.cli.command.record.RunCommand;
import dev.perfhint.cli.command.report.AnalyzeCommand;
import dev.perfhint.cli.command.report.CompareCommand;
import dev.perfhint.cli.command.report.ExplainCommand;
import dev.perfhint.cli.command.report.FixCommand;
import dev.perfhint.cli.command.report.RulesCommand;
import dev.perfhint.cli.command.report.VerifyCommand;
import dev.perfhint.cli.command.setup.CommandGuide;
import dev.perfhint.cli.command.setup.ConfigCommand;
import dev.perfhint.cli.command.setup.IdeCommand;
import dev.perfhint.cli.command.setup.InstallCommand;
import dev.perfhint.cli.command.setup.LspCommand;
import dev.perfhint.cli.command.setup.McpCommand;
import dev.perfhint.cli.command.table.CalleesCommand;
import dev.perfhint.cli.command.table.CallersCommand;
import dev.perfhint.cli.command.table.ExportCommand;
import dev.perfhint.cli.command.table.HotspotsCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The list of commands, in the order of the help. Only the command that is named gets built: reading the annotations of
 * all of them would take a third of the start-up time.
 */
public final class Commands {
    private static final List<String> NAMES = List.of(
            "fix", "run", "analyze", "hotspots", "callers", "callees", "compare", "latency", "scaling", "fleet",
            "export", "calibrate", "config", "rules", "explain", "record", "verify", "doctor", "install", "lsp",
            "mcp", "ide");

    private Commands() {}

    public static List<String> names() {
        return NAMES;
    }

    public static CommandLine commandLine(Session session, String... args) {
        CommandLine root = new CommandLine(new Root(session));
        if (args.length > 0 && NAMES.contains(args[0])) {
            root.addSubcommand(args[0], make(args[0], session));
        } else if (args.length != 1 || !isVersionOption(args[0])) {
            NAMES.forEach(name -> root.addSubcommand(name, make(name, session)));
        }
        return configure(root, session, args);
    }

    // references to the constructors in a table would be made at each start
    private static Object make(String name, Session session) {
        return switch (name) {
            case "fix" -> new FixCommand(session);
            case "run" -> new RunCommand(session, arguments -> commandLine(session, arguments).execute(arguments));
            case "analyze" -> new AnalyzeCommand(session);
            case "hotspots" -> new HotspotsCommand(session);
            case "callers" -> new CallersCommand(session);
            case "callees" -> new CalleesCommand(session);
            case "compare" -> new CompareCommand(session);
            case "latency" -> new LatencyCommand(session);
            case "scaling" -> new ScalingCommand(session);
            case "fleet" -> FleetCommand.withSubcommands(session);
            case "export" -> new ExportCommand(session);
            case "calibrate" -> new CalibrateCommand(session);
            case "config" -> new ConfigCommand(session);
            case "rules" -> new RulesCommand(session);
            case "explain" -> new ExplainCommand(session);
            case "record" -> new RecordCommand(session);
            case "verify" -> new VerifyCommand(session);
            case "doctor" -> new DoctorCommand(session);
            case "install" -> new InstallCommand(session, () -> commandLine(session));
            case "lsp" -> new LspCommand(session);
            case "mcp" -> new McpCommand(session, Main.class.getName());
            case "ide" -> new IdeCommand(session);
            default -> throw new IllegalArgumentException("no command " + name);
        };
    }

    private static boolean isVersionOption(String argument) {
        return argument.equals("--version") || argument.equals("-V");
    }

    private static boolean asksForHelp(String... args) {
        return args.length == 0 || List.of(args).contains("--help") || List.of(args).contains("-h");
    }

    private static CommandLine configure(CommandLine root, Session session, String... args) {
        root.setExpandAtFiles(false);
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setUsageHelpWidth(session.terminal().widthOr(80));
        if (asksForHelp(args)) {
            Map<String, CommandLine.IHelpSectionRenderer> sections = new HashMap<>(root.getHelpSectionMap());
            sections.put(UsageMessageSpec.SECTION_KEY_DESCRIPTION, help -> help.description()
                    + CommandGuide.of(help.commandSpec().qualifiedName()).help());
            root.setHelpSectionMap(sections);
        }
        root.setColorScheme(Help.defaultColorScheme(session.terminal().isTerminal() ? Help.Ansi.AUTO : Help.Ansi.OFF));
        root.setErr(new PrintWriter(session.err(), true, StandardCharsets.UTF_8));
        root.setParameterExceptionHandler((failure, arguments) -> Failures.usage(failure, arguments, session.err()));
        root.setExecutionExceptionHandler((failure, command, result) -> Failures.report(failure, session.err()));
        return root;
    }
}
