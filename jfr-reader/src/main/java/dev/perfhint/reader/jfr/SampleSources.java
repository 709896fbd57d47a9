package dev.perfhint.reader.jfr;

import dev.perfhint.profile.CpuEvents;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.chunk.RecordingFacts;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the samples of a recording are of, by the settings of the chunk they stand in: a file may hold chunks of several
 * recorders. One event of the profile for each source, in file order, undefined until the whole file is read.
 */
final class SampleSources {
    /**
     * Where samples come from.
     *
     * @param kind {@code cpu} for what arrives as {@code jdk.ExecutionSample}, whatever it measures
     * @param name async-profiler's event; empty for other kinds, and where the settings were not seen yet
     * @param alluser whether the kernel was excluded
     * @param intervalNanos as configured
     */
    record Source(String kind, String name, String engine, boolean alluser, long intervalNanos) {
        static Source of(String kind) {
            return new Source(kind, "", "", false, 0);
        }

        static Source of(RecordingFacts facts) {
            String event = facts.profiler("event");
            return event.isEmpty() ? of("cpu") : settled(facts, event);
        }

        private static Source settled(RecordingFacts facts, String event) {
            return new Source("cpu", event, engine(facts, event),
                    facts.setting("jdk.ExecutionSample", "alluser").equals("true"),
                    facts.nanos("jdk.ExecutionSample", "interval"));
        }

        /** Returns the engine: older async-profilers do not name it, but it follows from the event. */
        private static String engine(RecordingFacts facts, String event) {
            String engine = facts.profiler("engine");
            if (!engine.isEmpty()) {
                return engine;
            }
            return event.equals("ctimer") || event.equals("itimer") || event.equals("wall") ? event : "perf_events";
        }

        /** Returns this source; where the settings came after the samples, with those of the whole recording. */
        Source settled(RecordingFacts facts) {
            String event = facts.profiler("event");
            return kind.equals("cpu") && name.isEmpty() ? settled(facts, event.isEmpty() ? "cpu" : event) : this;
        }

        // as in Event: not those of a record
        @Override
        public boolean equals(Object other) {
            return other instanceof Source source && kind.equals(source.kind) && name.equals(source.name)
                    && engine.equals(source.engine) && alluser == source.alluser
                    && intervalNanos == source.intervalNanos;
        }

        @Override
        public int hashCode() {
            return kind.hashCode() * 31 + name.hashCode();
        }

        Event event(boolean kernelFrames) {
            return kind.equals("cpu")
                    ? CpuEvents.of(name, engine, alluser, kernelFrames)
                    : new Event(kind, kind.equals("wall") ? "wall" : "", Evidence.NONE, false);
        }
    }

    private final ProfileBuilder builder;
    private final Map<Source, Integer> ids = new LinkedHashMap<>();
    private final BitSet kernelFrames = new BitSet();

    SampleSources(ProfileBuilder builder) {
        this.builder = builder;
    }

    /** Returns the builder's number of a source's event. */
    int id(Source source) {
        return ids.computeIfAbsent(source, key -> builder.newEvent(new Event(key.kind(), "", Evidence.NONE, false)));
    }

    /** Notes that a stack of this event has a kernel frame. */
    void kernelFrame(int id) {
        kernelFrames.set(id);
    }

    boolean hasKernelFrames(int id) {
        return kernelFrames.get(id);
    }

    Map<Source, Integer> ids() {
        return ids;
    }
}
