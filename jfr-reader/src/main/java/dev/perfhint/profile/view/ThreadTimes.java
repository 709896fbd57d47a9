package dev.perfhint.profile.view;

import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** CPU time for each group of threads, at one evidence grade. */
public final class ThreadTimes {
    /** One group of threads: names without their trailing number. */
    public record Row(String threadGroup, long samples, long systemSamples, long nanos, long systemNanos) {}

    private ThreadTimes() {}

    /** Returns the groups that have samples or time, most system time first, ties by all time, then by name. */
    public static List<Row> of(Profile profile, Evidence grade) {
        long[][] sums = new long[profile.threadGroups().size()][4];
        Rows rows = profile.rows();
        for (int row : GradeRows.of(profile, grade)) {
            long[] sum = sums[rows.threadGroup(row)];
            sum[0] += rows.samples(row);
            sum[1] += rows.systemSamples(row);
            sum[2] += rows.nanos(row);
            sum[3] += rows.systemNanos(row);
        }
        return IntStream.range(0, sums.length)
                .filter(group -> Arrays.stream(sums[group]).anyMatch(sum -> sum != 0))
                .mapToObj(group -> new Row(profile.threadGroups().get(group),
                        sums[group][0], sums[group][1], sums[group][2], sums[group][3]))
                .sorted(Comparator.comparingLong(Row::systemNanos)
                        .thenComparingLong(Row::systemSamples)
                        .thenComparingLong(Row::nanos)
                        .thenComparingLong(Row::samples)
                        .reversed()
                        .thenComparing(Row::threadGroup))
                .toList();
    }
}
