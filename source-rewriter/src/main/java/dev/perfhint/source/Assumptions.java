package dev.perfhint.source;

import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which guards of the surroundings a fix may rest on and still be {@code safe}.
 *
 * @param accepted taken for every fix
 * @param crashWhereClosed whether {@code no-crash} is taken too where the code that creates the stream closes it
 */
public record Assumptions(Set<GuardKind> accepted, boolean crashWhereClosed) {
    public static final Assumptions DEFAULTS = new Assumptions(
            EnumSet.of(GuardKind.NO_OBSERVER, GuardKind.QUIET_CALLS, GuardKind.REGULAR_FILE, GuardKind.UNCHANGED_INPUT),
            true);

    public static final Assumptions NONE = new Assumptions(Set.of(), false);

    public Assumptions {
        accepted = Set.copyOf(accepted);
    }

    /**
     * Returns the assumptions that a list names: {@code none}, or ids separated by commas, which replace the default,
     * or ids with a plus or minus sign, which change it.
     *
     * @throws IllegalArgumentException with a line for the user, if the list names something else
     */
    public static Assumptions parse(String list) {
        Set<GuardKind> kinds = EnumSet.noneOf(GuardKind.class);
        boolean crash = false;
        boolean first = true;
        for (String word : list.strip().split("\\s*,\\s*", -1)) {
            boolean signed = word.startsWith("+") || word.startsWith("-");
            if (first && signed) {
                kinds.addAll(DEFAULTS.accepted);
                crash = true;
            }
            first = false;
            if (word.equals("none")) {
                kinds.clear();
                crash = false;
                continue;
            }
            GuardKind kind = GuardKind.assumable(signed ? word.substring(1) : word)
                    .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is none of " + ids()));
            if (word.startsWith("-")) {
                kinds.remove(kind);
                crash &= kind != GuardKind.NO_CRASH;
            } else {
                kinds.add(kind);
            }
        }
        return new Assumptions(kinds, crash);
    }

    /** Returns whether the guard may be assumed for a stream that its creator closes, or does not. */
    public boolean accepts(GuardKind kind, boolean closedByCreator) {
        return accepted.contains(kind) || kind == GuardKind.NO_CRASH && crashWhereClosed && closedByCreator;
    }

    private static String ids() {
        Set<String> ids = new TreeSet<>();
        EnumSet.allOf(GuardKind.class).stream().filter(GuardKind::ofSurroundings).map(GuardKind::id).forEach(ids::add);
        return String.join(", ", ids) + ", none";
    }
}
