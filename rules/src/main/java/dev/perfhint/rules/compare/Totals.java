package dev.perfhint.rules.compare;

import java.util.Set;
import java.util.TreeSet;

/**
 * Tells how much of a total's change the changed parts explain: what they took beyond what the unchanged rest lets
 * expect. What shifted everything else is no part of it.
 */
final class Totals {
    /**
     * @param change in the comparison's unit, as on the machine before
     * @param relative change ÷ what the total would have been
     * @param chance of so large a change if nothing changed
     */
    record Explained(double change, double relative, double chance) {}

    private final Side before;
    private final Side after;
    private final Kinds kinds;
    private final CommonShift common;

    Totals(Side before, Side after, Kinds kinds, CommonShift common) {
        this.before = before;
        this.after = after;
        this.kinds = kinds;
        this.common = common;
    }

    Explained explained(Row total, Set<Part.Key> changed) {
        double change = 0;
        double changeAsBefore = 0;
        double variance = 0;
        for (boolean kernel : new boolean[] {true, false}) {
            Set<Part.Key> parts = new TreeSet<>(changed);
            parts.removeIf(part -> kinds.isKernel(part) != kernel);
            if (!parts.isEmpty()) {
                Shift expected = common.of(changed, kernel, 1, 1);
                Amount first = total.subject() == Subject.SYSTEM ? before.systemSum(parts) : before.sum(parts);
                Amount second = total.subject() == Subject.SYSTEM ? after.systemSum(parts) : after.sum(parts);
                double expectedRate = before.rate(first) * Math.exp(expected.log());
                change += after.rate(second) - expectedRate;
                changeAsBefore += after.rate(second) / Math.exp(expected.log()) - before.rate(first);
                variance += Math.pow(after.rate(second), 2) * second.relativeVariance()
                        + Math.pow(expectedRate, 2) * (first.relativeVariance() + expected.variance());
            }
        }
        double unchanged = after.rate(total.after()) - change;
        if (variance == 0 || unchanged <= 0) {
            return new Explained(0, 0, 1);
        }
        return new Explained(changeAsBefore, change / unchanged, Significance.twoSided(change / Math.sqrt(variance)));
    }
}
