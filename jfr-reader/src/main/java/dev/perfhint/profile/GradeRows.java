package dev.perfhint.profile;

import java.util.function.IntConsumer;

/** Visits the CPU rows of one evidence grade, so that no view mixes grades. */
final class GradeRows {
    private GradeRows() {}

    static void forEach(Profile profile, Evidence grade, IntConsumer visitor) {
        boolean[] wanted = new boolean[profile.events().size()];
        for (int event = 0; event < wanted.length; event++) {
            Event candidate = profile.events().get(event);
            wanted[event] = candidate.cpu() && candidate.evidence() == grade;
        }
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            if (wanted[rows.event(row)]) {
                visitor.accept(row);
            }
        }
    }

    /** Visits only the rows that have a system part. */
    static void forEachSystem(Profile profile, Evidence grade, IntConsumer visitor) {
        Rows rows = profile.rows();
        forEach(profile, grade, row -> {
            if (rows.systemSamples(row) != 0 || rows.systemNanos(row) != 0) {
                visitor.accept(row);
            }
        });
    }
}
