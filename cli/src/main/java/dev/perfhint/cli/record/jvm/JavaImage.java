package dev.perfhint.cli.record.jvm;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A directory with a Java runtime, as its file {@code release} describes it.
 *
 * @param text of the file
 */
public record JavaImage(Path home, String text) {
    private static final Pattern FEATURE = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");
    private static final Pattern MODULES = Pattern.compile("(?m)^MODULES=\"([^\"]*)\"");

    /** Returns the image of a command as a shell would find it: of {@code java}, or of a program in its directory. */
    public static Optional<JavaImage> ofCommand(String command) {
        if (command.indexOf(File.separatorChar) >= 0) {
            return ofExecutable(Path.of(command));
        }
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            Path candidate = Path.of(directory).resolve(command);
            if (Files.isExecutable(candidate)) {
                return ofExecutable(candidate);
            }
        }
        return Optional.empty();
    }

    public static Optional<JavaImage> ofProcess(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            // in a container the name is one of its files
            Path executable = Files.readSymbolicLink(process.resolve("exe"));
            return ofHome(process.resolve("root").resolve(Path.of("/").relativize(executable)).getParent().getParent());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<JavaImage> ofHome(Path home) throws IOException {
        return Optional.of(new JavaImage(home, Files.readString(home.resolve("release"))));
    }

    private static Optional<JavaImage> ofExecutable(Path executable) {
        try {
            Path directory = executable.toRealPath().getParent();
            Path home = directory == null ? null : directory.getParent();
            return home == null ? Optional.empty() : ofHome(home);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the feature release; empty if the file does not say. */
    public OptionalInt release() {
        Matcher feature = FEATURE.matcher(text);
        return feature.find() ? OptionalInt.of(Integer.parseInt(feature.group(1))) : OptionalInt.empty();
    }

    /** Returns whether a JVM of it starts with an agent; one before modules does. */
    public boolean loadsAgents() {
        Matcher modules = MODULES.matcher(text);
        return !modules.find() || (" " + modules.group(1) + " ").contains(" java.instrument ");
    }
}
