package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import java.util.Set;

/** Collects hazards, each once. */
record Hazards(Set<Hazard> all) {
    private static final int MAX_TEXT = 60;

    /** Adds a hazard whose text begins with the code of the place. */
    void of(HazardKind kind, Node place, String verb) {
        add(kind, place, code(place) + " " + verb);
    }

    void add(HazardKind kind, Node place, String text) {
        all.add(Hazard.at(kind, place, text));
    }

    /** Returns the code of a node in quotes, on one line, cut where it is long. */
    static String code(Node node) {
        String text = node.toString().replaceAll("\\s+", " ").replaceAll(";$", "");
        return "`" + (text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT - 3) + "..." : text) + "`";
    }
}
