package dev.perfhint.cli.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a shell command in a copy and counts what it cost.
 *
 * <p>A shell around the command reads its own {@code /proc/PID/io} and {@code stat} once the command is reaped: the
 * kernel adds a child's counts to its parent's then, so nothing has to be traced and the counts are exact.
 */
final class MeasuredRun {
    private static final String WRAPPER = """
            ( eval "$PERFHINT_RUN" )
            code=$?
            cat "/proc/$$/io" "/proc/$$/stat" > "$PERFHINT_COUNTS" 2>/dev/null
            exit $code
            """;
    private static final long MILLIS_PER_TICK = 10;

    private MeasuredRun() {}

    static Run of(VerifyOptions options, Path tree, Path scratch) throws VerifyException {
        Path standardOutput = scratch.resolve("stdout");
        Path counts = scratch.resolve("counts");
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", WRAPPER)
                .directory(tree.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(standardOutput.toFile())
                .redirectError(scratch.resolve("stderr").toFile());
        shell.environment().put("PERFHINT_RUN", options.run());
        shell.environment().put("PERFHINT_COUNTS", counts.toString());
        try {
            Files.deleteIfExists(counts);
            long start = System.nanoTime();
            Process process = shell.start();
            boolean ended = process.waitFor(options.timeLimit().toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                kill(process);
            }
            long wallMillis = (System.nanoTime() - start) / 1_000_000;
            Map<Run.Measure, Long> measured = read(counts);
            measured.put(Run.Measure.WALL_MILLIS, wallMillis);
            return new Run(ended ? process.exitValue() : -1, !ended, wallMillis, measured,
                    fingerprints(standardOutput, tree, options.outputs()));
        } catch (IOException e) {
            throw new VerifyException("cannot run sh: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new VerifyException("interrupted", e);
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

    private static List<String> fingerprints(Path standardOutput, Path tree, List<Path> outputs) throws IOException {
        List<String> fingerprints = new ArrayList<>();
        fingerprints.add(fingerprint(standardOutput));
        for (Path output : outputs) {
            Path file = tree.resolve(output);
            fingerprints.add(Files.isRegularFile(file) ? fingerprint(file) : Run.MISSING);
        }
        return fingerprints;
    }

    private static String fingerprint(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int n; (n = in.read(buffer)) > 0; ) {
                digest.update(buffer, 0, n);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
