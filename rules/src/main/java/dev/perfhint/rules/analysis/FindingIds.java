package dev.perfhint.rules.analysis;

import dev.perfhint.profile.Profile;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Creation;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Makes a finding's id: a hash of the rule, of where and what is called (or of what the rule gathers by), and of the
 * ordinal among equals. No creation, lines, paths, descriptors or grades, so that it survives unrelated edits, other
 * JDKs and an analysis without sources.
 */
final class FindingIds {
    private static final int BYTES = 6;
    private static final double MIN_CALLEE_SHARE = 0.1;

    private FindingIds() {}

    /** Returns what makes the finding that one, without the ordinal: the same with and without sources. */
    static String identity(Candidate candidate) {
        if (candidate.subject().isPresent()) {
            return String.join("\n", candidate.rule().id(), candidate.subject().get());
        }
        SystemStack named = named(candidate);
        int site = candidate.tree().method(named.site());
        return String.join("\n", candidate.rule().id(), site < 0 ? "" : candidate.methods().className(site),
                site < 0 ? "" : withoutNumber(candidate.methods().methodName(site)),
                first(candidate, candidate::callee));
    }

    private static SystemStack named(Candidate candidate) {
        String first = first(candidate, stack -> place(candidate, stack));
        return candidate.stacks().stream().filter(stack -> place(candidate, stack).equals(first)).findFirst()
                .orElseThrow();
    }

    // which of several calls is the heaviest differs from run to run, the first by name does not
    private static String first(Candidate candidate, Function<SystemStack, String> name) {
        Map<String, Long> samples = new TreeMap<>();
        candidate.stacks().forEach(stack -> samples.merge(name.apply(stack), stack.samples(), Long::sum));
        return samples.entrySet().stream()
                .filter(entry -> entry.getValue() >= MIN_CALLEE_SHARE * candidate.samples())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseGet(() -> name.apply(candidate.main()));
    }

    private static String place(Candidate candidate, SystemStack stack) {
        return place(candidate.rule(), stack, candidate.profile()) + ' '
                + (stack.site() < 0 ? "" : (1_000_000_001L + candidate.tree().line(stack.site())));
    }

    /**
     * Gives each its id. Equals are numbered by the lines of all calls that the rule selects there, before anything is
     * left out, so that the number does not depend on what the sources join.
     */
    static List<Analysis.Judged> numbered(List<Analysis.Judged> judged, List<Grouping.Group> groups, Profile profile) {
        Map<String, TreeSet<Integer>> lines = new HashMap<>();
        for (Grouping.Group group : groups) {
            for (SystemStack stack : group.stacks()) {
                lines.computeIfAbsent(place(group.rule(), stack, profile), key -> new TreeSet<>())
                        .add(profile.tree().line(stack.site()));
            }
        }
        Set<String> taken = new HashSet<>();
        List<Analysis.Judged> numbered = new ArrayList<>();
        List<Analysis.Judged> byLine = new ArrayList<>(judged);
        byLine.sort((a, b) -> Integer.compare(line(a), line(b)));
        for (Analysis.Judged one : byLine) {
            Candidate candidate = one.candidate();
            SystemStack main = named(candidate);
            int ordinal = candidate.subject().isPresent() ? 1
                    : 1 + lines.get(place(candidate.rule(), main, profile)).headSet(profile.tree().line(main.site()))
                    .size();
            String identity = identity(candidate);
            String id = id(identity, ordinal);
            while (!taken.add(id)) {
                id = id(identity, ++ordinal);
            }
            numbered.add(new Analysis.Judged(candidate, one.verdict(), one.group(), id));
        }
        return numbered;
    }

    private static int line(Analysis.Judged one) {
        return one.group().creation().map(Creation::line).orElse(0);
    }

    private static String place(Rule rule, SystemStack stack, Profile profile) {
        int site = profile.tree().method(stack.site());
        String where = site < 0 ? ""
                : profile.methods().className(site) + '.' + withoutNumber(profile.methods().methodName(site));
        return rule.id() + ' ' + where + ' ' + (stack.callee() < 0 ? "" : Candidate.callee(stack, profile));
    }

    /** Returns the id of the {@code ordinal}-th of equal findings. */
    static String id(String identity, int ordinal) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest((identity + '\n' + ordinal).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    // javac numbers lambda bodies in the order they stand in
    private static String withoutNumber(String method) {
        int end = method.lastIndexOf('$');
        return method.startsWith("lambda$") && end > 7 ? method.substring(0, end) : method;
    }
}
