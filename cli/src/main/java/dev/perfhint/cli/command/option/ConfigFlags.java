package dev.perfhint.cli.command.option;

import dev.perfhint.cli.config.Config;
import dev.perfhint.cli.config.ConfigFile;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say whether and how far a {@code perfhint.toml} counts. */
public final class ConfigFlags {
    @Option(names = "--no-config", description = "Read no perfhint.toml.")
    private boolean none;

    @Option(names = "--trust-config", description = "Let perfhint.toml name paths outside of its directory.")
    private boolean trusted;

    /** Returns what the nearest file at or above the working directory says. */
    public Config read(Session session) {
        Optional<Path> file = none ? Optional.empty() : session.directory().flatMap(ConfigFile::find);
        return file.isEmpty() ? Config.NONE : ConfigFile.read(file.get(), trusted, Nearest::name);
    }
}
