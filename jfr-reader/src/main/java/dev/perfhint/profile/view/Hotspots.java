package dev.perfhint.profile.view;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Computes exclusive and inclusive system CPU of each method at one grade.
 *
 * <p>Without native frames, kernel and native frames roll up to the nearest Java frame above them. Each row's stack
 * is walked
 * once; a method that is on it several times counts once.
 */
public final class Hotspots {
    private static final FrameKind[] KINDS = FrameKind.values();

    private final Profile profile;
    private final boolean nativeFrames;
    private final boolean[] javaMethods;
    private final int[] lastRow;
    private final long[][] sums;

    private Hotspots(Profile profile, boolean nativeFrames) {
        this.profile = profile;
        this.nativeFrames = nativeFrames;
        javaMethods = new boolean[profile.methods().size()];
        for (int method = 0; method < javaMethods.length; method++) {
            javaMethods[method] = !profile.methods().className(method).isEmpty();
        }
        int keys = (profile.methods().size() + 1) * KINDS.length;
        lastRow = new int[keys];
        Arrays.fill(lastRow, -1);
        sums = new long[4][keys];
    }

    /** Returns all methods with system CPU, by exclusive time, ties by name. */
    public static List<Hotspot> of(Profile profile, Evidence grade, boolean nativeFrames) {
        Hotspots hotspots = new Hotspots(profile, nativeFrames);
        for (int row : GradeRows.ofSystem(profile, grade)) {
            hotspots.add(row);
        }
        return hotspots.list();
    }

    private void add(int row) {
        CallTree tree = profile.tree();
        Rows rows = profile.rows();
        long samples = rows.systemSamples(row);
        long nanos = rows.systemNanos(row);
        int leaf = -1;
        for (int node = rows.leaf(row); node != CallTree.ROOT; node = tree.parent(node)) {
            FrameKind kind = tree.kind(node);
            int method = tree.method(node);
            boolean java = kind == FrameKind.JAVA || kind == FrameKind.NATIVE && javaMethods[method];
            if (!java && !nativeFrames) {
                continue;
            }
            // a Java method declared native is one method, whether its frame is marked native or not
            int key = method * KINDS.length + (javaMethods[method] ? FrameKind.JAVA : kind).ordinal();
            leaf = leaf < 0 ? key : leaf;
            addInclusive(row, key, samples, nanos);
        }
        if (leaf < 0) {
            leaf = profile.methods().size() * KINDS.length + FrameKind.NATIVE.ordinal();
            addInclusive(row, leaf, samples, nanos);
        }
        sums[0][leaf] += samples;
        sums[1][leaf] += nanos;
    }

    private void addInclusive(int row, int key, long samples, long nanos) {
        if (lastRow[key] != row) {
            lastRow[key] = row;
            sums[2][key] += samples;
            sums[3][key] += nanos;
        }
    }

    private List<Hotspot> list() {
        List<Hotspot> list = new ArrayList<>();
        for (int key = 0; key < lastRow.length; key++) {
            if (lastRow[key] >= 0) {
                int method = key / KINDS.length;
                String name = method == profile.methods().size() ? Frames.NO_JAVA : profile.methods().name(method);
                list.add(new Hotspot(name, KINDS[key % KINDS.length], sums[0][key], sums[2][key], sums[1][key],
                        sums[3][key]));
            }
        }
        list.sort(Hotspot.byExclusive());
        return list;
    }
}
