package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
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

    private MeasuredRun() {}

    /**
     * Runs the command once.
     *
     * @param perf whether {@code perf stat} counts all system calls; it takes a tenth of a microsecond from each
     */
    static Run of(VerifyOptions options, Path tree, Path scratch, Duration limit, boolean perf) {
        Path standardOutput = scratch.resolve("stdout");
        Path standardError = scratch.resolve("stderr");
        Path counts = scratch.resolve("counts");
        Path calls = scratch.resolve("calls");
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", WRAPPER)
                .directory(tree.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(standardOutput.toFile())
                .redirectError(standardError.toFile());
        shell.environment().put("PERFHINT_RUN", options.run());
        shell.environment().put("PERFHINT_COUNTS", counts.toString());
        shell.environment().put("PERFHINT_CODE", scratch.resolve("code").toString());
        shell.environment().put("PERFHINT_PERF", perf ? calls.toString() : "");
        try {
            Files.deleteIfExists(counts);
            Files.deleteIfExists(calls);
            long start = System.nanoTime();
            Process process = shell.start();
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                kill(process);
            }
            // the shell of a run that was killed may have read its counts in between: they are not the program's
            Map<Run.Measure, Long> measured = ended ? read(counts) : new EnumMap<>(Run.Measure.class);
            measured.put(Run.Measure.WALL_MILLIS, (System.nanoTime() - start) / 1_000_000);
            if (perf && ended) {
                PerfStat.read(calls).ifPresent(number -> measured.put(Run.Measure.ALL_CALLS, number));
            }
            return new Run(ended ? process.exitValue() : -1, !ended, measured,
                    outputs(options, standardOutput, tree), LogLine.of(standardError));
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

    private static Map<String, String> outputs(VerifyOptions options, Path standardOutput, Path tree)
            throws IOException {
        Map<String, String> outputs = new TreeMap<>();
        if (options.testReports().isPresent()) {
            outputs.putAll(TestReports.read(tree.resolve(options.testReports().get())));
        } else {
            outputs.put(Run.STANDARD_OUTPUT, fingerprint(standardOutput));
        }
        for (Path output : options.outputs()) {
            Path file = tree.resolve(output);
            outputs.put(output.toString(), Files.isRegularFile(file) ? fingerprint(file) : Run.MISSING);
        }
        return outputs;
    }

    /** Returns the size and a hash. */
    private static String fingerprint(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            long bytes = 0;
            for (int n; (n = in.read(buffer)) > 0; ) {
                digest.update(buffer, 0, n);
                bytes += n;
            }
            return bytes + " bytes (" + HexFormat.of().formatHex(digest.digest()) + ")";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
