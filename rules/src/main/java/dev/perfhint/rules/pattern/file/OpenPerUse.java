package dev.perfhint.rules.pattern.file;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.Evidence;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.observed.CallsLeft;
import dev.perfhint.rules.observed.SeenCalls;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.observed.SeenText;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A file that is opened, or mapped, and closed for each use: open, map, unmap, the first-touch page faults of the
 * mapping and the yields of closing it, below one application method, are one finding there. Where reading or writing
 * costs as much as opening, the opening is needed.
 */
public final class OpenPerUse implements Rule {
    private static final double MIN_CPU_SHARE = 0.01;
    private static final double MIN_OPENS = 0.2;
    private static final double MIN_MAPPED = 0.1;
    private static final double MIN_EMPTIED = 0.05;
    private static final String PROC = "/proc";
    private static final Set<String> OWNER_NAMES = Set.of("getpwuid", "getgrgid");
    private static final Set<String> WRITERS = Set.of("newOutputStream", "newBufferedWriter");
    private static final Set<Cause> OPENS = EnumSet.of(Cause.FILE_OPEN, Cause.FILE_MAP);
    private static final Set<Cause> TRANSFERS = EnumSet.of(Cause.FILE_READ, Cause.FILE_WRITE);

    @Override
    public String id() {
        return "open-per-use";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        if (stack.site() <= CallTree.ROOT) {
            return stack.cause() == Cause.FILE_MAP && mapper(surroundings).isPresent();
        }
        if (stack.object().equals(PROC)) {
            return OPENS.contains(stack.cause()) || TRANSFERS.contains(stack.cause());
        }
        return OPENS.contains(stack.cause()) || isBeside(stack) && opensThere(stack, surroundings);
    }

    // what mapping, touching and closing costs beside the opens of the same method
    private static boolean isBeside(SystemStack stack) {
        return switch (stack.cause()) {
            case PAGE_FAULT, MEMORY_MAP -> stack.object().equals("mapped files") || stack.cause() == Cause.MEMORY_MAP;
            case FILE_METADATA, YIELD -> true;
            default -> false;
        };
    }

    private static boolean opensThere(SystemStack stack, Surroundings surroundings) {
        return surroundings.sameMethod(stack).stream().anyMatch(other -> other.cause() == Cause.FILE_MAP
                || stack.cause() == Cause.FILE_METADATA && other.cause() == Cause.FILE_OPEN);
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return stack.site() > CallTree.ROOT ? Optional.of(surroundings.method(stack)) : mapper(surroundings);
    }

    // the cleaner unmaps on a thread of the JDK's what that method mapped
    private static Optional<String> mapper(Surroundings surroundings) {
        return surroundings.all().stream()
                .filter(stack -> stack.cause() == Cause.FILE_MAP && stack.site() > CallTree.ROOT)
                .max(Comparator.comparingLong(SystemStack::samples)).map(surroundings::method);
    }

    @Override
    public double minCpuShare(Candidate candidate) {
        return MIN_CPU_SHARE;
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        double opens = candidate.share(stack -> OPENS.contains(stack.cause()));
        if (opens < MIN_OPENS) {
            return Optional.empty();
        }
        if (candidate.share(stack -> stack.object().equals(PROC)) >= 0.5) {
            return Optional.of(kernelCounters());
        }
        if (candidate.share(stack -> asksForNames(stack, candidate.surroundings())) >= 0.5) {
            return Optional.of(ownerNames());
        }
        long opened = Surroundings.samples(candidate.stacks(), stack -> OPENS.contains(stack.cause()));
        if (transfers(candidate) >= opened || isOutput(candidate)) {
            return Optional.empty();
        }
        Optional<SeenStreams> seen = candidate.seen((life, operation) ->
                new CallsLeft(life.streams().opened(), Math.max(1, life.paths().size()), false));
        String often = seen.filter(streams -> streams.operation().equals(SeenCalls.OPEN))
                .map(streams -> ": " + SeenText.grouped(streams.left().before()) + " opens of "
                        + SeenText.many(streams.left().after(), "file")).orElse("");
        boolean mapped = candidate.share(stack -> stack.cause() == Cause.FILE_MAP) >= MIN_MAPPED;
        return Optional.of(Verdict.advised(
                "a file is opened" + (mapped ? ", mapped and unmapped" : " and closed") + " for each use" + often,
                List.of("by cause: " + Parts.of(candidate, stack -> stack.cause().label())),
                List.of(beside(kept(candidate, mapped, seen.map(streams -> streams.life().paths().size()).orElse(0)),
                        seen.map(SeenStreams::elsewhere).orElse(List.of())))));
    }

    /** Adds where a file cannot stay open: what the program does with its path at other places. */
    private static Advice beside(Advice kept, List<String> elsewhere) {
        return elsewhere.isEmpty() ? kept : new Advice(kept.kind(), kept.text()
                + "; close and open it again where other code uses it: " + String.join(", ", elsewhere),
                kept.before(), kept.after(), kept.saving());
    }

