package dev.perfhint.rules.stack;

import dev.perfhint.rules.Owner;

/**
 * A Java stack that spends system CPU in one I/O operation: the rows that share the frames from the thread's root to the
 * native I/O method, classified once. Rules select by it.
 *
 * @param index number of the stack in its profile
 * @param entry node of the outermost frame of the class that makes the system call: {@code FileOutputStream.write}
 * @param caller node of the first frame outside the JDK above it
 * @param application node of the first application frame above it, -1 if there is none
 * @param callee node of the JDK method that {@code caller} calls
 * @param operation what was asked for
 * @param stream class of the stream or channel that calls the kernel: {@code java.io.FileOutputStream},
 *     {@code java.nio.file.Files.newOutputStream} ...
 * @param size bytes per call
 * @param shape what the JDK frames between {@code entry} and {@code caller} do
 * @param callerOwner whose code makes the call
 * @param samples system-CPU samples
 * @param nanos system CPU
 * @param copySamples samples with a kernel frame that copies the data or makes room for it
 * @param kernelSamples samples with kernel frames
 * @param synced whether the kernel forced the data to the device
 */
public record IoStack(
        int index,
        int entry,
        int caller,
        int application,
        int callee,
        Operation operation,
        String stream,
        Size size,
        Shape shape,
        Owner callerOwner,
        long samples,
        long nanos,
        long copySamples,
        long kernelSamples,
        boolean synced) {

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

    /** Returns the same stack with another size. */
    public IoStack withSize(Size newSize) {
        return new IoStack(index, entry, caller, application, callee, operation, stream, newSize, shape, callerOwner, samples,
                nanos, copySamples, kernelSamples, synced);
    }

    /** Returns the frame that findings name: the application's, else the one that makes the call. */
    public int site() {
        return application >= 0 ? application : caller;
    }
}
