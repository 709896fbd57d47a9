package dev.perfhint.rules.stack;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Counts samples by constants, and says which has most; of several, the last in the order of the constants. */
public final class Tally<K extends Enum<K>> {
    private final Map<K, Long> samples;

    public Tally(Class<K> constants) {
        samples = new EnumMap<>(constants);
    }

    public void add(K constant, long more) {
        Long before = samples.get(constant);
        samples.put(constant, before == null ? more : before + more);
    }

    /** Returns the constant of most samples; empty if none was counted. */
    public Optional<K> most() {
        K best = null;
        long most = 0;
        for (Map.Entry<K, Long> entry : samples.entrySet()) {
            if (best == null || entry.getValue() >= most) {
                best = entry.getKey();
                most = entry.getValue();
            }
        }
        return Optional.ofNullable(best);
    }
}
