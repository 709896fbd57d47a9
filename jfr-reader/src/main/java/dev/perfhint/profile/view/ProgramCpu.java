package dev.perfhint.profile.view;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.cause.Causes;
import java.util.Arrays;

/** The CPU time of the best grade without what the program did not cause: {@link Cause#isEnvironment}. */
public final class ProgramCpu {
    private ProgramCpu() {}

    /** Returns the totals of the program's own rows. */
    public static CpuTotals of(Profile profile) {
        Evidence grade = CpuTotals.best(profile).evidence();
        Rows rows = profile.rows();
        CpuTotals sum = new CpuTotals(grade, 0, 0, 0, 0);
        for (int row : rows(profile)) {
            sum = sum.plus(new CpuTotals(grade, rows.samples(row), rows.systemSamples(row), rows.nanos(row),
                    rows.systemNanos(row)));
        }
        return sum;
    }

    /** Returns the program's own rows, in order. */
    static int[] rows(Profile profile) {
        Causes causes = new Causes(profile);
        Rows rows = profile.rows();
        return Arrays.stream(GradeRows.of(profile, CpuTotals.best(profile).evidence()))
                .filter(row -> rows.systemSamples(row) == 0 && rows.systemNanos(row) == 0
                        || !causes.of(rows.leaf(row), rows.threadGroup(row)).cause().isEnvironment())
                .toArray();
    }
}
