package dev.perfhint.source.proof;

/** A condition of a safe wrap; the text is what is shown as proven when no doubt of its kind was raised. */
enum Guard {
    CLOSED("closed on every path, exceptional ones too, through the same variable"),
    SAME_OBJECT("every use of the stream is known: no alias, no channel, no descriptor, no hand-over to unknown code"),
    NO_OBSERVER("nothing looks at the file, waits, starts a thread or ends the program while bytes are in the buffer"),
    ONE_HANDLE("no other handle on the same file is open meanwhile"),
    ERRORS("an error while closing reaches the same handler as an error while writing"),
    NO_REUSE("not used after close, nor after a caught write error"),
    TARGET("not a device, a descriptor, a synchronous or an appending open"),
    LOCKING("no code synchronises on the stream"),
    SOLE_READER("the only reader of its descriptor, which is not handed on"),
    NO_POSITION("no use depends on the position, available() or mark"),
    SERVED("every write is flushed before a blocking read, a wait, unknown code and the end"),
    JUDGEMENT("no durability or latency is traded");

    private final String text;

    Guard(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
