package dev.perfhint.rules.compare;

import dev.perfhint.rules.Finding;
import java.util.Optional;
import java.util.Set;

/**
 * Something to compare: the CPU that is shown for it, and the parts of all CPU that it stands on.
 *
 * @param parts what is not its rest; empty for the totals
 * @param kernel whether it is work of the kernel, or Java code that mostly calls the kernel
 */
record Row(
        Subject subject,
        String name,
        String id,
        Optional<Finding> finding,
        Amount before,
        Amount after,
        Set<Part.Key> parts,
        boolean kernel) {

    boolean isTotal() {
        return subject == Subject.CPU || subject == Subject.SYSTEM;
    }
}
