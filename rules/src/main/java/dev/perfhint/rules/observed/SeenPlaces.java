package dev.perfhint.rules.observed;

import dev.perfhint.profile.PackagePrefixes;
import dev.perfhint.profile.observed.ObservedFrame;
import dev.perfhint.profile.observed.ObservedStack;
import dev.perfhint.profile.observed.StreamSite;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The frames of observed stacks that a reader knows. */
public final class SeenPlaces {
    private SeenPlaces() {}

    /** Returns the innermost frame that is not the JDK's. */
    public static Optional<ObservedFrame> firstOutsideJdk(ObservedStack stack) {
        return stack.frames().stream().filter(SeenPlaces::isOutsideJdk).findFirst();
    }

    /** Returns the kind of the streams with the place that creates them; the kind alone where that is not known. */
    static String creation(StreamSite site) {
        return site.kind() + ' ' + firstOutsideJdk(site.creation())
                .map(frame -> frame.place() + '@' + frame.bytecodeIndex()).orElse("");
    }

    static boolean isOutsideJdk(ObservedFrame frame) {
        return !PackagePrefixes.JDK.contain(frame.className());
    }

    /** Returns that frame as {@code pkg.Class.method:line}; the innermost where all are the JDK's. */
    public static String place(ObservedStack stack) {
        return firstOutsideJdk(stack).or(() -> stack.frames().stream().findFirst()).map(ObservedFrame::place)
                .orElse("unknown code");
    }

    /** Returns a frame of a profile as {@link #place} names it. */
    public static String named(String method, int line) {
        return line > 0 ? method + ':' + line : method;
    }

    /** Returns the places of stacks, those with most first. */
    static List<String> largest(Map<ObservedStack, Long> counts) {
        Map<String, Long> places = new TreeMap<>();
        counts.forEach((stack, count) -> places.merge(place(stack), count, Long::sum));
        return places.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(Map.Entry::getKey).toList();
    }

    /** Returns a place without its package. */
    static String simple(String place) {
        int method = place.lastIndexOf('.');
        return place.substring(place.lastIndexOf('.', method - 1) + 1);
    }
}
