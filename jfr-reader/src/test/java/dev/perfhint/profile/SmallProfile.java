package dev.perfhint.profile;

import dev.perfhint.profile.build.ProfileBuilder;
import java.util.List;

/** Builds small profiles for tests from stacks as text: {@code a.B.c;d.E.f:12;__GI_write;vfs_write_[k]}, outermost first. */
public final class SmallProfile {
    public final ProfileBuilder builder = new ProfileBuilder();

    /** Adds samples of one nanosecond each. */
    public SmallProfile add(Event event, String thread, String stack, long samples) {
        builder.sample(leaf(stack), builder.threadGroup(thread), builder.event(event), samples, samples, -1);
        return this;
    }

    public int leaf(String stack) {
        int node = CallTree.ROOT;
        for (String frame : stack.split(";")) {
            node = builder.child(node, method(frame), line(frame), kind(frame));
        }
        return node;
    }

    public Profile build() {
        return builder.build(List.of());
    }

    private int method(String frame) {
        String name = frame.replaceFirst(":\\d+$|_\\[n]$", "");
        int dot = kind(frame) == FrameKind.JAVA || frame.endsWith("_[n]") ? name.lastIndexOf('.') : -1;
        return builder.method(dot < 0 ? "" : name.substring(0, dot), name.substring(dot + 1));
    }

    private static int line(String frame) {
        int colon = frame.lastIndexOf(':');
        return frame.matches(".*[^:]:\\d+") ? Integer.parseInt(frame.substring(colon + 1)) : 0;
    }

    private static FrameKind kind(String frame) {
        if (frame.endsWith("_[k]")) {
            return FrameKind.KERNEL;
        }
        if (frame.contains("::")) {
            return FrameKind.CPP;
        }
        return frame.contains(".") && !frame.contains(".so") && !frame.endsWith("_[n]") ? FrameKind.JAVA : FrameKind.NATIVE;
    }
}
