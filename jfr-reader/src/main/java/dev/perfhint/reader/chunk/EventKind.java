package dev.perfhint.reader.chunk;

import java.util.HashMap;
import java.util.Map;

/**
 * The events that are read, with the fields wanted of each; all others are skipped by their size.
 *
 * <p>The first four fields are start time, duration, thread and stack trace; an empty name is never present.
 */
public enum EventKind {
    EXECUTION_SAMPLE("jdk.ExecutionSample", Use.SAMPLE, "startTime", "", "sampledThread", "stackTrace"),
    NATIVE_SAMPLE("jdk.NativeMethodSample", Use.SAMPLE, "startTime", "", "sampledThread", "stackTrace"),
    CPU_TIME_SAMPLE("jdk.CPUTimeSample", Use.SAMPLE, "startTime", "", "eventThread", "stackTrace", "samplingPeriod",
            "failed"),
    WALL_SAMPLE("profiler.WallClockSample", Use.SAMPLE, "startTime", "", "sampledThread", "stackTrace", "samples"),
    ALLOCATION_IN_TLAB("jdk.ObjectAllocationInNewTLAB", Use.SAMPLE, "startTime", "", "eventThread", "stackTrace"),
    ALLOCATION_OUTSIDE("jdk.ObjectAllocationOutsideTLAB", Use.SAMPLE, "startTime", "", "eventThread", "stackTrace"),
    ALLOCATION_SAMPLE("jdk.ObjectAllocationSample", Use.SAMPLE, "startTime", "", "eventThread", "stackTrace"),
    MONITOR_ENTER("jdk.JavaMonitorEnter", Use.SAMPLE, "startTime", "duration", "eventThread", "stackTrace",
            "monitorClass"),
    MONITOR_WAIT("jdk.JavaMonitorWait", Use.SAMPLE, "startTime", "duration", "eventThread", "stackTrace",
            "monitorClass"),
    THREAD_PARK("jdk.ThreadPark", Use.SAMPLE, "startTime", "duration", "eventThread", "stackTrace", "parkedClass"),
    THREAD_SLEEP("jdk.ThreadSleep", Use.SAMPLE, "startTime", "duration", "eventThread", "stackTrace"),
    /** Datadog's name of async-profiler's execution samples; each has a weight. */
    WEIGHED_SAMPLE("datadog.ExecutionSample", Use.SAMPLE, "startTime", "", "eventThread", "stackTrace", "weight"),

    FILE_READ("jdk.FileRead", Use.IO, "startTime", "duration", "eventThread", "stackTrace", "path", "", "",
            "bytesRead"),
    FILE_WRITE("jdk.FileWrite", Use.IO, "startTime", "duration", "eventThread", "stackTrace", "path", "", "",
            "bytesWritten"),
    FILE_FORCE("jdk.FileForce", Use.IO, "startTime", "duration", "eventThread", "stackTrace", "path"),
    SOCKET_READ("jdk.SocketRead", Use.IO, "startTime", "duration", "eventThread", "stackTrace", "host", "address",
            "port", "bytesRead"),
    SOCKET_WRITE("jdk.SocketWrite", Use.IO, "startTime", "duration", "eventThread", "stackTrace", "host", "address",
            "port", "bytesWritten"),
    /** Datadog's: a sample of the calls, weighted, of both directions. */
    NATIVE_SOCKET("datadog.NativeSocketEvent", Use.IO, "startTime", "duration", "eventThread", "stackTrace",
            "remoteAddress", "operation", "weight", "bytesTransferred"),

    PINNED("jdk.VirtualThreadPinned", Use.COUNT, "startTime", "duration", "eventThread", "stackTrace"),
    PROCESS_START("jdk.ProcessStart", Use.COUNT, "startTime", "", "eventThread", "stackTrace", "command"),
    HEAP_SUMMARY("jdk.GCHeapSummary", Use.NUMBERS, "startTime", "", "", "", "heapSpace.committedSize", "heapUsed"),
    HEAP_CONFIGURATION("jdk.GCHeapConfiguration", Use.NUMBERS, "startTime", "", "", "", "minSize", "maxSize"),
    SWITCH_RATE("jdk.ThreadContextSwitchRate", Use.NUMBERS, "startTime", "", "", "", "switchRate"),
    CPU_THROTTLING("jdk.ContainerCPUThrottling", Use.NUMBERS, "startTime", "", "", "", "cpuElapsedSlices",
            "cpuThrottledSlices", "cpuThrottledTime"),

