package dev.perfhint.profile;

/** How system CPU is known, best grade first. Numbers of different grades are never added. */
public enum Evidence {
    /** A kernel frame is on the sampled stack. */
    KERNEL_FRAMES("kernel-frames"),
    /** No kernel frames, but the leaf is a libc system-call wrapper. */
    SYSCALL_STUBS("syscall-stubs"),
    /** Plain JFR: thread loads spread over samples. */
    JFR_ESTIMATE("jfr-estimate"),
    /** No CPU evidence, only file and socket events. */
    IO_EVENTS("io-events"),
    /** Nothing in the recording tells system CPU. */
    NONE("none");

    private final String label;

    Evidence(String label) {
        this.label = label;
    }

    /** Returns the name used on the command line and in JSON. */
    public String label() {
        return label;
    }

    /** Returns whether this grade carries system-CPU numbers (grades 1 to 3). */
    public boolean measuresCpu() {
        return compareTo(JFR_ESTIMATE) <= 0;
    }
}
