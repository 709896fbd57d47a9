package dev.perfhint.cli.calibrate;

import dev.perfhint.cli.CliException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What primitives cost on one JVM. */
public final class JvmCosts {
    private final String home;
    private final Map<String, PrimitiveTimes> primitives = new LinkedHashMap<>();
    private String name = "";
    private String version = "";
    private String fileSystem = "";

    JvmCosts(String home) {
        this.home = home;
    }

    /** Adds what one process printed. */
    void add(Iterable<String> lines) {
        for (String line : lines) {
            String[] cells = line.split("\t");
            if (cells[0].equals("jvm") && cells.length == 4) {
                name = cells[1];
                version = cells[2];
                fileSystem = cells[3];
            } else if (cells.length == 2) {
                primitives.computeIfAbsent(cells[0], key -> new PrimitiveTimes()).addRound(counts(cells[1]));
            }
        }
    }

    private Map<Double, Long> counts(String cell) {
        Map<Double, Long> counts = new LinkedHashMap<>();
        try {
            for (String each : cell.split(" ")) {
                int colon = each.indexOf(':');
                counts.put(Double.valueOf(each.substring(0, colon)), Long.valueOf(each.substring(colon + 1)));
            }
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            throw new CliException(home + ": the measurement printed something else than times: " + cell);
        }
        return counts;
    }

    public String home() {
        return home;
    }

    /** Returns the virtual machine's name, as it calls itself. */
    public String name() {
        return name;
    }

    public String version() {
        return version;
    }

    /** Returns the type of the file system that files were written to. */
    public String fileSystem() {
        return fileSystem;
    }

    /** Returns in how many processes each primitive was measured. */
    public int rounds() {
        return primitives.values().stream().mapToInt(times -> times.roundMedians().size()).max().orElse(0);
    }

    /** Returns the times by primitive, in the order of measurement. */
    public Map<String, PrimitiveTimes> primitives() {
        return primitives;
    }
}
