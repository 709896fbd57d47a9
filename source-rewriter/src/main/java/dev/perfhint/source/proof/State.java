package dev.perfhint.source.proof;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * One possible state of the program: the buffer's typestate, what the variables of the running method hold (the alias
 * set), and the objects that the stream is reached from.
 */
record State(Phase phase, Map<Object, Value> frame, Map<Integer, Thing> heap) {
    /** The buffer round the raw stream. */
    static final int BUFFER = 0;

    static final String THIS = "this";

    State {
        frame = Map.copyOf(frame);
        heap = Map.copyOf(heap);
    }

    static State initial() {
        return new State(Phase.ABSENT, Map.of(), Map.of());
    }

    State in(Phase other) {
        return other == phase ? this : new State(other, frame, heap);
    }

    State withFrame(Map<Object, Value> other) {
        return new State(phase, other, heap);
    }

    State bind(Object variable, Value value) {
        Map<Object, Value> changed = new HashMap<>(frame);
        if (value == Value.Untracked.OTHER) {
            changed.remove(variable);
        } else {
            changed.put(variable, value);
        }
        return withFrame(changed);
    }

    Value get(Object variable) {
        return frame.getOrDefault(variable, Value.Untracked.OTHER);
    }

    Thing thing(int id) {
        return heap.get(id);
    }

    State with(int id, Thing thing) {
        Map<Integer, Thing> changed = new HashMap<>(heap);
        changed.put(id, thing);
        return new State(phase, frame, changed);
    }

    /** Returns the state in which an object of an earlier run of the same creation is no longer followed. */
    State without(int id) {
        return without(id, Value.Untracked.STALE);
    }

    /** Returns the state in which an object from which the stream is not reached is one of many. */
    State forget(int id) {
        return without(id, Value.Untracked.OTHER);
    }

    private State without(int id, Value instead) {
        Map<Integer, Thing> things = new HashMap<>();
        heap.forEach((key, thing) -> {
            if (key != id) {
                things.put(key, new Thing(thing.jdkClass(), thing.type(), replaced(thing.fields(), id, instead),
                        thing.autoflush(), thing.fragile(), thing.closed()));
            }
        });
        return new State(phase, replaced(frame, id, instead), things);
    }

    static Map<Object, Value> stale(Map<Object, Value> values, int id) {
        return replaced(values, id, Value.Untracked.STALE);
    }

    private static Map<Object, Value> replaced(Map<Object, Value> values, int id, Value instead) {
        Map<Object, Value> changed = new HashMap<>(values);
        if (instead == Value.Untracked.OTHER) {
            changed.values().removeIf(value -> value instanceof Value.Ref ref && ref.thing() == id);
        } else {
            changed.replaceAll((key, value) -> value instanceof Value.Ref ref && ref.thing() == id ? instead : value);
        }
        return changed;
    }

    /** Returns whether the stream is reached from the value. */
    boolean reaches(Value value) {
        return reaches(value, new HashSet<>());
    }

    private boolean reaches(Value value, Set<Integer> seen) {
        if (value == Value.Untracked.STALE || value instanceof Value.Code code && code.creates()) {
            return true;
        }
        if (!(value instanceof Value.Ref ref) || !seen.add(ref.thing()) || !heap.containsKey(ref.thing())) {
            return false;
        }
        return ref.thing() == BUFFER
                || heap.get(ref.thing()).fields().values().stream().anyMatch(v -> reaches(v, seen));
    }
}
