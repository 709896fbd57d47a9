package dev.perfhint.cli.record.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What the control groups of a process leave it, the narrowest of each group and those above it; versions 1 and 2.
 *
 * @param processors CPU time per time; empty without a limit
 * @param memoryBytes empty without a limit
 */
public record CgroupLimits(OptionalDouble processors, OptionalLong memoryBytes) {
    private static final double MEBIBYTE = 1 << 20;
    /** Version 1 writes a number near the greatest where nothing is limited. */
    private static final long UNLIMITED = 1L << 60;

    private record Mount(List<String> controllers, boolean second, String root, Path point) {}

    /** Reads the limits of a process; none where its groups cannot be seen. */
    public static CgroupLimits of(long pid) {
        return of(Path.of("/"), Long.toString(pid));
    }

    static CgroupLimits of(Path root, String pid) {
        double processors = Double.POSITIVE_INFINITY;
        long memory = Long.MAX_VALUE;
        List<Mount> mounts = lines(root.resolve("proc/self/mountinfo")).stream().flatMap(line -> mount(line).stream())
                .toList();
        for (String line : lines(root.resolve("proc").resolve(pid).resolve("cgroup"))) {
            String[] group = line.split(":", 3);
            if (group.length < 3) {
                continue;
            }
            for (Mount mount : mounts) {
                boolean same = group[1].isEmpty() ? mount.second()
                        : !mount.second() && mount.controllers().containsAll(List.of(group[1].split(",")));
                if (!same) {
                    continue;
                }
                Path top = root.resolve(Path.of("/").relativize(mount.point()));
                for (Path at = directory(top, mount.root(), group[2]); at.startsWith(top); at = at.getParent()) {
                    processors = Math.min(processors, processors(at));
                    memory = Math.min(memory, Math.min(number(at.resolve("memory.max"), 0),
                            number(at.resolve("memory.limit_in_bytes"), 0)));
                }
            }
        }
        return new CgroupLimits(Double.isInfinite(processors) ? OptionalDouble.empty() : OptionalDouble.of(processors),
                memory >= UNLIMITED ? OptionalLong.empty() : OptionalLong.of(memory));
    }

    /** Returns the limits in words; empty without any. */
    public Optional<String> text() {
        String cpu = processors.isPresent() ? String.format(Locale.ROOT, "%.3g processors", processors.getAsDouble())
                : "";
        String memory = memoryBytes.isPresent()
                ? String.format(Locale.ROOT, "%,.0f MiB of memory", memoryBytes.getAsLong() / MEBIBYTE) : "";
        String both = cpu + (cpu.isEmpty() || memory.isEmpty() ? "" : ", ") + memory;
        return both.isEmpty() ? Optional.empty() : Optional.of(both);
    }

    private static Optional<Mount> mount(String line) {
        // id parent device root point options... - kind source options
        String[] parts = line.split(" - ", 2);
        String[] fields = parts[0].split(" ");
        String[] kind = parts.length < 2 ? new String[0] : parts[1].split(" ");
        if (fields.length < 5 || kind.length < 3 || !kind[0].startsWith("cgroup")) {
            return Optional.empty();
        }
        return Optional.of(new Mount(List.of(kind[2].split(",")), kind[0].equals("cgroup2"), fields[3],
                Path.of(fields[4])));
    }

    // a container may see its own group as the root; what is above it cannot be seen then
    private static Path directory(Path top, String mounted, String group) {
        Path seen = Path.of(mounted).normalize();
        Path own = Path.of(group).normalize();
        Path below = own.startsWith(seen) ? seen.relativize(own) : Path.of("");
        return top.resolve(below).normalize();
    }

    private static double processors(Path group) {
        String[] second = String.join("", lines(group.resolve("cpu.max"))).split(" ");
        long quota = second.length == 2 ? number(second[0], 1) : number(group.resolve("cpu.cfs_quota_us"), 1);
        long period = second.length == 2 ? number(second[1], 1) : number(group.resolve("cpu.cfs_period_us"), 1);
        return quota == Long.MAX_VALUE || period == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : (double) quota / period;
    }

    private static long number(Path file, long least) {
        return number(String.join("", lines(file)), least);
    }

    /** Returns a limit; the largest {@code long} for {@code max} and -1, which set none. */
    private static long number(String text, long least) {
        boolean known = text.matches("\\d{1,18}") && Long.parseLong(text) >= least;
        return known ? Long.parseLong(text) : Long.MAX_VALUE;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
