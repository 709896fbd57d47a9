package dev.perfhint.source.patch;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The changes of a patch by fix, so that some can be left out.
 *
 * <p>A change is a run of lines that a file loses or gains; it belongs to the fixes whose heading names its lines. In a
 * patch without such headings each hunk is a part. Added files and imports belong to every part that needs them: alone
 * they change nothing. Fixes that change one line together are one part.
 */
public final class PatchParts {
    private static final int HUNK_GAP = 6;

    /** A diff may show an insertion some lines further where lines are alike. */
    private static final int MAX_SLIDE = 3;

    private final List<FileChange> files;
    private final List<Change> changes;
    private final List<PatchHeading.Entry> parts;

    private PatchParts(List<FileChange> files, List<Change> changes, List<PatchHeading.Entry> parts) {
        this.files = files;
        this.changes = changes;
        this.parts = parts;
    }

    /**
     * A run of changed lines.
     *
     * @param first line of the old file, from 0
     * @param size lines of the old file
     * @param added what takes their place
     * @param owners the parts that need it; empty for what all need
     */
    private record Change(FileChange file, int first, int size, List<String> added, Set<Integer> owners) {
        private int end() {
            return first + size;
        }

        private boolean isAdditive() {
            return file.create() || size == 0
                    && added.stream().map(String::strip)
                            .allMatch(line -> line.isEmpty() || line.startsWith("import "));
        }

        /** Returns how many lines lie between; 0 for a change of those lines or an insertion beside them. */
        private int distance(PatchHeading.Lines lines) {
            if (!file.name().equals(lines.path())) {
                return Integer.MAX_VALUE;
            }
            int insertion = size == 0 ? 1 : 0;
            return Math.max(0, Math.max(lines.first() - end() - insertion, first + 1 - insertion - lines.last()));
        }

        private int distance(PatchHeading.Entry heading) {
            return heading.lines().stream().mapToInt(this::distance).min().orElse(Integer.MAX_VALUE);
        }
    }

    /** Splits the changes by the headings of the patch, or by hunks where these do not account for each change. */
    public static PatchParts of(List<FileChange> files, List<PatchHeading.Entry> headings) {
        List<Change> changes = new ArrayList<>();
        for (FileChange file : files) {
            DiffUtils.diff(UnifiedDiff.lines(file.before()), UnifiedDiff.lines(file.after())).getDeltas()
                    .forEach(delta -> changes.addAll(changes(file, delta)));
        }
        return byHeadings(files, changes, headings).orElseGet(() -> byHunks(files, changes));
    }

    /** Takes lines that are replaced one by one as changes of one line each: neighbours may be of two fixes. */
    private static List<Change> changes(FileChange file, AbstractDelta<String> delta) {
        int first = delta.getSource().getPosition();
        int size = delta.getSource().size();
        List<String> added = delta.getTarget().getLines();
        if (size != added.size()) {
            return List.of(new Change(file, first, size, added, new TreeSet<>()));
        }
        return IntStream.range(0, size)
                .mapToObj(i -> new Change(file, first + i, 1, List.of(added.get(i)), new TreeSet<>())).toList();
    }

