package dev.perfhint.cli.select;

import dev.perfhint.cli.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A revision of the repository, verified to be a commit. Only objects are read: no hook, filter, external diff, text
 * conversion, file-system monitor or transport of the repository's configuration runs.
 */
final class GitRevision {
    private static final int MAX_SECONDS = 60;
    private static final int MAX_BYTES = 64 << 20;
    private static final List<String> GIT = List.of("git", "--no-pager", "--no-replace-objects", "--no-optional-locks",
            "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never");

    private final Path repository;
    private final String commit;

    private GitRevision(Path repository, String commit) {
        this.repository = repository;
        this.commit = commit;
    }

    /**
     * Finds the commit that a name stands for.
     *
     * @throws CliException if there is no repository, no git or no such commit
     */
    static GitRevision of(Path repository, String name) {
        Output output = run(repository, "rev-parse", "--verify", "--end-of-options", name + "^{commit}");
        String commit = new String(output.bytes(), StandardCharsets.US_ASCII).strip();
        if (output.code() != 0 || !commit.matches("[0-9a-f]{40,64}")) {
            throw new CliException("--since " + name + ": no such commit in " + repository + because(output));
        }
        return new GitRevision(repository, commit);
    }

    /** Returns a file's content in the revision; empty if it was not there. */
    Optional<byte[]> content(String path) {
        Output output = run(repository, "cat-file", "blob", commit + ":" + path);
        return output.code() == 0 ? Optional.of(output.bytes()) : Optional.empty();
    }

    private static String because(Output output) {
        return output.error().lines().filter(line -> line.startsWith("fatal: ")).findFirst()
                .map(line -> " (git: " + line.substring("fatal: ".length()) + ")").orElse("");
    }

    private record Output(int code, byte[] bytes, String error) {}

    private static Output run(Path directory, String... arguments) {
        List<String> command = new ArrayList<>(GIT);
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("GIT_"));
        environment.put("GIT_NO_LAZY_FETCH", "1");
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("LC_ALL", "C");
        try {
            Process process = builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .start();
            StringBuilder error = new StringBuilder();
            Thread reader = new Thread(() -> {
                try {
                    error.append(new String(process.getErrorStream().readNBytes(1 << 16), StandardCharsets.UTF_8));
                } catch (IOException e) {
                    error.append(e.getMessage());
                }
            });
            reader.setDaemon(true);
            reader.start();
            byte[] bytes = process.getInputStream().readNBytes(MAX_BYTES);
            if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new CliException("--since: git did not answer within " + MAX_SECONDS + " s");
            }
            reader.join(1000);
            return new Output(process.exitValue(), bytes, error.toString());
        } catch (IOException e) {
            throw new CliException("--since needs git, which cannot be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("--since: interrupted");
        }
    }
}
