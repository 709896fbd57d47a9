package dev.perfhint.reader.jfr;

import dev.perfhint.reader.chunk.Chunk;
import dev.perfhint.reader.chunk.ChunkHeader;
import dev.perfhint.reader.chunk.Metadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The event types that the last chunk described, for chunks of the same JVM that lost theirs: JDK 11 to 13 write them
 * at the end of a chunk, which a killed JVM never reaches. A JVM numbers its types once. At most 16 chunks wait for the
 * first types.
 */
final class BorrowedMetadata {
    private static final int MAX_WAITING = 16;

    private final List<Chunk> waiting = new ArrayList<>();
    private ChunkHeader describedBy;
    private Optional<Metadata> types = Optional.empty();

    /** Notes the types of a chunk that has some. */
    void described(ChunkHeader by, Optional<Metadata> described) {
        describedBy = by;
        types = described;
    }

    /** Returns the types for a chunk without, empty if no chunk of the same JVM described any. */
    Optional<Metadata> typesFor(Chunk chunk) {
        return types.filter(known -> describedBy.sameJvm(chunk.header));
    }

    /** Keeps a chunk for later if types may still come, and returns whether it did. */
    boolean wait(Chunk chunk) {
        return types.isEmpty() && waiting.size() < MAX_WAITING && waiting.add(chunk);
    }

    /** Returns the chunks that waited, in file order, and clears the queue. */
    List<Chunk> release() {
        List<Chunk> released = List.copyOf(waiting);
        waiting.clear();
        return released;
    }
}