    CPU_TIME_LOST("jdk.CPUTimeSamplesLost", Use.FACT, "startTime", "", "eventThread", "", "lostSamples"),
    ACTIVE_SETTING("jdk.ActiveSetting", Use.FACT, "startTime", "", "", "", "id", "name", "value"),
    ACTIVE_RECORDING("jdk.ActiveRecording", Use.FACT, "startTime", "", "", "", "name"),
    CPU_LOAD("jdk.CPULoad", Use.FACT, "startTime", "", "", "", "jvmUser", "jvmSystem", "machineTotal"),
    THREAD_CPU_LOAD("jdk.ThreadCPULoad", Use.FACT, "startTime", "", "eventThread", "", "user", "system"),
    THREAD_START("jdk.ThreadStart", Use.FACT, "startTime", "", "thread", "stackTrace"),
    THREAD_END("jdk.ThreadEnd", Use.FACT, "startTime", "", "thread", ""),
    SYSTEM_PROPERTY("jdk.InitialSystemProperty", Use.FACT, "startTime", "", "", "", "key", "value"),
    ENVIRONMENT("jdk.InitialEnvironmentVariable", Use.FACT, "startTime", "", "", "", "key", "value"),
    JVM_INFORMATION("jdk.JVMInformation", Use.FACT, "startTime", "pid", "jvmStartTime", "", "jvmName", "jvmVersion",
            "jvmArguments", "javaArguments"),
    CONTAINER_CONFIGURATION("jdk.ContainerConfiguration", Use.FACT, "startTime", "", "", "", "effectiveCpuCount"),
    CPU_INFORMATION("jdk.CPUInformation", Use.FACT, "startTime", "", "", "", "hwThreads"),
    /** Written by {@code perfhint record} after the profiler's chunks. */
    PROCESS_TIME("perfhint.ProcessTime", Use.FACT, "startTime", "", "", "", "userNanos", "systemNanos"),
    PART_OF_RUN("perfhint.PartOfRun", Use.FACT, "startTime", "", "", "", "fromNanos", "toNanos"),
    /** The same for each thread; the number of turns on a processor is in the slot of the duration. */
    THREAD_TIME("perfhint.ThreadTime", Use.FACT, "startTime", "turns", "", "", "thread", "name", "cpuNanos",
            "readyNanos"),
    /** A piece of what the observer wrote, appended as well. */
    OBSERVATION("perfhint.Observation", Use.FACT, "startTime", "", "", "", "text"),
    DATA_LOSS("jdk.DataLoss", Use.FACT, "startTime", "", "", "", "amount");

    /**
     * What becomes of the events: folded by stack, folded as I/O, counted by what they are about, only their numbers'
     * range, or kept one by one because they are few.
     */
    public enum Use {
        SAMPLE,
        IO,
        COUNT,
        NUMBERS,
        FACT
    }

    public static final int TIME = 0;
    public static final int DURATION = 1;
    public static final int THREAD = 2;
    public static final int STACK = 3;
    public static final int A = 4;
    public static final int B = 5;
    public static final int C = 6;
    public static final int D = 7;
    /** In the JVM's description, which no thread has: when it started, in milliseconds since 1970. */
    public static final int STARTED = THREAD;
    /** In the JVM's description, which has no duration: the process id. */
    public static final int PID = DURATION;
    public static final int SLOTS = 8;

    private static final Map<String, EventKind> BY_NAME = new HashMap<>();

    static {
        for (EventKind kind : values()) {
            BY_NAME.put(kind.eventName, kind);
        }
    }

    private final String eventName;
    private final Use use;
    private final String[] fields;

    EventKind(String eventName, Use use, String... fields) {
        this.eventName = eventName;
        this.use = use;
        this.fields = fields;
    }

    public String eventName() {
        return eventName;
    }

    public Use use() {
        return use;
    }

    /** Returns the name of the field that goes to a slot, empty if none does. */
    public String field(int slot) {
        return slot < fields.length ? fields[slot] : "";
    }

    /** Returns what an event of this kind is a sample of. */
    public EventKind sampled() {
        return this == WEIGHED_SAMPLE ? EXECUTION_SAMPLE : this;
    }

    /** Returns the weight of an event, in samples. */
    public long samples(long[] values) {
        return this == WALL_SAMPLE || this == WEIGHED_SAMPLE ? Math.max(1, values[A]) : 1;
    }

    /** Returns whether the events are counted by what they are about, whatever else becomes of them. */
    public boolean counts() {
        return use == Use.COUNT || this == THREAD_START || this == MONITOR_ENTER || this == MONITOR_WAIT
                || this == THREAD_PARK;
    }

    /** Returns how to read events of this kind in one chunk. */
    Layout layout(Metadata metadata, Metadata.Type type) {
        return Layout.of(metadata, type, fields);
    }

    /** Returns the kind of an event type; null if it is not read. */
    public static EventKind of(String eventName) {
        return BY_NAME.get(eventName);
    }
}
