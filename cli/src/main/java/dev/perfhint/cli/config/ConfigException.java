package dev.perfhint.cli.config;

/** A configuration file that cannot be used; the message is one line that names the file, the line and what to do. */
public final class ConfigException extends RuntimeException {
    public ConfigException(String message) {
        super(message);
    }
}
