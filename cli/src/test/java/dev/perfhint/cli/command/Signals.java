package dev.perfhint.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Says which signals a process ignores: it inherits that, and a JVM leaves it so. */
public final class Signals {
    private static final Map<String, Integer> BITS = Map.of("HUP", 0, "INT", 1, "TERM", 14);

    private Signals() {}

    /** Returns whether the process ignores the signal; nothing can ignore KILL. */
    public static boolean areIgnored(Process process, String signal) throws IOException {
        String mask = Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> line.substring("SigIgn:".length()).strip())
                .findFirst()
                .orElse("0");
        return BITS.containsKey(signal) && (Long.parseUnsignedLong(mask, 16) >> BITS.get(signal) & 1) != 0;
    }
}
