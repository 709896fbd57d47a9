package dev.perfhint.cli.command;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/**
 * The list of commands, in the order of the help. Only the command that is named gets built: reading the annotations of
 * all of them would take a third of the start-up time.
 */
final class Commands {
    private static final Map<String, Function<Session, Object>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("analyze", AnalyzeCommand::new);
        ALL.put("hotspots", HotspotsCommand::new);
        ALL.put("callers", CallersCommand::new);
        ALL.put("callees", CalleesCommand::new);
        ALL.put("compare", CompareCommand::new);
        ALL.put("latency", LatencyCommand::new);
        ALL.put("scaling", ScalingCommand::new);
        ALL.put("export", ExportCommand::new);
        ALL.put("calibrate", CalibrateCommand::new);
        ALL.put("config", ConfigCommand::new);
        ALL.put("rules", RulesCommand::new);
        ALL.put("explain", ExplainCommand::new);
        ALL.put("record", RecordCommand::new);
        ALL.put("verify", VerifyCommand::new);
        ALL.put("doctor", DoctorCommand::new);
        ALL.put("install", InstallCommand::new);
        ALL.put("lsp", LspCommand::new);
        ALL.put("ide", IdeCommand::new);
    }

    private Commands() {}

    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    static CommandLine commandLine(Session session, String... args) {
        CommandLine root = new CommandLine(new Root(session));
        if (args.length > 0 && ALL.containsKey(args[0])) {
            root.addSubcommand(args[0], ALL.get(args[0]).apply(session));
        } else if (args.length != 1 || !isVersionOption(args[0])) {
            ALL.forEach((name, command) -> root.addSubcommand(name, command.apply(session)));
        }
        return configure(root, session);
    }

    private static boolean isVersionOption(String argument) {
        return argument.equals("--version") || argument.equals("-V");
    }

    private static CommandLine configure(CommandLine root, Session session) {
        root.setExpandAtFiles(false);
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setUsageHelpWidth(session.terminal().widthOr(100));
        root.setColorScheme(Help.defaultColorScheme(session.terminal().isTerminal() ? Help.Ansi.AUTO : Help.Ansi.OFF));
        root.setErr(new PrintWriter(session.err(), true, StandardCharsets.UTF_8));
        root.setParameterExceptionHandler((failure, arguments) -> Failures.usage(failure, arguments, session.err()));
        root.setExecutionExceptionHandler((failure, command, result) -> Failures.report(failure, session.err()));
        return root;
    }
}
