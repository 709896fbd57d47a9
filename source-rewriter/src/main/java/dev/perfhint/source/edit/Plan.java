package dev.perfhint.source.edit;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Guard;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The edits of one repair before it is proven and checked.
 *
 * @param title one line, lower case, imperative
 * @param reasons doubts that come from the form of the edit itself
 * @param ceiling the best applicability this form can have
 * @param proven what the form itself proves, one line each; empty where it is right only with a proof of a stream's
 *     life
 * @param effect what the edits leave of the system calls
 * @param guards what the form rests on; empty where {@code proven} says all
 * @param buffer whether it is a buffer round one stream where that is created, the only form that may be safe
 */
public record Plan(
        String title,
        List<Edit> edits,
        List<String> reasons,
        Applicability ceiling,
        List<String> proven,
        Effect effect,
        List<Guard> guards,
        boolean buffer) {
    public Plan {
        edits = TextEdits.ordered(edits);
        reasons = List.copyOf(reasons);
        proven = List.copyOf(proven);
        guards = List.copyOf(guards);
    }

    public Plan(
            String title,
            List<Edit> edits,
            List<String> reasons,
            Applicability ceiling,
            List<String> proven,
            Effect effect) {
        this(title, edits, reasons, ceiling, proven, effect, List.of(), false);
    }

    Plan(
            String title,
            List<Edit> edits,
            List<String> reasons,
            Applicability ceiling,
            List<String> proven,
            Effect effect,
            List<Guard> guards) {
        this(title, edits, reasons, ceiling, proven, effect, guards, false);
    }

    Plan(String title, List<Edit> edits, List<String> reasons, Applicability ceiling) {
        this(title, edits, reasons, ceiling, List.of());
    }

    Plan(String title, List<Edit> edits, List<String> reasons, Applicability ceiling, List<String> proven) {
        this(title, edits, reasons, ceiling, proven, Effect.EXPECTED);
    }

    /** Returns the same edits with another effect. */
    public Plan with(Effect other) {
        return new Plan(title, edits, reasons, ceiling, proven, other, guards, buffer);
    }

    /** Returns the same edits with one more doubt; unchanged where it is empty. */
    Plan doubting(String reason) {
        if (reason.isEmpty()) {
            return this;
        }
        List<String> all = Stream.concat(Stream.of(reason), reasons.stream()).toList();
        return new Plan(title, edits, all, ceiling.and(Applicability.UNSAFE), proven, effect, guards, buffer);
    }

    /** Returns the same edits, right without a proof of the stream's life. */
    Plan showing(String proof) {
        return new Plan(title, edits, reasons, ceiling, List.of(proof), effect, guards, false);
    }

    /** Returns the same edits as a buffer round one stream. */
    Plan asBuffer() {
        return new Plan(title, edits, reasons, ceiling, proven, effect, guards, true);
    }

    /** Returns a design change that is shown on the user's lines and never applied. */
    static Plan sketch(String title, List<Edit> edits, String... reasons) {
        return new Plan(title, edits, List.of(reasons), Applicability.DISPLAY);
    }

    static Optional<Plan> none() {
        return Optional.empty();
    }
}
