package dev.perfhint.cli.output;

/** Nobody reads standard output any more. */
public final class ClosedOutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
