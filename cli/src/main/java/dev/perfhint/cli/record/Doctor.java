package dev.perfhint.cli.record;

import dev.perfhint.cli.record.jvm.CgroupLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import one.profiler.AsyncProfiler;

/**
 * Checks what this machine and JVM allow, each obstacle with its remedy. Tries things instead of guessing where it can.
 */
public final class Doctor {
    /**
     * One thing that was looked at.
     *
     * @param ok false if it costs the user something
     * @param text what was found
     * @param remedy what to do; empty if nothing is needed
     */
    public record Check(boolean ok, String text, String remedy) {}

    private Doctor() {}

    /** Returns all checks, in the order in which they matter. */
    public static List<Check> examine() {
        List<Check> checks = new ArrayList<>();
        MachineLimits limits = MachineLimits.read();
        boolean perfEvents = checkProfiler(checks);
        checkPerfEvents(checks, limits, perfEvents);
        checkAttach(checks);
        checkSymbols(checks);
        checkTools(checks);
        return checks;
    }

    /** Returns the checks, and those of a running JVM that is to be recorded. */
    public static List<Check> examine(long pid) {
        List<Check> checks = new ArrayList<>(examine());
        try {
            boolean contained = TargetProcess.of(pid).container().isPresent();
            String files = contained ? "in a container, recorded through /proc/" + pid + "/root"
                    : "sees the files that perfhint sees";
            String limits = CgroupLimits.of(pid).text().map(allowed -> "its cgroup allows " + allowed)
                    .orElse("no limit of CPU or memory seen in its cgroup");
            checks.add(new Check(true, pid + ": " + files, ""));
            checks.add(new Check(true, pid + ": " + limits, ""));
        } catch (RecordException e) {
            checks.add(new Check(false, e.getMessage(), ""));
        }
        return checks;
    }

    private static boolean checkProfiler(List<Check> checks) {
        try {
            if (!ProfilerLibrary.exists()) {
                checks.add(new Check(false, "async-profiler: none for this platform", "record with --engine jfr"));
                return false;
            }
            Path otherwise = Files.createTempDirectory("perfhint-doctor-");
            otherwise.toFile().deleteOnExit();
            Path library = ProfilerLibrary.unpack(new Workspace(otherwise, otherwise, Optional.empty()));
            AsyncProfiler profiler = AsyncProfiler.getInstance(library.toString());
            if (library.startsWith(otherwise)) {
                Files.delete(library);
            }
            checks.add(new Check(true, "async-profiler " + profiler.getVersion() + ": loads", ""));
            // It lists perf events only where perf_event_open works for this user.
            return profiler.execute("list").contains("Perf events:");
        } catch (Exception | LinkageError e) {
            checks.add(
                    new Check(false, "async-profiler: does not load: " + e.getMessage(), "record with --engine jfr"));
            return false;
        }
    }

    private static void checkPerfEvents(List<Check> checks, MachineLimits limits, boolean perfEvents) {
        if (perfEvents && limits.allowsKernelFrames()) {
            checks.add(new Check(true, "perf_events: allowed, with kernel frames", ""));
        } else {
            checks.add(new Check(false, perfEvents
                    ? "perf_events: allowed, without kernel frames"
                    : "perf_events: refused", "recordings fall back to ctimer (evidence syscall-stubs)"));
        }
        for (MachineLimits.Obstacle obstacle : limits.obstacles()) {
            checks.add(new Check(limits.perfCapability() && perfEvents, obstacle.text(), obstacle.remedy()));
        }
        if (limits.container()) {
            checks.add(
                    new Check(true, "container: JVMs outside cannot be attached from here",
                            "run perfhint beside them"));
        }
    }

    private static void checkAttach(List<Check> checks) {
        boolean jdk = Files.isExecutable(Path.of(System.getProperty("java.home"), "bin", "jcmd"));
        checks.add(new Check(jdk,
                jdk ? "attach: this is a JDK, jcmd is there" : "attach: no jcmd in " + System.getProperty("java.home"),
                jdk ? "" : "run perfhint with a JDK to attach with --engine jfr and to compile-check fixes"));
        String temporary = System.getProperty("java.io.tmpdir");
        if (!temporary.equals("/tmp") && Files.isDirectory(Path.of("/proc/self"))) {
            checks.add(
                    new Check(true, "attach: java.io.tmpdir is " + temporary + "; the JVM uses /tmp all the same", ""));
        }
    }

    private static void checkSymbols(List<Check> checks) {
        Path debug = Path.of("/usr/lib/debug/.build-id");
        if (Files.isDirectory(Path.of("/proc/self"))) {
            boolean symbols = Files.isDirectory(debug);
            checks.add(new Check(true, symbols ? "symbols: debug symbols are installed"
                    : "symbols: no libc debug symbols; ctimer recordings show fewer libc names",
                symbols ? "" : "optional: install libc6-dbg"));
        }
    }

    private static void checkTools(List<Check> checks) {
        boolean perf = onPath("perf");
        checks.add(new Check(true, perf ? "perf: found"
                : "perf: not found; verify counts read and write calls only",
                perf ? "" : "optional: install perf for the count of all system calls"));
    }

    private static boolean onPath(String tool) {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String directory : path.split(java.io.File.pathSeparator)) {
            if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, tool))) {
                return true;
            }
        }
        return false;
    }
}
