package dev.perfhint.source.proof;

import org.objectweb.asm.tree.analysis.Value;

/** What a slot of a library method's frame holds, as far as the stream goes. */
record LibraryValue(int size, Kind kind) implements Value {
    /** What the value is. */
    enum Kind {
        OTHER,
        THIS,
        STREAM
    }

    static final LibraryValue OTHER = new LibraryValue(1, Kind.OTHER);
    static final LibraryValue WIDE = new LibraryValue(2, Kind.OTHER);
    static final LibraryValue STREAM = new LibraryValue(1, Kind.STREAM);
    static final LibraryValue SELF = new LibraryValue(1, Kind.THIS);

    static LibraryValue other(int size) {
        return size == 2 ? WIDE : OTHER;
    }

    boolean isStream() {
        return kind == Kind.STREAM;
    }

    @Override
    public int getSize() {
        return size;
    }
}
