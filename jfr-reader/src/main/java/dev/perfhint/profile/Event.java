package dev.perfhint.profile;

/**
 * A metric of a profile: what one kind of sample in one kind of recording measures.
 *
 * @param name the event as the recording's settings name it: {@code cpu}, {@code ctimer}, {@code jdk.CPUTimeSample},
 *     {@code wall}, {@code alloc}, {@code page-faults} ...
 * @param engine {@code perf_events}, {@code ctimer}, {@code itimer}, {@code wall}, {@code jfr} ..., or {@code ""} if
 *     unknown
 * @param evidence the grade of its system-CPU numbers; {@link Evidence#NONE} if it has none
 * @param cpu whether its samples are CPU time; others never enter a CPU total
 */
public record Event(String name, String engine, Evidence evidence, boolean cpu) {
    // a record's own two are put together at run time, which takes as long as starting the JVM
    @Override
    public boolean equals(Object other) {
        return other instanceof Event event && name.equals(event.name) && engine.equals(event.engine)
                && evidence == event.evidence && cpu == event.cpu;
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + engine.hashCode();
    }
}
