package dev.perfhint.rules.metadata;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Candidate;
import dev.perfhint.rules.Range;
import dev.perfhint.rules.Remedies;
import dev.perfhint.rules.Rule;
import dev.perfhint.rules.Verdict;
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

/**
 * Attributes asked of the file system again and again: several checks on one line (those of other lines may ask for
 * other files), a check of every element that a walk has already looked at, or one check in a hot loop. One request of
 * all attributes for each file is not flagged.
 */
public final class FileMetadataStorm implements Rule {
    private static final Set<String> CHECKS = Set.of(
            "exists", "notExists", "isFile", "isRegularFile", "isDirectory", "canRead", "canWrite", "canExecute",
            "isReadable",
            "isWritable", "isExecutable", "getCanonicalPath", "getCanonicalFile", "toRealPath");
    private static final double SECOND_CHECK = 0.1;
    private static final double WALK = 0.1;

    @Override
    public String id() {
        return "file-metadata-storm";
    }

    @Override
    public String family() {
        return "metadata";
    }

    @Override
    public String summary() {
        return "repeated stat() of the same files: one system call each";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public List<String> outranks() {
        return List.of("unbuffered-file-read");
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return isCheck(stack) || isHandler(stack);
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return isHandler(stack) ? Optional.of(stack.component()) : Optional.empty();
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (candidate.subject().isPresent()) {
            return Optional.of(handler(candidate));
        }
        Map<String, Long> checks = new TreeMap<>();
        candidate.stacks().forEach(stack -> checks.merge(candidate.callee(stack), stack.samples(), Long::sum));
        long all = candidate.samples();
        checks.values().removeIf(samples -> samples < SECOND_CHECK * all);
        List<SystemStack> around = candidate.surroundings().sameMethod(candidate.main());
        long walked = Surroundings.samples(around, stack -> stack.io().operation() == Operation.WALK);
        String main = PublicNames.simple(candidate.callee());
        if (walked >= WALK * all && walksItself(candidate)) {
            return Optional.of(verdict(main + " reads attributes again that the file walk has already "
                                                      + "returned",
                    new Range(0.9, 1), "use Files.find or Files.walkFileTree, which pass the attributes along"));
        }
        if (checks.size() > 1) {
            double kept = (double) checks.values().stream().mapToLong(Long::longValue).max().orElse(0) / all;
            return Optional.of(verdict(
                    checks.size() + " checks on one line, a system call each: " + names(checks.keySet()),
                    new Range(0.9 * (1 - kept), 1 - kept),
                    "where they ask for the same file, read the attributes once with Files.readAttributes, or open "
                            + "the file and handle the exception"));
        }
        if (!CHECKS.contains(main.substring(main.lastIndexOf('.') + 1))) {
            return Optional.empty();
        }
        return Optional.of(new Verdict(
                main + " in a hot loop: one system call per iteration", Optional.empty(),
                Optional.of(Repair.READ_ATTRIBUTES_ONCE),
                List.of("the profile does not show whether the file is the same"),
                List.of("keep the answer, or open the file and handle the exception")));
    }

    // a handler that looks its files up for each request: attributes, opening and reading together
    private static Verdict handler(Candidate candidate) {
        String component = candidate.main().component();
        double attributes = candidate.share(stack -> stack.cause() == Cause.FILE_METADATA);
        return Verdict.advised(Remedies.label(component) + " looks up the file for every request",
                List.of(String.format(Locale.ROOT, "%.0f %% of it reads attributes, the rest opens and "
                                                           + "reads files",
                        attributes * 100)),
                Remedies.of(component, candidate.cause()));
    }

    private static boolean isHandler(SystemStack stack) {
        return stack.component().startsWith("files-") && Remedies.covers(stack.component(), stack.cause());
    }

    private static boolean isCheck(SystemStack stack) {
        return stack.io().operation() == Operation.METADATA && !stack.io().shape().opaque();
    }

    // Files.walk reads attributes by itself; File.listFiles does not
    private static boolean walksItself(Candidate candidate) {
        return candidate.callee().startsWith("java.nio.file.");
    }

    private static Verdict verdict(String message, Range saving, String help) {
        return new Verdict(message, Optional.of(saving), Optional.of(Repair.READ_ATTRIBUTES_ONCE),
                List.of("merge checks only where the file does not change between them"),
                List.of(help));
    }

    private static String names(Set<String> callees) {
        return String.join(", ", callees.stream().map(PublicNames::simple).toList());
    }
}
