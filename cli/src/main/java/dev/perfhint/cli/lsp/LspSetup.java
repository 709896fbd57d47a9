package dev.perfhint.cli.lsp;

import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.source.file.SourceOptions;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What holds for the directory that the editor has open.
 *
 * @param recording the one to show; empty: the newest below the directory
 */
public record LspSetup(SourceOptions sources, AnalysisOptions options, Optional<Path> recording) {}
