package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.rules.latency.LatencyReport.Group;
import dev.perfhint.rules.latency.Outlier.Detail;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What can be done about the outliers, as far as the recording supports it: each with the lines to paste. */
public final class LatencyAdvice {
    /**
     * Less of all outliers' time above the median is not worth a change, unless it is the first cause of an outlier.
     */
    private static final double MIN_SHARE = 0.02;
    private static final double TAIL = 99.9;
    private static final Pattern RELEASE = Pattern.compile("\\((\\d+)");
    private static final long MEGABYTE = 1L << 20;

    /** What loads the classes of a list, and goes on where one is not there or cannot be initialised. */
    private static final List<String> LOOP = List.of(
            "for (String name : java.nio.file.Files.readAllLines(java.nio.file.Path.of(\"preload.txt\"))) {",
            "    try {",
            "        if (!name.startsWith(\"#\")) {",
            "            Class.forName(name, true, Thread.currentThread().getContextClassLoader());",
            "        }",
            "    } catch (ClassNotFoundException | LinkageError e) {",
            "        // not in this version, or not to be initialised this early",
            "    }",
            "}");

    private LatencyAdvice() {}

    /**
     * One thing to do.
     *
     * @param share of the outliers' time above the median that it is about
     * @param lines to paste; empty for advice that has none
     */
    public record Remedy(WaitCause cause, double share, String text, List<String> lines) {
        public Remedy {
            lines = List.copyOf(lines);
        }
    }

    static List<Remedy> of(List<EventLog> logs, List<Group> groups, Preload preload) {
        long all = groups.stream().mapToLong(Group::excessNanos).sum();
        List<Remedy> remedies = new ArrayList<>();
        for (WaitCause cause : WaitCause.values()) {
            long nanos = groups.stream().mapToLong(group -> group.excessNanos(cause)).sum();
            double share = all == 0 ? 0 : (double) nanos / all;
            if (share < MIN_SHARE && outliers(groups).noneMatch(outlier -> outlier.first() == cause)) {
                continue;
            }
            switch (cause) {
                case CLASS_LOADING -> remedies.addAll(classes(logs, groups, preload, share));
                case COMPILATION -> {
                    remedies.add(compilation(logs, groups, share));
                    deoptimised(logs, groups, share).ifPresent(remedies::add);
                }
                case GC_PAUSE -> remedies.addAll(collections(logs, groups, share));
                case LOCK -> remedies.add(locks(groups, share));
                default -> {
                    // the causes' own lines say what there is to say
                }
            }
        }
        return remedies;
    }

    private static Stream<Outlier> outliers(List<Group> groups) {
        return groups.stream().flatMap(group -> group.outliers().stream());
    }

    private static Stream<Detail> details(List<Group> groups, WaitCause cause) {
        return outliers(groups).flatMap(outlier -> outlier.details().stream())
                .filter(detail -> detail.cause() == cause);
    }

    /** Returns what a cause was, that which took longest first. */
    private static List<String> names(List<Group> groups, WaitCause cause) {
        Map<String, Long> sums = new TreeMap<>();
        details(groups, cause).filter(detail -> !detail.what().isEmpty())
                .forEach(detail -> sums.merge(detail.what(), detail.nanos(), Long::sum));
        return largestFirst(sums).map(Map.Entry::getKey).toList();
    }

