package dev.perfhint.rules.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.ShippedTable;
import dev.perfhint.rules.Stacks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComponentsTest {
    private static List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        ShippedTable.read(Components.class, "components.txt", row -> rows.add(List.copyOf(row)));
        return rows;
    }

    @Test
    void everyRowNamesItsOwnClasses() {
        assertThat(rows()).hasSizeGreaterThan(100).allSatisfy(row -> {
            String name = row.get(1).endsWith(".") ? row.get(1) + "Any" : row.get(1).replace("*", "Any");
            assertThat(component(name, method(row))).as(name).isEqualTo(row.get(0));
        });
    }

    @Test
    void noRowHoldsItsNeighbours() {
        assertThat(rows()).allSatisfy(row -> {
            String end = row.get(1).endsWith(".") ? "" : "Neighbour";
            String name = row.get(1).endsWith(".")
                    ? row.get(1).substring(0, row.get(1).length() - 1) + "neighbour.Any"
                    : row.get(1).endsWith("*") ? row.get(1).replace("*", "").replaceFirst("(.*[.])", "$1Other") : row.get(1) + end;
            assertThat(component(name, method(row))).as(name).isNotEqualTo(row.get(0));
        });
    }

    private static String method(List<String> row) {
        return row.size() < 3 ? "any" : row.get(2).split(",")[0];
    }

    private static String component(String className, String method) {
        Profile profile = Stacks.kernel(className + '.' + method + ":1 1").profile();
        for (int node = profile.tree().size() - 1; node > CallTree.ROOT; node--) {
            if (profile.methods().className(profile.tree().method(node)).equals(className)) {
                return new Components(profile).of(node);
            }
        }
        return "";
    }
}
