package dev.perfhint.rules.pattern.file;

import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Optional;

/**
 * Small reads from a file stream without a buffer, directly or through data, object, zip, gzip and user-made streams.
 * Calls of {@code available()} and {@code skip()} beside them are not counted: some stay with a buffer.
 */
public final class UnbufferedFileRead implements Rule {
    @Override
    public String id() {
        return "unbuffered-file-read";
    }

    @Override
    public boolean showsInEvents() {
        return true;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return stack.io().operation() == Operation.FILE_READ && stack.io().shape().isDirect()
                && SmallCalls.isSmall(stack);
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        String stream = candidate.main().io().stream();
        String target = stream.isEmpty() ? SmallCalls.UNRECORDED_INPUT
                : stream.endsWith("newInputStream") ? "Files.newInputStream" : "FileInputStream";
        return SmallCalls.unbuffered(candidate, "read", target, Repair.BUFFER_FILE_INPUT,
                List.of("wrap the stream in a BufferedInputStream where it is created"));
    }
}
