package dev.perfhint.rules.compare;

import dev.perfhint.rules.model.Finding;
import java.util.Optional;

/**
 * Something to compare: the CPU that is shown for it.
 *
 * @param kernel whether it is work of the kernel, or Java code that mostly calls the kernel
 */
record Row(
        Subject subject,
        String name, String id, Optional<Finding> finding, Amount before, Amount after, boolean kernel) {

    boolean isTotal() {
        return subject == Subject.CPU || subject == Subject.SYSTEM;
    }
}
