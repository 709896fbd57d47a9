package dev.perfhint.profile.build;

import dev.perfhint.profile.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Units under construction, numbered in the order in which they were first met. */
final class UnitList {
    /** By host, hour and grade: a record as key would be put together at run time, which every start would pay for. */
    private final Map<String, Integer> numbers = new HashMap<>();

    private final List<Unit> units = new ArrayList<>();

    /** Adds what was recorded, and returns the number of its unit. */
    int add(Unit unit) {
        Integer known = numbers.putIfAbsent(unit.evidence().name().concat(Long.toString(unit.hourMillis()))
                .concat(" ").concat(unit.host()), units.size());
        if (known == null) {
            units.add(unit);
            return units.size() - 1;
        }
        units.set(known, units.get(known).plus(unit));
        return known;
    }

    boolean isEmpty() {
        return units.isEmpty();
    }

    List<Unit> units() {
        return List.copyOf(units);
    }
}
