package dev.perfhint.cli.calibrate;

import dev.perfhint.cli.CliException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What primitives cost on one JVM. */
public final class JvmCosts {
    private final String home;
    private final Map<String, PrimitiveTimes> primitives = new LinkedHashMap<>();
    private final Set<String> late = new LinkedHashSet<>();
    private String name = "";
    private String version = "";
    private String fileSystem = "";
    private int rounds;

    JvmCosts(String home) {
        this.home = home;
    }

    /** Adds what one round printed. */
    void addRound(Iterable<String> lines) {
        rounds++;
        for (String line : lines) {
            String[] cells = line.split("\t");
            if (cells[0].equals("jvm") && cells.length == 4) {
                name = cells[1];
                version = cells[2];
                fileSystem = cells[3];
            } else if (cells[0].equals("late") && cells.length == 2) {
                late.add(cells[1]);
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

    public int rounds() {
        return rounds;
    }

    /** Returns the primitives that there was no time for. */
    public List<String> missing() {
        return late.stream().filter(each -> !primitives.containsKey(each)).toList();
    }

    /** Returns the times by primitive, in the order of measurement. */
    public Map<String, PrimitiveTimes> primitives() {
        return primitives;
    }
}
