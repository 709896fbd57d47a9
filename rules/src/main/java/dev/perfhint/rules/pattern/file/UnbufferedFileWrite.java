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
 * Small writes to a file stream or channel without a buffer, directly or through data, object, zip, digest and
 * user-made streams. Array writes of unknown size are not claimed.
 */
public final class UnbufferedFileWrite implements Rule {
    @Override
    public String id() {
        return "unbuffered-file-write";
    }

    @Override
    public boolean showsInEvents() {
        return true;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        boolean write = stack.io().operation() == Operation.FILE_WRITE
                || stack.io().operation() == Operation.CHANNEL_WRITE;
        return write && stack.io().shape().isDirect() && !stack.io().synced() && SmallCalls.isSmall(stack);
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        boolean channel = candidate.main().io().operation() == Operation.CHANNEL_WRITE;
        String stream = candidate.main().io().stream();
        String target = stream.isEmpty() ? SmallCalls.UNRECORDED_OUTPUT
                : channel ? "FileChannel"
                : stream.endsWith("newOutputStream") ? "Files.newOutputStream" : "FileOutputStream";
        List<String> help = channel
                ? List.of("collect the data in a larger ByteBuffer and write that")
                : List.of("wrap the stream in a BufferedOutputStream where it is created");
        return SmallCalls.unbuffered(candidate, "write", target, Repair.BUFFER_FILE_OUTPUT, help);
    }
}
