package dev.perfhint.cli.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Counts the system calls of a process tree with {@code perf stat}, where it is installed and may see tracepoints. */
final class PerfStat {
    private static final String EVENT = "raw_syscalls:sys_enter";
    private static final int MAX_SECONDS = 10;

    private PerfStat() {}

    /** Returns whether it counts the calls of a command that does nothing. */
    static boolean isAllowed(Path scratch) {
        Path table = scratch.resolve("perf");
        try {
            Process perf = new ProcessBuilder("perf", "stat", "-x,", "-o", table.toString(), "-e", EVENT, "true")
                    .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!perf.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
                perf.destroyForcibly();
                return false;
            }
            return perf.exitValue() == 0 && read(table).orElse(0) > 0;
        } catch (IOException notInstalled) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Reads the count from its table, {@code value,unit,event,...}; empty where it was not counted. */
    static OptionalLong read(Path table) throws IOException {
        if (!Files.exists(table)) {
            return OptionalLong.empty();
        }
        return Files.readAllLines(table, StandardCharsets.UTF_8).stream()
                .map(line -> line.split(","))
                .filter(columns -> columns.length > 2 && columns[2].equals(EVENT) && columns[0].matches("\\d+"))
                .mapToLong(columns -> Long.parseLong(columns[0]))
                .findFirst();
    }
}
