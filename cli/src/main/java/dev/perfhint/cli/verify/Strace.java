package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Lists the system calls at the start of a run by name, with {@code strace -f -c}, which slows it 10 to 50 times. */
final class Strace {
    private static final int MAX_SECONDS_TO_END = 5;

    private Strace() {}

    /**
     * What was traced.
     *
     * @param calls by name; empty where strace is not installed or not permitted
     * @param whole whether the run ended by itself
     */
    record Calls(Map<String, Long> calls, boolean whole) {
        static final Calls NONE = new Calls(Map.of(), true);
    }

    /** Traces a run until it ends, or ends it after a time. */
    static Calls count(TrialTree tree, HotPatch agent, Duration limit) throws IOException {
        tree.prepare(agent);
        try {
            return count(tree, tree.jvmOptions(agent), limit);
        } finally {
            tree.copy().leave();
        }
    }

    private static Calls count(TrialTree tree, String jvmOptions, Duration limit) {
        Path table = tree.scratch().resolve("strace");
        ProcessBuilder strace =
                new ProcessBuilder("strace", "-f", "-c", "-o", table.toString(), "sh", "-c",
                        tree.options().run())
                .directory(tree.directory().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        TrialTree.give(strace, jvmOptions);
        try {
            Files.deleteIfExists(table);
            Process process = strace.start();
            boolean whole = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!whole) {
                // without its tracees strace writes its table and ends
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                if (!process.waitFor(MAX_SECONDS_TO_END, TimeUnit.SECONDS)) {
                    MeasuredRun.kill(process);
                }
            }
            return Files.exists(table)
                    ? new Calls(parse(Files.readString(table, StandardCharsets.ISO_8859_1)), whole)
                    : Calls.NONE;
        } catch (IOException e) {
            return Calls.NONE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted", e);
        }
    }

    /** Parses the summary table: {@code % time, seconds, usecs/call, calls, [errors,] syscall}. */
    static Map<String, Long> parse(String table) {
        Map<String, Long> calls = new TreeMap<>();
        for (String line : table.split("\n")) {
            String[] columns = line.trim().split("\\s+");
            String name = columns[columns.length - 1];
            if (columns.length >= 5 && columns[0].matches("[0-9.]+") && !name.equals("total")) {
                calls.merge(name, Long.parseLong(columns[3]), Long::sum);
            }
        }
        return calls;
    }
}
