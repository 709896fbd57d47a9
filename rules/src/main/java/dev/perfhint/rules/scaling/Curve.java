package dev.perfhint.rules.scaling;

import dev.perfhint.rules.scaling.ScalabilityLaw.Point;
import java.util.Comparator;
import java.util.List;

/** How the throughput moves with the load, by the measured points alone. */
public enum Curve {
    RISES,
    FLAT,
    /** It rises up to a load that is not the last one, and falls from there on. */
    PEAKS,
    FALLS;

    /** Runs of one load differ by as much. */
    private static final double MIN_CHANGE = 0.1;

    /** @param points two or more, by load */
    static Curve of(List<Point> points) {
        Point first = points.get(0);
        Point last = points.get(points.size() - 1);
        Point best = points.stream().max(Comparator.comparingDouble(Point::throughput)).orElseThrow();
        boolean rises = best.throughput() > first.throughput() * (1 + MIN_CHANGE);
        boolean falls = last.throughput() < best.throughput() * (1 - MIN_CHANGE);
        return rises && falls ? PEAKS : rises ? RISES : falls ? FALLS : FLAT;
    }
}
