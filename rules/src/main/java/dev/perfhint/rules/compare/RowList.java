package dev.perfhint.rules.compare;

import dev.perfhint.profile.Frames;
import dev.perfhint.rules.model.Confidence;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Site;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Lists what two recordings are compared by: totals, findings matched by id or site, system calls, methods. */
final class RowList {
    private static final double MIN_SYSTEM_SHARE = 0.2;
    /** Of a finding that one side does not report: below it, its calls became others. */
    private static final double MIN_LEFT = 0.5;

    private final Side before;
    private final Side after;
    private final List<Row> rows = new ArrayList<>();

    private RowList(Side before, Side after) {
        this.before = before;
        this.after = after;
    }

    /**
     * @param alike whether both sides know system CPU in the same way; else all CPU of methods is compared
     * @param counted whether the kernel counted system CPU of both
     */
    static List<Row> of(Side before, Side after, boolean alike, boolean counted) {
        RowList list = new RowList(before, after);
        list.rows.add(new Row(Subject.CPU, "", "", Optional.empty(), before.cpu(), after.cpu(), false));
        if (alike || counted) {
            list.rows.add(new Row(Subject.SYSTEM, "", "", Optional.empty(), before.system(), after.system(), true));
        }
        if (alike) {
            list.addFindings(before.findings(), after.findings());
            Map<String, Amount> syscallsBefore = before.syscalls();
            Map<String, Amount> syscallsAfter = after.syscalls();
            for (String name : union(syscallsBefore.keySet(), syscallsAfter.keySet())) {
                list.rows.add(new Row(Subject.SYSCALL, name, "", Optional.empty(),
                        syscallsBefore.getOrDefault(name, Amount.NONE),
                        syscallsAfter.getOrDefault(name, Amount.NONE), true));
            }
        }
        Set<String> methods = union(before.methods().keySet(), after.methods().keySet());
        if (before.isObserved() || after.isObserved()) {
            // the rest of an estimate: what the JIT did not compile for the agent
            methods.remove(Frames.NO_JAVA);
        }
        for (String name : methods) {
            boolean kernel = Math.max(before.systemShare(name), after.systemShare(name)) >= MIN_SYSTEM_SHARE;
            list.rows.add(new Row(Subject.METHOD, name, "", Optional.empty(),
                    before.methods().getOrDefault(name, Amount.NONE), after.methods().getOrDefault(name, Amount.NONE),
                    kernel));
        }
        return list.rows;
    }

    private void addFindings(Map<String, Finding> first, Map<String, Finding> second) {
        Map<String, Finding> rest = new TreeMap<>(second);
        Map<String, Finding> unmatched = new TreeMap<>();
        first.forEach((id, finding) -> {
            Finding same = rest.remove(id);
            if (same == null) {
                unmatched.put(id, finding);
            } else {
                add(Optional.of(finding), Optional.of(same));
            }
        });
        // the id is of the first of its calls, which may be gone; and the sources may be those of one side only
        List<Finding> gone = new ArrayList<>();
        unmatched.values().forEach(finding -> {
            Optional<Finding> same = rest.values().stream().filter(each -> sameCreation(each, finding)).findFirst()
                    .or(() -> rest.values().stream().filter(each -> sameSite(each, finding)).findFirst());
            same.ifPresent(each -> rest.remove(each.id()));
            if (same.isPresent()) {
                add(Optional.of(finding), same);
            } else {
                gone.add(finding);
            }
        });
        gone.forEach(finding -> add(Optional.of(finding), Optional.empty(), before.of(finding),
                left(before, finding, after, rest.values())));
        rest.values().forEach(finding -> add(Optional.empty(), Optional.of(finding), left(after, finding, before, gone),
                after.of(finding)));
    }

    private static boolean sameCreation(Finding one, Finding other) {
        return one.created().isPresent() && other.created().isPresent() && one.rule().equals(other.rule())
                && sameMethod(one.created().get(), other.created().get())
                && one.created().get().line() == other.created().get().line();
    }

    private static boolean sameSite(Finding one, Finding other) {
        return one.rule().equals(other.rule()) && sameMethod(one.site(), other.site());
    }

    private static boolean sameMethod(Site one, Site other) {
        return one.className().equals(other.className()) && one.methodName().equals(other.methodName());
    }

    /**
     * Returns what a side has of a finding that it does not report: where its method makes as many calls as on the
     * other side, and no other finding has them, they go on.
     */
    private static Amount left(Side side, Finding finding, Side other, Collection<Finding> others) {
        Amount all = side.own(finding.site());
        Amount now = other.own(finding.site());
        double found = side.rate(side.of(finding));
        double besides = Math.max(0, side.rate(all) - found) + others.stream()
                .filter(each -> sameMethod(each.site(), finding.site()))
                .mapToDouble(each -> other.rate(other.of(each))).sum();
        double left = other.rate(now) - besides;
        double part = left < found * MIN_LEFT || found < besides ? 0 : left / other.rate(now);
        return part == 0 ? Amount.NONE : new Amount(Math.round(now.samples() * part), Math.round(now.nanos() * part),
                now.dispersion());
    }

    private void add(Optional<Finding> first, Optional<Finding> second) {
        add(first, second, first.map(before::of).orElse(Amount.NONE), second.map(after::of).orElse(Amount.NONE));
    }

    private void add(Optional<Finding> first, Optional<Finding> second, Amount one, Amount two) {
        if (Stream.concat(first.stream(), second.stream()).allMatch(each -> each.confidence() == Confidence.LOW)) {
            return;
        }
        // the one that says more, where the stream is created; else what is left, of which it says what could be saved
        Finding shown = Stream.concat(second.stream(), first.stream()).filter(each -> each.created().isPresent())
                .findFirst().or(() -> second).or(() -> first).orElseThrow();
        String place = shown.created().orElse(shown.site()).className() + "."
                + shown.created().orElse(shown.site()).methodName();
        rows.add(new Row(Subject.FINDING, shown.rule() + " in " + place, shown.id(), Optional.of(shown),
                one, two, true));
    }

    private static <T> Set<T> union(Set<T> first, Set<T> second) {
        Set<T> union = new TreeSet<>(first);
        union.addAll(second);
        return union;
    }
}
