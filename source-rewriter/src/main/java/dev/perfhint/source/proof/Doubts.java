package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what could not be proven: one line for each guard, place and message. */
final class Doubts {
    private record Doubt(Guard guard, int line, String message) {}

    private final Set<Doubt> all = new LinkedHashSet<>();

    void add(Guard guard, Node place, String message) {
        all.add(new Doubt(guard, line(place), message));
    }

    boolean has(Guard guard) {
        return all.stream().anyMatch(d -> d.guard() == guard);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    Set<Guard> guards() {
        Set<Guard> guards = EnumSet.noneOf(Guard.class);
        all.forEach(d -> guards.add(d.guard()));
        return guards;
    }

    List<String> lines() {
        List<Doubt> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingInt(Doubt::line).thenComparing(Doubt::guard).thenComparing(Doubt::message));
        return sorted.stream()
                .map(d -> d.line() > 0 ? "line " + d.line() + ": " + d.message() : d.message())
                .distinct()
                .toList();
    }

    static int line(Node node) {
        return node.getBegin().map(p -> p.line).orElse(0);
    }
}
