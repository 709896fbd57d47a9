package dev.perfhint.cli.record;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the version of the Java that a command or a process runs, from the file {@code release} of its home. */
final class JavaRelease {
    private static final Pattern FEATURE = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");

    private JavaRelease() {}

    /** Returns the feature release of {@code java} as a shell would find it; empty if that cannot be told. */
    static OptionalInt ofCommand(String java) {
        if (java.indexOf(File.separatorChar) >= 0) {
            return ofExecutable(Path.of(java));
        }
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            Path candidate = Path.of(directory).resolve(java);
            if (Files.isExecutable(candidate)) {
                return ofExecutable(candidate);
            }
        }
        return OptionalInt.empty();
    }

    static OptionalInt ofProcess(long pid) {
        return ofExecutable(Path.of("/proc", Long.toString(pid), "exe"));
    }

    private static OptionalInt ofExecutable(Path executable) {
        try {
            Optional<Path> home = Optional.ofNullable(executable.toRealPath().getParent()).map(Path::getParent);
            if (home.isEmpty()) {
                return OptionalInt.empty();
            }
            Matcher feature = FEATURE.matcher(Files.readString(home.get().resolve("release")));
            return feature.find() ? OptionalInt.of(Integer.parseInt(feature.group(1))) : OptionalInt.empty();
        } catch (IOException e) {
            return OptionalInt.empty();
        }
    }
}
