package dev.perfhint.source.proof;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The states in which a piece of code is left other than at its end. */
final class Jumps {
    final Set<Result> returned = new LinkedHashSet<>();
    /** With the line that threw. */
    final Map<State, Integer> thrown = new LinkedHashMap<>();
    final Map<String, Set<State>> breaks = new LinkedHashMap<>();
    final Map<String, Set<State>> continues = new LinkedHashMap<>();

    void thrown(State state, int line) {
        thrown.putIfAbsent(state, line);
    }

    static void add(Map<String, Set<State>> jumps, String label, Set<State> states) {
        jumps.computeIfAbsent(label, key -> new LinkedHashSet<>()).addAll(states);
    }

    static Set<State> take(Map<String, Set<State>> jumps, String label) {
        Set<State> taken = jumps.remove(label);
        return taken == null ? Set.of() : taken;
    }
}
