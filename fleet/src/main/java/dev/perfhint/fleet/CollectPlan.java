package dev.perfhint.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What a store needs to be read: new and changed recordings, those with other labels than before, and all others of
 * the partitions that lost one.
 *
 * @param read recordings to read, sorted by partition
 * @param rebuilt texts of the partitions whose stored tree cannot be added to
 * @param vanished paths that the manifest has and the storage has no more
 */
public record CollectPlan(List<PlannedRecording> read, Set<String> rebuilt, List<String> vanished) {
    private static final long MIN_TASK_BYTES = 4L << 20;
    private static final long MAX_TASK_BYTES = 64L << 20;
    private static final int TASKS_EACH = 3;
    private static final int TASK_FILES = 200;

    /** @param covers whether a path would have been found if it existed */
    public static CollectPlan of(Manifest manifest, Collection<FoundRecording> found, Predicate<String> covers,
            Labeller labeller) {
        Set<String> rebuilt = new TreeSet<>();
        List<FoundRecording> wanted = new ArrayList<>();
        Set<String> paths = new TreeSet<>();
        for (FoundRecording one : found) {
            paths.add(one.path());
            ManifestEntry known = manifest.recording(one.path()).orElse(null);
            if (known == null || !known.recording().equals(one)
                    || !known.given().equals(new PlannedRecording(one, labeller.labels(one.path())).given())) {
                wanted.add(one);
                if (known != null && !known.isBad()) {
                    rebuilt.add(known.partition());
                }
            }
        }
        List<String> vanished = new ArrayList<>();
        for (ManifestEntry entry : manifest.recordings()) {
            if (!paths.contains(entry.path()) && covers.test(entry.path())) {
                vanished.add(entry.path());
                if (!entry.isBad()) {
                    rebuilt.add(entry.partition());
                }
            }
        }
        Set<String> reading = new TreeSet<>();
        wanted.forEach(one -> reading.add(one.path()));
        return new CollectPlan(planned(withOthersOf(rebuilt, manifest, wanted, reading, vanished), labeller), rebuilt,
                vanished);
    }

    /** Returns the plan to read what else the partitions hold that turned out to need it. */
    CollectPlan others(Manifest manifest, Set<String> more, Set<String> alreadyRead, Labeller labeller) {
        return new CollectPlan(planned(withOthersOf(more, manifest, List.of(), alreadyRead, vanished), labeller), more,
                vanished);
    }

    private static List<FoundRecording> withOthersOf(Set<String> partitions, Manifest manifest,
            List<FoundRecording> wanted, Set<String> reading, List<String> vanished) {
        List<FoundRecording> all = new ArrayList<>(wanted);
        for (ManifestEntry entry : manifest.recordings()) {
            if (!entry.isBad() && partitions.contains(entry.partition()) && !reading.contains(entry.path())
                    && !vanished.contains(entry.path())) {
                all.add(entry.recording());
            }
        }
        return all;
    }

    private static List<PlannedRecording> planned(List<FoundRecording> recordings, Labeller labeller) {
        return recordings.stream()
                .map(one -> new PlannedRecording(one, labeller.labels(one.path())))
                .sorted(Comparator.comparing((PlannedRecording one) -> RecordingLabels.sortKey(one.labels()))
                        .thenComparing(one -> one.recording().path()))
                .toList();
    }

    /** Returns how many bytes are to be read. */
    public long bytes() {
        return read.stream().mapToLong(one -> one.recording().bytes()).sum();
    }

    /**
     * Returns the recordings as lines for {@link ReadStep}, packed by bytes: a large one is a task alone.
     *
     * @param parallel tasks that run at the same time
     */
    List<List<String>> tasks(int parallel) {
        long limit = Math.max(MIN_TASK_BYTES, Math.min(MAX_TASK_BYTES, bytes() / parallel / TASKS_EACH));
        List<List<String>> tasks = new ArrayList<>();
        List<String> task = new ArrayList<>();
        long bytes = 0;
        for (PlannedRecording one : read) {
            if (!task.isEmpty() && (bytes + one.recording().bytes() > limit || task.size() == TASK_FILES)) {
                tasks.add(task);
                task = new ArrayList<>();
                bytes = 0;
            }
            task.add(one.line());
            bytes += one.recording().bytes();
        }
        if (!task.isEmpty()) {
            tasks.add(task);
        }
        return tasks;
    }
}
