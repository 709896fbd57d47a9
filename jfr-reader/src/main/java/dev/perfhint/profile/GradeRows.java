package dev.perfhint.profile;

import java.util.Arrays;

/** Finds the CPU rows of one evidence grade, so that no view mixes grades. */
public final class GradeRows {
    private GradeRows() {}

    /** Returns the rows of a grade, in order. */
    public static int[] of(Profile profile, Evidence grade) {
        return of(profile, grade, false);
    }

    /** Returns only the rows that have a system part. */
    public static int[] ofSystem(Profile profile, Evidence grade) {
        return of(profile, grade, true);
    }

    private static int[] of(Profile profile, Evidence grade, boolean systemOnly) {
        boolean[] wanted = new boolean[profile.events().size()];
        for (int event = 0; event < wanted.length; event++) {
            Event candidate = profile.events().get(event);
            wanted[event] = candidate.cpu() && candidate.evidence() == grade;
        }
        Rows rows = profile.rows();
        int[] found = new int[rows.size()];
        int count = 0;
        for (int row = 0; row < found.length; row++) {
            if (wanted[rows.event(row)]
                    && (!systemOnly || rows.systemSamples(row) != 0 || rows.systemNanos(row) != 0)) {
                found[count++] = row;
            }
        }
        return Arrays.copyOf(found, count);
    }
}
