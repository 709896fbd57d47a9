package dev.perfhint.rules.compare;

import dev.perfhint.rules.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Lists what two recordings are compared by: totals, findings matched by id or site, system calls, methods. */
final class RowList {
    private final Side before;
    private final Side after;
    private final Kinds kinds;
    private final List<Row> rows = new ArrayList<>();

    RowList(Side before, Side after) {
        this.before = before;
        this.after = after;
        List<Match> matches = matches(before.findings(), after.findings());
        Map<String, String> idsBefore = new HashMap<>();
        Map<String, String> idsAfter = new HashMap<>();
        for (Match match : matches) {
            match.before().ifPresent(finding -> idsBefore.put(finding.id(), match.id()));
            match.after().ifPresent(finding -> idsAfter.put(finding.id(), match.id()));
        }
        before.divide(idsBefore);
        after.divide(idsAfter);
        this.kinds = new Kinds(before, after);
        rows.add(new Row(Subject.CPU, "", "", Optional.empty(), before.cpu(), after.cpu(), Set.of(), false));
        rows.add(new Row(Subject.SYSTEM, "", "", Optional.empty(), before.system(), after.system(), Set.of(), true));
        matches.forEach(this::addFinding);
        Map<String, Amount> syscallsBefore = before.syscalls();
        Map<String, Amount> syscallsAfter = after.syscalls();
        for (String name : union(syscallsBefore.keySet(), syscallsAfter.keySet())) {
            rows.add(new Row(Subject.SYSCALL, name, "", Optional.empty(),
                    syscallsBefore.getOrDefault(name, Amount.NONE),
                    syscallsAfter.getOrDefault(name, Amount.NONE), parts(part -> part.isMostly(name)), true));
        }
        addMethods();
    }

    List<Row> rows() {
        return rows;
    }

    Kinds kinds() {
        return kinds;
    }

    /** The same finding on both sides. */
    private record Match(Optional<Finding> before, Optional<Finding> after) {
        /** Returns the one that tells more: where the stream is made. */
        Finding shown() {
            return before.filter(finding -> finding.created().isPresent() || after.isEmpty())
                    .or(() -> after.filter(finding -> finding.created().isPresent() || before.isEmpty()))
                    .or(() -> before)
                    .orElseThrow();
        }

        String id() {
            return shown().id();
        }
    }

    private static List<Match> matches(Map<String, Finding> before, Map<String, Finding> after) {
        List<Match> matches = new ArrayList<>();
        Map<String, Finding> rest = new TreeMap<>(after);
        Map<String, Finding> unmatched = new TreeMap<>();
        before.forEach((id, finding) -> {
            Finding same = rest.remove(id);
            if (same == null) {
                unmatched.put(id, finding);
            } else {
                matches.add(new Match(Optional.of(finding), Optional.of(same)));
            }
        });
        // the sources may be those of one side only: then the other side's findings have no creation
        unmatched.values().forEach(finding -> {
            Optional<Finding> same = rest.values().stream().filter(each -> sameSite(each, finding)).findFirst();
            same.ifPresent(each -> rest.remove(each.id()));
            matches.add(new Match(Optional.of(finding), same));
        });
        rest.values().forEach(finding -> matches.add(new Match(Optional.empty(), Optional.of(finding))));
        return matches;
    }

    private static boolean sameSite(Finding one, Finding other) {
        return one.rule().equals(other.rule())
                && one.site().className().equals(other.site().className())
                && one.site().methodName().equals(other.site().methodName());
    }

    // a finding that is not reported may still have had a little CPU
    private void addFinding(Match match) {
        Finding shown = match.shown();
        String place = shown.created().orElse(shown.site()).className() + "."
                + shown.created().orElse(shown.site()).methodName();
        Set<Part.Key> parts = new TreeSet<>();
        for (Part.Key key : keys()) {
            if (key.finding().equals(match.id())) {
                parts.add(key);
            }
        }
        rows.add(new Row(Subject.FINDING, shown.rule() + " in " + place, shown.id(), Optional.of(shown),
                match.before().map(before::of).orElse(Amount.NONE), match.after().map(after::of).orElse(Amount.NONE),
                parts, true));
    }

    private void addMethods() {
        Map<String, Set<Part.Key>> methods = new LinkedHashMap<>();
        keys().forEach(key -> methods.computeIfAbsent(key.method(), name -> new TreeSet<>()).add(key));
        methods.forEach((name, parts) -> rows.add(new Row(Subject.METHOD, name, "", Optional.empty(), before.sum(parts),
                after.sum(parts), parts, kinds.isKernel(parts.iterator().next()))));
    }

    private Set<Part.Key> parts(Predicate<Part> wanted) {
        Set<Part.Key> found = new HashSet<>();
        for (Side side : List.of(before, after)) {
            side.parts().forEach((key, part) -> {
                if (wanted.test(part)) {
                    found.add(key);
                }
            });
        }
        return found;
    }

    private Set<Part.Key> keys() {
        return union(before.parts().keySet(), after.parts().keySet());
    }

    private static <T> Set<T> union(Set<T> first, Set<T> second) {
        Set<T> union = new TreeSet<>(first);
        union.addAll(second);
        return union;
    }
}
