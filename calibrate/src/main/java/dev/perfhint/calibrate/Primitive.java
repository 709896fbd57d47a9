package dev.perfhint.calibrate;

import java.util.List;

/**
 * Something that programs do often, and the method that does it once.
 *
 * @param nominalNanos what it was asked to wait, which is subtracted: its lateness is left
 */
record Primitive(String name, Class<?> type, String method, long nominalNanos) {
    static final String FSYNC = "fsync";
    static final String VIRTUAL_THREAD = "virtual-thread-start-join";
    private static final long ONE_MILLI_NANOS = 1_000_000;

    static final List<Primitive> ALL = List.of(
            of("lseek", FileCalls.class, "position"),
            of("file-write-1", FileCalls.class, "writeByte"),
            of("file-write-8192", FileCalls.class, "writeBlock"),
            of("file-read-1", FileCalls.class, "readByte"),
            of("file-read-8192", FileCalls.class, "readBlock"),
            of("pread-8192", FileCalls.class, "readAt"),
            of("stat", FileCalls.class, "stat"),
            of("open-close", FileCalls.class, "openAndClose"),
            of(FSYNC, FileCalls.class, "force"),
            of("socket-write-1", ConnectionCalls.class, "write"),
            of("socket-round-trip", ConnectionCalls.class, "roundTrip"),
            of("pipe-round-trip", ConnectionCalls.class, "pipeRoundTrip"),
            of("thread-start-join", ThreadCalls.class, "startAndJoin"),
            of(VIRTUAL_THREAD, ThreadCalls.class, "startAndJoinVirtual"),
            of("park-unpark", ThreadCalls.class, "parkAndUnpark"),
            of("lock-uncontended", LockCalls.class, "uncontended"),
            of("lock-contended", LockCalls.class, "contended"),
            new Primitive("sleep-lateness", ThreadCalls.class, "sleep", ONE_MILLI_NANOS),
            new Primitive("periodic-lateness", ThreadCalls.class, "periodicTask", ONE_MILLI_NANOS),
            of("event-dispatch", ThreadCalls.class, "dispatch"),
            of("nano-time", ClockCalls.class, "nanoTime"),
            of("current-time-millis", ClockCalls.class, "currentTimeMillis"),
            of("allocate-64", MemoryCalls.class, "allocate64"),
            of("allocate-1024", MemoryCalls.class, "allocate1K"),
            of("allocate-16384", MemoryCalls.class, "allocate16K"),
            of("allocate-131072", MemoryCalls.class, "allocate128K"),
            of("allocate-1048576", MemoryCalls.class, "allocate1M"),
            of("page-first-touch", MemoryCalls.class, "touch"));

    private static Primitive of(String name, Class<?> type, String method) {
        return new Primitive(name, type, method, 0);
    }
}
