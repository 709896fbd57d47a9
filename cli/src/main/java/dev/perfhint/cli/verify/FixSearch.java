package dev.perfhint.cli.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds by bisection which fixes fail: each trial adds some to those that passed, and a set is tried once.
 *
 * <p>Where the first half of a set that fails passes, the second half is known to fail. Of two fixes that fail only
 * together the later one is named.
 */
final class FixSearch {
    private final Trial trial;
    private final Map<List<Integer>, Optional<String>> tried = new LinkedHashMap<>();
    private final List<Integer> passed = new ArrayList<>();
    private final Map<Integer, String> failed = new TreeMap<>();

    /** Tries the program with some fixes. */
    interface Trial {
        /** Returns what differs from the program without them; empty if nothing does. */
        Optional<String> run(List<Integer> fixes) throws IOException;
    }

    private FixSearch(Trial trial) {
        this.trial = trial;
    }

    /**
     * What the search found.
     *
     * @param passed the fixes that pass together, ascending
     * @param failed what differs with each of the others
     */
    record Outcome(List<Integer> passed, Map<Integer, String> failed) {}

    /**
     * Searches the fixes.
     *
     * @param failure what differs with all of them
     */
    static Outcome of(List<Integer> fixes, String failure, Trial trial) throws IOException {
        FixSearch search = new FixSearch(trial);
        search.tried.put(sorted(fixes), Optional.of(failure));
        search.split(fixes);
        return new Outcome(sorted(search.passed), search.failed);
    }

    private static List<Integer> sorted(List<Integer> fixes) {
        return fixes.stream().sorted(Comparator.naturalOrder()).toList();
    }

    private Optional<String> failure(List<Integer> part) throws IOException {
        List<Integer> set = new ArrayList<>(passed);
        set.addAll(part);
        List<Integer> key = sorted(set);
        if (!tried.containsKey(key)) {
            tried.put(key, trial.run(key));
        }
        return tried.get(key);
    }

    private void add(List<Integer> part) throws IOException {
        Optional<String> failure = failure(part);
        if (failure.isEmpty()) {
            passed.addAll(part);
        } else if (part.size() == 1) {
            failed.put(part.get(0), failure.get());
        } else {
            split(part);
        }
    }

    /** Halves fixes that fail together with those that passed. */
    private void split(List<Integer> part) throws IOException {
        if (part.size() == 1) {
            add(part);
            return;
        }
        add(part.subList(0, part.size() / 2));
        add(part.subList(part.size() / 2, part.size()));
    }
}
