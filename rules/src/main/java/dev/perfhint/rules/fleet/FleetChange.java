package dev.perfhint.rules.fleet;

/**
 * What a comparison says of one finding of one service.
 *
 * @param effect relative change of its share of the service's CPU
 * @param cores change in cores over the hosts of the later side
 * @param adjustedP after Benjamini and Hochberg, over all findings of all services compared
 * @param hostsNeeded hosts a side that would settle it; 0 where it is settled
 */
public record FleetChange(String service, String findingId, String rule, String place, Outcome outcome, double effect,
        double low, double high, double cores, double adjustedP, int hostsBefore, int hostsAfter, boolean paired,
        int hostsNeeded) {
    /** Returns whether the finding became larger or smaller. */
    public boolean isChange() {
        return outcome == Outcome.REGRESSED || outcome == Outcome.IMPROVED;
    }

    /** What the hosts say, worst first. */
    public enum Outcome {
        REGRESSED,
        INCONCLUSIVE,
        IMPROVED,
        UNCHANGED;

        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
