package dev.perfhint.observer.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Set;

/**
 * Says in a file what a JVM runs: its home and release, its class and module path, and the jars and directories that
 * classes are loaded from, which other class loaders may have from anywhere.
 */
final class CodeReport implements ClassFileTransformer {
    private final Path file;
    private final Set<String> lines = new HashSet<>();

    /** Writes into {@code code-PID.tsv} of the folder. */
    CodeReport(Path folder) {
        file = folder.resolve("code-" + ProcessHandle.current().pid() + ".tsv");
        add("home", System.getProperty("java.home"));
        add("release", System.getProperty("java.specification.version"));
        addAll(System.getProperty("java.class.path"));
        addAll(System.getProperty("jdk.module.path"));
    }

    private void addAll(String path) {
        for (String entry : path == null ? new String[0] : path.split(File.pathSeparator)) {
            add("path", Path.of(entry).toAbsolutePath().normalize().toString());
        }
    }

    @Override
    public byte[] transform(
            Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] old) {
        try {
            CodeSource source = domain == null ? null : domain.getCodeSource();
            if (source != null && source.getLocation() != null && "file".equals(source.getLocation().getProtocol())) {
                add("path", new File(source.getLocation().toURI()).getPath());
            }
        } catch (Throwable unreported) {
            // a place that is missing in the report is only not compiled against
        }
        return null;
    }

    private synchronized void add(String what, String value) {
        String line = what + "\t" + value + "\n";
        if (lines.add(line)) {
            try {
                Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException | RuntimeException unreported) {
                // as above
            }
        }
    }
}
