package dev.perfhint.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Units under construction, numbered in the order in which they were first met. */
final class UnitList {
    private record Key(String host, long hourMillis) {}

    private final Map<Key, Integer> numbers = new HashMap<>();
    private final List<Unit> units = new ArrayList<>();

    /** Adds what was recorded, and returns the number of its unit. */
    int add(Unit unit) {
        Integer known = numbers.putIfAbsent(new Key(unit.host(), unit.hourMillis()), units.size());
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
