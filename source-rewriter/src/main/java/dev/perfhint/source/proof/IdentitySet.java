package dev.perfhint.source.proof;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** A set of objects, each equal to itself alone, in the order in which they came: the same in every run. */
final class IdentitySet<T> extends AbstractSet<T> {
    private final Map<Identity, T> elements = new LinkedHashMap<>();

    private record Identity(Object object) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Identity identity && identity.object == object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }
    }

    @Override
    public boolean add(T element) {
        return elements.putIfAbsent(new Identity(element), element) == null;
    }

    @Override
    public boolean contains(Object element) {
        return elements.containsKey(new Identity(element));
    }

    @Override
    public boolean remove(Object element) {
        return elements.remove(new Identity(element)) != null;
    }

    @Override
    public Iterator<T> iterator() {
        return elements.values().iterator();
    }

    @Override
    public int size() {
        return elements.size();
    }
}
