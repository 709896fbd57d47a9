package dev.perfhint.cli.command.option;

/** The exit codes that scripts rely on. */
public final class ExitCode {
    public static final int DONE = 0;
    /** A finding at or above {@code --fail-on}. */
    public static final int FINDINGS = 1;
    /** Bad usage or unreadable input. */
    public static final int USAGE = 2;
    /** A bug in perfhint. */
    public static final int BUG = 3;

    private ExitCode() {}
}
