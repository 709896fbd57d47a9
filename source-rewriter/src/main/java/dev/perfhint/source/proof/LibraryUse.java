package dev.perfhint.source.proof;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Type;

/**
 * Finds out from bytecode what a library method does with a stream that it is given.
 *
 * <p>Only straight use is proven: written, flushed or read through, and nothing else called that could notice a buffer.
 * The rest is an objection that says what the code does. Follows a bounded number of methods.
 */
final class LibraryUse {
    private static final int MAXIMUM_DEPTH = 8;
    private static final int MAXIMUM_METHODS = 120;

    /**
     * What the code does with the stream.
     *
     * @param objections each goes on from "the stream is passed to X, which"
     * @param fields fields of the object that keep the stream, {@code owner.name}
     */
    record Summary(Set<StreamMethods.Effect> effects, Set<String> objections, Set<String> fields) {
        static Summary empty() {
            return new Summary(EnumSet.noneOf(StreamMethods.Effect.class), new LinkedHashSet<>(), new TreeSet<>());
        }

        void add(Summary other) {
            effects.addAll(other.effects);
            objections.addAll(other.objections);
            fields.addAll(other.fields);
        }
    }

    private final LibraryClasses classes;
    private final boolean output;
    private final Deque<LibraryMethod> running = new ArrayDeque<>();
    private int followed;

    LibraryUse(LibraryClasses classes, boolean output) {
        this.classes = classes;
        this.output = output;
    }

    LibraryClasses classes() {
        return classes;
    }

    boolean ofOutput() {
        return output;
    }

    /** Summarises a method whose given parameter, counted from 0 without the receiver, is the stream; -1 for none. */
    Summary of(LibraryMethod method, int parameter) {
        Summary summary = Summary.empty();
        if (!method.hasCode()) {
            summary.objections().add("has no code to look at");
        } else if (!running.contains(method)) {
            if (running.size() >= MAXIMUM_DEPTH || ++followed > MAXIMUM_METHODS) {
                summary.objections().add("runs more code than is followed");
                return summary;
            }
            running.push(method);
            new LibraryRun(this, method, slot(method, parameter), "", summary).run();
            running.pop();
        }
        return summary;
    }

    /** Summarises what all methods of a class do with the stream that one of its fields keeps. */
    Summary ofField(LibraryClass type, String field) {
        Summary summary = Summary.empty();
        for (LibraryMethod method : type.methods()) {
            if (method.hasCode()) {
                running.push(method);
                new LibraryRun(this, method, -1, field, summary).run();
                running.pop();
            }
        }
        return summary;
    }

    private static int slot(LibraryMethod method, int parameter) {
        if (parameter < 0) {
            return -1;
        }
        Type[] types = Type.getArgumentTypes(method.descriptor());
        int slot = method.isStatic() ? 0 : 1;
        for (int i = 0; i < parameter; i++) {
            slot += types[i].getSize();
        }
        return slot;
    }
}
