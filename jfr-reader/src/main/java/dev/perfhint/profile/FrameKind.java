package dev.perfhint.profile;

/** The kind of code a frame runs. Part of a call-tree node's identity; the compilation level is not. */
public enum FrameKind {
    JAVA,
    /** Native code: a C function, or a Java method declared {@code native}. */
    NATIVE,
    /** JVM-internal C++ code. */
    CPP,
    /** Linux kernel code. */
    KERNEL
}
