package dev.perfhint.profile.view;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.cause.Causes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Separates the CPU time that the program did not cause, {@link Cause#isEnvironment}, from its own: it becomes an event
 * that is no CPU time, so that every total, table and finding leaves it out alike.
 */
public final class ProgramCpu {
    private static final String HOST = "host and profiler";

    private ProgramCpu() {}

    /** Returns the profile with the program's CPU time alone as CPU time. */
    static Profile of(Profile profile) {
        Evidence grade = CpuTotals.best(profile).evidence();
        Causes causes = new Causes(profile);
        Rows rows = profile.rows();
        // the agent that observes computes in the program's threads; the profilers work in the kernel
        int[] candidates = profile.observed().isEmpty() ? GradeRows.ofSystem(profile, grade)
                : GradeRows.of(profile, grade);
        int[] host = Arrays.stream(candidates)
                .filter(row -> causes.of(rows.leaf(row), rows.threadGroup(row)).cause().isEnvironment())
                .toArray();
        if (host.length == 0) {
            return profile;
        }
        List<Event> events = new ArrayList<>(profile.events());
        events.add(new Event(HOST, "", grade, false));
        return profile.withRows(rows.withEvent(host, events.size() - 1), events);
    }

    /** Returns the profile with the separated time as its CPU time beside the program's. */
    static Profile whole(Profile profile) {
        return profile.withRows(profile.rows(), profile.events().stream()
                .map(event -> isHost(event) ? new Event(HOST, "", event.evidence(), true) : event).toList());
    }

    /** Returns what was separated; zeros for nothing. */
    public static CpuTotals leftOut(Profile profile) {
        Rows rows = profile.rows();
        CpuTotals sum = new CpuTotals(profile.evidence(), 0, 0, 0, 0);
        for (int row = 0; row < rows.size(); row++) {
            if (isHost(profile.events().get(rows.event(row)))) {
                sum = sum.plus(new CpuTotals(sum.evidence(), rows.samples(row), rows.systemSamples(row),
                        rows.nanos(row), rows.systemNanos(row)));
            }
        }
        return sum;
    }

    private static boolean isHost(Event event) {
        return event.name().equals(HOST);
    }
}
