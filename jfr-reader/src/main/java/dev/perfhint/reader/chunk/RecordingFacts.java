package dev.perfhint.reader.chunk;

import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Labels;
import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.observed.ObservationReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a recording says about itself: the recorder's settings, the JVM, the machine. Later chunks override earlier. */
public final class RecordingFacts {
    private static final Pattern TIME = Pattern.compile("(\\d+)\\s*(ns|us|ms|s|m|h|d)");
    private static final Pattern ACTIVE_PROCESSORS = Pattern.compile("-XX:ActiveProcessorCount=(\\d{1,9})");
    private static final Pattern JVM_VERSION = Pattern.compile("\\(([^)]+)\\) for ");
    private static final Pattern STACK_DEPTH = Pattern.compile("stackdepth=(\\d{1,9})");

    private static final Pattern STARTED_WITH_JVM = Pattern.compile(
            "-agentpath:\\S*[aA]syncProfiler\\S*?=start,(\\S*)|-XX:StartFlightRecording[=:](\\S*)");
    private static final Pattern ENDS_BEFORE = Pattern.compile("(^|,)(timeout|duration|maxage|maxsize|delay)=");

    private final Map<String, String> settings = new HashMap<>();
    private String jvmName = "";
    private String jvmVersion = "";
    private String jvmArguments = "";
    private String javaArguments = "";
    private Labels labels = Labels.NONE;
    private Optional<KernelAccounting> kernel = Optional.empty();
    private final Map<Long, ThreadTime> threadTimes = new TreeMap<>();
    private Optional<PartOfRun> part = Optional.empty();
    private long lostSamples;
    private final StringBuilder observed = new StringBuilder();

    /**
     * What the kernel counted for a thread.
     *
     * @param group of its name as the kernel keeps it, of at most 15 characters
     * @param readyNanos ready to run and not on a processor
     * @param turns on a processor
     */
    public record ThreadTime(String group, long cpuNanos, long readyNanos, long turns) {}

    /**
     * What of a run was recorded where the engine changed.
     *
     * @param fromNanos after the program's start; 0 from the start on
     * @param toNanos after the program's start; 0 to its end
     */
    public record PartOfRun(long fromNanos, long toNanos) {}

    /** Adds what a chunk says, once it is complete. */
    public void add(Chunk chunk) {
        Names names = chunk.names;
        for (Chunk.Fact fact : chunk.facts) {
            long[] values = fact.values();
            switch (fact.kind()) {
                case ACTIVE_SETTING -> setting(names.eventName(values[EventKind.A]), names.text(values[EventKind.B]),
                        names.text(values[EventKind.C]));
                case JVM_INFORMATION -> {
                    labels = labels.withPid(values[EventKind.PID]);
                    jvmName = names.text(values[EventKind.A]);
                    jvmVersion = names.text(values[EventKind.B]);
                    jvmArguments = names.text(values[EventKind.C]);
                    javaArguments = names.text(values[EventKind.D]);
                }
                case SYSTEM_PROPERTY, ENVIRONMENT -> labels =
                        labels.with(names.text(values[EventKind.A]), names.text(values[EventKind.B]));
                case PROCESS_TIME -> kernel = Optional.of(
                        new KernelAccounting(Math.max(0, values[EventKind.A]), Math.max(0, values[EventKind.B])));
                case PART_OF_RUN -> part = Optional.of(
                        new PartOfRun(Math.max(0, values[EventKind.A]), Math.max(0, values[EventKind.B])));
                case THREAD_TIME -> threadTimes.put(values[EventKind.A], new ThreadTime(
                        FrameNames.threadGroup(names.text(values[EventKind.B])), Math.max(0, values[EventKind.C]),
                        Math.max(0, values[EventKind.D]), Math.max(0, values[EventKind.DURATION])));
                case OBSERVATION -> observed(names.text(values[EventKind.A]));
                case CPU_TIME_LOST -> lostSamples += values[EventKind.A];
                default -> {
                    // the loads are read where the samples are
                }
            }
        }
    }

    private void observed(String piece) {
        if (observed.length() <= ObservationReader.MAX_TEXT) {
            observed.append(piece);
        }
    }

    /** Returns what an agent saw of the program's streams. */
    public Observation observed() {
        return ObservationReader.read(observed.toString(), FrameNames::className);
    }

    public Labels labels() {
        return labels;
    }

    /** Returns what the kernel counted for each thread, by its number; empty if it was not recorded. */
    public Map<Long, ThreadTime> threadTimes() {
        return threadTimes;
    }

    /** Returns what the kernel counted for the process, if it was recorded. */
    public Optional<KernelAccounting> kernel() {
        return kernel;
    }

