package dev.perfhint.rules.stack;

import dev.perfhint.rules.observed.SeenCalls;
import java.util.Optional;

/**
 * What only calls on files and sockets have: the facet of a {@link SystemStack} that rules on I/O ask for.
 *
 * @param operation what was asked for, {@link Operation#NONE} if the stack is no such call
 * @param stream class of the stream or channel that calls the kernel: {@code java.io.FileOutputStream},
 *     {@code java.nio.file.Files.newOutputStream} ...
 * @param size bytes per call
 * @param shape what the JDK frames between the raw call and its caller do
 * @param copySamples samples with a kernel frame that copies the data or makes room for it
 * @param synced whether the kernel forced the data to the device
 * @param seen what was observed of the call; empty where the program was not observed
 */
public record IoCall(Operation operation, String stream, Size size, Shape shape, long copySamples, boolean synced,
        Optional<SeenCalls> seen) {
    /** Of stacks that are no call on a file or socket. */
    public static final IoCall NONE = new IoCall(Operation.NONE, "", Size.NONE, Shape.UNKNOWN, 0, false);

    IoCall(Operation operation, String stream, Size size, Shape shape, long copySamples, boolean synced) {
        this(operation, stream, size, shape, copySamples, synced, Optional.empty());
    }

    /**
     * What stands between the raw call and its caller.
     *
     * @param buffered a buffer or encoder
     * @param block a BufferedOutputStream
     * @param flushed a flush
     * @param blockFlushed a flush of the BufferedOutputStream
     * @param auto a PrintWriter's text method
     * @param closed a close
     * @param printed a PrintStream
     * @param text a PrintStream's text method
     * @param console the stream below {@code System.out}; seen on JDK 21 and newer only
     * @param bulk a whole-file or whole-stream method
     * @param opaque a JDK method that is not known to hand single calls on
     */
    public record Shape(
            boolean buffered,
            boolean block,
            boolean flushed,
            boolean blockFlushed,
            boolean auto,
            boolean closed,
            boolean printed,
            boolean text,
            boolean console,
            boolean bulk,
            boolean opaque) {
        /** Of calls whose JDK frames were not recorded. */
        public static final Shape UNKNOWN =
                new Shape(false, false, false, false, false, false, false, false, false, false, false);

        /** Returns whether every call of the caller reaches the kernel as it is. */
        public boolean isDirect() {
            return !buffered && !printed && !bulk && !opaque;
        }
    }

    /** Returns whether a buffer was seen to remove a good part of the calls. */
    public boolean gains() {
        return seen.filter(SeenCalls::gains).isPresent();
    }

    IoCall withSize(Size newSize) {
        return new IoCall(operation, stream, newSize, shape, copySamples, synced, seen);
    }

    IoCall withSeen(SeenCalls calls) {
        return new IoCall(operation, stream, size, shape, copySamples, synced, Optional.of(calls));
    }
}
