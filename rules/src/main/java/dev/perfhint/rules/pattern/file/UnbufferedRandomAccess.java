package dev.perfhint.rules.pattern.file;

import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.observed.SeenText;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Remedies;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Small reads and writes of a {@code RandomAccessFile} or positional channel, and the seeks around them.
 * Seeks alone count only where they cost more than the reads and writes of the same method.
 */
public final class UnbufferedRandomAccess implements Rule {
    private static final double MIN_SEEKS = 0.5;
    private static final String IMAGE_FILES = "javax.imageio.stream.FileImage";
    private static final String WRITE_IMAGE =
            "try (OutputStream file = new BufferedOutputStream(new FileOutputStream(path)); "
                    + "ImageOutputStream out = new MemoryCacheImageOutputStream(file))";
    private static final String READ_IMAGE =
            "try (InputStream in = new BufferedInputStream(new FileInputStream(path))) "
                    + "{ image = ImageIO.read(new MemoryCacheImageInputStream(in)); }";

    @Override
    public String id() {
        return "unbuffered-random-access";
    }

    @Override
    public boolean showsInEvents() {
        return true;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        if (!stack.io().shape().isDirect() || stack.io().synced()) {
            return false;
        }
        boolean unknown = isOfStore(stack) && !stack.io().size().isEvidence();
        return isSeek(stack) || isTransfer(stack) && (unknown || SmallCalls.isSmall(stack));
    }

    // what a store reads and writes through its own volume is of one kind
    private static boolean isOfStore(SystemStack stack) {
        return stack.component().startsWith("store-") && Remedies.covers(stack.component(), stack.cause());
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return isOfStore(stack) ? Optional.of(stack.component()) : Optional.empty();
    }

    @Override
    public SystemStack anchor(SystemStack stack, Surroundings surroundings) {
        if (!isSeek(stack)) {
            return stack;
        }
        SystemStack likely =
                surroundings.heaviest(stack, other -> isTransfer(other) && SmallCalls.isSmall(other.io().size()));
        SystemStack heaviestSeek = likely == stack ? surroundings.heaviest(stack, UnbufferedRandomAccess::isSeek)
                : likely;
        SystemStack certain = surroundings.heaviest(stack,
                other -> isTransfer(other) && SmallCalls.isSmall(other.io().size()) && other.io().size().isEvidence());
        return certain == stack ? heaviestSeek : certain;
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (candidate.subject().isPresent()) {
            return store(candidate);
        }
        List<String> help = List.of("read or write blocks: FileChannel with a ByteBuffer, or a byte[]");
        SystemStack main = candidate.main();
        if (candidate.share(UnbufferedRandomAccess::isSeek) >= MIN_SEEKS) {
            return chatters(candidate) ? Optional.of(chatter(candidate, help)) : Optional.empty();
        }
        if (isImage(candidate)) {
            return image(candidate);
        }
        String target = main.io().stream().endsWith("FileChannel") ? "FileChannel" : "RandomAccessFile";
        return SmallCalls.unbuffered(candidate, main.io().operation().isRead() ? "read" : "write", target,
                Repair.BLOCK_RANDOM_ACCESS, help);
    }

    private static boolean isImage(Candidate candidate) {
        SystemStack main = candidate.main();
        for (int node = main.leaf(); node > main.caller(); node = candidate.tree().parent(node)) {
            if (candidate.methods().className(candidate.tree().method(node)).startsWith(IMAGE_FILES)) {
                return true;
            }
        }
        return false;
    }

    // the image stream of a file has no buffer, and ImageIO opens it for each File
    private static Optional<Verdict> image(Candidate candidate) {
        boolean read = candidate.main().io().operation().isRead();
        return SmallCalls.unbuffered(candidate, read ? "read" : "write", "image stream on a file",
                Repair.BLOCK_RANDOM_ACCESS, List.of())
                .map(small -> Verdict.advised(small.message(), small.notes(), List.of(new Advice(Advice.Kind.DESIGN,
                        "give ImageIO a memory-cached image stream over a buffered stream, not the File",
                        Optional.empty(), Optional.of(read ? READ_IMAGE : WRITE_IMAGE), small.saving()))));
    }

    // a store that reads and writes its file value by value: a setting of its own changes that
    private static Optional<Verdict> store(Candidate candidate) {
        if (SmallCalls.copiesMuch(candidate)) {
            return Optional.empty();
        }
        String component = candidate.main().component();
        return Optional.of(Verdict.advised(
                Remedies.label(component) + " reads and writes its file in single values: one system call each",
                SmallCalls.copiesNote(candidate), Remedies.of(component, candidate.cause())));
    }

    private static Verdict chatter(Candidate candidate, List<String> help) {
        return new Verdict(candidate.seen().filter(seen -> seen.calls().bytes() == 0)
                .map(seen -> SeenText.calls(seen) + ": one system call each").orElseGet(
                        () -> PublicNames.simple(seek(candidate))
                                + " costs one system call each time, more than the data around it"),
                Optional.of(Saving.AT_MOST), Optional.of(Repair.BLOCK_RANDOM_ACCESS),
                List.of("each call asks the kernel for position or length"), help);
    }

    private static String seek(Candidate candidate) {
        return candidate.stacks().stream().filter(UnbufferedRandomAccess::isSeek).findFirst().map(candidate::callee)
                .orElse("");
    }

    // a seek before each block is the use the class is made for; a wrapper may seek in one method and read in another
    private static boolean chatters(Candidate candidate) {
        List<SystemStack> method = candidate.surroundings().sameMethod(candidate.main());
        boolean whole = method.stream().anyMatch(UnbufferedRandomAccess::isTransfer);
        List<SystemStack> code = whole ? method : candidate.surroundings().sameClass(candidate.main());
        List<SystemStack> around = Stream.concat(code.stream(), candidate.stacks().stream()).distinct().toList();
        long seeks = Surroundings.samples(around, UnbufferedRandomAccess::isSeek);
        long transfers = Surroundings.samples(around, UnbufferedRandomAccess::movesData);
        // the data may be moved in another class, through the same channel
        long all = seeks + (transfers > 0 ? transfers
                : Surroundings.samples(candidate.surroundings().all(), UnbufferedRandomAccess::movesData));
        return seeks >= MIN_SEEKS * all;
    }

    private static boolean isSeek(SystemStack stack) {
        return stack.io().operation() == Operation.RANDOM_SEEK || stack.io().operation() == Operation.CHANNEL_SEEK;
    }

    private static boolean movesData(SystemStack stack) {
        return isTransfer(stack) || stack.io().operation() == Operation.CHANNEL_WRITE;
    }

    private static boolean isTransfer(SystemStack stack) {
        return stack.io().operation() == Operation.RANDOM_READ || stack.io().operation() == Operation.RANDOM_WRITE
                || stack.io().operation() == Operation.CHANNEL_READ;
    }
}
