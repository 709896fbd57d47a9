package dev.perfhint.cli.output.text;

import java.util.List;

/** Sums up in one line what was found about the other uses of a stream that a fix wraps. */
final class OtherUses {
    private OtherUses() {}

    /** Returns {@code other uses checked: 3, of which 1 not proven compatible}. */
    static String summary(List<String> inspected) {
        long refused = inspected.stream().filter(use -> use.contains("not compatible")).count();
        long unproven = inspected.stream().filter(use -> use.contains("not proven compatible")).count();
        return "other uses checked: " + inspected.size() + ", " + verdict(inspected.size(), refused, unproven);
    }

    private static String verdict(int uses, long refused, long unproven) {
        if (refused == 0 && unproven == 0) {
            return uses == 1 ? "compatible" : uses == 2 ? "both compatible" : "all compatible";
        }
        if (refused == uses || unproven == uses) {
            String which = uses == 1 ? "not " : uses == 2 ? "neither " : "none ";
            return which + (refused == uses ? "compatible" : "proven compatible");
        }
        if (refused == 0 || unproven == 0) {
            return "of which " + (refused > 0 ? refused + " not compatible" : unproven + " not proven compatible");
        }
        return "of which " + refused + " not compatible and " + unproven + " not proven compatible";
    }
}
