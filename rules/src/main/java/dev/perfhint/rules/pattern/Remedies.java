package dev.perfhint.rules.pattern;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.ShippedTable;
import dev.perfhint.rules.model.Advice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What can be done about the system CPU of well-known components, from {@code remedies.txt}. */
public final class Remedies {
    /** Read when a stack runs in a component. */
    private static final class Table {
        private static final Map<String, String> LABELS = new HashMap<>();
        private static final Map<String, List<Entry>> ENTRIES = new HashMap<>();

        static {
            ShippedTable.read(Remedies.class, "remedies.txt", row -> {
                if (row.get(0).equals("label")) {
                    LABELS.put(row.get(1), String.join(" ", row.subList(2, row.size())));
                } else {
                    ENTRIES.computeIfAbsent(row.get(0), key -> new ArrayList<>()).add(Entry.of(row));
                }
            });
        }
    }

    private Remedies() {}

    /** Returns the component's name for readers. */
    public static String label(String component) {
        return component.isEmpty() ? component : Table.LABELS.getOrDefault(component, component);
    }

    /** Returns whether something is known to do about system CPU of that cause in the component. */
    public static boolean covers(String component, Cause cause) {
        return entries(component).stream()
                .anyMatch(entry -> entry.advice().isPresent() && entry.causes().contains(cause));
    }

    /** Returns what to do, best first. */
    public static List<Advice> of(String component, Cause cause) {
        return entries(component).stream()
                .filter(entry -> entry.causes().contains(cause)).flatMap(entry -> entry.advice().stream()).toList();
    }

    /** Returns why system CPU of that cause in the component is needed, where that is known. */
    public static Optional<Explanation> inherent(String component, Cause cause) {
        return entries(component).stream()
                .filter(entry -> entry.advice().isEmpty() && entry.causes().contains(cause))
                .findFirst().map(entry -> Explanation.inherent(label(component) + ": " + entry.why()));
    }

    private static List<Entry> entries(String component) {
        return component.isEmpty() ? List.of() : Table.ENTRIES.getOrDefault(component, List.of());
    }

    private record Entry(Set<Cause> causes, Optional<Advice> advice, String why) {
        static Entry of(List<String> row) {
            Set<Cause> causes = EnumSet.noneOf(Cause.class);
            for (String label : row.get(1).split(",")) {
                causes.add(Cause.find(label)
                        .orElseThrow(() -> new IllegalStateException("remedies.txt: no cause " + label)));
            }
            List<String> cells = cells(String.join(" ", row.subList(3, row.size())));
            if (cells.get(0).equals("inherent")) {
                return new Entry(causes, Optional.empty(), cells.get(1));
            }
            Advice.Kind kind = Advice.Kind.valueOf(cells.get(0).toUpperCase(Locale.ROOT));
            String text = cells.get(2);
            Advice advice = cells.size() < 4 ? Advice.of(kind, text)
                    : Advice.of(kind, text, cells.get(3).replace("\\n", "\n"));
            return new Entry(causes, Optional.of(switch (cells.get(1)) {
                case "kept" -> advice.saving(Saving.KEPT);
                case "buffer" -> advice.saving(Saving.AT_MOST);
                default -> advice;
            }), text);
        }

        private static List<String> cells(String text) {
            return Arrays.stream(text.split(" \\| ")).map(String::strip).toList();
        }
    }
}
