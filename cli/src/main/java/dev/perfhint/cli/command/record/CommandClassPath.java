package dev.perfhint.cli.command.record;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/**
 * The class path of a {@code java} command line, of which the recording has no more than the name of the jar: what is
 * given with {@code -cp}, or the jar of {@code -jar} and what its manifest names.
 */
final class CommandClassPath {
    private static final Set<String> OPTIONS = Set.of("-cp", "-classpath", "--class-path");

    private CommandClassPath() {}

    /**
     * Returns the entries that exist, separated as for {@code java}; empty for none.
     *
     * @param directory in which the command runs
     */
    static String of(List<String> command, Path directory) {
        List<Path> entries = List.of();
        for (int i = 1; i + 1 < command.size(); i++) {
            String word = command.get(i);
            if (word.equals("-jar")) {
                entries = ofJar(resolved(directory, command.get(i + 1)));
                break;
            } else if (OPTIONS.contains(word)) {
                entries = listed(command.get(++i), directory);
            } else if (ProgramName.WITH_VALUE.contains(word)) {
                i++;
            } else if (!word.startsWith("-") && !word.startsWith("@")) {
                break;
            }
        }
        return entries.stream().filter(CommandClassPath::isReadable).map(Path::toString).distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns that of a running process; empty where its command line or directory cannot be read. */
    static String of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            List<String> command = List.of(Files.readString(process.resolve("cmdline")).split("\0"));
            return of(command, process.resolve("cwd").toRealPath());
        } catch (IOException gone) {
            return "";
        }
    }

    private static List<Path> listed(String classPath, Path directory) {
        List<Path> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            entries.addAll(entry.endsWith("*")
                    ? jars(resolved(directory, entry.substring(0, entry.length() - 1)))
                    : resolved(directory, entry));
        }
        return entries;
    }

    private static List<Path> resolved(Path directory, String name) {
        try {
            return name.isEmpty() ? List.of() : List.of(directory.resolve(name).normalize());
        } catch (InvalidPathException notOfThisSystem) {
            return List.of();
        }
    }

    private static List<Path> jars(List<Path> directories) {
        List<Path> jars = new ArrayList<>();
        for (Path directory : directories) {
            File[] files = directory.toFile().listFiles((folder, name) -> name.endsWith(".jar"));
            for (File file : files == null ? new File[0] : files) {
                jars.add(file.toPath());
            }
        }
        Collections.sort(jars);
        return jars;
    }

    /** Entries of a manifest are relative to the jar, and URLs: those with a scheme are not files. */
    private static List<Path> ofJar(List<Path> paths) {
        List<Path> entries = new ArrayList<>(paths);
        for (Path path : paths) {
            try (JarFile jar = new JarFile(path.toFile())) {
                Manifest manifest = jar.getManifest();
                String named = manifest == null ? null
                        : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
                for (String entry : named == null ? new String[0] : named.strip().split("\\s+")) {
                    entries.addAll(resolved(path.toAbsolutePath().getParent(), entry.replaceFirst("^file:", "")));
                }
            } catch (IOException noJar) {
                return List.of();
            }
        }
        return entries;
    }

    private static boolean isReadable(Path entry) {
        if (Files.isDirectory(entry)) {
            return true;
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            return true;
        } catch (IOException noJar) {
            return false;
        }
    }
}
