package dev.perfhint.cli.command;

/** The exit codes that scripts rely on. */
final class ExitCode {
    static final int DONE = 0;
    /** A finding at or above {@code --fail-on}. */
    static final int FINDINGS = 1;
    /** Bad usage or unreadable input. */
    static final int USAGE = 2;
    /** A bug in perfhint. */
    static final int BUG = 3;

    private ExitCode() {}
}
