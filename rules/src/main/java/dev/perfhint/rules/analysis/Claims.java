package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.Rules;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Offers the stacks to one rule after the other, the more specific ones first. A group that is a rule's pattern claims
 * its stacks; of a group that is not, the stacks that the rule cannot explain are offered to the rules that follow.
 */
final class Claims {
    private final Profile profile;
    private final CpuTotals totals;
    private final Surroundings surroundings;
    private final Grouping grouping;
    private final Account account;
    private final Predicate<Candidate> isReported;
    private final List<Grouping.Group> groups = new ArrayList<>();
    private final List<Analysis.Judged> judged = new ArrayList<>();
    private final BitSet claimed = new BitSet();

    Claims(Profile profile, CpuTotals totals, Surroundings surroundings, Grouping grouping,
            Account account, Predicate<Candidate> isReported) {
        this.profile = profile;
        this.totals = totals;
        this.surroundings = surroundings;
        this.grouping = grouping;
        this.account = account;
        this.isReported = isReported;
    }

    /** Returns the groups that are their rule's pattern; what is known of the others is noted in the account. */
    List<Analysis.Judged> judge(List<SystemStack> stacks) {
        List<SystemStack> left = stacks.stream().sorted(SystemStack::heaviestFirst).toList();
        for (Rule rule : Rules.bySpecificity()) {
            List<Grouping.Group> offered = grouping.group(left, rule).stream()
                    .map(group -> !rule.needsSizes() ? group : group.withoutGuesses(
                            each -> isReported.test(each.candidate(surroundings, profile, totals))))
                    .toList();
            groups.addAll(offered);
            offered.forEach(this::settle);
            left = left.stream().filter(stack -> !claimed.get(stack.index())).toList();
        }
        return FindingIds.numbered(judged, groups, profile);
    }

    private void settle(Grouping.Group group) {
        Candidate candidate = group.candidate(surroundings, profile, totals);
        Optional<Verdict> verdict = group.rule().judge(candidate);
        if (verdict.isPresent()) {
            judged.add(new Analysis.Judged(candidate, verdict.get(), group, ""));
            group.offered().forEach(stack -> claimed.set(stack.index()));
            return;
        }
        group.offered().forEach(stack -> group.rule().explain(candidate, stack).ifPresent(why -> {
            account.explain(stack, why);
            claimed.set(stack.index());
        }));
    }
}
