package dev.perfhint.cli.lsp;

import java.nio.file.Path;

/** Says what holds for the directory that an editor has open: options and what the nearest perfhint.toml says. */
@FunctionalInterface
public interface LspSetups {
    /**
     * Returns the setup for a directory.
     *
     * @throws RuntimeException whose message says in one line what is wrong with the configuration
     */
    LspSetup of(Path directory);
}
