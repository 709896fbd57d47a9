package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.cause.Causes;
import dev.perfhint.rules.model.Ceiling;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.stack.Owners;
import dev.perfhint.rules.stack.SystemStack;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds what a remedy takes along at most: everything below the frame that it removes, and what {@link Reach} says of
 * the other side. Larger than a finding, which holds its own calls alone; ceilings of findings overlap.
 */
final class Ceilings {
    // four of five samples of a share lie within 1.28 standard errors
    private static final double STANDARD_ERRORS = 1.28;
    /** Of a ceiling of more than half of all CPU: a finding that is a smaller part of what may go with it has none. */
    private static final double SMALL_PART = 0.2;
    private static final double HALF = 0.5;
    /** Nearly all CPU is no ceiling, but over a finding that is most of it. */
    private static final double NEARLY_ALL = 0.9;
    private static final double MOST = 0.5;
    private static final List<String> STREAMS = List.of("java.io.", "java.nio.", "java.net.", "java.util.zip.",
            "sun.nio.");

    private final Profile profile;
    private final CallTree tree;
    private final Owners owners;
    private final CpuTotals totals;
    private final JvmCpu jvm;
    private final int[] rows;
    private final Cause[] causes;

    Ceilings(AnalysisContext context, JvmCpu jvm) {
        this.profile = context.profile();
        this.tree = profile.tree();
        this.owners = context.owners();
        this.totals = context.totals();
        this.jvm = jvm;
        this.rows = totals.evidence().measuresCpu() ? GradeRows.of(profile, totals.evidence()) : new int[0];
        this.causes = new Cause[profile.rows().size()];
        Causes all = new Causes(profile);
        for (int row : rows) {
            boolean system = profile.rows().systemSamples(row) > 0 || profile.rows().systemNanos(row) > 0;
            causes[row] = system ? all.of(profile.rows().leaf(row), profile.rows().threadGroup(row)).cause() : null;
        }
    }

    /**
     * Returns the ceiling of a group; empty where what goes is not in the recording or is far
     * more than the group.
     */
    Optional<Ceiling> of(Candidate candidate) {
        Reach reach = Reach.of(candidate.rule().family());
        if (reach.scope() == Reach.Scope.UNKNOWN || rows.length == 0) {
            return Optional.empty();
        }
        BitSet going = going(candidate, reach);
        double own = share(going, false);
        double user = own - share(going, true) * totals.systemShare();
        double error = STANDARD_ERRORS * Math.sqrt((1 - own) / Math.max(1, candidate.samples()));
        Ceiling ceiling = new Ceiling(going, whole(candidate, going),
                jvm.atMost(candidate, own, Math.max(0, user)) - own, error);
        double most = uncapped(ceiling, false);
        double least = most > NEARLY_ALL ? MOST : most > HALF ? SMALL_PART : 0;
        return candidate.cpuShare() < least * most ? Optional.empty() : Optional.of(ceiling);
    }

    /** Returns the ceiling as a share of system CPU or of all CPU, 0..1, with the samples' error. */
    double of(Ceiling ceiling, boolean system) {
        return Math.min(share(ceiling.whole(), system), uncapped(ceiling, system));
    }

    private double uncapped(Ceiling ceiling, boolean system) {
        return Math.min(1, (share(ceiling.rows(), system) + ceiling.beside()) * (1 + ceiling.error()));
    }

    /** Returns what the methods cost; where that is half of the program, the JVM's part goes too: all of it. */
    private BitSet whole(Candidate candidate, BitSet going) {
        BitSet whole = (BitSet) going.clone();
        boolean[] below = below(methods(candidate));
        Arrays.stream(rows).filter(row -> below[profile.rows().leaf(row)]).forEach(whole::set);
        boolean named = candidate.stacks().stream().allMatch(stack -> stack.site() > CallTree.ROOT);
        if (!named || share(whole, false) >= HALF) {
            Arrays.stream(rows).forEach(whole::set);
        }
        return whole;
    }

    private boolean[] below(Set<Integer> methods) {
        boolean[] below = new boolean[tree.size()];
        for (int node = 1; node < below.length; node++) {
            below[node] = below[tree.parent(node)] || methods.contains(tree.method(node));
        }
        return below;
    }

    private Set<Integer> methods(Candidate candidate) {
        return candidate.stacks().stream().map(SystemStack::site).filter(site -> site > CallTree.ROOT)
                .map(tree::method).collect(Collectors.toSet());
    }

    private double share(BitSet going, boolean system) {
        boolean byTime = totals.systemNanos() > 0;
        double sum = 0;
        for (int row = going.nextSetBit(0); row >= 0; row = going.nextSetBit(row + 1)) {
            sum += byTime ? system ? profile.rows().systemNanos(row) : profile.rows().nanos(row)
                    : system ? profile.rows().systemSamples(row) : profile.rows().samples(row);
        }
        double all = byTime ? system ? totals.systemNanos() : totals.nanos()
                : system ? totals.systemSamples() : totals.samples();
        return all <= 0 ? 0 : sum / all;
    }

    private BitSet going(Candidate candidate, Reach reach) {
        boolean[] below = below(candidate, reach.scope());
        Set<Integer> own = new HashSet<>();
        candidate.stacks().forEach(stack -> own.add(stack.leaf()));
        candidate.rule().takenAlong(candidate).forEach(stack -> own.add(stack.leaf()));
        BitSet going = new BitSet();
        for (int row : rows) {
            int leaf = profile.rows().leaf(row);
            boolean elsewhere = causes[row] != null && reach.causes().contains(causes[row]);
            if (below[leaf] || elsewhere || own.contains(leaf)) {
                going.set(row);
            }
        }
        return going;
    }

    private boolean[] below(Candidate candidate, Reach.Scope scope) {
        Set<Integer> methods = methods(candidate);
        if (scope == Reach.Scope.METHOD) {
            return below(methods);
        }
        Set<Long> calls = new HashSet<>();
        candidate.stacks().stream().filter(stack -> stack.site() > CallTree.ROOT).forEach(stack -> {
            calls.add(call(outermost(stack)));
            if (stack.callee() >= 0) {
                calls.add(call(stack.callee()));
            }
        });
        boolean[] below = new boolean[tree.size()];
        for (int node = 1; node < below.length; node++) {
            below[node] = below[tree.parent(node)] || calls.contains(call(node))
                    || methods.contains(tree.method(tree.parent(node))) && isStream(node);
        }
        return below;
    }

    /** Returns the frame that the site calls on the way to the kernel. */
    private int outermost(SystemStack stack) {
        int below = stack.entry();
        for (int node = below; node > CallTree.ROOT && node != stack.site(); node = tree.parent(node)) {
            below = node;
        }
        return below;
    }

    private long call(int node) {
        return (long) tree.method(tree.parent(node)) << 32 | tree.method(node);
    }

    private boolean isStream(int node) {
        String name = profile.methods().className(tree.method(node));
        return owners.isJdk(tree.method(node)) && STREAMS.stream().anyMatch(name::startsWith);
    }
}
