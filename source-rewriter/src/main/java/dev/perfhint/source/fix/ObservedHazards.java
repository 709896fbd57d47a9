package dev.perfhint.source.fix;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.Fix;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.ObservedFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sets what was observed beside the hazards of a fix: these come last. What it refutes is only shown. */
final class ObservedHazards {
    private ObservedHazards() {}

    /** @param home the file of the fix, whose lines need no name */
    static Fix of(Fix fix, ObservedFacts facts, Optional<Path> home) {
        if (facts.refutation().isPresent() && fix.isOffered()) {
            List<String> reasons = new ArrayList<>(List.of("observed: " + facts.refutation().get()));
            reasons.addAll(fix.reasons());
            return fix.with(Applicability.DISPLAY, reasons, fix.conflictsWith(), fix.checks(), fix.edits());
        }
        Map<Boolean, List<Hazard>> seen = fix.hazards().stream().collect(Collectors.partitioningBy(
                hazard -> facts.standing().containsKey(hazard.kind().id())));
        if (seen.get(true).isEmpty()) {
            return fix;
        }
        List<Hazard> told = seen.get(true).stream()
                .map(hazard -> hazard.saying("observed: " + facts.standing().get(hazard.kind().id()))).toList();
        List<Hazard> hazards = new ArrayList<>(seen.get(false));
        hazards.addAll(told);
        List<String> reasons = new ArrayList<>(Hazard.shown(seen.get(false), home));
        reasons.addAll(Hazard.shown(told, home));
        return fix.with(reasons, hazards);
    }
}
