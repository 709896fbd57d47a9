package dev.perfhint.cli.output.export;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.Rows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The samples that other tools get: those of CPU, of the best grade; of the first event where none are CPU, but never
 * of one that {@code --event} left out. Estimated parts of plain JFR are samples of their stacks.
 */
public final class ExportedStacks {
    private final Profile profile;
    private final Event event;

    /** Takes the samples of one stack in one group of threads; the stack begins with the outermost node. */
    interface Visitor {
        void stack(String thread, List<Integer> nodes, long samples, long nanos);
    }

    private ExportedStacks(Profile profile, Event event) {
        this.profile = profile;
        this.event = event;
    }

    /** Returns the samples of the event that {@code --event} names, empty for any; empty where there are none. */
    public static Optional<ExportedStacks> of(Profile profile, String wanted) {
        CpuTotals best = CpuTotals.best(profile);
        Stream<Event> cpu = profile.events().stream().filter(each -> each.cpu() && each.evidence() == best.evidence());
        Stream<Event> others = profile.events().stream()
                .filter(each -> wanted.isEmpty() || each.name().equals(wanted));
        return Stream.concat(cpu, others).map(each -> new ExportedStacks(profile, each))
                .filter(ExportedStacks::isFilled)
                .findFirst();
    }

    private boolean isFilled() {
        long[] samples = new long[1];
        forEach((thread, nodes, count, nanos) -> samples[0] += count);
        return samples[0] > 0;
    }

    List<Recording> recordings() {
        return profile.recordings();
    }

    /** Returns what the samples are of. */
    Event event() {
        return event;
    }

    void forEach(Visitor visitor) {
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            Event of = profile.events().get(rows.event(row));
            if (of.cpu() == event.cpu() && of.name().equals(event.name()) && of.evidence() == event.evidence()
                    && rows.samples(row) > 0) {
                visitor.stack(profile.threadGroups().get(rows.threadGroup(row)), stack(rows.leaf(row)),
                        rows.samples(row), rows.nanos(row));
            }
        }
    }

    private List<Integer> stack(int leaf) {
        List<Integer> nodes = new ArrayList<>();
        for (int node = leaf; node > CallTree.ROOT; node = profile.tree().parent(node)) {
            nodes.add(node);
        }
        Collections.reverse(nodes);
        return nodes;
    }

    FrameKind kind(int node) {
        return profile.tree().kind(node);
    }

    int line(int node) {
        return profile.tree().line(node);
    }

    /** Returns a Java method as {@code java/io/File.exists}, the form that tools know Java by; else the function. */
    String name(int node) {
        int method = profile.tree().method(node);
        String className = profile.methods().className(method);
        String name = profile.methods().methodName(method);
        return className.isEmpty() ? name : className.replace('.', '/') + "." + name;
    }
}