    private static Optional<PatchParts> byHeadings(
            List<FileChange> files, List<Change> changes, List<PatchHeading.Entry> headings) {
        for (Change change : changes) {
            int least = headings.stream().mapToInt(change::distance).min().orElse(Integer.MAX_VALUE);
            for (int i = 0; i < headings.size() && least <= MAX_SLIDE; i++) {
                if (change.distance(headings.get(i)) == least) {
                    change.owners.add(i);
                }
            }
        }
        boolean complete = changes.stream().allMatch(change -> !change.owners.isEmpty() || change.isAdditive())
                && !headings.isEmpty();
        if (!complete) {
            changes.forEach(change -> change.owners.clear());
            return Optional.empty();
        }
        int[] joined = joined(changes, headings.size());
        List<PatchHeading.Entry> parts = new ArrayList<>();
        Map<Integer, Integer> numbers = new TreeMap<>();
        for (int i = 0; i < joined.length; i++) {
            int fix = i;
            PatchHeading.Entry placed = headings.get(i).at(lines -> changes.stream().anyMatch(each ->
                    each.owners.contains(fix) && !each.isAdditive() && each.distance(lines) == 0));
            if (joined[i] == i) {
                numbers.put(i, parts.size());
                parts.add(placed);
            } else {
                int into = numbers.get(joined[i]);
                parts.set(into, parts.get(into).and(placed));
            }
        }
        List<Change> numbered = changes.stream().map(change -> new Change(change.file, change.first, change.size,
                change.added, numbers(change.owners, joined, numbers))).toList();
        return Optional.of(new PatchParts(files, numbered, parts));
    }

    private static Set<Integer> numbers(Set<Integer> owners, int[] joined, Map<Integer, Integer> numbers) {
        Set<Integer> result = new TreeSet<>();
        owners.forEach(owner -> result.add(numbers.get(joined[owner])));
        return result;
    }

    /** Returns for each heading the first one that it shares a changed line with, itself if none. */
    private static int[] joined(List<Change> changes, int headings) {
        int[] first = new int[headings];
        for (int i = 0; i < headings; i++) {
            first[i] = i;
        }
        for (boolean again = true; again; ) {
            again = false;
            for (Change change : changes) {
                if (change.isAdditive() || change.owners.isEmpty()) {
                    continue;
                }
                int least = change.owners.stream().mapToInt(owner -> first[owner]).min().orElseThrow();
                for (int owner : change.owners) {
                    again |= first[owner] != least;
                    first[owner] = least;
                }
            }
        }
        return first;
    }

    private static PatchParts byHunks(List<FileChange> files, List<Change> changes) {
        List<PatchHeading.Entry> parts = new ArrayList<>();
        boolean onlyAdditive = changes.stream().allMatch(Change::isAdditive);
        Change previous = null;
        for (Change change : changes) {
            if (change.isAdditive() && !onlyAdditive) {
                continue;
            }
            boolean same = previous != null && previous.file == change.file
                    && (change.file.create() || change.first - previous.end() <= HUNK_GAP);
            if (!same) {
                parts.add(PatchHeading.Entry.hunk(change.file.name(), change.first + 1));
            }
            change.owners.add(parts.size() - 1);
            previous = change;
        }
        return new PatchParts(files, changes, parts);
    }

    /** Returns what the patch consists of, in its order. */
    public List<PatchHeading.Entry> parts() {
        return List.copyOf(parts);
    }

    /** Returns a diff of some parts, and of the added files and imports that they need. */
    public byte[] diff(List<Integer> wanted) {
        return UnifiedDiff.of(changes(wanted));
    }

    /** Returns the files that some parts change, with the added files and imports that they need. */
    public List<FileChange> changes(List<Integer> wanted) {
        return files.stream()
                .map(file -> new FileChange(file.file(), file.name(), file.before(), after(file, wanted),
                        file.create()))
                .filter(change -> !Arrays.equals(change.before(), change.after())).toList();
    }

    private byte[] after(FileChange file, List<Integer> wanted) {
        List<String> lines = new ArrayList<>(UnifiedDiff.lines(file.before()));
        changes.stream()
                .filter(change -> change.file == file)
                .filter(change -> change.owners.isEmpty() ? !wanted.isEmpty()
                        : change.owners.stream().anyMatch(wanted::contains))
                .sorted(Comparator.comparingInt(Change::first).reversed())
                .forEach(change -> {
                    List<String> old = lines.subList(change.first, change.end());
                    old.clear();
                    old.addAll(change.added);
                });
        return String.join("", lines).getBytes(StandardCharsets.ISO_8859_1);
    }
}
