package dev.perfhint.profile.cause;

/** What a thread group runs, told by its name. */
public enum ThreadKind {
    /** Java code, or unknown. */
    JAVA,
    GC,
    JIT,
    VM,
    /** The JDK's threads that wait for the end of processes. */
    REAPER,
    PROFILER
}
