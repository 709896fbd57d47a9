package dev.perfhint.profile.store;

/** The content of a profile file cannot be used. The message is part of a line, after the file's name. */
public final class DamagedProfileException extends Exception {
    private static final long serialVersionUID = 1L;

    public DamagedProfileException(String message) {
        super(message);
    }
}
