package dev.perfhint.source.proof;

import dev.perfhint.source.GuardKind;

/** Says what each guard of the stream itself demands. */
final class GuardTexts {
    private GuardTexts() {}

    static String of(GuardKind kind) {
        return switch (kind) {
            case CLOSED -> "closed on every path, exceptional ones too";
            case NO_REUSE -> "not used after close, nor after a caught write error";
            case NO_ALIAS ->
                    "every use of the stream is known: no channel, no descriptor, no hand-over to unknown code";
            case SAME_ERRORS -> "an error while closing reaches the same handler as an error while writing";
            case SAME_ORDER -> "what is put round the stream is closed before it, and opening fails as it did";
            case NO_OTHER_HANDLE -> "no other handle for writing on the same file is opened meanwhile";
            case PLAIN_TARGET -> "not a device, a descriptor or a synchronous open";
            case NO_LOCK -> "no code synchronises on the stream";
            case SOLE_READER -> "the only reader of its descriptor, which is not handed on";
            case NO_POSITION -> "no use depends on the position, available() or mark";
            case FLUSH_BEFORE_WAIT -> "every write is flushed before a blocking read, a wait, unknown code and the end";
            default -> kind.id();
        };
    }
}
