package dev.perfhint.cli.output;

/** When to colour: the values of {@code --color}. */
public enum ColorMode {
    AUTO,
    ALWAYS,
    NEVER
}
