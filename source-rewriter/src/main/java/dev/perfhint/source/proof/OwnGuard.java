package dev.perfhint.source.proof;

import dev.perfhint.source.GuardKind;

/** A condition of a safe wrap; the text is what is shown as proven when no doubt of its kind was raised. */
enum OwnGuard {
    CLOSED(GuardKind.CLOSED, "closed on every path, exceptional ones too, through the same variable"),
    SAME_OBJECT(GuardKind.NO_ALIAS, "every use of the stream is known: no alias, no channel, no descriptor, no hand-over to unknown code"),
    NO_OBSERVER(GuardKind.NO_OBSERVER, "nothing looks at the file, waits, starts a thread or ends the program while bytes are in the buffer"),
    ONE_HANDLE(GuardKind.NO_OTHER_HANDLE, "no other handle on the same file is open meanwhile"),
    ERRORS(GuardKind.SAME_ERRORS, "an error while closing reaches the same handler as an error while writing"),
    NO_REUSE(GuardKind.NO_REUSE, "not used after close, nor after a caught write error"),
    TARGET(GuardKind.PLAIN_TARGET, "not a device, a descriptor, a synchronous or an appending open"),
    LOCKING(GuardKind.NO_LOCK, "no code synchronises on the stream"),
    SOLE_READER(GuardKind.SOLE_READER, "the only reader of its descriptor, which is not handed on"),
    NO_POSITION(GuardKind.NO_POSITION, "no use depends on the position, available() or mark"),
    SERVED(GuardKind.FLUSH_BEFORE_WAIT, "every write is flushed before a blocking read, a wait, unknown code and the end"),
    JUDGEMENT(GuardKind.SAME_RESULT, "no durability or latency is traded");

    private final GuardKind kind;
    private final String text;

    OwnGuard(GuardKind kind, String text) {
        this.kind = kind;
        this.text = text;
    }

    GuardKind kind() {
        return kind;
    }

    String text() {
        return text;
    }
}
