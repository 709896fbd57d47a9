package dev.perfhint.profile.view;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.cause.Causes;
import dev.perfhint.profile.cause.ThreadKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Separates the CPU time that the program did not cause, {@link Cause#isEnvironment}, from its own: it becomes an event
 * that is no CPU time, so that every total, table and finding leaves it out alike. With the agent that observes goes
 * what the JIT compiles for it, which is estimated: no sample of the JIT tells what it compiles.
 */
public final class ProgramCpu {
    private static final String HOST = "host and profiler";
    /**
     * The JIT's CPU for each second that the agent's own code takes: its hooks make the methods that call them larger.
     * Measured with and without the agent: bench/observer.
     */
    private static final double COMPILED_FOR_AGENT = 3.7;
    /** Of all that the JIT does: what the agent computes again is compiled once. Eight programs: 0.1 to 0.5. */
    private static final double MAX_COMPILED_FOR_AGENT = 0.5;

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
        Rows program = rows.withEvent(host, events.size() - 1);
        return profile.withRows(profile.observed().isEmpty() ? program
                : withoutCompiling(program, host, compiling(profile, grade, causes), events.size() - 1), events);
    }

    private static int[] compiling(Profile profile, Evidence grade, Causes causes) {
        Rows rows = profile.rows();
        return Arrays.stream(GradeRows.of(profile, grade))
                .filter(row -> causes.kind(rows.threadGroup(row)) == ThreadKind.JIT)
                .filter(row -> {
                    Causes.Classified stack = causes.of(rows.leaf(row), rows.threadGroup(row));
                    return stack.java() == CallTree.ROOT && !stack.cause().isEnvironment();
                }).toArray();
    }

    private static Rows withoutCompiling(Rows rows, int[] agent, int[] compiling, int event) {
        long own = Arrays.stream(agent).mapToLong(row -> rows.samples(row) - rows.systemSamples(row)).sum();
        long compiled = Arrays.stream(compiling).mapToLong(rows::samples).sum();
        return compiled == 0 ? rows
                : rows.withPart(compiling, Math.min(MAX_COMPILED_FOR_AGENT, COMPILED_FOR_AGENT * own / compiled),
                        event);
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
