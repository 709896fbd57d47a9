package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs {@code git apply}, as the user would. */
final class PatchTool {
    private PatchTool() {}

    /** Applies the patch to a directory that is in no repository. */
    static void apply(Path patch, Path tree) {
        List<String> command = List.of("git", "apply", "--whitespace=nowarn", patch.toAbsolutePath().toString());
        run(command, tree, patch);
    }

    /** Returns the files that the patch changes, each once, as it names them. */
    static List<String> paths(Path patch) {
        Path here = patch.toAbsolutePath().getParent();
        String table = run(List.of("git", "apply", "--numstat", "-z", patch.toAbsolutePath().toString()), here, patch);
        List<String> paths = new ArrayList<>();
        Arrays.stream(table.split("\0")).map(row -> row.split("\t", 3)).filter(row -> row.length == 3)
                .map(row -> row[2]).distinct().forEach(paths::add);
        return paths;
    }

    private static String run(List<String> command, Path directory, Path patch) {
        ProcessBuilder git = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        // Below some other repository git would apply to that one, or to nothing at all.
        git.environment().put("GIT_CEILING_DIRECTORIES", directory.getParent().toString());
        try {
            Process process = git.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new CliException(patch + ": does not apply: "
                        + output.lines().findFirst().orElse("git apply failed"));
            }
            return output;
        } catch (IOException e) {
            throw new CliException("cannot run git: " + e.getMessage() + ": verify needs git on the PATH", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted", e);
        }
    }
}
