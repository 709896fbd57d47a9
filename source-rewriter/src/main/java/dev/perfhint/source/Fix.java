package dev.perfhint.source;

import dev.perfhint.source.file.Edit;
import java.util.List;

/**
 * A proposed source change.
 *
 * @param id stable across recordings; no lines in it
 * @param title one line, lower case, imperative
 * @param reasons why it is not {@code safe}, one line each; empty for {@code safe}
 * @param hazards what to look at, of which reasons has the worst; empty for {@code safe}
 * @param assumptions what a buffer assumes, one line each; empty under {@code --assume none}
 * @param conflictsWith ids of fixes whose edits overlap and win
 * @param edits in ascending order, not overlapping; those of a {@code display} fix show what is meant and are never
 *     applied
 * @param effect what it leaves of the system calls
 * @param alternatives other forms that fit, in the order of preference, one line each
 * @param measured what the recording shows of the call, one line; may be empty
 */
public record Fix(
        String id,
        Applicability applicability,
        String title,
        List<String> reasons,
        List<Hazard> hazards,
        List<String> assumptions,
        List<String> conflictsWith,
        Checks checks,
        List<Edit> edits,
        Effect effect,
        List<String> alternatives,
        String measured) {
    public Fix {
        reasons = List.copyOf(reasons);
        hazards = List.copyOf(hazards);
        assumptions = List.copyOf(assumptions);
        conflictsWith = List.copyOf(conflictsWith);
        edits = List.copyOf(edits);
        alternatives = List.copyOf(alternatives);
    }

    /** Returns the same fix with other edits. */
    public Fix with(List<Edit> others) {
        return with(applicability, reasons, conflictsWith, checks, others);
    }

    /** Returns the same fix with what its checks found. */
    public Fix with(Applicability label, List<String> why, List<String> winners, Checks checked, List<Edit> others) {
        return new Fix(id, label, title, why.stream().distinct().toList(), hazards, assumptions, winners, checked,
                others, effect, alternatives, measured);
    }

    /** Returns the same fix with other hazards, and the worst of them. */
    public Fix with(List<String> why, List<Hazard> looked) {
        return new Fix(id, applicability, title, why, looked, assumptions, conflictsWith, checks, edits, effect,
                alternatives, measured);
    }

    /** Returns the same fix with the other forms beside it. */
    public Fix besides(List<Fix> others) {
        return new Fix(id, applicability, title, reasons, hazards, assumptions, conflictsWith, checks, edits, effect,
                others.stream().map(each -> each.title + " (" + each.applicability.label() + ")").toList(), measured);
    }

    /** Returns the same fix with what the recording shows in view of its form. */
    public Fix measuring(String line) {
        return new Fix(id, applicability, title, reasons, hazards, assumptions, conflictsWith, checks, edits, effect,
                alternatives, line);
    }

    /** Returns whether there is something that may be applied. */
    public boolean isOffered() {
        return !edits.isEmpty() && applicability != Applicability.DISPLAY;
    }

    /** Returns what a safe fix assumes, one line each; each goes on from "assumes". */
    public List<String> assumed() {
        return applicability == Applicability.SAFE ? assumptions : List.of();
    }
}
