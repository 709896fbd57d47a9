package dev.perfhint.source.fix;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.Assumptions;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Guard;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.Repair;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.edit.Preparation;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.safe.SafeBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a fix takes for granted and what to look at: the one place where {@code safe} is decided.
 *
 * @param hazards empty for {@code safe}
 * @param guards the same for readers of schema version 1
 * @param inspected the stream's other uses, with a verdict on each
 */
record FixLabel(List<Hazard> hazards, List<Guard> guards, List<String> inspected) {
    private static final String ANY_OTHER = "more changes than a buffer: read the patch, or run `perfhint verify`";
    private static final Map<GuardKind, String> OUTPUT = Map.of(
            GuardKind.PLAIN_TARGET, "the file is opened by its name, without options",
            GuardKind.NO_ALIAS, "the stream is held by local variables and used only to write, flush and close",
            GuardKind.CLOSED, "the stream is closed where it is opened, on every path",
            GuardKind.SAME_ERRORS, "no catch sees the errors of write() and not those of close()",
            GuardKind.QUIET_CALLS, "only calls of a fixed list are made while it is open");
    private static final Map<GuardKind, String> INPUT = Map.of(
            GuardKind.PLAIN_TARGET, "the file is opened by its name, without options",
            GuardKind.NO_ALIAS, "the stream is held by local variables or a private field and used only to read",
            GuardKind.NO_POSITION, "position, channel and available() are not used");
    private static final Map<GuardKind, String> OUTPUT_ASSUMES = Map.of(
            GuardKind.NO_OBSERVER, "no other code uses the file until it is closed",
            GuardKind.REGULAR_FILE, "a regular file",
            GuardKind.NO_CRASH, "the program neither exits nor fails to write before that");
    private static final Map<GuardKind, String> INPUT_ASSUMES = Map.of(
            GuardKind.UNCHANGED_INPUT, "the file is not modified while it is read",
            GuardKind.REGULAR_FILE, "a regular file");

    static FixLabel of(Sources sources, FixRequest request, Plan plan, Optional<TracedStream> stream) {
        List<Hazard> hazards = new ArrayList<>();
        if (!plan.buffer() || stream.isEmpty()) {
            plan.reasons().forEach(reason -> hazards.add(Hazard.of(HazardKind.FORM, reason)));
            if (hazards.isEmpty() && plan.ceiling() != Applicability.DISPLAY) {
                hazards.add(Hazard.of(HazardKind.FORM, ANY_OTHER));
            }
            List<Guard> guards =
                    List.of(Guard.doubted(GuardKind.SAME_RESULT, "the changed code has the same result"));
            return new FixLabel(hazards, guards, List.of());
        }
        boolean output = request.repair() == Repair.BUFFER_FILE_OUTPUT || isSocketOutput(request)
                || request.repair() == Repair.BUFFER_PRINT_STREAM;
        return ofBuffer(sources, request, plan, stream.get(), output);
    }

    private static FixLabel ofBuffer(
            Sources sources, FixRequest request, Plan plan, TracedStream stream, boolean output) {
        List<Hazard> hazards = new ArrayList<>(SafeBuffer.hazards(sources, stream, output));
        if (isSocketOutput(request) || request.repair() == Repair.BUFFER_SOCKET_INPUT) {
            hazards.removeIf(each -> each.kind() == HazardKind.OPENED); // a socket is no file, which the next one says
            hazards.add(Hazard.of(HazardKind.SOCKET, output
                    ? "the peer gets the bytes at the next `flush()`, no longer with each `write()`"
                    : "other readers of the socket miss the bytes read ahead"));
        }
        plan.reasons().forEach(reason -> hazards.add(Hazard.of(HazardKind.FORM, reason)));
        List<Guard> guards = new ArrayList<>();
        Set<GuardKind> doubted = EnumSet.noneOf(GuardKind.class);
        hazards.forEach(hazard -> doubted.add(hazard.kind().guard()));
        (output ? OUTPUT : INPUT).entrySet().stream().sorted(Map.Entry.comparingByKey())
                .filter(each -> !doubted.contains(each.getKey()))
                .forEach(each -> guards.add(Guard.proven(each.getKey(), each.getValue())));
        assume(request.assumptions(), output ? OUTPUT_ASSUMES : INPUT_ASSUMES, hazards, guards);
        hazards.forEach(hazard -> guards.add(hazard.guard()));
        hazards.sort(Comparator.comparing(Hazard::kind));
        return new FixLabel(hazards, guards, InspectedCalls.of(sources, stream));
    }

    private static void assume(
            Assumptions accepted, Map<GuardKind, String> assumed, List<Hazard> hazards, List<Guard> guards) {
        assumed.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(each -> {
            boolean taken = accepted.accepts(each.getKey(), true);
            guards.add(Guard.assumed(each.getKey(), each.getValue(), taken));
            if (!taken) {
                hazards.add(Hazard.of(HazardKind.ASSUMPTION, "not assumed: " + each.getValue()));
            }
        });
    }

    /** Returns what remains once the preparation is made, and what that changes by itself. */
    FixLabel prepared(Preparation preparation) {
        List<Hazard> remaining = new ArrayList<>();
        preparation.reasons().forEach(reason -> remaining.add(Hazard.of(HazardKind.FORM, reason)));
        hazards.stream()
                .filter(each -> each.kind() != HazardKind.NOT_CLOSED)
                .forEach(remaining::add);
        return new FixLabel(remaining, guards, inspected);
    }

    private static boolean isSocketOutput(FixRequest request) {
        return request.repair() == Repair.BUFFER_SOCKET_OUTPUT;
    }

    /** Returns the label: the form's, where there is no hazard. */
    Applicability applicability(Plan plan) {
        return hazards.isEmpty() ? plan.ceiling() : plan.ceiling().and(Applicability.UNSAFE);
    }
}
