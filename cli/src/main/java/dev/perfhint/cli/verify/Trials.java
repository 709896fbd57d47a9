package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.Progress;
import dev.perfhint.cli.record.TestRunRecording;
import dev.perfhint.source.compile.ChangedClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The trees of one verification and their runs, by the fixes that are in them. */
final class Trials {
    private static final int MAX_SLOWDOWN = 10;
    /** Short, since the program runs as long as it runs, and few samples name no fix. */
    private static final Duration INTERVAL = Duration.ofMillis(2);
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final String WITHOUT = "without the patch";
    private static final String WITH = "with the patch";

    private final long startNanos = System.nanoTime();
    private final Path scratch;
    private final RunLog log;
    private final boolean perf;
    private final HotPatch agent;
    private final Set<Path> outside = new TreeSet<>();
    private final Optional<WorkingCopy> shared;
    private final Map<List<Integer>, TrialTree> trees = new HashMap<>();
    private final Map<TrialTree, List<Run>> runs = new IdentityHashMap<>();
    private final Map<TrialTree, HotPatch.Taken> taken = new IdentityHashMap<>();
    private final Map<TrialTree, Optional<String>> checks = new IdentityHashMap<>();
    private final Map<Integer, String> untried = new TreeMap<>();
    private VerifyOptions options;
    private FixSubsets fixes = FixSubsets.whole(new byte[0]);
    private boolean compilesItself;
    private int count;
    private long searchMillis;

    Trials(VerifyOptions options, Path scratch, RunLog log) throws IOException {
        this.options = options;
        this.scratch = scratch;
        this.log = log;
        this.perf = PerfStat.isAllowed(scratch);
        this.agent = new HotPatch(scratch);
        WorkingCopy.checkedBytes(options.tree(), options.build().isPresent() ? 4 : 1);
        Path tree = scratch.resolve("tree");
        this.shared = options.build().isPresent() ? Optional.empty()
                : Optional.of(WorkingCopy.of(options.tree(), tree, tree));
    }

    /** Takes the fixes that are tried from now on. */
    void begin(VerifyOptions placed, FixSubsets some) {
        options = placed;
        fixes = some;
    }

    /** Runs the command once with a profiler in its JVMs, and once with the agent that observes streams. */
    RecordedRun record() throws IOException {
        Path directory = Files.createDirectories(scratch.resolve("recorded"));
        String profiler = TestRunRecording.jvmOptions(directory, Optional.empty(), INTERVAL,
                Runtime.version().feature());
        Run run;
        try (Progress progress = log.start("run 1, recorded")) {
            run = unpatched().run(agent.with(profiler), limit(), false);
        }
        log.ended(++count, "recorded", run);
        Optional<HotPatch> observer = run.hung() || run.exitCode() != 0 && options.load().isEmpty() ? Optional.empty()
                : agent.observing();
        if (observer.isPresent()) {
            try (Progress progress = log.start("run 2, observed")) {
                log.ended(++count, "observed", unpatched().run(observer.get(), limit(), false));
            }
        }
        String observed = observer.isPresent() ? agent.observed() : "";
        outside.addAll(ObservedPaths.written(observed, scratch));
        List<Path> recordings = TestRunRecording.collect(directory,
                run.counts().getOrDefault(Run.Measure.USER_MILLIS, 0L),
                run.counts().getOrDefault(Run.Measure.SYSTEM_MILLIS, 0L), observed);
        return new RecordedRun(run, recordings, agent.code(), unpatched().copy().path());
    }

    /** Makes the tree with some fixes. */
    TrialTree tree(List<Integer> some) throws IOException {
        if (trees.containsKey(some)) {
            return trees.get(some);
        }
        Path own = scratch.resolve("tree-" + trees.size());
        try (Progress progress = log.start((shared.isEmpty() ? "building " : "compiling ")
                + (some.isEmpty() ? WITHOUT : WITH))) {
            TrialTree tree = shared.isEmpty() ? TrialTree.build(options, fixes, some, own)
                    : TrialTree.patch(options, fixes, some, shared.get(), agent, own);
            trees.put(some, tree);
            runs.put(tree, new ArrayList<>());
            return tree;
        }
    }

