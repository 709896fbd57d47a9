package dev.perfhint.cli.verify;

import dev.perfhint.cli.output.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The copies of one verification and their runs, by the fixes that are in them. */
final class Trials {
    private static final int MAX_SLOWDOWN = 10;
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final long startNanos = System.nanoTime();
    private final VerifyOptions options;
    private final FixSubsets fixes;
    private final Path scratch;
    private final RunLog log;
    private final boolean perf;
    private final Map<Path, List<Run>> runs = new HashMap<>();
    private final Map<List<Integer>, TrialTree> trees = new HashMap<>();
    private int count;

    Trials(VerifyOptions options, FixSubsets fixes, Path scratch, RunLog log) {
        this.options = options;
        this.fixes = fixes;
        this.scratch = scratch;
        this.log = log;
        this.perf = PerfStat.isAllowed(scratch);
    }

    /** Makes a copy with some fixes. */
    TrialTree tree(List<Integer> some) throws IOException {
        byte[] diff = some.isEmpty() ? new byte[0] : fixes.diff().apply(some);
        try (Progress progress = log.start("building " + (some.isEmpty() ? "without the patch" : "with the patch"))) {
            TrialTree tree = TrialTree.make(options, diff, scratch.resolve("tree-" + trees.size()));
            trees.put(some, tree);
            runs.put(tree.tree(), new ArrayList<>());
            return tree;
        }
    }

    /** Runs a copy once; {@code perf stat} counts in its first run, so that the others show the CPU time alone. */
    Run run(TrialTree tree, String what) throws IOException {
        List<Run> earlier = runs.get(tree.tree());
        try (Progress progress = log.start("run " + (count + 1) + ", " + what)) {
            earlier.add(tree.run(limit(), perf && earlier.isEmpty()));
        }
        count++;
        Run run = earlier.get(earlier.size() - 1);
        log.ended(count, what, run);
        return run;
    }

    /** A run with a patch may take some times as long as one without. */
    private Duration limit() {
        List<Run> base = base();
        Duration bound = base.isEmpty() ? options.timeLimit()
                : Duration.ofMillis(base.get(0).wallMillis()).multipliedBy(MAX_SLOWDOWN).plus(GRACE);
        return bound.compareTo(options.timeLimit()) < 0 ? bound : options.timeLimit();
    }

    private List<Run> base() {
        return runs.get(trees.get(List.<Integer>of()).tree());
    }

    void announce() {
        log.announce(options.runs(), base().get(0).wallMillis());
    }

    /** Finds the fixes that fail; none where the program differs from itself only. */
    FixSearch.Outcome search(TrialTree base, TrialTree all) throws IOException {
        FixSearch.Outcome passed = new FixSearch.Outcome(fixes.all(), Map.of());
        Optional<String> failure = failure(all);
        if (failure.isEmpty()) {
            return passed;
        }
        if (base().size() == 1 && all.buildFailure().isEmpty()) {
            run(base, "without the patch"); // a program that differs from itself would be blamed on a fix
            failure = failure(all);
        }
        boolean single = fixes.names().size() == 1;
        return failure.isEmpty() || single || !new OutputComparison(base()).isPossible() ? passed
                : FixSearch.of(fixes.all(), failure.get(), this::trial);
    }

    private Optional<String> trial(List<Integer> some) throws IOException {
        TrialTree tree = tree(some);
        if (tree.buildFailure().isEmpty()) {
            run(tree, "with fix " + some.stream().map(i -> "" + (i + 1)).collect(Collectors.joining(", ")));
        }
        Optional<String> failure = failure(tree);
        if (failure.isPresent()) {
            TreeCopy.delete(tree.tree());
        }
        return failure;
    }

    private Optional<String> failure(TrialTree tree) {
        return tree.buildFailure().isPresent() ? tree.buildFailure()
                : new OutputComparison(base()).failure(runs.get(tree.tree()).get(0));
    }

    /** Runs what is left of the runs, in turn, and puts all together. */
    Verification measure(TrialTree base, FixSearch.Outcome outcome) throws IOException {
        boolean searched = !outcome.failed().isEmpty();
        TrialTree kept = trees.get(outcome.passed().isEmpty() ? fixes.all() : outcome.passed());
        List<Run> before = base();
        List<Run> after = runs.get(kept.tree());
        boolean goOn = !(searched && outcome.passed().isEmpty());
        String what = searched ? "with the fixes that pass" : "with the patch";
        while (goOn && (before.size() < options.runs() || after.size() < options.runs()) && !hung(before, after)) {
            if (before.size() < options.runs()) {
                run(base, "without the patch");
            }
            if (after.size() < options.runs()) {
                run(kept, what);
            }
        }
        Strace.Calls straceBefore = Strace.Calls.NONE;
        Strace.Calls straceAfter = Strace.Calls.NONE;
        if (options.strace() && goOn && !hung(before, after)) {
            Duration limit = GRACE.plusMillis(before.get(0).wallMillis());
            try (Progress progress = log.start("strace, " + limit.toSeconds() + " s each")) {
                straceBefore = Strace.count(options, base.tree(), base.scratch(), limit);
                straceAfter = Strace.count(options, kept.tree(), kept.scratch(), limit);
            }
        }
        byte[] patch = outcome.passed().isEmpty() ? new byte[0] : fixes.diff().apply(outcome.passed());
        return new Verification(List.copyOf(before), List.copyOf(after), straceBefore, straceAfter, fixes.names(),
                outcome.passed(), outcome.failed(), patch, count, (System.nanoTime() - startNanos) / 1_000_000);
    }

    private static boolean hung(List<Run> before, List<Run> after) {
        return before.stream().anyMatch(Run::timedOut) || after.stream().anyMatch(Run::timedOut);
    }
}
