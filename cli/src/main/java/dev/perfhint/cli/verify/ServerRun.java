package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Drives a server: waits until it listens, runs the load, stops it with SIGTERM.
 *
 * @param hang why the run had to be ended; empty where the load ended by itself
 * @param exitCode of the load
 */
record ServerRun(Optional<String> hang, int exitCode, Map<Run.Measure, Long> counts) {
    private static final int MAX_SECONDS_TO_STOP = 10;
    private static final long POLL_MILLIS = 50;
    /** The state LISTEN, and after four more columns the inode; proc(5). */
    private static final Pattern LISTENING = Pattern.compile(
            "\\s*\\d+: \\S+ \\S+ 0A \\S+ \\S+ \\S+\\s+\\d+\\s+\\d+ (\\d+) .*");
    /** What wrk, ab, h2load, hey and their like print. */
    private static final Pattern RATE = Pattern.compile("(?i)(?:requests?(?:/s(?:ec)?| per second):\\s*([\\d,.]+)"
            + "|([\\d,.]+)\\s*re(?:q|quests?)(?:/s| per second))");

    static Path output(Path scratch) {
        return scratch.resolve("load-stdout");
    }

    /**
     * Runs a load against a server that was started.
     *
     * @param server a shell around the command
     */
    static ServerRun drive(Process server, String load, Path directory, Path scratch, Duration limit)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!isListening(server)) {
            if (!server.isAlive()) {
                return new ServerRun(Optional.empty(), -1, Map.of());
            }
            if (System.nanoTime() > end) {
                MeasuredRun.kill(server);
                String why = "it listens on no port after " + limit.toSeconds() + " s";
                return new ServerRun(Optional.of(why), -1, Map.of());
            }
            Thread.sleep(POLL_MILLIS);
        }
        long start = System.nanoTime();
        Process client = new ProcessBuilder("sh", "-c", load)
                .directory(directory.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output(scratch).toFile())
                .redirectError(scratch.resolve("load-stderr").toFile()).start();
        boolean ended = client.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        long millis = (System.nanoTime() - start) / 1_000_000;
        if (!ended) {
            MeasuredRun.kill(client);
        }
        boolean stopped = stop(server);
        Map<Run.Measure, Long> counts = new EnumMap<>(Run.Measure.class);
        counts.put(Run.Measure.LOAD_MILLIS, millis);
        rate(scratch).ifPresent(rate -> counts.put(Run.Measure.REQUESTS_PER_SECOND, rate));
        Optional<String> hang = !ended ? Optional.of("the load does not end within " + limit.toSeconds() + " s")
                : stopped ? Optional.empty()
                : Optional.of("the server does not end " + MAX_SECONDS_TO_STOP + " s after SIGTERM");
        return new ServerRun(hang, ended ? client.exitValue() : -1, counts);
    }

    /** Returns whether it ends by itself; else it is killed. */
    private static boolean stop(Process server) throws InterruptedException {
        List<ProcessHandle> all = server.descendants().toList();
        all.stream().filter(each -> each.children().findAny().isEmpty()).forEach(ProcessHandle::destroy);
        if (server.waitFor(MAX_SECONDS_TO_STOP, TimeUnit.SECONDS)) {
            return true;
        }
        MeasuredRun.kill(server);
        return false;
    }

    private static boolean isListening(Process server) throws IOException {
        Set<String> listening = new HashSet<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            if (!Files.isReadable(Path.of(table))) {
                continue;
            }
            Files.readAllLines(Path.of(table), StandardCharsets.ISO_8859_1).stream().map(LISTENING::matcher)
                    .filter(Matcher::matches).forEach(line -> listening.add("socket:[" + line.group(1) + "]"));
        }
        return server.descendants().anyMatch(each -> holds(each.pid(), listening));
    }

    private static boolean holds(long pid, Set<String> sockets) {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", "" + pid, "fd"))) {
            for (Path descriptor : descriptors.toList()) {
                if (sockets.contains(link(descriptor))) {
                    return true;
                }
            }
        } catch (IOException ended) {
            return false;
        }
        return false;
    }

    private static String link(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closed) {
            return "";
        }
    }

    private static Optional<Long> rate(Path scratch) throws IOException {
        if (Files.size(output(scratch)) > 1 << 20) {
            return Optional.empty();
        }
        Matcher rate = RATE.matcher(Files.readString(output(scratch), StandardCharsets.ISO_8859_1));
        try {
            return rate.find() ? Optional.of(Math.round(Double.parseDouble(
                    (rate.group(1) != null ? rate.group(1) : rate.group(2)).replace(",", "").replaceAll("\\.$", ""))))
                    : Optional.empty();
        } catch (NumberFormatException other) {
            return Optional.empty();
        }
    }

    /** Refuses a system without {@code /proc}. */
    static void check() {
        if (!Files.isReadable(Path.of("/proc/net/tcp"))) {
            throw new CliException("--load needs Linux's /proc to see when the server listens");
        }
    }
}
