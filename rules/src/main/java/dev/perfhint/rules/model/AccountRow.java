package dev.perfhint.rules.model;

import dev.perfhint.profile.Cause;
import java.util.List;

/**
 * One line of the account of system CPU. All lines of a report sum to all of it.
 *
 * @param object a queue, a lock, a path, a kind of memory, a native library; empty if it cannot be told
 * @param share of system CPU, 0..1
 * @param why what it is, or why it is in no finding
 * @param findings ids of the findings that hold it
 * @param leaves innermost frames of its heaviest stacks, as nodes of the call tree; at most three
 */
public record AccountRow(
        Cause cause, Performer performer, String object, long samples, long nanos, double share, AccountVerdict verdict,
        String why, List<String> findings, List<Integer> leaves) {
    public AccountRow {
        findings = List.copyOf(findings);
        leaves = List.copyOf(leaves);
    }

    /** Orders by share, largest first; equals by what they are. */
    public static int largestFirst(AccountRow one, AccountRow other) {
        int order = Double.compare(other.share, one.share);
        order = order != 0 ? order : one.cause.compareTo(other.cause);
        order = order != 0 ? order : one.performer.compareTo(other.performer);
        order = order != 0 ? order : one.object.compareTo(other.object);
        return order != 0 ? order : one.why.compareTo(other.why);
    }

    /** Returns the same line, which is in no finding, with another verdict. */
    public AccountRow with(AccountVerdict other, String reason) {
        return new AccountRow(cause, performer, object, samples, nanos, share, other, reason, List.of(), leaves);
    }
}
