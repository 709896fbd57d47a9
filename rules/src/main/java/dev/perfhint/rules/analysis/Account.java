package dev.perfhint.rules.analysis;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Performer;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Accounts for all system CPU of the best grade: every stack stands in exactly one line, by cause, performer, object
 * and what is to be done about it.
 */
final class Account {
    private static final double SMALL_SHARE = 0.01;
    private static final double ALL_SMALL_SHARE = 0.05;
    private static final int MAX_LEAVES = 3;
    // fewer say nothing of what is done again and again
    private static final int MIN_SAMPLES = 6;

    private final CpuTotals totals;
    private final Surroundings surroundings;
    private final List<SystemStack> stacks;
    private final boolean observed;
    private final Map<Integer, Analysis.Judged> judged = new HashMap<>();
    private final Map<Integer, Explanation> explained = new HashMap<>();
    private final Map<String, String> unreported = new HashMap<>();
    /** The rules whose advice removes calls of no finding too, by stack. */
    private final Map<Integer, String> takenAlong = new HashMap<>();

    Account(AnalysisContext context) {
        this.surroundings = context.surroundings();
        this.totals = context.totals();
        this.observed = !context.profile().observed().isEmpty();
        this.stacks = totals.evidence().measuresCpu() ? context.stacks() : List.of();
    }

    /** Notes a group that is a rule's pattern, and why it is not reported, if so. */
    void add(Analysis.Judged one, Optional<String> whyUnreported) {
        one.candidate().stacks().forEach(stack -> judged.put(stack.index(), one));
        whyUnreported.ifPresentOrElse(why -> unreported.put(one.id(), why),
                () -> one.candidate().rule().takenAlong(one.candidate())
                        .forEach(stack -> takenAlong.put(stack.index(), one.candidate().rule().id())));
    }

    /** Notes why a stack that a rule selected is not its pattern. */
    void explain(SystemStack stack, Explanation why) {
        explained.put(stack.index(), why);
    }

    /** Returns the lines, largest first. */
    List<AccountRow> rows(List<Finding> findings) {
        Map<String, Finding> byId = new HashMap<>();
        findings.forEach(finding -> byId.put(finding.id(), finding));
        Map<Key, List<SystemStack>> lines = new LinkedHashMap<>();
        for (SystemStack stack : stacks) {
            if (stack.samples() != 0 || stack.nanos() != 0) {
                lines.computeIfAbsent(key(stack, byId), key -> new ArrayList<>()).add(stack);
            }
        }
        List<AccountRow> rows = new ArrayList<>();
        lines.forEach((key, alike) -> rows.add(weighed(row(key, alike))));
        rows.sort(AccountRow::largestFirst);
        return withSmall(rows);
    }

    private AccountRow row(Key key, List<SystemStack> alike) {
        long samples = alike.stream().mapToLong(SystemStack::samples).sum();
        long nanos = alike.stream().mapToLong(SystemStack::nanos).sum();
        List<Integer> leaves = alike.stream()
                .sorted((a, b) -> a.samples() != b.samples() ? Long.compare(b.samples(), a.samples())
                        : Integer.compare(a.index(), b.index()))
                .limit(MAX_LEAVES)
                .map(SystemStack::leaf)
                .toList();
        return new AccountRow(key.cause(), key.performer(), key.object(), samples, nanos, share(samples, nanos),
                key.verdict(), key.why(), key.finding().isEmpty() ? List.of() : List.of(key.finding()), leaves);
    }

    // what would be below any finding's floor needs no verdict, and few samples may be chance
    private AccountRow weighed(AccountRow row) {
        boolean sure = row.verdict() == AccountVerdict.INHERENT || row.verdict() == AccountVerdict.ENVIRONMENT;
        if (sure || !row.findings().isEmpty()) {
            return row;
        }
        if (row.share() * totals.systemShare() < AnalysisContext.MIN_CPU_SHARE) {
            return row.with(AccountVerdict.INHERENT, "negligible: less than 0.2 % of CPU time");
        }
        return row.samples() >= MIN_SAMPLES || totals.evidence() == Evidence.JFR_ESTIMATE ? row
                : row.with(AccountVerdict.UNKNOWN, "too few samples to judge");
    }

    private Key key(SystemStack stack, Map<String, Finding> findings) {
        Analysis.Judged one = judged.get(stack.index());
        if (one == null) {
            Explanation why = Optional.ofNullable(explained.get(stack.index()))
                    .orElseGet(() -> Explanations.of(stack, surroundings, totals, observed));
            String rule = takenAlong.get(stack.index());
            if (rule != null && why.verdict() == AccountVerdict.INHERENT) {
                why = new Explanation(AccountVerdict.REDESIGN,
                        why.why() + "; the advice of " + rule + " saves them too");
            }
            return new Key(stack.cause(), stack.performer(), stack.object(), why.verdict(), why.why(), "");
        }
        String hidden = unreported.get(one.id());
        Optional<Finding> finding = Optional.ofNullable(findings.get(one.id())).filter(found -> hidden == null);
        String why = one.verdict().message()
                + (hidden == null ? "" : " (" + one.candidate().rule().id() + ", " + hidden + ")");
        return new Key(stack.cause(), stack.performer(), stack.object(), verdict(one.verdict()), why,
                finding.map(Finding::id).orElse(""));
    }

    // of the pattern, the same with and without sources; whether its edit fits here the finding says
    private static AccountVerdict verdict(Verdict verdict) {
        if (verdict.settledBy().filter(by -> !by.equals(Finding.AT_START)).isPresent()) {
            return AccountVerdict.UNKNOWN;
        }
        if (verdict.repair().filter(Repair::edits).isPresent()) {
            return AccountVerdict.FIX;
        }
        return verdict.isConfiguration() ? AccountVerdict.CONFIGURE : AccountVerdict.REDESIGN;
    }

    // the smallest lines without a finding, as many as 5 % hold
    private static List<AccountRow> withSmall(List<AccountRow> rows) {
        List<AccountRow> result = new ArrayList<>(rows);
        double small = 0;
        for (int i = rows.size() - 1; i >= 0; i--) {
            AccountRow row = rows.get(i);
            boolean candidate = row.findings().isEmpty() && row.verdict() != AccountVerdict.ENVIRONMENT;
            if (row.share() >= SMALL_SHARE || candidate && small + row.share() > ALL_SMALL_SHARE) {
                break;
            }
            if (candidate) {
                small += row.share();
                result.set(i, row.with(AccountVerdict.SMALL, row.why()));
            }
        }
        return result;
    }

    private double share(long samples, long nanos) {
        return totals.systemNanos() > 0
                ? (double) nanos / totals.systemNanos()
                : (double) samples / Math.max(1, totals.systemSamples());
    }

    private record Key(
            Cause cause, Performer performer, String object, AccountVerdict verdict, String why, String finding) {
        // a record's own methods are made when they are first called, which shows in the start-up time
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.cause == cause && key.performer == performer
                    && key.verdict == verdict && key.object.equals(object) && key.why.equals(why)
                    && key.finding.equals(finding);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * cause.ordinal() + why.hashCode()) + object.hashCode();
        }
    }
}
