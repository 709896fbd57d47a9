package dev.perfhint.rules.analysis;

import static dev.perfhint.profile.Cause.GC;
import static dev.perfhint.profile.Cause.LOCK;
import static dev.perfhint.profile.Cause.PAGE_FAULT;
import static dev.perfhint.profile.Cause.SLEEP;
import static dev.perfhint.profile.Cause.SOCKET_ACCEPT;
import static dev.perfhint.profile.Cause.SOCKET_CONNECT;
import static dev.perfhint.profile.Cause.SOCKET_READ;
import static dev.perfhint.profile.Cause.SOCKET_WAIT;
import static dev.perfhint.profile.Cause.SOCKET_WRITE;
import static dev.perfhint.profile.Cause.THREAD_HANDOFF;
import static dev.perfhint.profile.Cause.THREAD_START;
import static dev.perfhint.profile.Cause.YIELD;

import dev.perfhint.profile.Cause;
import java.util.Set;

/**
 * How far the remedy of a family of patterns reaches beyond the calls that are its finding.
 *
 * @param scope what goes of the code that makes the calls
 * @param causes what goes wherever it is: the other side of a queue or socket, pages that a buffer touches
 */
record Reach(Scope scope, Set<Cause> causes) {
    /** What goes of the code that makes the calls. */
    enum Scope {
        /** The JDK's and the library's part: every call of the same code on streams and files. */
        CALLS,
        /** All of the method: it is done once, or not at all. */
        METHOD,
        /** What is not in the recording: another process. */
        UNKNOWN
    }

    private static final Set<Cause> SWITCHES = Set.of(THREAD_HANDOFF, THREAD_START, LOCK, SLEEP, YIELD);
    private static final Set<Cause> SOCKETS = Set.of(SOCKET_READ, SOCKET_WRITE, SOCKET_WAIT, SOCKET_ACCEPT,
            SOCKET_CONNECT, THREAD_HANDOFF);

    static Reach of(String family) {
        return switch (family) {
            case "process" -> new Reach(Scope.UNKNOWN, Set.of());
            case "open-close", "metadata", "sync", "clock", "random" -> new Reach(Scope.METHOD, Set.of());
            case "scheduler", "lock", "polling" -> new Reach(Scope.METHOD, SWITCHES);
            case "memory" -> new Reach(Scope.METHOD, Set.of(PAGE_FAULT, GC));
            case "socket-write", "socket-read" -> new Reach(Scope.METHOD, SOCKETS);
            default -> new Reach(Scope.CALLS, Set.of());
        };
    }
}