    private static Stream<Map.Entry<String, Long>> largestFirst(Map<String, Long> sums) {
        return sums.entrySet().stream().sorted(
                Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()));
    }

    private static List<Remedy> classes(List<EventLog> logs, List<Group> groups, Preload preload, double share) {
        List<Remedy> remedies = new ArrayList<>();
        remedies.add(new Remedy(WaitCause.CLASS_LOADING, share,
                "let the JVM start with an archive of its loaded classes" + saved(groups, WaitCause.CLASS_LOADING),
                archive(release(logs))));
        if (!preload.names().isEmpty()) {
            remedies.add(new Remedy(WaitCause.CLASS_LOADING, share, "or load and initialise them before the first"
                    + " operation: --preload preload.txt writes the list (" + preload.said() + ")", LOOP));
        }
        return remedies;
    }

    /** Returns what is left of the largest group's slowest operations without a cause. */
    private static String saved(List<Group> groups, WaitCause cause) {
        Group largest = groups.get(0);
        return ": 99.9 % of the operations take at most " + millis(largest.distribution().percentileNanos(TAIL))
                + ", without " + cause.label() + " " + millis(largest.withoutNanos(cause, TAIL));
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, nanos >= 10_000_000 ? "%.0f ms" : "%.2f ms", nanos / 1e6);
    }

    /** The release of the recorded JVM, 17 if it is unknown. */
    static int release(List<EventLog> logs) {
        for (EventLog log : logs) {
            Matcher release = RELEASE.matcher(log.fact("jvmVersion"));
            if (release.find()) {
                return Integer.parseInt(release.group(1));
            }
        }
        return 17;
    }

    private static List<String> archive(int release) {
        if (release >= 25) {
            return List.of("java -XX:AOTCacheOutput=app.aot ...   # once, with typical operations",
                    "java -XX:AOTCache=app.aot ...");
        }
        if (release == 24) {
            return List.of(
                    "java -XX:AOTMode=record -XX:AOTConfiguration=app.aotconf ...   # once, with typical operations",
                    "java -XX:AOTMode=create -XX:AOTConfiguration=app.aotconf -XX:AOTCache=app.aot ...",
                    "java -XX:AOTCache=app.aot ...");
        }
        return List.of("java -XX:ArchiveClassesAtExit=app.jsa ...   # once, with typical operations",
                "java -XX:SharedArchiveFile=app.jsa ...");
    }

    private static Remedy compilation(List<EventLog> logs, List<Group> groups, double share) {
        List<String> lines = names(groups, WaitCause.COMPILATION).stream().limit(20).toList();
        String cache = release(logs) >= 25 ? "; the cache of -XX:AOTCacheOutput keeps their profiles" : "";
        return new Remedy(WaitCause.COMPILATION, share,
                "run these methods before the first measured operation: they were compiled inside operations" + cache,
                lines);
    }

    private static Optional<Remedy> deoptimised(List<EventLog> logs, List<Group> groups, double share) {
        Map<String, Long> counts = new TreeMap<>();
        for (EventLog log : logs) {
            log.series("jdk.Deoptimization").ifPresent(events -> {
                for (int row = 0; row < events.size(); row++) {
                    String thread = log.names().thread(events.thread(row));
                    long at = events.startNanos(row);
                    if (outliers(groups).anyMatch(outlier -> outlier.thread().equals(thread)
                            && overlaps(outlier, log.path(), at, at + 1))) {
                        counts.merge(events.text(row, events.field("method")) + " ("
                                + events.text(row, events.field("reason")) + ")", 1L, Long::sum);
                    }
                }
            });
        }
        List<String> lines = largestFirst(counts).limit(20).map(entry -> entry.getValue() + " x " + entry.getKey())
                .toList();
        return lines.isEmpty() ? Optional.empty() : Optional.of(new Remedy(WaitCause.COMPILATION, share,
                "run these methods with all kinds of input before the first measured operation: they were "
                        + "deoptimized inside operations", lines));
    }

    private static List<Remedy> collections(List<EventLog> logs, List<Group> groups, double share) {
        List<Remedy> remedies = new ArrayList<>();
        Map<String, Integer> causes = new TreeMap<>();
        for (EventLog log : logs) {
            log.series("jdk.GarbageCollection").ifPresent(events -> {
                int cause = events.field("cause");
                for (int row = 0; row < events.size(); row++) {
                    long start = events.startNanos(row);
                    long end = events.endNanos(row);
                    if (outliers(groups).anyMatch(outlier -> overlaps(outlier, log.path(), start, end))) {
                        causes.merge(events.text(row, cause), 1, Integer::sum);
                    }
                }
            });
        }
        String now = saved(groups, WaitCause.GC_PAUSE);
        causes.forEach((cause, count) -> remedies.add(switch (cause) {
            case "System.gc()" -> new Remedy(WaitCause.GC_PAUSE, share, "the program asks for collections itself,"
                    + " System.gc()" + now, List.of("-XX:+ExplicitGCInvokesConcurrent", "-XX:+DisableExplicitGC"));
            case "Metadata GC Threshold" -> new Remedy(WaitCause.GC_PAUSE, share, "initial metaspace is small" + now,
                    List.of("-XX:MetaspaceSize=256m"));
            default -> new Remedy(WaitCause.GC_PAUSE, share, cause + ", " + collector(logs) + now, allocators(logs));
        }));
        logs.forEach(log -> log.series("jdk.GCHeapSummary")
                .ifPresent(events -> growth(events, log.path(), share, remedies)));
        return remedies;
    }

    private static String collector(List<EventLog> logs) {
        return logs.stream().flatMap(log -> log.series("jdk.GCConfiguration").stream()).findFirst()
                .map(events -> "collectors " + events.text(0, events.field("youngCollector")) + " and "
                        + events.text(0, events.field("oldCollector"))).orElse("collector not recorded")
                + logs.stream().flatMap(log -> log.series("jdk.GCHeapConfiguration").stream()).findFirst()
                        .map(events -> ", heap of " + (long) events.number(0, events.field("maxSize")) / MEGABYTE
                                + " MB")
                        .orElse("");
    }

    /** Returns the lines that allocate most, by the recorder's samples of allocations. */
    private static List<String> allocators(List<EventLog> logs) {
        Map<String, Long> bytes = new TreeMap<>();
        long all = 0;
        for (EventLog log : logs) {
            EventSeries events = log.series("jdk.ObjectAllocationSample").orElse(null);
            for (int row = 0; events != null && row < events.size(); row++) {
                long weight = (long) events.number(row, events.field("weight"));
                all += weight;
                String what = events.text(row, events.field("objectClass"));
                log.names().stack(events.stack(row)).stream().filter(line -> !line.className().startsWith("java."))
                        .findFirst().ifPresent(line -> bytes.merge(what + text(line), weight, Long::sum));
            }
        }
        double total = Math.max(1, all);
        return largestFirst(bytes).limit(3)
                .map(site -> Math.round(100 * site.getValue() / total) + " % of the allocated bytes: " + site.getKey())
                .toList();
    }

    private static boolean overlaps(Outlier outlier, String path, long start, long end) {
        return outlier.recording().equals(path) && outlier.startNanos() < end
                && outlier.startNanos() + outlier.durationNanos() > start;
    }

    private static void growth(EventSeries events, String path, double share, List<Remedy> remedies) {
        int field = events.field("heapSpace.committedSize");
        TreeSet<Long> sizes = new TreeSet<>();
        for (int row = 0; row < events.size(); row++) {
            sizes.add((long) events.number(row, field));
        }
        // a heap that also shrinks has more sizes than steps, but they are in order here
        if (field >= 0 && sizes.size() > 2 && sizes.last() > 3 * sizes.first() / 2) {
            remedies.add(new Remedy(WaitCause.GC_PAUSE, share, path + ": the heap had " + sizes.size() + " sizes, from "
                    + sizes.first() / MEGABYTE + " to " + sizes.last() / MEGABYTE
                    + " MB: a heap of the last size from the start needs fewer collections",
                    List.of("-Xms" + (sizes.last() + MEGABYTE - 1) / MEGABYTE + "m")));
        }
    }

    private static Remedy locks(List<Group> groups, double share) {
        Map<String, Detail> longest = new TreeMap<>();
        details(groups, WaitCause.LOCK).forEach(detail -> longest.merge(detail.what(), detail,
                (one, other) -> one.nanos() >= other.nanos() ? one : other));
        List<String> lines = new ArrayList<>();
        longest.values().stream().sorted(Comparator.comparing((Detail detail) -> -detail.nanos())).limit(5)
                .forEach(detail -> {
                    lines.add(detail.what());
                    detail.where().stream().limit(6).map(LatencyAdvice::text).forEach(lines::add);
                });
        return new Remedy(WaitCause.LOCK, share,
                "hold these locks for less time: where they were held, as far as recorded", lines);
    }

    private static String text(CodeLine line) {
        return "    at " + line.method() + (line.line() > 0 ? ":" + line.line() : "");
    }
}
