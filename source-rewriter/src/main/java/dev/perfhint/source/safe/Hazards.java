package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import java.util.Set;

/** Collects hazards, each once. */
record Hazards(Set<Hazard> all) {
    /** Adds a hazard whose text begins with the code of the place. */
    void of(HazardKind kind, Node place, String verb) {
        add(kind, place, Hazard.code(place) + " " + verb);
    }

    void add(HazardKind kind, Node place, String text) {
        all.add(Hazard.at(kind, place, text));
    }
}
