package dev.perfhint.profile.observed;

import java.util.Comparator;
import java.util.List;

/** Frames of the JDK and the program, innermost first; those of the observer are left out. */
public record ObservedStack(List<ObservedFrame> frames) implements Comparable<ObservedStack> {
    private static final Comparator<ObservedFrame> ORDER = Comparator.comparing(ObservedFrame::className)
            .thenComparing(ObservedFrame::method).thenComparingInt(ObservedFrame::line)
            .thenComparingInt(ObservedFrame::bytecodeIndex).thenComparing(ObservedFrame::file);

    public ObservedStack {
        frames = List.copyOf(frames);
    }

    @Override
    public int compareTo(ObservedStack other) {
        for (int i = 0; i < Math.min(frames.size(), other.frames.size()); i++) {
            int order = ORDER.compare(frames.get(i), other.frames.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(frames.size(), other.frames.size());
    }
}
