package dev.perfhint.source.proof;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.TypeElement;

/**
 * An object from which the stream may be reached: the buffer itself, a JDK wrapper, or an object of the user's.
 *
 * @param jdkClass binary name of its class, or of the nearest JDK ancestor of a user's class
 * @param type the user's class; empty for an object of the JDK's class itself
 * @param fields what its fields hold, by variable; {@link #INNER} is the stream that a JDK wrapper is made round
 * @param autoflush whether a print stream flushes behind each line
 * @param fragile whether closing it may fail before what is below is closed, by no fault of that
 * @param closed whether it was closed itself
 */
record Thing(String jdkClass, Optional<TypeElement> type, Map<Object, Value> fields, boolean autoflush,
        boolean fragile, boolean closed) {
    static final String INNER = "inner";

    Thing {
        fields = Map.copyOf(fields);
    }

    static Thing ofJdk(String jdkClass, Value inner, boolean autoflush) {
        return new Thing(jdkClass, Optional.empty(), Map.of(INNER, inner), autoflush, false, false);
    }

    Thing asFragile(boolean is) {
        return new Thing(jdkClass, type, fields, autoflush, is, closed);
    }

    static Thing ofUser(TypeElement type, String jdkClass) {
        return new Thing(jdkClass, Optional.of(type), Map.of(), false, false, false);
    }

    Thing with(Object field, Value value) {
        Map<Object, Value> changed = new HashMap<>(fields);
        if (value == Value.Untracked.OTHER) {
            changed.remove(field);
        } else {
            changed.put(field, value);
        }
        return new Thing(jdkClass, type, changed, autoflush, fragile, closed);
    }

    Thing asClosed() {
        return new Thing(jdkClass, type, fields, autoflush, fragile, true);
    }

    Value field(Object field) {
        return fields.getOrDefault(field, Value.Untracked.OTHER);
    }
}
