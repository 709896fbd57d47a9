package dev.perfhint.rules.account;

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

    /** A change of the design would do without it, but no rule makes a finding of it. */
    public static Explanation redesign(String why) {
        return new Explanation(AccountVerdict.REDESIGN, why);
    }

    /** A setting would do without it, but no rule makes a finding of it. */
    public static Explanation configure(String why) {
        return new Explanation(AccountVerdict.CONFIGURE, why);
    }

    public static Explanation unknown(String why) {
        return new Explanation(AccountVerdict.UNKNOWN, why);
    }
}
