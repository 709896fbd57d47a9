package dev.perfhint.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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
    private final BitSet javaMethods;
    private final int[] lastRow;
    private final long[][] sums;

    private Hotspots(Profile profile, boolean nativeFrames) {
        this.profile = profile;
        this.nativeFrames = nativeFrames;
        javaMethods = Frames.javaMethods(profile.methods());
        int keys = (profile.methods().size() + 1) * KINDS.length;
        lastRow = new int[keys];
        Arrays.fill(lastRow, -1);
        sums = new long[4][keys];
    }

    /** Returns all methods with system CPU, by exclusive time, ties by name. */
    public static List<Hotspot> of(Profile profile, Evidence grade, boolean nativeFrames) {
        Hotspots hotspots = new Hotspots(profile, nativeFrames);
        GradeRows.forEachSystem(profile, grade, hotspots::add);
        return hotspots.list();
    }

    private void add(int row) {
        CallTree tree = profile.tree();
        Rows rows = profile.rows();
        boolean leaf = true;
        for (int node = rows.leaf(row); node != CallTree.ROOT; node = tree.parent(node)) {
            if (nativeFrames || Frames.isJava(tree, javaMethods, node)) {
                addFrame(row, key(tree.method(node), tree.kind(node)), leaf);
                leaf = false;
            }
        }
        if (leaf) {
            addFrame(row, key(profile.methods().size(), FrameKind.NATIVE), true);
        }
    }

    private void addFrame(int row, int key, boolean leaf) {
        Rows rows = profile.rows();
        if (leaf) {
            sums[0][key] += rows.systemSamples(row);
            sums[1][key] += rows.systemNanos(row);
        }
        if (lastRow[key] != row) {
            lastRow[key] = row;
            sums[2][key] += rows.systemSamples(row);
            sums[3][key] += rows.systemNanos(row);
        }
    }

    // a Java method declared native is one method, whether its frame is marked native or not
    private int key(int method, FrameKind kind) {
        return method * KINDS.length + (javaMethods.get(method) ? FrameKind.JAVA : kind).ordinal();
    }

    private List<Hotspot> list() {
        List<Hotspot> list = new ArrayList<>();
        for (int key = 0; key < lastRow.length; key++) {
            if (lastRow[key] >= 0) {
                int method = key / KINDS.length;
                String name = method == profile.methods().size() ? Frames.NO_JAVA : profile.methods().name(method);
                list.add(new Hotspot(name, KINDS[key % KINDS.length], sums[0][key], sums[2][key], sums[1][key], sums[3][key]));
            }
        }
        list.sort(Hotspot.byExclusive());
        return list;
    }
}
