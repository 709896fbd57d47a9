package dev.perfhint.source.edit;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.Effect;
import dev.perfhint.source.file.Edit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The edits of one repair before it is labelled and checked.
 *
 * @param title one line, lower case, imperative
 * @param reasons doubts that come from the form of the edit itself
 * @param ceiling the best applicability this form can have
 * @param effect what the edits leave of the system calls
 * @param buffer whether it is a buffer round one stream where that is created, the only form that may be safe
 */
public record Plan(
        String title,
        List<Edit> edits,
        List<String> reasons,
        Applicability ceiling,
        Effect effect,
        boolean buffer) {
    public Plan {
        edits = TextEdits.ordered(edits);
        reasons = List.copyOf(reasons);
    }

    public Plan(String title, List<Edit> edits, List<String> reasons, Applicability ceiling, Effect effect) {
        this(title, edits, reasons, ceiling, effect, false);
    }

    public Plan(String title, List<Edit> edits, List<String> reasons, Applicability ceiling) {
        this(title, edits, reasons, ceiling, Effect.EXPECTED);
    }

    /** Returns the same edits with another effect. */
    public Plan with(Effect other) {
        return new Plan(title, edits, reasons, ceiling, other, buffer);
    }

    /** Returns the same edits with one more doubt; unchanged where it is empty. */
    public Plan doubting(String reason) {
        if (reason.isEmpty()) {
            return this;
        }
        List<String> all = Stream.concat(Stream.of(reason), reasons.stream()).toList();
        return new Plan(title, edits, all, ceiling.and(Applicability.UNSAFE), effect, buffer);
    }

    /** Returns the plan with more edits, which its title names too. */
    public Plan and(String also, List<Edit> more) {
        return new Plan(title + " " + also, Stream.concat(edits.stream(), more.stream()).toList(), reasons, ceiling,
                effect, buffer);
    }

    /** Returns the same edits as a buffer round one stream. */
    public Plan asBuffer() {
        return new Plan(title, edits, reasons, ceiling, effect, true);
    }

    /** Returns the same edits to be shown only, for a reason. */
    public Plan shown(String reason) {
        return new Plan(title, edits, List.of(reason), Applicability.DISPLAY, effect);
    }

    /** Returns a design change that is shown on the user's lines and never applied. */
    public static Plan sketch(String title, List<Edit> edits, String... reasons) {
        return new Plan(title, edits, List.of(reasons), Applicability.DISPLAY);
    }

    public static Optional<Plan> none() {
        return Optional.empty();
    }
}
