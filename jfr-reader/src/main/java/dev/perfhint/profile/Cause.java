package dev.perfhint.profile;

import java.util.Locale;
import java.util.Optional;

/** What a piece of system CPU was spent for. Every system-CPU row of a profile has exactly one. */
public enum Cause {
    FILE_READ("reading files"),
    FILE_WRITE("writing files"),
    FILE_OPEN("opening and closing files"),
    FILE_CREATE("creating files"),
    FILE_DELETE("deleting and renaming files"),
    FILE_METADATA("asking for attributes of files, listing directories"),
    FILE_SYNC("forcing data to the device"),
    FILE_MAP("mapping files"),
    SOCKET_READ("reading from sockets"),
    SOCKET_WRITE("writing to sockets"),
    SOCKET_ACCEPT("accepting connections"),
    SOCKET_CONNECT("opening, setting up and closing connections"),
    SOCKET_WAIT("waiting for sockets to become ready"),
    THREAD_HANDOFF("waking another thread, or waiting for a task"),
    THREAD_START("starting and ending threads"),
    LOCK("waiting for a lock, and waking its waiters"),
    SLEEP("sleeping and timers"),
    YIELD("giving up the processor"),
    PAGE_FAULT("first touch of memory, page by page"),
    MEMORY_MAP("mapping, protecting and giving back memory"),
    PROCESS("starting processes, talking to them, waiting for their end"),
    CLOCK("reading the clock by a system call"),
    RANDOM("random numbers of the kernel"),
    SIGNAL("signals"),
    CLASS_LOADING("loading classes"),
    JIT("the JIT compiler's calls"),
    GC("the garbage collector's calls"),
    VM("the JVM's calls: safepoints, its threads, start-up and shutdown"),
    PREEMPTION("preemption by other threads"),
    INTERRUPT("interrupts"),
    PROFILER("the profiler itself"),
    OTHER("unknown");

    private final String description;

    Cause(String description) {
        this.description = description;
    }

    /** Returns the name used on the command line and in JSON: {@code thread-handoff}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what the time was spent for, a few words. */
    public String description() {
        return description;
    }

    /** Returns whether the program under study did not cause it: others of the machine did, or the measurement. */
    public boolean isEnvironment() {
        return this == PREEMPTION || this == INTERRUPT || this == PROFILER;
    }

    /** Returns whether it is a call on a file or socket, which a rule may want to know operation and size of. */
    public boolean isIo() {
        return compareTo(SOCKET_WAIT) < 0;
    }

    /** Returns the cause of that label. */
    public static Optional<Cause> find(String label) {
        for (Cause cause : values()) {
            if (cause.label().equals(label)) {
                return Optional.of(cause);
            }
        }
        return Optional.empty();
    }
}
