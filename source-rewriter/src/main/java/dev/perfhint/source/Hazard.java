package dev.perfhint.source;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.file.SourceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One thing to look at before a fix is taken, at its place.
 *
 * @param harm the worst that it does
 * @param text subject is the user's code, verb what it does: {@code `out` is stored in field `sink`}
 * @param line 1-based, 0 without a place
 */
public record Hazard(HazardKind kind, Harm harm, String text, Optional<Path> file, int line) {
    private static final int MAX_SHOWN = 4;
    private static final int MAX_CODE = 60;
    private static final Comparator<Hazard> WORST_FIRST =
            Comparator.comparing(Hazard::harm).thenComparing(Hazard::kind);

    public static Hazard of(HazardKind kind, String text) {
        return new Hazard(kind, kind.harm(), text, Optional.empty(), 0);
    }

    public static Hazard at(HazardKind kind, Node place, String text) {
        return at(kind, kind.harm(), place, text);
    }

    public static Hazard at(HazardKind kind, Harm harm, Node place, String text) {
        SourceFile file = SourceFile.of(place);
        return new Hazard(kind, harm, text, Optional.of(file.path()), file.line(file.start(place)));
    }

    /** Returns the code of a node in quotes, on one line, cut where it is long. */
    public static String code(Node node) {
        String text = node.toString().replaceAll("\\s+", " ").replaceAll(";$", "");
        return "`" + (text.length() > MAX_CODE ? text.substring(0, MAX_CODE - 3) + "..." : text) + "`";
    }

    /** Returns the hazards in the order of their harm, each once. */
    public static List<Hazard> worstFirst(Collection<Hazard> hazards) {
        return hazards.stream().distinct().sorted(WORST_FIRST).toList();
    }

    /**
     * Returns the four worst as lines, one of each kind, with their places: {@code line 12: `out` is returned}.
     *
     * @param home the file of the fix, whose lines need no name
     */
    public static List<String> shown(List<Hazard> hazards, Optional<Path> home) {
        Map<String, List<Hazard>> byKind = new LinkedHashMap<>();
        worstFirst(hazards).forEach(each -> byKind.computeIfAbsent(
                each.kind == HazardKind.FORM ? each.text : each.kind.id() + each.harm, kind -> new ArrayList<>())
                .add(each));
        List<String> lines = new ArrayList<>();
        int left = 0;
        for (List<Hazard> same : byKind.values()) {
            if (lines.size() < MAX_SHOWN) {
                lines.add(same.get(0).line(home) + also(same, home));
            } else {
                left += same.size();
            }
        }
        if (left > 0) {
            lines.add("and " + left + " more, see --explain-fix");
        }
        return lines;
    }

    /** Returns where else a hazard of the same kind is: {@code (also lines 31, 40)}; empty for nowhere. */
    private static String also(List<Hazard> same, Optional<Path> home) {
        String first = same.get(0).place(home);
        List<String> others = same.stream().map(each -> each.place(home)).distinct()
                .filter(place -> !place.isEmpty() && !place.equals(first)).toList();
        String more = others.size() > MAX_SHOWN ? " and " + (others.size() - MAX_SHOWN) + " more" : "";
        return others.isEmpty() ? "" : others.stream().limit(MAX_SHOWN).collect(Collectors.joining(", ", " (also ", ""))
                + more + ")";
    }

    // the methods of a record would be linked at each start, which costs more than they do
    @Override
    public boolean equals(Object other) {
        return other instanceof Hazard hazard && line == hazard.line && kind == hazard.kind && harm == hazard.harm
                && text.equals(hazard.text) && file.equals(hazard.file);
    }

    @Override
    public int hashCode() {
        return text.hashCode() * 31 + line;
    }

    /** Returns the same hazard with more behind its text. */
    public Hazard saying(String more) {
        return new Hazard(kind, harm, text + "; " + more, file, line);
    }

    /** Returns the place and the text; the place of another file than the given one with its name. */
    public String line(Optional<Path> home) {
        return file.isEmpty() ? text : place(home) + ": " + text;
    }

    private String place(Optional<Path> home) {
        String name = file.isEmpty() || file.equals(home) ? "" : file.get().getFileName() + ", ";
        return file.isEmpty() ? "" : name + "line " + line;
    }
}
