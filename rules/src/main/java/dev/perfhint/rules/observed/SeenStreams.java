package dev.perfhint.rules.observed;

import dev.perfhint.profile.observed.Buckets;
import dev.perfhint.profile.observed.CallCount;
import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.observed.ObservedFrame;
import dev.perfhint.profile.observed.StreamLife;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * What was seen of the streams that a finding's calls are made on, all created at one place.
 *
 * @param operation what the finding is about: {@code write}, {@code read} ...
 * @param calls those of the finding: of a socket, whose methods write messages of their own, the ones made there
 * @param left what the repair leaves of them
 * @param elsewhere what the program does with the same files at other places, while these streams are closed too
 * @param runs recordings that were observed
 * @param seconds for which they were
 */
public record SeenStreams(StreamLife life, String operation, CallCount calls, CallsLeft left,
        List<String> elsewhere, long runs, double seconds) {

    /** Returns the streams with what was observed of their files elsewhere. */
    public static SeenStreams of(Observation observed, StreamLife life, String operation, CallCount calls,
            CallsLeft left) {
        return new SeenStreams(life, operation, calls, left, SeenElsewhere.of(observed, life), observed.runs(),
                observed.nanos() / 1e9);
    }

    /** Returns whether the calls are a part of the streams', estimated from some of them. */
    public boolean isEstimated() {
        return !operation.equals(SeenCalls.OPEN) && calls.calls() != life.operation(operation).calls();
    }

    /** Returns the calls that are left, with two digits of an estimate. */
    public long after() {
        return isEstimated() ? CallCount.twoDigits(left.after()) : left.after();
    }

    /** Returns the same streams, of whose calls others are left. */
    public SeenStreams leaving(CallsLeft calls) {
        return new SeenStreams(life, operation, this.calls, calls, elsewhere, runs, seconds);
    }

    /** Returns the sizes that a tenth, a half and nine tenths of the calls reach, or of all their stream's. */
    public List<Long> percentiles() {
        SortedMap<Integer, Long> sizes = calls.sizes().isEmpty() ? life.operation(operation).sizes() : calls.sizes();
        return Stream.of(0.1, 0.5, 0.9).map(part -> Buckets.percentile(sizes, part)).toList();
    }

    /** Returns the frame of the program, or of its library, that creates the streams. */
    public Optional<ObservedFrame> created() {
        return SeenPlaces.firstOutsideJdk(life.site().creation());
    }

    /** Returns the places that close the streams, those with most first. */
    public List<String> closers() {
        return SeenPlaces.largest(life.closers());
    }

    /** Returns what other code does with the open files: {@code length in app.Index.position:18 (6 times)}. */
    public List<String> others() {
        return life.others().entrySet().stream()
                .map(entry -> entry.getKey().what() + " in " + SeenPlaces.place(entry.getKey().stack()) + " ("
                        + SeenText.times(entry.getValue()) + ")")
                .distinct().toList();
    }

    /** Returns what a reader of the finding is told, a line each. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(SeenText.ends(this));
        SeenText.order(this).ifPresent(lines::add);
        SeenText.again(life).ifPresent(lines::add);
        if (!elsewhere.isEmpty()) {
            lines.add("the same file, at another time: " + String.join(", ", elsewhere));
        }
        return lines;
    }
}
