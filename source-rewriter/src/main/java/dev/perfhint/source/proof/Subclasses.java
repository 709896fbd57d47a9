package dev.perfhint.source.proof;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Looks for subclasses in all the sources only where the verdict on a repair depends on whether there are any.
 *
 * <p>The repair is judged as if there were none and, where that was of interest, as if each class had one. If both come
 * to the same, nobody looks; what then is not known is one more reason.
 */
final class Subclasses {
    private static final int MOST_NAMED = 5;

    private final Predicate<String> inSources;
    private final Applicability ceiling;

    /**
     * Prepares a judgement.
     *
     * @param inSources tells of a simple class name, by a look through all sources, whether one of them extends it
     * @param ceiling what the repair is at best for other reasons
     */
    Subclasses(Predicate<String> inSources, Applicability ceiling) {
        this.inSources = inSources;
        this.ceiling = ceiling;
    }

    /** Returns the verdict that the judge gives when told of each class name whether it is extended. */
    Verdict judge(Function<Predicate<String>, Verdict> judge) {
        Set<String> asked = new TreeSet<>();
        Verdict without = judge.apply(name -> {
            asked.add(name);
            return false;
        });
        if (asked.isEmpty()) {
            return without;
        }
        Verdict with = judge.apply(name -> true);
        boolean same = ceiling.and(without.applicability()) == ceiling.and(with.applicability())
                && without.edits().equals(with.edits());
        return same ? unknown(without, with, asked) : judge.apply(inSources);
    }

    /** What holds in both cases, and that it is not known which is true. */
    private static Verdict unknown(Verdict without, Verdict with, Set<String> asked) {
        List<String> reasons = new ArrayList<>(without.reasons());
        if (!with.reasons().equals(reasons)) {
            reasons.add("subclasses of " + named(asked)
                    + " in other files were not looked for: one may override what is called");
        }
        return new Verdict(with.applicability(), reasons, with.guards(), with.inspected(), without.edits());
    }

    private static String named(Set<String> classes) {
        String first = classes.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        int more = classes.size() - MOST_NAMED;
        return more > 0 ? first + " and " + more + " more" : first;
    }
}
