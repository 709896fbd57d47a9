package dev.perfhint.reader.jfr;

import dev.perfhint.reader.chunk.Chunk;
import dev.perfhint.reader.chunk.Damage;
import java.util.ArrayList;
import java.util.List;

/** What was lost of a recording, in file order: a recording with a loss is not complete. */
final class Losses {
    /** A file of nothing but chunk headers would give one for each. */
    private static final int MAX_WARNINGS = 20;

    private final List<String> warnings = new ArrayList<>();
    private long count;

    void add(String warning) {
        if (count++ < MAX_WARNINGS) {
            warnings.add(warning);
        }
    }

    /** Adds what a chunk lost; chunks count from 1. */
    void addOf(Chunk chunk, int number) {
        chunk.losses().forEach(loss -> add(loss.warning(number)));
    }

    /** Adds bytes before, between or after chunks, of which there were so many before. */
    void addOutside(int chunks, Damage cause, long offset, long bytes) {
        String where = chunks == 0 ? "before chunk 1" : "after chunk " + chunks;
        add(where + ": " + cause.text() + " at offset " + offset + ", " + bytes + " bytes lost");
    }

    boolean isEmpty() {
        return count == 0;
    }

    List<String> warnings() {
        List<String> all = new ArrayList<>(warnings);
        if (count > MAX_WARNINGS) {
            all.add(count - MAX_WARNINGS + " more losses in other places");
        }
        return all;
    }
}
