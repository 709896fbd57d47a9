package dev.perfhint.profile.cause;

import dev.perfhint.profile.Cause;
import java.util.Optional;

/**
 * The innermost frame of folded stacks that spend system CPU: keeps what the frames that were left out said of it, so
 * that no total depends on the limit of nodes.
 *
 * @param syscall empty for faults, interrupts and what is unknown
 */
public record FoldMark(Cause cause, String syscall, String subsystem) {
    private static final String PREFIX = "[other: ";
    private static final String SEPARATOR = ", ";
    private static final String NO_SYSCALL = "no system call";

    /** Returns the function name that stands for the mark. */
    public String name() {
        return PREFIX + cause.label() + SEPARATOR + (syscall.isEmpty() ? NO_SYSCALL : syscall) + SEPARATOR + subsystem
                + "]";
    }

    /** Returns the mark that a function name stands for. */
    public static Optional<FoldMark> of(String function) {
        if (!function.startsWith(PREFIX) || !function.endsWith("]")) {
            return Optional.empty();
        }
        String[] parts = function.substring(PREFIX.length(), function.length() - 1).split(SEPARATOR, 3);
        return parts.length < 3 ? Optional.empty() : Cause.find(parts[0])
                .map(cause -> new FoldMark(cause, parts[1].equals(NO_SYSCALL) ? "" : parts[1], parts[2]));
    }
}
