package dev.perfhint.rules;

import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Optional;

/**
 * What a rule says of a group of stacks.
 *
 * @param message the fact, lower case
 * @param saving part of the group's system CPU that the repair saves, 0..1; empty if no saving is claimed
 * @param repair the fix to ask for; empty if there is none
 * @param notes evidence and doubts
 * @param help what to do
 */
public record Verdict(String message, Optional<Range> saving, Optional<Repair> repair, List<String> notes, List<String> help) {
    public Verdict {
        notes = List.copyOf(notes);
        help = List.copyOf(help);
    }
}
