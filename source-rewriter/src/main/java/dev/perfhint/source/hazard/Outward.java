package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

/** What code does that others notice, or that lets them notice, what a stream has not written yet. */
public enum Outward {
    READS, WAITS, LOCKS, SIGNALS, WRITES, STARTS, ENDS,
    /** It asks for the file's size, time or existence, or moves it. */
    ASKS_FILE,
    /** It opens the file once more. */
    OPENS_FILE,
    /** It makes a thread that the program does not wait for when it ends. */
    DAEMON,
    /** It is part of what is held. */
    NOTHING;

    static Map<Node, Outward> nothing(Collection<? extends Node> nodes) {
        Map<Node, Outward> parts = new IdentityHashMap<>();
        nodes.forEach(each -> parts.put(each, NOTHING));
        return parts;
    }
}
