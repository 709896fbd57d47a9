package dev.perfhint.source;

import java.util.List;

/**
 * Where an agent saw a stream being created.
 *
 * @param frames Java frames, innermost first, starting in the JDK's constructor or factory
 * @param ordinal which of the creations seen in that method it is, from 0 on in the order of the bytecode
 * @param count how many were seen in that method
 */
public record CreationStack(List<CallSite> frames, int ordinal, int count) {
    /** Of a stream whose creation nobody saw. */
    public static final CreationStack NONE = new CreationStack(List.of(), 0, 0);

    public CreationStack {
        frames = List.copyOf(frames);
    }
}
