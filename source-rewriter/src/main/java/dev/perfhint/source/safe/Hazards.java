package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects hazards, each once. */
final class Hazards {
    private static final int MAX_TEXT = 60;

    private final Set<Hazard> all = new LinkedHashSet<>();

    void add(HazardKind kind, Node place, String text) {
        all.add(Hazard.at(kind, place, text));
    }

    List<Hazard> list() {
        return List.copyOf(all);
    }

    /** Returns the code of a node in quotes, on one line, cut where it is long. */
    static String code(Node node) {
        String text = node.toString().replaceAll("\\s+", " ").replaceAll(";$", "");
        return "`" + (text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT - 3) + "..." : text) + "`";
    }
}
