package dev.perfhint.cli.lsp;

import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.services.WorkspaceService;

/** Hears of files that changed on disk. */
record WatchedFiles(Runnable lookAgain) implements WorkspaceService {
    @Override
    public void didChangeConfiguration(DidChangeConfigurationParams params) {
        // what holds stands in perfhint.toml
    }

    @Override
    public void didChangeWatchedFiles(DidChangeWatchedFilesParams params) {
        lookAgain.run();
    }
}
