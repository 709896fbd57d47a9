package dev.perfhint.profile;

import static dev.perfhint.profile.Cause.CLOCK;
import static dev.perfhint.profile.Cause.GC;
import static dev.perfhint.profile.Cause.INTERRUPT;
import static dev.perfhint.profile.Cause.JIT;
import static dev.perfhint.profile.Cause.LOCK;
import static dev.perfhint.profile.Cause.MEMORY_MAP;
import static dev.perfhint.profile.Cause.PAGE_FAULT;
import static dev.perfhint.profile.Cause.PREEMPTION;
import static dev.perfhint.profile.Cause.SIGNAL;
import static dev.perfhint.profile.Cause.SLEEP;
import static dev.perfhint.profile.Cause.THREAD_HANDOFF;
import static dev.perfhint.profile.Cause.THREAD_START;
import static dev.perfhint.profile.Cause.VM;
import static dev.perfhint.profile.Cause.YIELD;

import java.util.Set;

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

    /**
     * Returns the causes that this grade cannot show, or not apart from others. Without kernel frames nothing tells a
     * page fault; plain JFR samples native methods, but neither parked threads nor those of the JVM.
     */
    public Set<Cause> unseen() {
        return switch (this) {
            case KERNEL_FRAMES -> Set.of();
            case SYSCALL_STUBS -> Set.of(PAGE_FAULT, PREEMPTION, INTERRUPT, SIGNAL);
            case JFR_ESTIMATE -> Set.of(PAGE_FAULT, PREEMPTION, INTERRUPT, SIGNAL, THREAD_HANDOFF, LOCK, SLEEP, YIELD,
                    THREAD_START, MEMORY_MAP, CLOCK, JIT, GC, VM);
            case IO_EVENTS, NONE -> Set.of(Cause.values());
        };
    }

    /** Returns whether this grade carries system-CPU numbers (grades 1 to 3). */
    public boolean measuresCpu() {
        return compareTo(JFR_ESTIMATE) <= 0;
    }
}
