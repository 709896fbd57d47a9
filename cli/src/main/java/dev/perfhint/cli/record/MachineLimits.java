package dev.perfhint.cli.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the kernel lets this process profile, read from {@code /proc}. All values are empty or false off Linux.
 *
 * @param perfEventParanoid {@code kernel.perf_event_paranoid}: kernel frames need at most 1, or a capability
 * @param kptrRestrict {@code kernel.kptr_restrict}: kernel symbols need 0, or 1 with a capability
 * @param perfCapability whether this process holds CAP_PERFMON or CAP_SYS_ADMIN
 * @param seccompFilter whether a seccomp filter is in force, as in containers; it may refuse perf_event_open
 * @param container whether this process runs in a container
 */
public record MachineLimits(
        OptionalInt perfEventParanoid,
        OptionalInt kptrRestrict,
        boolean perfCapability,
        boolean seccompFilter,
        boolean container) {
    private static final int CAP_SYS_ADMIN = 21;
    private static final int CAP_PERFMON = 38;

    /** Reads the limits of this process. */
    public static MachineLimits read() {
        return read(Path.of("/"));
    }

    static MachineLimits read(Path root) {
        String status = text(root.resolve("proc/self/status"));
        long capabilities = field(status, "CapEff").map(hex -> Long.parseUnsignedLong(hex, 16)).orElse(0L);
        return new MachineLimits(
                number(root.resolve("proc/sys/kernel/perf_event_paranoid")),
                number(root.resolve("proc/sys/kernel/kptr_restrict")),
                (capabilities >>> CAP_SYS_ADMIN & 1) == 1 || (capabilities >>> CAP_PERFMON & 1) == 1,
                field(status, "Seccomp").map(mode -> !mode.equals("0")).orElse(false),
                Files.exists(root.resolve(".dockerenv"))
                        || Files.exists(root.resolve("run/.containerenv"))
                        || text(root.resolve("proc/1/cgroup")).matches("(?s).*(docker|kubepods|containerd|libpod).*"));
    }

    /** Returns whether the settings allow kernel frames; a seccomp filter may still refuse them. */
    public boolean allowsKernelFrames() {
        return perfEventParanoid.isPresent() && (perfCapability || perfEventParanoid.getAsInt() <= 1);
    }

    /**
     * What stands in the way of kernel frames.
     *
     * @param text the setting and what it does
     * @param remedy what changes it; empty if nothing does
     */
    public record Obstacle(String text, String remedy) {
        @Override
        public String toString() {
            return remedy.isEmpty() ? text : text + ": " + remedy;
        }
    }

    /** Returns what stands in the way of kernel frames; empty if nothing is known to. */
    public List<Obstacle> obstacles() {
        if (perfEventParanoid.isEmpty()) {
            return List.of(
                    new Obstacle("this kernel has no perf events: kernel frames need Linux with CONFIG_PERF_EVENTS",
                            ""));
        }
        List<Obstacle> obstacles = new ArrayList<>();
        if (!allowsKernelFrames()) {
            obstacles.add(new Obstacle(
                    "kernel.perf_event_paranoid is " + perfEventParanoid.getAsInt()
                            + ", kernel frames need 1 or less, or CAP_PERFMON",
                    "sudo sysctl kernel.perf_event_paranoid=1"));
        }
        if (kptrRestrict.isPresent()
                && (kptrRestrict.getAsInt() > 1 || kptrRestrict.getAsInt() == 1 && !perfCapability)) {
            obstacles.add(
                    new Obstacle("kernel.kptr_restrict is " + kptrRestrict.getAsInt()
                            + ", kernel functions have no names",
                    "sudo sysctl kernel.kptr_restrict=0"));
        }
        if (seccompFilter) {
            obstacles.add(new Obstacle("a seccomp filter may refuse perf_event_open",
                    "in a container: --security-opt seccomp=unconfined, or a profile that allows it"));
        }
        return obstacles;
    }

    private static OptionalInt number(Path file) {
        String text = text(file).trim();
        return text.matches("-?\\d{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    private static Optional<String> field(String status, String name) {
        return status.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).trim())
                .findFirst();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
