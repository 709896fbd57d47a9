package dev.perfhint.rules.compare;

import java.util.Locale;

/** What a row of a comparison is about, in the order of the output. */
public enum Subject {
    /** All CPU. */
    CPU,
    /** System CPU. */
    SYSTEM,
    /** A finding's system CPU. */
    FINDING,
    /** A system call's CPU. */
    SYSCALL,
    /** CPU of a Java method itself and of the native and kernel code that it called. */
    METHOD;

    /** Returns the name used in outputs. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
