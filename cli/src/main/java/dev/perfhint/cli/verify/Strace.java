package dev.perfhint.cli.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Counts every system call of a run with {@code strace -f -c}: sockets, fsync and metadata calls too. Slow, so once.
 */
final class Strace {
    private static final int SLOWDOWN = 20;

    private Strace() {}

    /** Returns calls by name; empty where strace is not there, not permitted, or too slow for the time limit. */
    static Map<String, Long> count(VerifyOptions options, Path tree, Path scratch) throws VerifyException {
        Path table = scratch.resolve("strace");
        ProcessBuilder strace =
                new ProcessBuilder("strace", "-f", "-c", "-o", table.toString(), "sh", "-c", options.run())
                .directory(tree.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = strace.start();
            if (!process.waitFor(options.timeLimit().toMillis() * SLOWDOWN, TimeUnit.MILLISECONDS)) {
                MeasuredRun.kill(process);
                return Map.of();
            }
            return Files.exists(table) ? parse(Files.readString(table, StandardCharsets.ISO_8859_1)) : Map.of();
        } catch (IOException e) {
            return Map.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new VerifyException("interrupted", e);
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
