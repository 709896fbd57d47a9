package dev.perfhint.reader.chunk;

/** What can be wrong with a chunk, in the words of the warning. One warning for each cause and chunk. */
public enum Damage {
    CUT_OFF("the file ends inside the chunk"),
    WRONG_SIZE("the header has a wrong size: a missing end is not detected"),
    EVENT_SIZE("bytes that are no events"),
    EVENT_CONTENT("events that cannot be decoded"),
    CONSTANTS("constant pools that cannot be decoded"),
    NO_METADATA("no usable description of the event types"),
    OTHER_TYPES("no description of its event types (another chunk of the same JVM has them)"),
    UNFINISHED("the chunk was never finished (the JVM was killed or is still recording)"),
    NO_HEADER("bytes that belong to no chunk");

    private final String text;

    Damage(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /**
     * How much was lost of a chunk to one cause.
     *
     * @param offset of the first place in the file
     * @param bytes 0 if nothing was passed over
     * @param events 0 if it cannot be told
     */
    public record Loss(Damage cause, long offset, long bytes, long events) {
        Loss plus(Loss other) {
            return new Loss(cause, Math.min(offset, other.offset), bytes + other.bytes, events + other.events);
        }

        /** Returns the warning; chunks count from 1. */
        public String warning(int chunk) {
            StringBuilder text = new StringBuilder("chunk ").append(chunk).append(": ").append(cause.text());
            text.append(" at offset ").append(offset);
            if (bytes > 0) {
                text.append(", ").append(bytes).append(" bytes lost");
            }
            if (events > 0) {
                text.append(", ").append(events).append(events == 1 ? " event" : " events").append(" lost");
            }
            return text.toString();
        }
    }
}