    /** Runs a tree once; {@code perf stat} counts in its first run, so that the others show the CPU time alone. */
    Run run(TrialTree tree, String what) throws IOException {
        List<Run> earlier = runs.get(tree);
        try (Progress progress = log.start("run " + (count + 1) + ", " + what)) {
            earlier.add(MeasuredRun.with(tree.run(agent, limit(), perf && earlier.isEmpty()), outside));
        }
        taken.put(tree, agent.taken());
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

    private Duration traceLimit() {
        return GRACE.plusMillis(base().get(0).wallMillis());
    }

    private TrialTree unpatched() {
        return trees.get(List.<Integer>of());
    }

    private List<Run> base() {
        return runs.get(unpatched());
    }

    void announce() {
        log.announce(options.runs(), base().get(0).wallMillis(), options.strace() ? traceLimit().toMillis() : 0);
    }

    /** Runs all fixes together and finds those that cannot be tried and those that fail. */
    FixSearch.Outcome search() throws IOException {
        List<Integer> all = fixes.all();
        TrialTree tree = tree(all);
        if (tree.refusal().isPresent()) {
            compilesItself = run(tree, WITH).compiled();
            all = compilesItself ? all : compiling(all, tree.refusal().get());
        }
        if (all.isEmpty()) {
            return new FixSearch.Outcome(List.of(), Map.of());
        }
        tree = tree(all);
        if (tree.buildFailure().isEmpty() && runs.get(tree).isEmpty()) {
            run(tree, WITH);
        }
        FixSearch.Outcome outcome = passing(all, tree);
        return new FixSearch.Outcome(loaded(outcome.passed()), outcome.failed());
    }

    /** Sets aside fixes whose classes do not compile without a build. */
    private List<Integer> compiling(List<Integer> all, String refusal) throws IOException {
        FixSearch.Outcome outcome = FixSearch.of(all, refusal, some -> tree(some).refusal());
        outcome.failed().forEach((fix, why) -> untried.put(fix, why + ": needs --build COMMAND"));
        return outcome.passed();
    }

    /** Sets aside fixes of classes that the run with all that pass did not load: it proves nothing of them. */
    private List<Integer> loaded(List<Integer> passed) throws IOException {
        TrialTree tree = trees.get(passed);
        if (passed.isEmpty() || tree.classes().isEmpty() || compilesItself) {
            return passed;
        }
        HotPatch.Taken ran = taken.get(tree);
        List<Integer> loaded = new ArrayList<>();
        for (int fix : passed) {
            List<String> names = fixes.changes().apply(List.of(fix)).stream()
                    .filter(change -> change.name().endsWith(".java") && !change.create())
                    .map(ChangedClasses::internalName).toList();
            if (names.isEmpty() || names.stream().anyMatch(ran::has)) {
                loaded.add(fix);
            } else {
                untried.put(fix, ran.refusal().orElse("the run does not load " + names.get(0).replace('/', '.')));
            }
        }
        return loaded;
    }

    private FixSearch.Outcome passing(List<Integer> all, TrialTree tree) throws IOException {
        FixSearch.Outcome passed = new FixSearch.Outcome(all, Map.of());
        Optional<String> failure = failure(tree);
        if (failure.isPresent() && base().size() == 1 && tree.buildFailure().isEmpty()) {
            run(unpatched(), WITHOUT); // a program that differs from itself would be blamed on a fix
            failure = failure(tree);
        }
        if (failure.isEmpty() || all.size() == 1 || !new OutputComparison(base()).isPossible()) {
            return passed;
        }
        log.searching(failure.get());
        long start = System.nanoTime();
        FixSearch.Outcome outcome = FixSearch.of(all, failure.get(), this::trial);
        searchMillis = (System.nanoTime() - start) / 1_000_000;
        return outcome;
    }

    private Optional<String> trial(List<Integer> some) throws IOException {
        TrialTree tree = tree(some);
        if (tree.buildFailure().isEmpty() && runs.get(tree).isEmpty()) {
            run(tree, "with fix " + some.stream().map(i -> "" + (i + 1)).collect(Collectors.joining(", ")));
        }
        return failure(tree);
    }

    private Optional<String> failure(TrialTree tree) throws IOException {
        if (tree.buildFailure().isPresent()) {
            return tree.buildFailure();
        }
        Optional<String> differs = new OutputComparison(base()).failure(runs.get(tree).get(0));
        return differs.isPresent() || options.check().isEmpty() ? differs : check(tree);
    }

    /** Runs the check once for each tree. */
    private Optional<String> check(TrialTree tree) throws IOException {
        if (!checks.containsKey(tree)) {
            try (Progress progress = log.start("check")) {
                checks.put(tree, tree.check(agent));
            }
        }
        return checks.get(tree);
    }

    /** Refuses a check that fails without any fix. */
    void checkUnpatched() throws IOException {
        Optional<String> failure = options.check().isEmpty() ? Optional.empty() : check(unpatched());
        if (failure.isPresent()) {
            throw new CliException(failure.get() + " without the patch: " + options.check().get());
        }
    }

    /** Runs what is left of the runs, in turn, and puts all together. */
    Verification measure(FixSearch.Outcome outcome) throws IOException {
        boolean searched = !outcome.failed().isEmpty();
        boolean goOn = !outcome.passed().isEmpty();
        List<Integer> kept = new ArrayList<>(outcome.passed());
        TrialTree tree = !goOn ? trees.get(fixes.all()) : trees.containsKey(kept) ? trees.get(kept) : tree(kept);
        List<Run> before = base();
        List<Run> after = goOn || tree.refusal().isEmpty() ? runs.get(tree) : List.of();
        String what = searched ? "with the fixes that pass" : WITH;
        while (goOn && (before.size() < options.runs() || after.size() < options.runs()) && !hung(before, after)) {
            if (before.size() < options.runs()) {
                run(unpatched(), WITHOUT);
            }
            if (after.size() < options.runs()) {
                run(tree, what);
            }
        }
        Strace.Calls straceBefore = Strace.Calls.NONE;
        Strace.Calls straceAfter = Strace.Calls.NONE;
        if (options.strace() && goOn && !hung(before, after)) {
            Duration limit = traceLimit();
            try (Progress progress = log.start("strace, " + limit.toSeconds() + " s each")) {
                straceBefore = Strace.count(unpatched(), agent, limit);
                straceAfter = Strace.count(tree, agent, limit);
            }
        }
        byte[] patch = kept.isEmpty() ? new byte[0] : fixes.diff().apply(kept);
        return new Verification(List.copyOf(before), List.copyOf(after), straceBefore, straceAfter, fixes.names(),
                kept, outcome.failed(), Map.copyOf(untried), patch,
                goOn ? tree.classes() : Map.of(), count, (System.nanoTime() - startNanos) / 1_000_000, searchMillis);
    }

    private static boolean hung(List<Run> before, List<Run> after) {
        return before.stream().anyMatch(Run::hung) || after.stream().anyMatch(Run::hung);
    }
}
