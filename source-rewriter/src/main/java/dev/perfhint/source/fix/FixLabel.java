package dev.perfhint.source.fix;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.edit.Preparation;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.safe.SafeBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a fix assumes and what to look at: the one place where {@code safe} is decided.
 *
 * @param hazards empty for {@code safe}
 * @param assumptions what a buffer round a file's stream assumes, one line each
 */
record FixLabel(List<Hazard> hazards, List<String> assumptions) {
    private static final String ANY_OTHER = "more changes than a buffer: read the patch, or run `perfhint verify`";
    private static final List<String> OUTPUT_ASSUMES = List.of("a regular file",
            "no other code uses the file until it is closed",
            "the program neither exits nor fails to write before that");
    private static final List<String> INPUT_ASSUMES =
            List.of("a regular file", "the file is not modified while it is read");

    static FixLabel of(Sources sources, FixRequest request, Plan plan, Optional<TracedStream> stream) {
        List<Hazard> hazards = new ArrayList<>();
        if (!plan.buffer() || stream.isEmpty()) {
            plan.reasons().forEach(reason -> hazards.add(Hazard.of(HazardKind.FORM, reason)));
            if (hazards.isEmpty() && plan.ceiling() != Applicability.DISPLAY) {
                hazards.add(Hazard.of(HazardKind.FORM, ANY_OTHER));
            }
            return new FixLabel(hazards, List.of());
        }
        return ofBuffer(sources, request, plan, stream.get());
    }

    private static FixLabel ofBuffer(Sources sources, FixRequest request, Plan plan, TracedStream stream) {
        boolean output = request.repair().isOutput();
        List<Hazard> hazards = new ArrayList<>(SafeBuffer.hazards(sources, stream, output));
        if (request.repair().isSocket()) {
            hazards.removeIf(each -> each.kind() == HazardKind.OPENED); // a socket is no file, which the next one says
            hazards.add(Hazard.of(HazardKind.SOCKET, output
                    ? "the peer gets the bytes at the next `flush()`, no longer with each `write()`"
                    : "other readers of the socket miss the bytes read ahead"));
        }
        plan.reasons().forEach(reason -> hazards.add(Hazard.of(HazardKind.FORM, reason)));
        List<String> assumptions = request.repair().isSocket() ? List.of() : output ? OUTPUT_ASSUMES : INPUT_ASSUMES;
        if (!request.assuming()) {
            assumptions.forEach(each -> hazards.add(Hazard.of(HazardKind.ASSUMPTION, "not assumed: " + each)));
        }
        hazards.sort(Comparator.comparing(Hazard::kind));
        return new FixLabel(hazards, request.assuming() ? assumptions : List.of());
    }

    /** Returns what remains once the preparation is made, and what that changes by itself. */
    FixLabel prepared(Preparation preparation) {
        List<Hazard> remaining = new ArrayList<>();
        preparation.reasons().forEach(reason -> remaining.add(Hazard.of(HazardKind.FORM, reason)));
        hazards.stream().filter(each -> each.kind() != HazardKind.NOT_CLOSED).forEach(remaining::add);
        return new FixLabel(remaining, assumptions);
    }

    /** Returns the label: the form's, where there is no hazard. */
    Applicability applicability(Plan plan) {
        return hazards.isEmpty() ? plan.ceiling() : plan.ceiling().and(Applicability.UNSAFE);
    }
}
