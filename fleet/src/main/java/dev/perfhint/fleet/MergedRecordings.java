package dev.perfhint.fleet;

import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Labels;
import dev.perfhint.profile.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Describes the recordings of a partition by one for each kind of them, named by the partition: neither paths nor the
 * number of recordings change the store. Associative and commutative.
 */
final class MergedRecordings {
    private MergedRecordings() {}

    static List<Recording> of(String name, List<Recording> recordings) {
        Map<String, Recording> kinds = new TreeMap<>();
        for (Recording recording : recordings) {
            String kind = String.join("\n", recording.format(), recording.engine(), recording.event(),
                    recording.evidence().name(), recording.jvm(), recording.mainClass());
            kinds.merge(kind, described(name, recording), MergedRecordings::plus);
        }
        return new ArrayList<>(kinds.values());
    }

    private static Recording described(String name, Recording r) {
        return new Recording(name, r.format(), r.engine(), r.event(), r.evidence(), r.jvm(), r.mainClass(),
                r.startMillis(), r.durationMillis(), r.intervalNanos(), r.samples(), r.cpuNanos(), r.systemNanos(),
                r.lostSamples(), r.truncatedStacks(), r.complete(), r.stackDepth(), List.of(), Labels.NONE, r.kernel());
    }

    private static Recording plus(Recording a, Recording b) {
        return new Recording(a.path(), a.format(), a.engine(), a.event(), a.evidence(), a.jvm(), a.mainClass(),
                Math.min(a.startMillis(), b.startMillis()), a.durationMillis() + b.durationMillis(),
                Math.max(a.intervalNanos(), b.intervalNanos()), a.samples() + b.samples(), a.cpuNanos() + b.cpuNanos(),
                a.systemNanos() + b.systemNanos(), a.lostSamples() + b.lostSamples(),
                a.truncatedStacks() + b.truncatedStacks(), a.complete() && b.complete(),
                Math.max(a.stackDepth(), b.stackDepth()), List.of(), Labels.NONE, both(a.kernel(), b.kernel()));
    }

    private static Optional<KernelAccounting> both(Optional<KernelAccounting> a, Optional<KernelAccounting> b) {
        return a.isPresent() && b.isPresent() ? Optional.of(a.get().plus(b.get())) : Optional.empty();
    }
}
