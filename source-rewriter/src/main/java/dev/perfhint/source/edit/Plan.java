package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Edit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The edits of one repair before it is labelled and checked.
 *
 * @param title one line, lower case, imperative
 * @param reasons what the form of the edit itself changes
 * @param ceiling the best applicability this form can have
 * @param effect what the edits leave of the system calls
 * @param holding what the edit holds back
 * @param flushed after which nodes of the code it flushes what it holds back; a flush among them is taken out
 */
public record Plan(
        String title,
        List<Edit> edits,
        List<Hazard> reasons,
        Applicability ceiling,
        Effect effect,
        Holding holding,
        List<Node> flushed) {
    /** What an edit holds back of a stream, or reads ahead; decides what is looked for. */
    public enum Holding {
        NOTHING,
        /** A buffer round one stream where that is created, the only form that may be safe. */
        BUFFER,
        /** Bytes of an output until it is closed or flushed. */
        OUTPUT,
        /** Bytes of an output inside one method, the one that flushes. */
        CALL,
        /** A block of a file that is read and perhaps written. */
        INPUT
    }

    public Plan {
        edits = TextEdits.ordered(edits);
        reasons = List.copyOf(reasons);
        flushed = List.copyOf(flushed);
    }

    public Plan(String title, List<Edit> edits, List<Hazard> reasons, Applicability ceiling, Effect effect) {
        this(title, edits, reasons, ceiling, effect, Holding.NOTHING, List.of());
    }

    public Plan(String title, List<Edit> edits, List<Hazard> reasons, Applicability ceiling) {
        this(title, edits, reasons, ceiling, Effect.EXPECTED);
    }

    /** Returns the same edits with another effect. */
    public Plan with(Effect other) {
        return new Plan(title, edits, reasons, ceiling, other, holding, flushed);
    }

    /** Returns the same plan with other edits. */
    public Plan with(List<Edit> other) {
        return new Plan(title, other, reasons, ceiling, effect, holding, flushed);
    }

    /** Returns the same edits, which hold bytes back until one of the nodes has run. */
    public Plan holding(Holding what, List<Node> until) {
        return new Plan(title, edits, reasons, ceiling, effect, what, until);
    }

    /** Returns the same edits with one more doubt; unchanged where it is empty. */
    public Plan doubting(String reason) {
        if (reason.isEmpty()) {
            return this;
        }
        List<Hazard> all = Stream.concat(Stream.of(Hazard.of(HazardKind.FORM, reason)), reasons.stream()).toList();
        return new Plan(title, edits, all, ceiling.and(Applicability.UNSAFE), effect, holding, flushed);
    }

    /** Returns the plan with more edits, which its title names too. */
    public Plan and(String also, List<Edit> more) {
        return new Plan(title + " " + also, Stream.concat(edits.stream(), more.stream()).toList(), reasons, ceiling,
                effect, holding, flushed);
    }

    /** Returns the same edits to be shown only, for a reason. */
    public Plan shown(String reason) {
        return new Plan(title, edits, List.of(Hazard.of(HazardKind.FORM, reason)), Applicability.DISPLAY, effect);
    }

    /** Returns a design change that is shown on the user's lines and never applied. */
    public static Plan sketch(String title, List<Edit> edits, String... reasons) {
        return new Plan(title, edits, Stream.of(reasons).map(each -> Hazard.of(HazardKind.FORM, each)).toList(),
                Applicability.DISPLAY);
    }

    public static Optional<Plan> none() {
        return Optional.empty();
    }
}