    /** Advises one kept file, or one for each path where several were seen; both where nothing was. */
    private static Advice kept(Candidate candidate, boolean mapped, int files) {
        if (mapped) {
            return (files > 1
                    ? Advice.design("map each file once and keep the mappings, in a map by path",
                            "private final Map<Path, MappedByteBuffer> indexes = new HashMap<>(); // map if absent")
                    : Advice.design("map the file once and keep the mapping" + several(files, "mappings"),
                            "private final MappedByteBuffer index = channel.map(READ_ONLY, 0, channel.size());"))
                    .saving(Saving.KEPT);
        }
        return (isWritten(candidate) ? writers(files) : readers(files)).saving(Saving.KEPT);
    }

    private static Advice writers(int files) {
        return files > 1
                ? Advice.design("keep the writer of each file open, in a map by path, and close all after the last",
                        "Map<Path, BufferedWriter> open = new HashMap<>(); // outside the method; open if absent")
                : Advice.design("open the file once, in the method that loops over the records, and close it after the"
                                + " last" + several(files, "writers"),
                        "BufferedWriter out = Files.newBufferedWriter(path, CREATE, APPEND); // before that loop");
    }

    private static Advice readers(int files) {
        return files > 1
                ? Advice.design("keep the files open, or their content, in a map by path",
                        "private final Map<Path, FileChannel> open = new HashMap<>(); // read(buffer, position)")
                : Advice.design("keep the file open, or keep its content" + several(files, "files"),
                        "private final FileChannel file = FileChannel.open(path); // read(buffer, position)");
    }

    private static String several(int files, String kept) {
        return files == 0 ? " (several " + kept + ": in a map by path)" : "";
    }

    private static boolean isWritten(Candidate candidate) {
        long written = Surroundings.samples(candidate.surroundings().all(),
                stack -> stack.cause() == Cause.FILE_WRITE && isBelow(candidate, stack.site()));
        long read = Surroundings.samples(candidate.surroundings().all(),
                stack -> stack.cause() == Cause.FILE_READ && isBelow(candidate, stack.site()));
        return written > read;
    }

    // a file that is kept open is read again, kept content is not
    @Override
    public List<SystemStack> takenAlong(Candidate candidate) {
        return candidate.stacks().stream()
                .flatMap(stack -> candidate.surroundings().sameMethod(stack).stream()).distinct()
                .filter(stack -> TRANSFERS.contains(stack.cause())).toList();
    }

    private static Verdict kernelCounters() {
        return Verdict.advised("kernel counters are read from /proc, by a JMX bean or a monitor",
                List.of("each question opens, reads and closes a file that the kernel writes on request"),
                List.of(Advice.design("ask less often, and keep the answer between")));
    }

    // getpwuid() and getgrgid() of the C library
    private static boolean asksForNames(SystemStack stack, Surroundings surroundings) {
        return OWNER_NAMES.stream().anyMatch(each -> surroundings.isOf(stack, each));
    }

    private static Verdict ownerNames() {
        return Verdict.advised("names of owners and groups are looked up for each file",
                List.of("each look-up opens, reads and closes /etc/passwd or /etc/group, or asks a name service"),
                List.of(Advice.design("ask for the numbers (unix:uid, unix:gid), or keep their names")));
    }

    // files that are closed only, or that the kernel empties when they are opened; without its frames appended ones
    // look alike
    private static boolean isOutput(Candidate candidate) {
        List<SystemStack> opens = candidate.stacks().stream().filter(stack -> OPENS.contains(stack.cause())
                && !candidate.surroundings().isOf(stack, "close")).toList();
        boolean written = opens.stream().anyMatch(stack -> candidate.methods()
                .className(candidate.tree().method(stack.entry())).equals("java.io.FileOutputStream")
                || WRITERS.stream().anyMatch(each -> candidate.surroundings().isOf(stack, each)));
        return opens.isEmpty() || written && candidate.totals().evidence() != Evidence.KERNEL_FRAMES
                || KernelFunctions.share(candidate, Cause.FILE_OPEN, KernelFunctions.TRUNCATE,
                        leaf -> isBelow(candidate, leaf)) >= MIN_EMPTIED;
    }

    // also where a method that is called from there reads or writes
    private static long transfers(Candidate candidate) {
        return Surroundings.samples(candidate.surroundings().all(),
                stack -> TRANSFERS.contains(stack.cause()) && isBelow(candidate, stack.site()));
    }

    private static boolean isBelow(Candidate candidate, int frame) {
        CallTree tree = candidate.tree();
        int method = tree.method(candidate.main().site());
        int node = frame;
        while (node > CallTree.ROOT && tree.method(node) != method) {
            node = tree.parent(node);
        }
        return node > CallTree.ROOT;
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        if (!OPENS.contains(stack.cause()) || stack.object().equals(PROC)) {
            return Optional.empty();
        }
        return Optional.of(candidate.cpuShare() < MIN_CPU_SHARE
                ? Explanation.inherent("files are opened and closed: " + Parts.ofAllCpu(candidate))
                : Explanation.unknown(isOutput(candidate)
                        ? "files are closed, or opened to be written anew; how many is not recorded"
                        : "opening costs less than the reads and writes of the same files"));
    }
}
