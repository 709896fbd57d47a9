package dev.perfhint.profile.observed;

import java.util.List;

/** Frames of the JDK and the program, innermost first; those of the observer are left out. */
public record ObservedStack(List<ObservedFrame> frames) implements Comparable<ObservedStack> {
    public ObservedStack {
        frames = List.copyOf(frames);
    }

    @Override
    public int compareTo(ObservedStack other) {
        for (int i = 0; i < Math.min(frames.size(), other.frames.size()); i++) {
            int order = order(frames.get(i), other.frames.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(frames.size(), other.frames.size());
    }

    /** Written out: the JDK's comparators would show in the start-up time. */
    private static int order(ObservedFrame a, ObservedFrame b) {
        int order = a.className().compareTo(b.className());
        order = order != 0 ? order : a.method().compareTo(b.method());
        order = order != 0 ? order : Integer.compare(a.line(), b.line());
        order = order != 0 ? order : Integer.compare(a.bytecodeIndex(), b.bytecodeIndex());
        return order != 0 ? order : a.file().compareTo(b.file());
    }
}
