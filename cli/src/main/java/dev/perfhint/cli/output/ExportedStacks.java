package dev.perfhint.cli.output;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The samples that other tools get: those of CPU, of the best grade; of the first event where none are CPU. Estimated
 * parts of plain JFR are samples of their stacks.
 */
final class ExportedStacks {
    private final Profile profile;
    private final Event event;

    /** Takes the samples of one stack in one group of threads; the stack begins with the outermost node. */
    interface Visitor {
        void stack(String thread, List<Integer> nodes, long samples, long nanos);
    }

    ExportedStacks(Profile profile) {
        this.profile = profile;
        CpuTotals best = CpuTotals.best(profile);
        this.event = profile.events().stream().filter(each -> each.cpu() && each.evidence() == best.evidence())
                .findFirst()
                .or(() -> profile.events().stream().findFirst())
                .orElse(new Event("cpu", "", best.evidence(), true));
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
