package dev.perfhint.cli.command.setup;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.ConfigFlags;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.config.Config;
import dev.perfhint.cli.config.Config.Key;
import dev.perfhint.cli.output.Printable;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code perfhint config show}: what is in force without further options, and where each value comes from. */
@Command(name = "config", description = "Print the effective configuration.")
public final class ConfigCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "show", description = "Print the effective configuration and the source of each value.")
    private String action;

    @Mixin
    private ConfigFlags flags;

    public ConfigCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (!action.equals("show")) {
            throw new CliException("unknown action '" + action + "': there is 'perfhint config show'");
        }
        Config config = flags.read(session);
        StringBuilder text = new StringBuilder("# ");
        text.append(config.file().map(file -> Printable.name(file.toString()))
                .orElse("no perfhint.toml here or above"));
        text.append("; options on the command line win\n");
        for (Key key : Key.values()) {
            String value = config.origin(key).isPresent() ? toml(key, config.list(key)) : key.byDefault();
            text.append(key.id()).append(" = ").append(value);
            text.append("  # ").append(config.origin(key).orElse("default")).append('\n');
        }
        session.print(text.toString());
        return ExitCode.DONE;
    }

    private static String toml(Key key, List<String> values) {
        if (key == Key.MIN_SHARE) {
            return values.get(0);
        }
        String quoted = values.stream()
                .map(value -> '"' + Printable.name(value).replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(", "));
        return key.byDefault().startsWith("[") ? "[" + quoted + "]" : quoted;
    }
}
