package dev.perfhint.rules.observed;

import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.observed.PlacedCall;
import dev.perfhint.profile.observed.StreamLife;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How often an operation on metadata was seen, and for how many files.
 *
 * @param operation {@code exists}, {@code attributes} ...
 * @param most the files with most calls, which have nine of ten, as far as they are few
 */
public record SeenPaths(String operation, long calls, long files, List<String> most) {
    private static final int FEW = 5;
    private static final double MOST = 0.9;
    /** From so many calls a file on, the answer is asked for again and again. */
    private static final int AGAIN = 10;

    /** Returns what was seen of the operation; empty if it was not. */
    public static Optional<SeenPaths> of(Observation observed, String operation) {
        String prefix = operation + ' ';
        List<Map.Entry<String, Long>> paths = observed.metadataPaths().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .toList();
        long calls = observed.metadata().getOrDefault(operation, 0L);
        if (calls == 0 || paths.isEmpty()) {
            return Optional.empty();
        }
        List<Map.Entry<String, Long>> first = paths.subList(0, Math.min(FEW, paths.size()));
        long ofFirst = first.stream().mapToLong(Map.Entry::getValue).sum();
        int needed = 0;
        for (long sum = 0; needed < first.size() && sum < MOST * calls; needed++) {
            sum += first.get(needed).getValue();
        }
        return Optional.of(new SeenPaths(operation, calls, paths.size(), ofFirst < MOST * calls ? List.of()
                : first.subList(0, needed).stream().map(entry -> entry.getKey().substring(prefix.length())).toList()));
    }

    /** Returns whether the same files are asked about again and again. */
    public boolean isRepeated() {
        return !most.isEmpty() ? calls >= AGAIN * most.size() : calls >= AGAIN * files;
    }

    /**
     * Returns whether most of what was asked at a place was asked of files that a stream was writing: answers change.
     *
     * @param place as {@link SeenPlaces#place} names it
     */
    public static boolean areWritten(Observation observed, String place) {
        long written = observed.streams().values().stream()
                .filter(life -> life.operation(StreamLife.WRITE).calls() > 0)
                .mapToLong(life -> at(life.others(), place)).sum();
        return written > 0 && 2 * written >= at(observed.metadataCalls(), place);
    }

    private static long at(Map<PlacedCall, Long> calls, String place) {
        return calls.entrySet().stream().filter(call -> SeenPlaces.place(call.getKey().stack()).equals(place))
                .mapToLong(Map.Entry::getValue).sum();
    }

    /** Returns {@code observed: 320,000 calls of exists in the program, nearly all on data/missing}. */
    public String text() {
        return "observed: " + SeenText.many(calls, "call") + " of " + operation + " in the program" + (most.isEmpty()
                ? " on " + SeenText.many(files, "file") : ", nearly all on " + String.join(", ", most));
    }
}
