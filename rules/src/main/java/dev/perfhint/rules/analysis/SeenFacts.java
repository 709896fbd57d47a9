package dev.perfhint.rules.analysis;

import dev.perfhint.profile.observed.PlacedCall;
import dev.perfhint.profile.observed.StreamCount;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.observed.SeenText;
import dev.perfhint.source.ObservedFacts;
import dev.perfhint.source.Repair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What of an observation concerns a buffer: it stands with a hazard, or refutes the fix. */
final class SeenFacts {
    /** What other code does that sees a file shorter while bytes wait in a buffer. */
    private static final Set<String> READERS = Set.of("open", "attributes", "rename");
    /** What other code does that changes a file after a block of it was read. */
    private static final Set<String> WRITERS = Set.of("open");
    /** Who closes a stream is not seen where it is created. */
    private static final List<String> CLOSING = List.of("not-closed", "escapes", "ends");
    private static final List<String> OTHER_ACCESS = List.of("same-file", "second-stream", "opened");

    private SeenFacts() {}

    static ObservedFacts of(SeenStreams seen, Repair repair) {
        return !repair.isBuffer() || repair.isSocket() ? ObservedFacts.NONE
                : new ObservedFacts(standing(seen), refutation(seen, repair.isOutput()));
    }

    private static Map<String, String> standing(SeenStreams seen) {
        Map<String, String> facts = new HashMap<>();
        StreamCount count = seen.life().streams();
        if (count.opened() > 0 && count.closed() >= count.opened()) {
            CLOSING.forEach(kind -> facts.put(kind, SeenText.closed(seen) + " " + SeenText.scope(seen)));
        }
        if (seen.calls().failed() == 0) {
            facts.put("swallowed-error", "no " + seen.operation() + " failed " + SeenText.scope(seen));
        }
        if (seen.life().others().isEmpty()) {
            OTHER_ACCESS.forEach(kind -> facts.put(kind, "no other access in this process " + SeenText.scope(seen)));
        }
        return facts;
    }

    private static Optional<String> refutation(SeenStreams seen, boolean output) {
        Set<String> harmful = output ? READERS : WRITERS;
        Map<String, Long> others = seen.life().others().entrySet().stream()
                .filter(entry -> harmful.contains(entry.getKey().what()))
                .collect(Collectors.toMap(entry -> said(entry.getKey(), output), Map.Entry::getValue, Long::sum));
        Optional<String> other = others.entrySet().stream().max(Map.Entry.comparingByValue())
                .map(entry -> entry.getKey() + ", " + SeenText.times(entry.getValue()));
        StreamCount count = seen.life().streams();
        long open = Math.max(0, count.opened() - count.closed());
        return other.or(() -> Optional.of(SeenText.grouped(open) + " of " + SeenText.many(count.opened(), "stream")
                        + " not closed: the last bytes would be lost").filter(text -> output && open > 0));
    }

    private static String said(PlacedCall call, boolean output) {
        String what = switch (call.what()) {
            case "attributes" -> "its attributes are read in ";
            case "rename" -> "it is renamed in ";
            default -> output ? "it is opened again in " : "it is opened for writing in ";
        };
        return "while the file is open, " + what + SeenText.place(call.stack());
    }
}
