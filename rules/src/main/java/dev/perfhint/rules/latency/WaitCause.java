package dev.perfhint.rules.latency;

import java.util.List;

/**
 * What the time of an operation went to, in the order of precedence: of what overlaps, the first counts and no other.
 * What stops all threads comes first, then what the thread itself did or waited for, then what is inferred.
 */
public enum WaitCause {
    GC_PAUSE("GC pause", "jdk.GCPhasePause"),
    SAFEPOINT("safepoint", "jdk.ExecuteVMOperation", "jdk.SafepointBegin"),
    CLASS_LOADING("class loading", "jdk.ClassLoad"),
    LOCK("lock", "jdk.JavaMonitorEnter"),
    FILE_IO("file I/O", "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce"),
    SOCKET_IO("socket I/O", "jdk.SocketRead", "jdk.SocketWrite"),
    SLEEP("sleep", "jdk.ThreadSleep"),
    OBJECT_WAIT("Object.wait", "jdk.JavaMonitorWait"),
    PARK("park", "jdk.ThreadPark"),
    COMPILATION("compilation", "jdk.Compilation"),
    RUNNING("running"),
    CPU_STARVATION("CPU starvation", "jdk.ThreadCPULoad", "jdk.CPULoad"),
    DELIVERY("delivery and wake-up"),
    PEER("waiting for the peer", "jdk.SocketWrite"),
    NOT_EXPLAINED("not explained");

    private final String label;
    private final List<String> events;

    WaitCause(String label, String... events) {
        this.label = label;
        this.events = List.of(events);
    }

    /** Returns the name used in outputs. */
    public String label() {
        return label;
    }

    /** Returns the events that tell it. */
    public List<String> events() {
        return events;
    }

    /** Returns whether it is told by the intervals of events on the operation's own thread. */
    boolean isOnThread() {
        return ordinal() >= CLASS_LOADING.ordinal() && ordinal() <= PARK.ordinal();
    }
}
