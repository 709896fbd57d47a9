package dev.perfhint.rules.pattern.file;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Remedies;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Files that are created, and soon deleted or renamed: temporary files, build outputs, lock files. All calls of one
 * application method, opens and attributes included, or of one well-known tool, are one finding. Files that stay are
 * output.
 */
public final class FileChurn implements Rule {
    // a copy is a file by contract, and replaces the one that is there
    private static final String COPY = "java.nio.file.Files.copy";
    private static final Set<Cause> BESIDE = EnumSet.of(Cause.FILE_OPEN, Cause.FILE_METADATA);
    private static final double MIN_CREATED_OR_DELETED = 0.2;
    // of all creations and deletions of the program
    private static final double MIN_DELETED = 0.02;
    private static final double MIN_SEARCHED = 0.2;

    @Override
    public String id() {
        return "file-churn";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return isChurn(stack) || (isTool(stack) ? Remedies.covers(stack.component(), stack.cause())
                : BESIDE.contains(stack.cause()) && isBesideChurn(stack, surroundings));
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return Optional.of(isTool(stack) ? stack.component() : surroundings.method(stack));
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        double created = candidate.share(stack -> stack.cause() == Cause.FILE_CREATE);
        double deleted = candidate.share(stack -> stack.cause() == Cause.FILE_DELETE);
        if (created + deleted < MIN_CREATED_OR_DELETED || !deletes(candidate.surroundings())
                || candidate.callee().equals(COPY) || Replacements.are(candidate)) {
            return Optional.empty();
        }
        String component = candidate.main().component();
        boolean tool = isTool(candidate.main());
        List<String> notes = new ArrayList<>();
        boolean renames = onlyRenames(candidate);
        notes.add(String.format(Locale.ROOT, "%.0f %% of it creates files, %.0f %% "
                + (renames ? "renames them" : "deletes or renames them"), created * 100, deleted * 100));
        double searched = KernelFunctions.share(candidate, Cause.FILE_CREATE, KernelFunctions.SEARCH, leaf -> true);
        if (searched >= MIN_SEARCHED) {
            notes.add(String.format(Locale.ROOT,
                    "%.0f %% of file creation is recently_deleted(): ext4 without a journal skips recently "
                            + "freed inodes", searched * 100));
        }
        List<Advice> known = Remedies.of(component, Cause.FILE_CREATE);
        return Optional.of(Verdict.advised(
                (tool ? Remedies.label(component) + " creates" : "creates")
                        + (renames ? " files and renames them" : " and deletes short-lived files"), notes,
                tool && !known.isEmpty() ? known : renames ? renamed() : anyCode(candidate)));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        if (!isChurn(stack)) {
            return Optional.empty();
        }
        if (stack.cause() == Cause.FILE_CREATE && candidate.callee().equals(COPY)
                && deletes(candidate.surroundings())) {
            return Optional.of(Explanation.unknown("Files.copy: replaces a file, or does what Files.move would"));
        }
        return Optional.of(Explanation.inherent(!deletes(candidate.surroundings())
                ? "the program's output: none of the created files is deleted or renamed"
                : Replacements.are(candidate) ? "files are deleted before they are created anew: output"
                : "files are created and deleted among other work: " + Parts.ofSystemCpu(candidate)));
    }

    // a file that is renamed stays: in the same method, else anywhere in the program
    private static boolean onlyRenames(Candidate candidate) {
        Surroundings surroundings = candidate.surroundings();
        List<SystemStack> own = deletes(candidate.stacks());
        return (own.isEmpty() ? deletes(surroundings.all()) : own).stream()
                .allMatch(stack -> Replacements.isRename(stack, surroundings));
    }

    private static List<SystemStack> deletes(List<SystemStack> stacks) {
        return stacks.stream().filter(stack -> stack.cause() == Cause.FILE_DELETE).toList();
    }

    private static List<Advice> renamed() {
        return List.of(Advice.of(Advice.Kind.OS, "put their directory on a file system in memory (tmpfs) where the "
                + "files need not survive a restart"));
    }

    private static List<Advice> anyCode(Candidate candidate) {
        return List.of(
                Advice.design("keep short-lived data in memory, or reuse one file"),
                DefaultDirectory.isUsed(candidate)
                        ? Advice.of(Advice.Kind.OS, "let temporary files live in memory", "-Djava.io.tmpdir=/dev/shm")
                        : Advice.of(Advice.Kind.OS, "put their directory on a file system in memory (tmpfs)"));
    }

    static boolean isChurn(SystemStack stack) {
        return stack.cause() == Cause.FILE_CREATE || stack.cause() == Cause.FILE_DELETE;
    }

    private static boolean isTool(SystemStack stack) {
        return stack.component().startsWith("tool-");
    }

    // opens, closes and attributes of the same files
    private static boolean isBesideChurn(SystemStack stack, Surroundings surroundings) {
        List<SystemStack> around = surroundings.sameMethod(stack);
        long churn = Surroundings.samples(around, FileChurn::isChurn);
        return churn > 0 && churn >= MIN_CREATED_OR_DELETED
                * (churn + Surroundings.samples(around, other -> BESIDE.contains(other.cause())));
    }

    private static boolean deletes(Surroundings surroundings) {
        long deleted = surroundings.samplesOf(Cause.FILE_DELETE);
        return deleted > 0 && deleted >= MIN_DELETED * (deleted + surroundings.samplesOf(Cause.FILE_CREATE));
    }
}
