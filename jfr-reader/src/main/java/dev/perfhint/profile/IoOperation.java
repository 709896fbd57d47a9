package dev.perfhint.profile;

/**
 * I/O events of one kind, from one stack, on one target, folded.
 *
 * @param kind what the program asked for
 * @param leaf call-tree node of the innermost recorded frame, {@link CallTree#ROOT} if the event had no stack
 * @param target file path or {@code host:port}; empty if not recorded
 * @param calls recorded events
 * @param bytes sum of transferred bytes; negative results (end of stream) count as 0
 * @param nanos sum of durations
 * @param sizes transferred bytes per call
 * @param sampled whether the recorder kept only some of the calls (threshold or throttle): then {@code calls} is not a
 *     count
 */
public record IoOperation(
        Kind kind, int leaf, String target, long calls, long bytes, long nanos, SizeHistogram sizes, boolean sampled) {

    /** The JFR event types that are folded. */
    public enum Kind {
        FILE_READ("jdk.FileRead"),
        FILE_WRITE("jdk.FileWrite"),
        FILE_FORCE("jdk.FileForce"),
        SOCKET_READ("jdk.SocketRead"),
        SOCKET_WRITE("jdk.SocketWrite");

        private final String eventName;

        Kind(String eventName) {
            this.eventName = eventName;
        }

        /** Returns the JFR event type's name. */
        public String eventName() {
            return eventName;
        }
    }

    /** Returns the mean transferred bytes per recorded call, 0 when there were none. */
    public double bytesPerCall() {
        return calls == 0 ? 0 : (double) bytes / calls;
    }
}
