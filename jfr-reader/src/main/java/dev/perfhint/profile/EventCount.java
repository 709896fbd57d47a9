package dev.perfhint.profile;

/**
 * Events of one kind on one stack that are about one thing, counted.
 *
 * @param leaf node of the innermost frame, the root if the recorder kept no stack
 * @param threadGroup who waited or started; of {@link Kind#THREAD_START} the group of the started threads
 * @param subject class of the lock, command line of the process; empty if there is none
 * @param events how many were recorded
 * @param nanos how long they took together; 0 for what has no duration
 */
public record EventCount(Kind kind, int leaf, int threadGroup, String subject, long events, long nanos) {
    /** What is counted. */
    public enum Kind {
        MONITOR_ENTER("jdk.JavaMonitorEnter"),
        MONITOR_WAIT("jdk.JavaMonitorWait"),
        THREAD_PARK("jdk.ThreadPark"),
        PINNED("jdk.VirtualThreadPinned"),
        PROCESS_START("jdk.ProcessStart"),
        THREAD_START("jdk.ThreadStart");

        private final String event;

        Kind(String event) {
            this.event = event;
        }

        /** Returns the name of the events: {@code jdk.ThreadPark}. */
        public String event() {
            return event;
        }

        /** Returns whether the events are waits, with a duration. */
        public boolean waits() {
            return compareTo(PINNED) <= 0;
        }
    }
}
