package dev.perfhint.profile.view;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.cause.Causes;
import dev.perfhint.profile.cause.MainCause;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The causes of a profile's system CPU as views of methods want them: the main one of a method, and one alone. */
public final class CauseView {
    private CauseView() {}

    /** Returns the profile as if system CPU of this cause were its only CPU, also that of the host. */
    public static Profile only(Profile program, Cause cause) {
        Profile profile = cause.isEnvironment() ? ProgramCpu.whole(program) : program;
        Causes causes = new Causes(profile);
        Rows rows = profile.rows();
        return profile.withRows(rows.only(row -> (rows.systemSamples(row) != 0 || rows.systemNanos(row) != 0)
                && causes.of(rows.leaf(row), rows.threadGroup(row)).cause() == cause));
    }

    /** Returns the main cause of each method's inclusive system CPU, in the order of {@code methods}. */
    public static List<MainCause> of(Profile profile, Evidence grade, boolean nativeFrames, List<Hotspot> methods) {
        MainCause.Sums[] sums = new MainCause.Sums[methods.size()];
        Arrays.setAll(sums, i -> new MainCause.Sums());
        Causes causes = new Causes(profile);
        Places places = new Places(profile, nativeFrames, methods);
        Rows rows = profile.rows();
        for (int row : GradeRows.ofSystem(profile, grade)) {
            BitSet on = places.on(rows.leaf(row));
            if (!on.isEmpty()) {
                Cause cause = causes.of(rows.leaf(row), rows.threadGroup(row)).cause();
                on.stream().forEach(place -> sums[place].add(cause, rows.systemSamples(row), rows.systemNanos(row)));
            }
        }
        return Arrays.stream(sums).map(MainCause.Sums::main).toList();
    }

    /** Which of the wanted methods lie on a stack. */
    private static final class Places {
        private final Profile profile;
        private final boolean nativeFrames;
        private final List<Hotspot> wanted;
        private final BitSet javaMethods;
        private final int[][] placesOf;

        Places(Profile profile, boolean nativeFrames, List<Hotspot> wanted) {
            this.profile = profile;
            this.nativeFrames = nativeFrames;
            this.wanted = wanted;
            this.javaMethods = Frames.javaMethods(profile.methods());
            this.placesOf = new int[profile.methods().size()][];
        }

        BitSet on(int leaf) {
            BitSet on = new BitSet();
            boolean counted = false;
            for (int node = leaf; node != CallTree.ROOT; node = profile.tree().parent(node)) {
                boolean java = Frames.isJava(profile.tree(), javaMethods, node);
                if (java || nativeFrames) {
                    counted = true;
                    FrameKind kind = java ? FrameKind.JAVA : profile.tree().kind(node);
                    for (int place : placesOf(profile.tree().method(node))) {
                        on.set(place, on.get(place) || wanted.get(place).kind() == kind);
                    }
                }
            }
            for (int place = 0; !counted && place < wanted.size(); place++) {
                on.set(place, wanted.get(place).method().equals(Frames.NO_JAVA));
            }
            return on;
        }

        private int[] placesOf(int method) {
            if (placesOf[method] == null) {
                String name = profile.methods().name(method);
                int[] places = new int[wanted.size()];
                int count = 0;
                for (int place = 0; place < places.length; place++) {
                    if (wanted.get(place).method().equals(name)) {
                        places[count++] = place;
                    }
                }
                placesOf[method] = Arrays.copyOf(places, count);
            }
            return placesOf[method];
        }
    }
}
