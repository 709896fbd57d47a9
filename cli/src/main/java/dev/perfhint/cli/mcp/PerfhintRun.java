package dev.perfhint.cli.mcp;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * One command of perfhint in a process: nothing that it runs can write into the protocol's streams, and cancelling
 * ends it with all that it started.
 *
 * @param out what it printed
 * @param said its messages, one line each, the last ones
 */
record PerfhintRun(int code, String out, List<String> said) {
    private static final String NAME = "perfhint: ";
    private static final int MAX_OUT = 64 << 20;
    private static final int MAX_LINES = 40;
    private static final long TICK_MILLIS = 1_000;
    private static final long GRACE_SECONDS = 15;
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    /**
     * Runs to the end.
     *
     * @param perfhint words that start perfhint
     * @param progress is told the seconds since the start and the last message
     * @throws InterruptedException if the call is cancelled; the process is ended then
     */
    static PerfhintRun of(List<String> perfhint, List<String> arguments, Path directory,
            BiConsumer<Long, String> progress) throws InterruptedException {
        List<String> command = new ArrayList<>(perfhint);
        command.addAll(arguments);
        Process process;
        try {
            process = new ProcessBuilder(command).directory(directory.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile())).start();
        } catch (IOException e) {
            throw new RefusedCallException("perfhint cannot be started: " + e.getMessage());
        }
        RUNNING.add(process);
        StringBuilder out = new StringBuilder();
        Deque<String> said = new ArrayDeque<>();
        Thread reader = reading(process.getInputStream(), out);
        Thread listener = listening(process.getErrorStream(), said);
        try {
            long start = System.nanoTime();
            while (!process.waitFor(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
                progress.accept((System.nanoTime() - start) / 1_000_000_000, last(said));
            }
            reader.join(TICK_MILLIS);
            listener.join(TICK_MILLIS);
        } catch (InterruptedException cancelled) {
            end(process);
            throw cancelled;
        } finally {
            RUNNING.remove(process);
        }
        synchronized (out) {
            synchronized (said) {
                return new PerfhintRun(process.exitValue(), out.toString(), List.copyOf(said));
            }
        }
    }

    /** Ends all that still runs. */
    static void endAll() {
        RUNNING.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        });
    }

    /** Asks it to end, which lets a recorder detach; then ends it with all that it started. */
    private static void end(Process process) {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroy();
        started.forEach(ProcessHandle::destroy);
        Thread ending = new Thread(() -> {
            try {
                process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            started.forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }, "perfhint-end");
        ending.setDaemon(true);
        ending.start();
    }

    private static String last(Deque<String> said) {
        synchronized (said) {
            return said.isEmpty() ? "" : said.peekLast();
        }
    }

    private static Thread reading(InputStream in, StringBuilder out) {
        return started(() -> {
            byte[] buffer = new byte[1 << 16];
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int count; (count = in.read(buffer)) > 0; ) {
                if (bytes.size() < MAX_OUT) {
                    bytes.write(buffer, 0, count);
                }
            }
            synchronized (out) {
                out.append(bytes.toString(StandardCharsets.UTF_8));
            }
        });
    }

    private static Thread listening(InputStream in, Deque<String> said) {
        return started(() -> {
            StringBuilder line = new StringBuilder();
            Reader text = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (int c; (c = text.read()) >= 0; ) {
                if (c != '\n' && c != '\r') {
                    line.append(line.length() < Parameter.MAX_CHARS ? String.valueOf((char) c) : "");
                } else if (!line.isEmpty()) {
                    synchronized (said) {
                        said.add(line.toString());
                        while (said.size() > MAX_LINES) {
                            said.removeFirst();
                        }
                    }
                    line.setLength(0);
                }
            }
        });
    }

    /** A step that reads until its stream ends. */
    private interface Reading {
        void run() throws IOException;
    }

    private static Thread started(Reading step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (IOException closed) {
                return; // with its process
            }
        }, "perfhint-read");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Returns the last message, without perfhint's name. */
    String reason() {
        List<String> lines = messages().isEmpty() ? said : messages();
        return lines.isEmpty() ? "it ended with exit code " + code : lines.get(lines.size() - 1);
    }

    /** Returns perfhint's messages, but for the command that it suggests. */
    List<String> messages() {
        return said.stream().filter(line -> line.startsWith(NAME) && !line.startsWith(NAME + "next: "))
                .map(line -> line.substring(NAME.length())).toList();
    }

    /** Returns what the program printed on standard error, the last lines. */
    List<String> errors() {
        return said.stream().filter(line -> !line.startsWith(NAME)).toList();
    }
}
