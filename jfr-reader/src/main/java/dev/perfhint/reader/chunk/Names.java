package dev.perfhint.reader.chunk;

/** The names of a chunk's numbers. What was never defined has the empty name. */
public interface Names {
    /** Returns the text of a string value as {@link Layout} reads it. */
    String text(long value);

    /** Returns whether the chunk defines a method. */
    boolean hasMethod(long methodKey);

    String className(long methodKey);

    String methodName(long methodKey);

    /** Returns the name of the class that an event's value refers to. */
    String classOf(long classKey);

    /** Returns the named module of a method's class; empty on the class path, and where the recorder does not tell. */
    String moduleName(long methodKey);

    /** Returns the Java name of a thread, else the operating system's name. */
    String threadName(long threadKey);

    boolean virtualThread(long threadKey);

    /** Returns the recorder's number of a thread: in chunks of async-profiler the kernel's. */
    long threadNumber(long threadKey);

    /** Returns the name of an event type, as settings refer to it. */
    String eventName(long typeId);
}
