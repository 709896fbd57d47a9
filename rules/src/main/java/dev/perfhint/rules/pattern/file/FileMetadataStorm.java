package dev.perfhint.rules.pattern.file;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.observed.SeenPaths;
import dev.perfhint.rules.observed.SeenPlaces;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Remedies;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Attributes asked of the file system again and again: several checks in one method, a check of every element that a
 * walk has already looked at, or one check in a hot loop. All that one method asks is one finding. One request of all
 * attributes for each file is not flagged.
 */
public final class FileMetadataStorm implements Rule {
    private static final Set<String> CHECKS = Set.of(
            "exists", "notExists", "isFile", "isRegularFile", "isDirectory", "canRead", "canWrite", "canExecute",
            "isReadable", "isWritable", "isExecutable", "getCanonicalPath", "getCanonicalFile", "toRealPath");
    /** What the observer calls the checks that are not of attributes. */
    private static final Map<String, String> OPERATIONS = Map.ofEntries(Map.entry("exists", "exists"),
            Map.entry("notExists", "exists"), Map.entry("canRead", "access"), Map.entry("canWrite", "access"),
            Map.entry("canExecute", "access"), Map.entry("isReadable", "access"), Map.entry("isWritable", "access"),
            Map.entry("isExecutable", "access"), Map.entry("getCanonicalPath", "canonical"),
            Map.entry("getCanonicalFile", "canonical"), Map.entry("toRealPath", "canonical"));
    private static final double MIN_SECOND_CHECK = 0.1;
    private static final double MIN_WALKED = 0.1;
    private static final double MIN_CPU_SHARE = 0.01;

    @Override
    public String id() {
        return "file-metadata-storm";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return isCheck(stack) || isHandler(stack) || isScan(stack) && surroundings.isPolled(stack)
                || isPauseOfScan(stack, surroundings);
    }

    // a longer interval makes both rarer
    private static boolean isPauseOfScan(SystemStack stack, Surroundings surroundings) {
        if (stack.cause() != Cause.SLEEP || stack.site() <= CallTree.ROOT) {
            return false;
        }
        String method = surroundings.method(stack);
        return Surroundings.samples(surroundings.all(), other -> isScan(other) && surroundings.isPolled(other)
                && surroundings.poller(other).equals(method)) > Surroundings.samples(surroundings.sameMethod(stack),
                other -> other.cause() == Cause.SLEEP);
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return isHandler(stack) ? Optional.of(stack.component())
                : Optional.of((isScan(stack) || stack.cause() == Cause.SLEEP)
                        && surroundings.isPolled(stack) ? surroundings.poller(stack)
                        : surroundings.method(stack));
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (isHandler(candidate.main())) {
            return Optional.of(handler(candidate));
        }
        if (candidate.surroundings().isPolled(candidate.main())) {
            return polled(candidate);
        }
        Map<String, Long> checks = new TreeMap<>();
        candidate.stacks().forEach(stack -> checks.merge(candidate.callee(stack), stack.samples(), Long::sum));
        long all = candidate.samples();
        checks.values().removeIf(samples -> samples < MIN_SECOND_CHECK * all);
        List<SystemStack> around = candidate.surroundings().sameMethod(candidate.main());
        long walked = Surroundings.samples(around, stack -> stack.io().operation() == Operation.WALK);
        String main = PublicNames.simple(candidate.callee());
        if (walked >= MIN_WALKED * all && walksItself(candidate)) {
            return Optional.of(verdict(Repair.READ_ATTRIBUTES_ONCE,
                    main + " reads attributes again that the file walk has already returned",
                    Saving.KEPT, "use Files.find or Files.walkFileTree, which pass the attributes along", Stream.of()));
        }
        if (checks.size() > 1) {
            double kept = (double) checks.values().stream().mapToLong(Long::longValue).max().orElse(0) / all;
            boolean together = candidate.stacks().stream().map(stack -> candidate.tree().line(stack.site())).distinct()
                    .count() == 1;
            boolean access = checks.keySet().stream().anyMatch(name -> operation(name).equals("access"));
            List<SeenPaths> seen = checks.keySet().stream().map(FileMetadataStorm::operation).distinct()
                    .flatMap(operation -> SeenPaths.of(candidate.profile().observed(), operation).stream()).toList();
            // what is kept from one use to the next saves more than what is predicted, and promises more
            boolean again = !seen.isEmpty() && seen.stream().allMatch(SeenPaths::isRepeated);
            // those of other lines may ask for other files
            return Optional.of(verdict(Repair.MERGE_CHECKS,
                    checks.size() + " checks " + (together ? "on one line" : "in one method") + ", a system call each: "
                            + names(checks.keySet()),
                    new Range(together ? 0.9 * (1 - kept) : 0, 1 - kept),
                    "where they ask for the same file, " + (access ? "" : "read the attributes once with"
                            + " Files.readAttributes, which throws where it is missing, or ")
                            + "open the file and handle the exception"
                            + (access ? ": Files.readAttributes answers the others, not what may be done with it"
                                    : "")
                            + (again ? "; more goes where the answer is kept from one use to the next" : ""),
                    seen.stream().map(SeenPaths::text)));
        }
        String last = main.substring(main.lastIndexOf('.') + 1);
        // one look at each file that a directory lists is what the listing is for
        Optional<SeenPaths> seen = SeenPaths.of(candidate.profile().observed(), operation(main));
        boolean kept = walked == 0 && candidate.cpuShare() >= MIN_CPU_SHARE;
        if (isOfWrittenFile(candidate) || !CHECKS.contains(last) && !kept
                || seen.filter(paths -> !paths.isRepeated()).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new Verdict(
                main + " in a hot loop: one system call per iteration",
                Optional.of(seen.isPresent() ? Saving.KEPT : Saving.AT_MOST).filter(range -> kept),
                Optional.of(Repair.READ_ATTRIBUTES_ONCE),
                List.of(seen.map(SeenPaths::text)
                        .orElse("the profile does not show whether the file is the same")),
                List.of(CHECKS.contains(last) ? "keep the answer, or open the file and handle the exception"
                        : "keep the answer")));
    }

