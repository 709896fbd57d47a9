package dev.perfhint.rules.model;

import java.util.Locale;

/** Whose code or which thread of the JVM spends the system CPU of a stack. */
public enum Performer {
    APPLICATION,
    LIBRARY,
    JDK,
    GC,
    JIT,
    VM,
    /** A native library that is neither the JDK's nor the JVM's. */
    NATIVE,
    /** What makes virtual threads run: their carriers, pollers, and switches between them. */
    VIRTUAL_THREADS;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
