package dev.perfhint.rules;

import dev.perfhint.source.Creation;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes a finding's id: a hash of the rule, of where the stream is created or else where and what is called, and of the
 * ordinal among equals. No lines, paths, descriptors or grades, so that it survives unrelated edits and other JDKs.
 */
final class FindingIds {
    private static final int BYTES = 6;
    private static final double OFTEN = 0.1;

    private FindingIds() {}

    /** Returns what makes the finding that one, without the ordinal. */
    static String identity(Candidate candidate, Optional<Creation> creation) {
        if (creation.isPresent()) {
            return String.join("\n", candidate.rule().id(), creation.get().className(), withoutNumber(creation.get().member()),
                    creation.get().type());
        }
        int site = candidate.tree().method(candidate.main().site());
        return String.join("\n", candidate.rule().id(), candidate.methods().className(site),
                withoutNumber(candidate.methods().methodName(site)), callee(candidate));
    }

    // which of several calls is the heaviest differs from run to run, the first by name does not
    private static String callee(Candidate candidate) {
        Map<String, Long> samples = new TreeMap<>();
        candidate.stacks().forEach(stack -> samples.merge(candidate.callee(stack), stack.samples(), Long::sum));
        return samples.entrySet().stream()
                .filter(entry -> entry.getValue() >= OFTEN * candidate.samples())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(candidate.callee());
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