    public long lostSamples() {
        return lostSamples;
    }

    /** Notes a setting, for example of {@code jdk.FileRead}, {@code threshold}. */
    public void setting(String eventName, String name, String value) {
        EventKind kind = EventKind.of(eventName);
        settings.put((kind == null ? eventName : kind.sampled().eventName()) + '#' + name, value);
    }

    /** Returns a setting's value, empty if it was not recorded. */
    public String setting(String eventName, String name) {
        return settings.getOrDefault(eventName + '#' + name, "");
    }

    /** Returns a setting of async-profiler as a whole: {@code event}, {@code engine}, {@code jstackdepth} ... */
    public String profiler(String name) {
        String value = setting("jdk.ActiveRecording", name);
        return value.isEmpty() && name.equals("event") ? ofEngine(setting("jdk.ActiveRecording", "cpuEngine")) : value;
    }

    /** Datadog names the engine in place of the event. */
    private static String ofEngine(String engine) {
        return engine.startsWith("CTimer") ? "ctimer" : engine.startsWith("ITimer") ? "itimer"
                : engine.equals("PerfEvents") ? "cpu" : "";
    }

    /** Returns nanoseconds of a setting like {@code 20 ms} or {@code 20000000}; 0 if there is none. */
    public long nanos(String eventName, String name) {
        return nanos(setting(eventName, name));
    }

    /** Returns the distance of async-profiler's samples of the wall clock, 0 without them. */
    long wallNanos() {
        long own = nanos("jdk.ExecutionSample", "wall");
        return own > 0 || !profiler("event").equals("wall") ? own : nanos("jdk.ExecutionSample", "interval");
    }

    public static long nanos(String text) {
        String value = text.strip();
        if (value.matches("\\d{1,18}")) {
            return Long.parseLong(value);
        }
        Matcher time = TIME.matcher(value);
        if (!time.matches() || time.group(1).length() > 9) {
            return 0;
        }
        long number = Long.parseLong(time.group(1));
        return switch (time.group(2)) {
            case "ns" -> number;
            case "us" -> number * 1_000;
            case "ms" -> number * 1_000_000;
            case "s" -> number * 1_000_000_000;
            case "m" -> number * 60_000_000_000L;
            case "h" -> number * 3_600_000_000_000L;
            default -> number * 86_400_000_000_000L;
        };
    }

    /** Returns whether the recorder kept only some of the events of a type: a threshold, a throttle, or not told. */
    public boolean keptOnlySome(String eventName) {
        String threshold = setting(eventName, "threshold");
        String throttle = setting(eventName, "throttle");
        if (threshold.isEmpty()) {
            return true;
        }
        return nanos(threshold) > 0 || !throttle.isEmpty() && !throttle.equals("off");
    }

    /** Returns name and version of the recorded JVM, empty if unknown. */
    public String jvm() {
        // the JDK writes "NAME (VERSION) for linux-amd64 JRE (...), built on ...", async-profiler only the version
        Matcher full = JVM_VERSION.matcher(jvmVersion);
        return (jvmName + ' ' + (full.find() ? full.group(1) : jvmVersion)).strip();
    }

    /** Returns the main class, or the jar's name where it was started by {@code -jar}; empty if unknown. */
    public String mainClass() {
        String first = javaArguments.strip().split("\\s+", 2)[0];
        return first.substring(first.lastIndexOf('/') + 1);
    }

    /** Returns the processors given by {@code -XX:ActiveProcessorCount}, 0 without. */
    public int activeProcessors() {
        return number(ACTIVE_PROCESSORS, jvmArguments);
    }

    /** Returns which part of the run was recorded, where it was not the whole. */
    public Optional<PartOfRun> part() {
        return part;
    }

    /** Returns whether the JVM's own options start the recording, and nothing ends it before the JVM. */
    public boolean wholeRun() {
        Matcher started = STARTED_WITH_JVM.matcher(jvmArguments);
        if (part.isPresent() || !started.find()) {
            return false;
        }
        String options = started.group(1) != null ? started.group(1) : started.group(2);
        return !ENDS_BEFORE.matcher(options).find();
    }

    /** Returns the depth at which the recorder cuts stacks: 2048 for async-profiler and 64 for JFR where not told. */
    public int stackDepth(boolean asyncProfiler) {
        if (!asyncProfiler) {
            int depth = number(STACK_DEPTH, jvmArguments);
            return depth > 0 ? depth : 64;
        }
        String depth = profiler("jstackdepth");
        return depth.matches("\\d{1,9}") ? Integer.parseInt(depth) : 2048;
    }

    private static int number(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }
}
