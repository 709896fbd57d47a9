package dev.perfhint.cli.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the kernel counted for each thread of a process, looked at now and again: {@code /proc/PID/task/TID/schedstat}.
 * A thread that begins and ends between two looks is not in it, nor is what another did after the last one.
 */
final class KernelThreads {
    private static final int MAX_THREADS = 20_000;

    private final Path tasks;
    private final Map<Long, long[]> first = new TreeMap<>();
    private final Map<Long, long[]> last = new TreeMap<>();
    private final Map<Long, String> names = new TreeMap<>();
    private boolean begun;
    private int looked;

    KernelThreads(long pid) {
        tasks = Path.of("/proc", Long.toString(pid), "task");
    }

    /** Looks at all threads; what they did before the first look does not count. Returns how many there are. */
    synchronized int look() {
        looked = 0;
        try (Stream<Path> threads = Files.list(tasks)) {
            threads.forEach(this::look);
        } catch (IOException | UncheckedIOException e) {
            // the process ended, or there is no /proc
        }
        begun = true;
        return looked;
    }

    private void look(Path task) {
        looked++;
        try {
            long thread = Long.parseLong(task.getFileName().toString());
            String[] counts = Files.readString(task.resolve("schedstat")).strip().split(" ");
            long[] now = {Long.parseLong(counts[0]), Long.parseLong(counts[1]), Long.parseLong(counts[2])};
            if (last.size() >= MAX_THREADS && !last.containsKey(thread)) {
                return;
            }
            if (!begun) {
                first.put(thread, now);
            }
            // a new thread bears the name of the one that started it at first
            if (last.containsKey(thread) && last.get(thread)[2] < now[2] || !names.containsKey(thread)) {
                names.put(thread, Files.readString(task.resolve("comm")).strip());
            }
            last.put(thread, now);
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            // the thread ended, or the kernel counts no such thing
        }
    }

    /** Returns an event for each thread that was on a processor. */
    synchronized List<AppendedEvent> events() {
        List<AppendedEvent> events = new ArrayList<>();
        last.forEach((thread, now) -> {
            long[] before = first.getOrDefault(thread, new long[3]);
            if (now[0] > before[0]) {
                events.add(AppendedEvent.threadTime(thread, names.get(thread), now[0] - before[0], now[1] - before[1],
                        now[2] - before[2]));
            }
        });
        return events;
    }
}
