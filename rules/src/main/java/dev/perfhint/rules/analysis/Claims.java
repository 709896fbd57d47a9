package dev.perfhint.rules.analysis;

import dev.perfhint.rules.Rules;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.SystemStack;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Offers the stacks to one rule after the other, the more specific ones first. A group that is a rule's pattern claims
 * its stacks; of a group that is not, the stacks that the rule cannot explain are offered to the rules that follow.
 * Observed calls of one place that one repair removes are one finding, whatever the rules.
 */
final class Claims {
    /** Of a rule's least share of all CPU, of which the start takes four times as much in a quarter of the time. */
    private static final double NEAR = 0.25;

    private final AnalysisContext context;
    private final Grouping grouping;
    private final Account account;
    private final List<Grouping.Group> groups = new ArrayList<>();
    private final List<Analysis.Judged> judged = new ArrayList<>();
    private final BitSet claimed = new BitSet();

    Claims(AnalysisContext context, Grouping grouping, Account account) {
        this.context = context;
        this.grouping = grouping;
        this.account = account;
    }

    /** Returns the groups that are their rule's pattern; what is known of all is noted in the account. */
    List<Analysis.Judged> judge() {
        List<SystemStack> left = context.stacks().stream().sorted(SystemStack::heaviestFirst).toList();
        for (Rule rule : Rules.bySpecificity()) {
            List<Grouping.Group> offered = grouping.group(left, rule);
            groups.addAll(offered);
            offered.forEach(this::settle);
            left = left.stream().filter(stack -> !claimed.get(stack.index())).toList();
        }
        List<Analysis.Judged> numbered = FindingIds.numbered(judged, groups, context.profile());
        numbered.forEach(one -> account.add(one, context.whyUnreported(one.candidate())));
        return numbered;
    }

    private void settle(Grouping.Group group) {
        Candidate candidate = group.candidate(context);
        Optional<Verdict> verdict = isNear(candidate) ? group.rule().judge(candidate) : Optional.empty();
        if (verdict.isPresent()) {
            add(new Analysis.Judged(candidate, verdict.get(), group, ""));
            group.stacks().forEach(stack -> claimed.set(stack.index()));
            return;
        }
        group.stacks().forEach(stack -> group.rule().explain(candidate, stack).ifPresent(why -> {
            account.explain(stack, why);
            claimed.set(stack.index());
        }));
    }

    private static boolean isNear(Candidate candidate) {
        return candidate.cpuShare() >= NEAR * candidate.rule().minCpuShare(candidate);
    }

    private void add(Analysis.Judged one) {
        for (Analysis.Judged other : judged) {
            Optional<Analysis.Judged> both = isOneCause(one, other) ? joined(one, other) : Optional.empty();
            if (both.isPresent()) {
                judged.remove(other);
                judged.add(both.get());
                groups.add(both.get().group());
                return;
            }
        }
        judged.add(one);
    }

    private static boolean isOneCause(Analysis.Judged one, Analysis.Judged other) {
        return one.verdict().seen().isPresent() && other.verdict().seen().isPresent()
                && one.verdict().repair().isPresent() && one.verdict().repair().equals(other.verdict().repair())
                && one.group().where().equals(other.group().where());
    }

    /** Returns what the rule of the heavier one says of both; empty if it is not its pattern. */
    private Optional<Analysis.Judged> joined(Analysis.Judged one, Analysis.Judged other) {
        boolean first = one.candidate().samples() > other.candidate().samples();
        Grouping.Group both = first ? one.group().with(other.group()) : other.group().with(one.group());
        Candidate candidate = both.candidate(context);
        return both.rule().judge(candidate).map(verdict -> new Analysis.Judged(candidate, verdict, both, ""));
    }
}
