package dev.perfhint.source.proof;

/** What an object was made on, in the order of doubt. */
enum FileOrigin {
    /** No file, or provably another than the stream's. */
    OTHER,
    /** What was not opened where it can be seen. */
    UNSEEN,
    /** What may be the stream's own file. */
    SAME;

    FileOrigin or(FileOrigin other) {
        return compareTo(other) < 0 ? other : this;
    }
}
