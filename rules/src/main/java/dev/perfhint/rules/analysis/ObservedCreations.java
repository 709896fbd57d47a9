package dev.perfhint.rules.analysis;

import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.observed.ObservedFrame;
import dev.perfhint.profile.observed.StreamSite;
import dev.perfhint.rules.observed.SeenCalls;
import dev.perfhint.rules.observed.SeenPlaces;
import dev.perfhint.rules.stack.SourceFrames;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.CreationStack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The observed creations as the tracer wants them: of those in one method, which one it is. */
final class ObservedCreations {
    private final SourceFrames frames;
    /** Bytecode indexes by method and kind. */
    private final Map<String, TreeSet<Integer>> inMethod = new HashMap<>();

    ObservedCreations(Observation observed, SourceFrames frames) {
        this.frames = frames;
        observed.streams().keySet().forEach(site -> SeenPlaces.firstOutsideJdk(site.creation()).ifPresent(frame ->
                inMethod.computeIfAbsent(site.kind() + frame.name(), key -> new TreeSet<>())
                        .add(frame.bytecodeIndex())));
    }

    CreationStack of(SeenCalls seen) {
        StreamSite site = seen.life().site();
        Optional<ObservedFrame> made = SeenPlaces.firstOutsideJdk(site.creation());
        if (made.isEmpty()) {
            return CreationStack.NONE;
        }
        List<Integer> all = new ArrayList<>(inMethod.get(site.kind() + made.get().name()));
        return new CreationStack(site.creation().frames().stream()
                .map(frame -> frames.now(new CallSite(frame.className(), frame.method(), Math.max(0, frame.line()))))
                .toList(), all.indexOf(made.get().bytecodeIndex()), all.size());
    }
}
