package dev.perfhint.observer.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Says in a file what became of the patched classes, one a line: {@code patched|added|refused TAB class TAB how}.
 *
 * <p>A class that is not named was not loaded by the JVM.
 */
final class PatchReport {
    private final Path file;
    private final Set<String> lines = new LinkedHashSet<>();

    /** Writes into {@code report-PID.tsv} of the folder, so that JVMs of one command do not meet. */
    PatchReport(Path folder) {
        file = folder.resolve("report-" + ProcessHandle.current().pid() + ".tsv");
    }

    void patched(String name, String how) {
        add("patched", name, how);
    }

    void added(String name) {
        add("added", name, "");
    }

    void refused(String name, String reason) {
        add("refused", name, reason);
    }

    private synchronized void add(String what, String name, String how) {
        String line = what + "\t" + name.replace('/', '.') + "\t" + how.replaceAll("[\\t\\r\\n]+", " ") + "\n";
        if (lines.add(line)) {
            try {
                Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException | RuntimeException unreported) {
                // what is missing in the report counts as not patched
            }
        }
    }
}
