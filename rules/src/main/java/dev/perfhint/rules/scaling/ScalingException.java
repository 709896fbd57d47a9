package dev.perfhint.rules.scaling;

/** Says in one line why recordings at different loads cannot be set beside each other, and what to do. */
public final class ScalingException extends Exception {
    private static final long serialVersionUID = 1L;

    public ScalingException(String message) {
        super(message);
    }
}
