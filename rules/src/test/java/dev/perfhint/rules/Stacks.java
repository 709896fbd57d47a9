package dev.perfhint.rules;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.observed.ObservationReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;

/**
 * Builds profiles from collapsed stacks: {@code app.Main.run:12;java.io.FileOutputStream.write;__GI_write;ksys_write_[k] 99}.
 * Frames with a dot are Java methods; one sample is one millisecond.
 */
public final class Stacks {
    private static final long NANOS = 1_000_000;

    private final ProfileBuilder builder = new ProfileBuilder();
    private final Evidence evidence;
    private final int event;
    private int thread;
    private String mainClass = "app.Main";
    private long samples;
    private long startMillis;
    private long durationMillis;
    private long intervalNanos = NANOS;

    private Stacks(Evidence evidence) {
        this.evidence = evidence;
        String engine = evidence == Evidence.KERNEL_FRAMES ? "perf_events" : "ctimer";
        this.event = builder.event(new Event("cpu", engine, evidence, evidence.measuresCpu()));
        this.thread = builder.threadGroup("main");
    }

    /** Starts a profile with kernel frames. */
    public static Stacks kernel(String... lines) {
        return at(Evidence.KERNEL_FRAMES, lines);
    }

    public static Stacks at(Evidence evidence, String... lines) {
        Stacks stacks = new Stacks(evidence);
        for (String line : lines) {
            stacks.add(line);
        }
        return stacks;
    }

    /** Lets what is added from here on run in threads of that name. */
    public Stacks thread(String name) {
        thread = builder.threadGroup(name);
        return this;
    }

    /** Adds samples; at grade 3 all of them are system CPU. */
    public Stacks add(String line) {
        int space = line.lastIndexOf(' ');
        long count = Long.parseLong(line.substring(space + 1));
        int leaf = leaf(line.substring(0, space));
        builder.sample(leaf, thread, event, count, count * NANOS, -1);
        if (evidence == Evidence.JFR_ESTIMATE) {
            builder.system(leaf, thread, event, count, count * NANOS);
        }
        samples += count;
        return this;
    }

    /** Adds I/O events of equal size. */
    public Stacks io(IoOperation.Kind kind, String stack, String target, int calls, long bytes) {
        for (int i = 0; i < calls; i++) {
            builder.io(kind, leaf(stack), target, bytes, 1_000, true);
        }
        return this;
    }

    /** Adds what an agent saw, in its lines; blanks stand for tabs, {@code \s} for a blank. */
    public Stacks observed(String... lines) {
        builder.observed(ObservationReader.read("perfhint-observed\t1\n" + String.join("\n", lines).replace(' ', '\t').replace("\\s", " "),
                UnaryOperator.identity()));
        return this;
    }

    /** Notes a number again and again. */
    public Stacks gauge(String eventAndField, long... values) {
        for (long value : values) {
            builder.gauge(eventAndField, Gauge.of(value));
        }
        return this;
    }

    public Stacks mainClass(String name) {
        mainClass = name;
        return this;
    }

    /** Says when was recorded. */
    public Stacks during(long start, long millis) {
        startMillis = start;
        durationMillis = millis;
        return this;
    }

    /** Says how far samples are from each other; each stands for a millisecond all the same. */
    public Stacks every(long nanos) {
        intervalNanos = nanos;
        return this;
    }

    public Profile profile() {
        Recording recording = new Recording("test", "collapsed", "", "cpu", evidence, "", mainClass, startMillis,
                durationMillis, intervalNanos, samples, samples * NANOS, 0, 0, 0, true, 0, List.of());
        return builder.build(List.of(recording));
    }

    /** Reads the lines of a gzip-compressed resource beside this class. */
    public static List<String> lines(String resource) {
        try (InputStream in = Stacks.class.getResourceAsStream(resource);
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8))) {
            return lines.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int leaf(String stack) {
        int node = CallTree.ROOT;
        for (String frame : stack.split(";")) {
            node = child(node, frame);
        }
        return node;
    }

    private int child(int parent, String frame) {
        if (frame.endsWith("_[k]")) {
            return builder.child(parent, builder.method("", frame.substring(0, frame.length() - 4)), 0, FrameKind.KERNEL);
        }
        int colon = frame.lastIndexOf(':');
        boolean numbered = colon > 0 && frame.charAt(colon - 1) != ':' && Character.isDigit(frame.charAt(frame.length() - 1));
        String name = numbered ? frame.substring(0, colon) : frame;
        int line = numbered ? Integer.parseInt(frame.substring(colon + 1)) : 0;
        int dot = name.lastIndexOf('.');
        if (dot < 0 || name.contains("::") || name.contains(" ")) {
            return builder.child(parent, builder.method("", name), 0, FrameKind.NATIVE);
        }
        return builder.child(parent, builder.method(name.substring(0, dot), name.substring(dot + 1)), line, FrameKind.JAVA);
    }
}
