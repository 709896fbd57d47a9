package dev.perfhint.source.proof;

import dev.perfhint.source.Assumptions;
import dev.perfhint.source.Guard;
import dev.perfhint.source.GuardKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * States what a buffer takes for granted about everything that is not in the proof, in words that name the file.
 *
 * @param subject the file in the user's words: {@code export.bin}, or {@code the file that out writes}
 * @param closed whether the code that creates the stream closes it
 * @param appends whether the file is opened for appending
 * @param heldBytes how many bytes the buffer holds at most
 */
record SurroundingGuards(String subject, boolean closed, boolean appends, int heldBytes) {
    /** Returns the guards of an output, doubted where the code in view speaks against one. */
    List<Guard> ofOutput(Assumptions assumptions, Set<GuardKind> doubted, Path file, int line) {
        List<Guard> guards = new ArrayList<>();
        guards.add(
                guard(GuardKind.NO_OBSERVER, "nobody reads " + subject + " before it is closed", assumptions, doubted));
        guards.add(
                guard(GuardKind.QUIET_CALLS, "code that is not in view and runs meanwhile leaves " + subject + " alone",
                assumptions, doubted));
        guards.add(guard(GuardKind.REGULAR_FILE, subject + " is a regular file, no device or pipe", assumptions,
                doubted));
        guards.add(guard(GuardKind.NO_CRASH, "the program does not end and no write fails while up to " + heldBytes
                + " bytes for " + subject + " are in the buffer", assumptions, doubted));
        if (appends) {
            guards.add(guard(GuardKind.SOLE_APPENDER, "no other process appends to " + subject, assumptions, doubted));
            guards.add(guard(GuardKind.NO_TAIL, "nobody follows " + subject + " while it grows", assumptions, doubted));
        }
        return guards.stream().map(guard -> guard.at(file, line)).toList();
    }

    /** Returns the guards of an input. */
    List<Guard> ofInput(Assumptions assumptions, Set<GuardKind> doubted, Path file, int line) {
        List<Guard> guards = new ArrayList<>();
        guards.add(
                guard(GuardKind.UNCHANGED_INPUT, "nobody changes " + subject + " while it is read", assumptions,
                        doubted));
        guards.add(guard(GuardKind.REGULAR_FILE, subject + " is a regular file, no device or pipe", assumptions,
                doubted));
        return guards.stream().map(guard -> guard.at(file, line)).toList();
    }

    private Guard guard(GuardKind kind, String text, Assumptions assumptions, Set<GuardKind> doubted) {
        return doubted.contains(kind)
                ? Guard.doubted(kind, text)
                : new Guard(kind, Guard.State.ASSUMED, text, assumptions.accepts(kind, closed), Optional.empty(), 0);
    }
}
