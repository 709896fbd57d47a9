package dev.perfhint.source;

/** What was verified of a fix's result. */
public record Checks(boolean parsed, Compiled compiled, boolean applies) {
    /** How the result was compiled: {@code NO} also where {@code analyze} runs without {@code --fix}. */
    public enum Compiled {
        FULL,
        PARTIAL,
        NO
    }

    public static final Checks NONE = new Checks(false, Compiled.NO, false);
}
