package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import dev.perfhint.source.GuardKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Collects what could not be proven: one line for each guard, place and message. */
final class Doubts {
    private record Doubt(GuardKind guard, String type, int line, String message) {}

    private final CompilationUnit home;
    private final Set<Doubt> all = new LinkedHashSet<>();
    private boolean stopped;

    /** Places in the given file are named by line, those in others by type and line. */
    Doubts(CompilationUnit home) {
        this.home = home;
    }

    void add(GuardKind guard, Node place, String message) {
        all.add(new Doubt(guard, type(place), line(place), message));
    }

    /** Adds a doubt at which following ends: what rests on knowing every use is doubted with it. */
    void stop(GuardKind guard, Node place, String message) {
        stopped = true;
        add(guard, place, message);
    }

    void addAll(Doubts others) {
        all.addAll(others.all);
        stopped |= others.stopped;
    }

    /** Returns whether every use of the stream was followed. */
    boolean followed() {
        return !stopped && !has(GuardKind.NO_ALIAS);
    }

    /** Returns how a line about the place begins. */
    String where(Node place) {
        return at(place) + ": ";
    }

    /** Returns the line of the place, with the type where it is in another file than the fix. */
    String at(Node place) {
        return type(place) + "line " + line(place);
    }

    private String type(Node place) {
        return place.findCompilationUnit().filter(u -> u != home)
                .flatMap(u -> u.getTypes().stream().findFirst()).map(t -> t.getNameAsString() + ", ")
                .orElse("");
    }

    boolean has(GuardKind guard) {
        return all.stream().anyMatch(d -> d.guard() == guard);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    Set<GuardKind> guards() {
        Set<GuardKind> guards = EnumSet.noneOf(GuardKind.class);
        all.forEach(d -> guards.add(d.guard()));
        return guards;
    }

    /** Returns the first line of the home file that speaks against the guard. */
    Optional<Integer> line(GuardKind guard) {
        return all.stream().filter(d -> d.guard() == guard && d.type().isEmpty() && d.line() > 0).map(Doubt::line)
                .min(Comparator.naturalOrder());
    }

    List<String> lines() {
        List<Doubt> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparing(Doubt::type).thenComparingInt(Doubt::line).thenComparing(Doubt::guard)
                .thenComparing(Doubt::message));
        return sorted.stream()
                .map(d -> d.line() > 0 ? d.type() + "line " + d.line() + ": " + d.message() : d.message())
                .distinct()
                .toList();
    }

    static int line(Node node) {
        return node.getBegin().map(p -> p.line).orElse(0);
    }
}
