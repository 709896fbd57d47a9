package dev.perfhint.source.proof;

import dev.perfhint.source.GuardKind;
import dev.perfhint.source.Repair;
import dev.perfhint.source.jdk.JdkMethods;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What is asked of a buffer on each kind of stream. */
enum StreamPolicy {
    FILE_OUTPUT("java.io.BufferedOutputStream", JdkMethods::wrapsOutput, GuardKind.CLOSED, GuardKind.NO_REUSE,
            GuardKind.NO_ALIAS, GuardKind.SAME_ERRORS, GuardKind.SAME_ORDER, GuardKind.NO_OTHER_HANDLE,
            GuardKind.PLAIN_TARGET, GuardKind.NO_LOCK),
    FILE_INPUT("java.io.BufferedInputStream", JdkMethods::wrapsInput, GuardKind.SOLE_READER, GuardKind.NO_ALIAS,
            GuardKind.NO_REUSE, GuardKind.NO_POSITION, GuardKind.PLAIN_TARGET, GuardKind.NO_LOCK),
    SOCKET_OUTPUT("java.io.BufferedOutputStream", JdkMethods::wrapsOutput, GuardKind.FLUSH_BEFORE_WAIT,
            GuardKind.CLOSED,
            GuardKind.NO_REUSE, GuardKind.NO_ALIAS, GuardKind.SAME_ERRORS, GuardKind.SAME_ORDER, GuardKind.NO_LOCK),
    SOCKET_INPUT("java.io.BufferedInputStream", JdkMethods::wrapsInput, GuardKind.SOLE_READER, GuardKind.NO_ALIAS,
            GuardKind.NO_REUSE, GuardKind.NO_POSITION, GuardKind.NO_LOCK);

    private final String buffer;
    private final Predicate<String> wrapper;
    private final List<GuardKind> guards;

    StreamPolicy(String buffer, Predicate<String> wrapper, GuardKind... guards) {
        this.buffer = buffer;
        this.wrapper = wrapper;
        this.guards = List.of(guards);
    }

    static Optional<StreamPolicy> of(Repair repair) {
        return switch (repair) {
            case BUFFER_FILE_OUTPUT, BUFFER_PRINT_STREAM -> Optional.of(FILE_OUTPUT);
            case BUFFER_FILE_INPUT -> Optional.of(FILE_INPUT);
            case BUFFER_SOCKET_OUTPUT -> Optional.of(SOCKET_OUTPUT);
            case BUFFER_SOCKET_INPUT -> Optional.of(SOCKET_INPUT);
            default -> Optional.empty();
        };
    }

    /** Returns the class of the buffer that the fix puts round the stream. */
    String buffer() {
        return buffer;
    }

    /** Returns what a caller may know of the buffered stream, {@code OutputStream}. */
    String streamName() {
        return isOutput() ? "OutputStream" : "InputStream";
    }

    List<GuardKind> guards() {
        return guards;
    }

    boolean wraps(String jdkClass) {
        return wrapper.test(jdkClass);
    }

    boolean isOutput() {
        return this == FILE_OUTPUT || this == SOCKET_OUTPUT;
    }

    /** Returns whether a peer may wait for what the buffer holds. */
    boolean servesPeer() {
        return this == SOCKET_OUTPUT;
    }

    boolean isFile() {
        return this == FILE_OUTPUT || this == FILE_INPUT;
    }
}
