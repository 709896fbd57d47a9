package dev.perfhint.rules.pattern.system;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.Gauge;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Memory that is touched for the first time, page by page, in amounts that show: a growing heap, direct buffers made
 * anew, files mapped anew. The memory of the JVM and its compilers is not meant. Each kind of memory is one finding.
 */
public final class PageFaultChurn implements Rule {
    private static final String HEAP = "heap";
    private static final String DIRECT = "direct buffers";
    private static final String MAPPED = "mapped files";
    private static final double MIN_CPU_SHARE = 0.1;
    private static final double MIN_HEAP_CPU_SHARE = 0.05;
    // in less CPU time than that the first touch of memory shows, whatever the program does
    private static final long MIN_RECORDED_NANOS = 1_000_000_000;
    private static final double MIN_CPU_SHARE_AT_START = 0.5;
    /** Any program's own start is less. */
    private static final double MIN_CPU_SHARE_OF_START = 0.2;
    // a heap that is touched once, as every one is: 0.25 to 0.54 ms for each MB on virtual machines
    private static final long MAX_NANOS_PER_MEGABYTE = 600_000;
    // where its size was seen to stay; one collection of a heap of 17 MB that took 0.9 s of faults showed none of it
    private static final long BUSY_HOST = 5;
    private static final long UNKNOWN_HEAP_BYTES = 1L << 30;

    @Override
    public String id() {
        return "page-fault-churn";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return (stack.cause() == Cause.PAGE_FAULT || stack.cause() == Cause.MEMORY_MAP) && !kind(stack).isEmpty();
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return Optional.of(kind(stack));
    }

    private static String kind(SystemStack stack) {
        return stack.object().startsWith(HEAP) ? HEAP
                : stack.object().equals(DIRECT) || stack.object().equals(MAPPED) ? stack.object() : "";
    }

    @Override
    public double minCpuShare(Candidate candidate) {
        return candidate.subject().orElseThrow().equals(HEAP) ? MIN_HEAP_CPU_SHARE : MIN_CPU_SHARE;
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        String kind = candidate.subject().orElseThrow();
        boolean atStart = candidate.totals().nanos() < MIN_RECORDED_NANOS
                && candidate.cpuShare() < MIN_CPU_SHARE_AT_START;
        if (atStart && candidate.cpuShare() < MIN_CPU_SHARE_OF_START
                || kind.equals(HEAP) && candidate.cpuShare() < MIN_CPU_SHARE_AT_START
                && (!atStart || committed(candidate).isPresent()) && isTouchedOnce(candidate)) {
            return Optional.empty();
        }
        List<String> notes = new ArrayList<>();
        notes.add("memory: " + Parts.of(candidate, SystemStack::object));
        String frames = Parts.of(candidate, stack -> Parts.site(candidate, stack));
        if (!frames.isEmpty()) {
            notes.add("in " + frames);
        }
        if (kind.equals(HEAP)) {
            notes.add("-XX:+AlwaysPreTouch moves the cost to the start, it does not save it");
            committed(candidate).filter(size -> size.changes() > 0).map(size -> String.format(Locale.ROOT,
                    "the heap had %s to %s, and another size %,d times (jdk.GCHeapSummary)", megabytes(size.least()),
                    megabytes(size.most()), size.changes())).ifPresent(notes::add);
        }
        Verdict verdict = Verdict.advised(
                "memory is touched for the first time page by page, a fault for every 4 KiB: " + kind, notes,
                switch (kind) {
                    case HEAP -> heap(committed(candidate));
                    case DIRECT -> direct();
                    default -> mapped();
                });
        return Optional.of(atStart ? verdict.asSupposed(Finding.AT_START) : verdict);
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        if (candidate.cpuShare() >= MIN_HEAP_CPU_SHARE) {
            return Optional.of(Explanation.unknown("memory is touched for the first time: "
                    + Parts.ofAllCpu(candidate) + "; it grows with the allocations"));
        }
        return Optional.of(Explanation.inherent((stack.cause() == Cause.PAGE_FAULT
                ? "first-touch page faults: "
                : "memory is mapped and given back seldom: ") + Parts.ofAllCpu(candidate)));
    }

    // what the operating system had given to the heap, as the collector saw it before and after its work
    private static Optional<Gauge> committed(Candidate candidate) {
        return candidate.profile().counts().gauge("jdk.GCHeapSummary.heapSpace.committedSize");
    }

    private static boolean isTouchedOnce(Candidate candidate) {
        Optional<Gauge> committed = committed(candidate);
        long bytes = committed.map(Gauge::most).orElse(UNKNOWN_HEAP_BYTES);
        long slower = committed.filter(size -> size.changes() == 0).isPresent() ? BUSY_HOST : 1;
        return candidate.nanos() <= slower * (bytes >> 20) * MAX_NANOS_PER_MEGABYTE;
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%d MB", (bytes + (1 << 20) - 1) >> 20);
    }

    // measured on heap churn: equal sizes saved 78 % of all system CPU; huge pages nothing on one of two hosts
    private static List<Advice> heap(Optional<Gauge> committed) {
        String size = committed.filter(known -> known.changes() > 0)
                .map(known -> megabytes(known.most()).replace(" MB", "m")).orElse("1g");
        return List.of(
                Advice.of(Advice.Kind.JVM, "keep the heap at one size where it grows and shrinks: equal -Xms and -Xmx",
                        "-Xms" + size + " -Xmx" + size).saving(Saving.KEPT));
    }

    // measured on allocateDirect churn: 3.8 to 6.1 s became 0.5 to 0.6
    private static List<Advice> direct() {
        return List.of(
                Advice.design("keep direct buffers and use them again").saving(Saving.KEPT),
                Advice.of(Advice.Kind.OS, "keep freed memory in malloc instead of giving it back",
                        "MALLOC_TRIM_THRESHOLD_=1073741824 MALLOC_MMAP_THRESHOLD_=1073741824"));
    }

    private static List<Advice> mapped() {
        return List.of(Advice.design("map a file once and keep the mapping, or read it into a buffer"));
    }
}
