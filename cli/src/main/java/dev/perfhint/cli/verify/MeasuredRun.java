package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Runs a shell command in a copy and counts what it cost.
 *
 * <p>A shell around the command reads its own {@code /proc/PID/io} and {@code stat} once the command is reaped: the
 * kernel adds a child's counts to its parent's then, so nothing has to be traced and the counts are exact. What the
 * command leaves running is not in them. The exit code is written by the shell below {@code perf stat}, which ends
 * with 0 where the end of a short command interrupts its waiting.
 */
final class MeasuredRun {
    private static final String WRAPPER = """
            if [ -n "$PERFHINT_PERF" ]; then
              rm -f "$PERFHINT_CODE"
              perf stat -x, -o "$PERFHINT_PERF" -e raw_syscalls:sys_enter \\
                sh -c '( eval "$PERFHINT_RUN" ); echo $? > "$PERFHINT_CODE"'
              code=$(cat "$PERFHINT_CODE")
            else
              ( eval "$PERFHINT_RUN" )
              code=$?
            fi
            cat "/proc/$$/io" "/proc/$$/stat" > "$PERFHINT_COUNTS" 2>/dev/null
            exit ${code:-1}
            """;
    private static final long MILLIS_PER_TICK = 10;
    /** What a run compiles for itself differs with the sources. */
    private static final String CLASS_FILE = ".class";

    private MeasuredRun() {}

    /**
     * Runs the command once.
     *
     * @param copy in which it runs
     * @param patched files of the copy that the patch changes, which are no output
     * @param jvmOptions for every JVM that the command starts; may be empty
     * @param perf whether {@code perf stat} counts all system calls; it takes a tenth of a microsecond from each
     */
    static Run of(VerifyOptions options, WorkingCopy copy, Set<Path> patched, Path scratch, String jvmOptions,
            Duration limit, boolean perf) {
        Path counts = scratch.resolve("counts");
        Path calls = scratch.resolve("calls");
        Path directory = copy.path().resolve(options.directory());
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", WRAPPER)
                .directory(directory.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(scratch.resolve("stdout").toFile())
                .redirectError(scratch.resolve("stderr").toFile());
        shell.environment().put("PERFHINT_RUN", options.run());
        shell.environment().put("PERFHINT_COUNTS", counts.toString());
        shell.environment().put("PERFHINT_CODE", scratch.resolve("code").toString());
        shell.environment().put("PERFHINT_PERF", perf ? calls.toString() : "");
        TrialTree.give(shell, jvmOptions);
        try {
            Files.deleteIfExists(counts);
            Files.deleteIfExists(calls);
            long start = System.nanoTime();
            Process process = shell.start();
            Optional<ServerRun> server = options.load().isEmpty() ? Optional.empty()
                    : Optional.of(ServerRun.drive(process, options.load().get(), directory, scratch, limit));
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                kill(process);
            }
            Optional<String> hang = server.isPresent() ? server.get().hang()
                    : ended ? Optional.empty()
                    : Optional.of("it does not end within " + limit.toSeconds() + " s");
            // the shell of a run that was killed may have read its counts in between: they are not the program's
            Map<Run.Measure, Long> measured = hang.isEmpty() ? read(counts) : new EnumMap<>(Run.Measure.class);
            measured.put(Run.Measure.WALL_MILLIS, (System.nanoTime() - start) / 1_000_000);
            server.ifPresent(run -> measured.putAll(run.counts()));
            if (perf && hang.isEmpty()) {
                PerfStat.read(calls).ifPresent(number -> measured.put(Run.Measure.ALL_CALLS, number));
            }
            Set<Path> changed = copy.changed();
            return new Run(ended ? process.exitValue() : -1, hang, measured,
                    outputs(options, copy, changed, patched, scratch, server), compiled(changed),
                    LogLine.of(scratch.resolve("stderr")));
        } catch (IOException e) {
            throw new CliException("cannot run sh: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted", e);
        }
    }

    /** Ends a command that hangs, children first: a killed shell alone would leave them running. */
    static void kill(Process process) throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }

    private static Map<Run.Measure, Long> read(Path counts) throws IOException {
        Map<Run.Measure, Long> measured = new EnumMap<>(Run.Measure.class);
        if (!Files.exists(counts)) {
            return measured;
        }
        for (String line : Files.readAllLines(counts, StandardCharsets.ISO_8859_1)) {
            if (line.startsWith("syscr: ")) {
                measured.put(Run.Measure.READ_CALLS, Long.parseLong(line.substring(7)));
            } else if (line.startsWith("syscw: ")) {
                measured.put(Run.Measure.WRITE_CALLS, Long.parseLong(line.substring(7)));
            } else if (line.lastIndexOf(") ") > 0) {
                // proc(5): cutime and cstime are fields 16 and 17, counted here behind the command's name.
                String[] fields = line.substring(line.lastIndexOf(") ") + 2).split(" ");
                measured.put(Run.Measure.USER_MILLIS, Long.parseLong(fields[13]) * MILLIS_PER_TICK);
                measured.put(Run.Measure.SYSTEM_MILLIS, Long.parseLong(fields[14]) * MILLIS_PER_TICK);
            }
        }
        return measured;
    }

    /** Adds files outside the copy to what a run put out; they are never restored. */
    static Run with(Run run, Set<Path> outside) throws IOException {
        if (outside.isEmpty()) {
            return run;
        }
        Map<String, Produced> outputs = new TreeMap<>(run.outputs());
        for (Path file : outside) {
            outputs.put(file.toString(), Produced.ofFile(file));
        }
        return new Run(run.exitCode(), run.hang(), run.counts(), outputs, run.compiled(), run.complaint());
    }

    private static boolean compiled(Set<Path> changed) {
        return changed.stream().anyMatch(file -> file.toString().matches(".*\\.(class|jar)"));
    }

    /** Returns what is compared: streams and all files that the run created, changed or deleted; or tests alone. */
    private static Map<String, Produced> outputs(VerifyOptions options, WorkingCopy copy, Set<Path> changed,
            Set<Path> patched, Path scratch, Optional<ServerRun> server) throws IOException {
        Map<String, Produced> outputs = new TreeMap<>();
        if (options.testReports().isPresent()) {
            TestReports.read(copy.path().resolve(options.testReports().get()))
                    .forEach((test, result) -> outputs.put(test, Produced.of(result)));
        } else {
            outputs.put(Run.STANDARD_OUTPUT, Produced.ofStream(scratch.resolve("stdout")));
            outputs.put(Run.STANDARD_ERROR, Produced.ofStream(scratch.resolve("stderr")));
            for (Path file : changed) {
                if (!patched.contains(file) && !file.toString().endsWith(CLASS_FILE)
                        && !Files.isDirectory(copy.path().resolve(file), LinkOption.NOFOLLOW_LINKS)) {
                    outputs.put(file.toString(), Produced.ofFile(copy.path().resolve(file)));
                }
            }
        }
        for (Path output : options.outputs()) {
            outputs.put(output.toString(), Produced.ofFile(copy.path().resolve(output)));
        }
        if (server.isPresent() && Files.exists(ServerRun.output(scratch))) {
            outputs.put(Run.LOAD_OUTPUT, Produced.ofStream(ServerRun.output(scratch)));
            outputs.put(Run.LOAD_EXIT_CODE, Produced.of("" + server.get().exitCode()));
        }
        return outputs;
    }
}
