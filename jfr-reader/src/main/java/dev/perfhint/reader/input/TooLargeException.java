package dev.perfhint.reader.input;

import java.io.IOException;

/** The content of a recording is larger than what is allowed. */
final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLargeException(String message) {
        super(message);
    }
}
