package dev.perfhint.profile.view;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Profile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A method with its callers, theirs, and so on, each with the system CPU of the method in the centre that came through
 * it. A recursive centre counts once, at its outermost occurrence.
 */
public final class CallerTree {
    private final String method;
    private final FrameKind kind;
    private final Map<String, CallerTree> callers = new LinkedHashMap<>();
    private long samples;
    private long nanos;

    private CallerTree(String method, FrameKind kind) {
        this.method = method;
        this.kind = kind;
    }

    /** @param depth of callers, 1 or more */
    public static CallerTree of(Profile profile, Evidence grade, Hotspot centre, boolean nativeFrames, int depth) {
        CallerTree root = new CallerTree(centre.method(), centre.kind());
        CallTree tree = profile.tree();
        for (int row : GradeRows.ofSystem(profile, grade)) {
            List<Integer> above = new ArrayList<>();
            boolean found = false;
            for (int node = profile.rows().leaf(row); node != CallTree.ROOT; node = tree.parent(node)) {
                if (!nativeFrames && !Frames.isJava(profile, node)) {
                    continue;
                }
                if (Frames.name(profile, node).equals(centre.method())) {
                    found = true;
                    above.clear();
                } else if (found && above.size() < depth) {
                    above.add(node);
                }
            }
            if (found) {
                root.add(profile, row, above);
            }
        }
        return root;
    }

    private void add(Profile profile, int row, List<Integer> path) {
        CallerTree at = this;
        for (int step = 0; step <= path.size(); step++) {
            at.samples += profile.rows().systemSamples(row);
            at.nanos += profile.rows().systemNanos(row);
            if (step < path.size()) {
                int node = path.get(step);
                FrameKind frame = Frames.isJava(profile, node) ? FrameKind.JAVA : profile.tree().kind(node);
                at = at.callers.computeIfAbsent(Frames.name(profile, node), name -> new CallerTree(name, frame));
            }
        }
    }

    public String method() {
        return method;
    }

    public FrameKind kind() {
        return kind;
    }

    public long samples() {
        return samples;
    }

    public long nanos() {
        return nanos;
    }

    /** Returns the callers, most of the centre's time first. */
    public List<CallerTree> callers() {
        return callers.values().stream().sorted(Comparator.comparingLong(CallerTree::nanos)
                .thenComparingLong(CallerTree::samples).reversed().thenComparing(CallerTree::method)).toList();
    }

    /** Returns its part of the centre's time, or of its samples where no time is known. */
    public double share(CallerTree centre) {
        return centre.nanos > 0 ? (double) nanos / centre.nanos : (double) samples / Math.max(1, centre.samples);
    }
}
