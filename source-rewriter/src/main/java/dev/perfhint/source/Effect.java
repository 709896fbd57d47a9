package dev.perfhint.source;

import dev.perfhint.source.file.SourceFile;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a fix leaves of the system calls, for the prediction of its saving.
 *
 * @param leastBytes bytes that each system call moves with the fix, at least; 0 where the rule's own prediction holds
 * @param mostBytes the same, at most
 * @param place the only lines whose calls become fewer; empty if all calls of the stream do
 */
public record Effect(double leastBytes, double mostBytes, Optional<Place> place) {
    /** Bytes of the JDK's default buffer. */
    public static final int DEFAULT_BUFFER_BYTES = 8192;

    /** The fix does what the rule that asked for it expects. */
    public static final Effect EXPECTED = new Effect(0, 0, Optional.empty());

    /** {@code transferTo}: the JDK's own loop has 8 KiB up to 20; later ones have more, or let the kernel copy. */
    public static final Effect TRANSFER = bytes(DEFAULT_BUFFER_BYTES, 65_536);

    /** Lines of a file, both inclusive. */
    public record Place(Path file, int firstLine, int lastLine) {}

    // the methods of a record would be linked at each start, which costs more than they do
    @Override
    public boolean equals(Object other) {
        return other instanceof Effect effect && leastBytes == effect.leastBytes && mostBytes == effect.mostBytes
                && place.equals(effect.place);
    }

    @Override
    public int hashCode() {
        return Double.hashCode(leastBytes) * 31 + Double.hashCode(mostBytes);
    }

    public static Effect bytes(double leastBytes, double mostBytes) {
        return new Effect(leastBytes, mostBytes, Optional.empty());
    }

    /** Returns the same effect on the calls in these lines only. */
    public Effect in(SourceFile file, int firstLine, int lastLine) {
        return new Effect(leastBytes, mostBytes, Optional.of(new Place(file.path(), firstLine, lastLine)));
    }
}