    private static boolean isOfWrittenFile(Candidate candidate) {
        SystemStack main = candidate.main();
        return SeenPaths.areWritten(candidate.profile().observed(), SeenPlaces.named(
                candidate.methods().name(candidate.tree().method(main.site())), candidate.tree().line(main.site())));
    }

    // directories that are scanned again after each pause
    private static Optional<Verdict> polled(Candidate candidate) {
        return candidate.cpuShare() < MIN_CPU_SHARE ? Optional.empty() : Optional.of(Verdict.advised(
                "a directory is scanned on a timer: one system call per file and scan",
                Stream.concat(Stream.of("by call: " + Parts.of(candidate, stack ->
                        PublicNames.simple(candidate.callee(stack)))), SeenPaths.of(candidate.profile().observed(),
                                "attributes").map(SeenPaths::text).stream()).toList(),
                List.of(Advice.design("let the kernel report changes, or scan less often",
                        "directory.register(watcher, ENTRY_CREATE, ENTRY_MODIFY, ENTRY_DELETE); // a WatchService"))));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        return stack.cause() != Cause.FILE_METADATA ? Optional.empty() : Optional.of(
                isOfWrittenFile(candidate)
                        ? Explanation.unknown("observed: asked of a file between the writes to it")
                        : candidate.cpuShare() < MIN_CPU_SHARE
                        ? Explanation.inherent("file attributes are read: " + Parts.ofAllCpu(candidate))
                        : Explanation.unknown("files of a listed directory are looked at; how often each is not "
                                + "recorded"));
    }

    // a handler that looks its files up for each request: attributes, opening and reading together
    private static Verdict handler(Candidate candidate) {
        String component = candidate.main().component();
        double attributes = candidate.share(stack -> stack.cause() == Cause.FILE_METADATA);
        return Verdict.advised(Remedies.label(component) + " looks up the file for every request",
                List.of(String.format(Locale.ROOT, "%.0f %% of it reads attributes, the rest opens and reads files",
                        attributes * 100)), Remedies.of(component, candidate.cause()));
    }

    private static boolean isHandler(SystemStack stack) {
        return stack.component().startsWith("files-") && Remedies.covers(stack.component(), stack.cause());
    }

    private static boolean isScan(SystemStack stack) {
        return stack.cause() == Cause.FILE_METADATA || stack.io().operation() == Operation.WALK;
    }

    private static boolean isCheck(SystemStack stack) {
        return stack.io().operation() == Operation.METADATA && !stack.io().shape().opaque();
    }

    // Files.walk reads attributes by itself; File.listFiles does not
    private static boolean walksItself(Candidate candidate) {
        return candidate.callee().startsWith("java.nio.file.");
    }

    private static Verdict verdict(Repair repair, String message, Range saving, String help, Stream<String> seen) {
        Stream<String> doubts = Stream.of("merge checks only where the file does not change between them");
        return new Verdict(message, Optional.of(saving), Optional.of(repair), Stream.concat(seen, doubts).toList(),
                List.of(help));
    }

    private static String operation(String call) {
        return OPERATIONS.getOrDefault(call.substring(call.lastIndexOf('.') + 1), "attributes");
    }

    private static String names(Set<String> callees) {
        return String.join(", ", callees.stream().map(PublicNames::simple).toList());
    }
}
