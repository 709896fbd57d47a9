package dev.perfhint.rules.pattern;

import dev.perfhint.rules.model.AccountVerdict;

/**
 * Why a part of the system CPU is in no finding.
 *
 * @param why the reason and the evidence for it in the recording, lower case
 */
public record Explanation(AccountVerdict verdict, String why) {
    /** Needed for the work done, for this reason. */
    public static Explanation inherent(String why) {
        return new Explanation(AccountVerdict.INHERENT, why);
    }

    public static Explanation unknown(String why) {
        return new Explanation(AccountVerdict.UNKNOWN, why);
    }
}
