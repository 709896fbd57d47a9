package dev.perfhint.source;

import dev.perfhint.source.file.SourceFile;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a fix leaves of the system calls, for the prediction of its saving.
 *
 * @param calls how what is left of observed calls is counted
 * @param leastBytes bytes that each system call moves with the fix, at least; 0 where the rule's own prediction holds
 * @param mostBytes the same, at most
 * @param place the only lines whose calls become fewer; empty if all calls of the stream do
 */
public record Effect(Calls calls, double leastBytes, double mostBytes, Optional<Place> place) {
    /** Bytes of the JDK's default buffer. */
    public static final int DEFAULT_BUFFER_BYTES = 8192;

    /** The fix does what the rule that asked for it expects. */
    public static final Effect EXPECTED = new Effect(Calls.AS_RULE, 0, 0, Optional.empty());

    /** {@code transferTo}: the JDK's own loop has 8 KiB up to 20; later ones have more, or let the kernel copy. */
    public static final Effect TRANSFER =
            new Effect(Calls.TRANSFER, DEFAULT_BUFFER_BYTES, 65_536, Optional.empty());

    /** What is left depends on how often the program says that a message ends. */
    public static final Effect MESSAGES = new Effect(Calls.UNKNOWN, 0, DEFAULT_BUFFER_BYTES, Optional.empty());

    /** How the calls are counted that a fix leaves. */
    public enum Calls {
        /** Those that the rule expects of its repair. */
        AS_RULE,
        /** A call for each block of {@link #leastBytes}; fewer may be left where that is not {@link #mostBytes}. */
        BLOCKS,
        /** Those of {@code transferTo}. */
        TRANSFER,
        /** Those that fill a buffer in place of the calls of the place. */
        UNFLUSHED,
        /** One for each pass through the lines, at whose end the stream is flushed. */
        PASSES,
        /** Not known. */
        UNKNOWN;

        /** Returns whether the code alone does not say what is left. */
        public boolean isOfMessages() {
            return this == PASSES || this == UNKNOWN;
        }
    }

    /** Lines of a file, both inclusive. */
    public record Place(Path file, int firstLine, int lastLine) {}

    // the methods of a record would be linked at each start, which costs more than they do
    @Override
    public boolean equals(Object other) {
        return other instanceof Effect effect && calls == effect.calls && leastBytes == effect.leastBytes
                && mostBytes == effect.mostBytes && place.equals(effect.place);
    }

    @Override
    public int hashCode() {
        return Double.hashCode(leastBytes) * 31 + Double.hashCode(mostBytes);
    }

    public static Effect bytes(double leastBytes, double mostBytes) {
        return new Effect(Calls.AS_RULE, leastBytes, mostBytes, Optional.empty());
    }

    /** Returns the effect of blocks of a size that the fix makes itself. */
    public static Effect blocks(double leastBytes, double mostBytes) {
        return new Effect(Calls.BLOCKS, leastBytes, mostBytes, Optional.empty());
    }

    /** Returns the effect of a flush that goes. */
    public static Effect unflushed(SourceFile file, int firstLine, int lastLine) {
        return new Effect(Calls.UNFLUSHED, 0, DEFAULT_BUFFER_BYTES, Optional.empty()).in(file, firstLine, lastLine);
    }

    /** Returns the effect of a flush at the end of these lines, whatever calls them. */
    public static Effect passes(SourceFile file, int firstLine, int lastLine) {
        return new Effect(Calls.PASSES, 0, DEFAULT_BUFFER_BYTES, Optional.empty()).in(file, firstLine, lastLine);
    }

    /** Returns the same effect on the calls in these lines only. */
    public Effect in(SourceFile file, int firstLine, int lastLine) {
        return new Effect(calls, leastBytes, mostBytes, Optional.of(new Place(file.path(), firstLine, lastLine)));
    }
}
