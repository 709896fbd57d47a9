package dev.perfhint.maven;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the options of {@code perfhint analyze} that run the tests of a build in copies of its tree. */
final class TestCommand {
    private TestCommand() {}

    /**
     * Returns the options.
     *
     * @param root where Maven was started
     * @param modules base directories of the modules whose tests are run
     */
    static List<String> arguments(Path root, List<Path> modules, boolean offline) {
        Path top = Stream.iterate(root, directory -> directory != null, Path::getParent)
                .filter(directory -> Files.exists(directory.resolve(".git")))
                .findFirst().orElse(root);
        List<String> command = new ArrayList<>();
        if (!top.equals(root)) {
            command.add("cd " + quoted(top.relativize(root).toString()) + " &&");
        }
        command.add(maven() + " -q -B" + (offline ? " -o" : ""));
        String selected = modules.stream().filter(module -> !module.equals(root))
                .map(module -> root.relativize(module).toString()).collect(Collectors.joining(","));
        if (!selected.isEmpty()) {
            command.add("-am -pl " + quoted(selected));
        }
        command.add("test > /dev/null");
        return List.of("--verify-run", String.join(" ", command), "--verify-test-reports",
                top.equals(root) ? "." : top.relativize(root).toString(), "--verify-time-limit", "30m");
    }

    private static String maven() {
        String home = System.getProperty("maven.home", "");
        Path launcher = Path.of(home, "bin", "mvn");
        return Files.isExecutable(launcher) ? quoted(launcher.toString()) : "mvn";
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
