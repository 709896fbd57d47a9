package dev.perfhint.cli.command.option;

import dev.perfhint.cli.output.Printable;
import dev.perfhint.cli.output.StandardOutput;
import dev.perfhint.cli.output.Terminal;
import dev.perfhint.cli.output.WordWrap;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a command reads from and writes to: standard input, output and error, and the terminal behind them, if any.
 *
 * @param directory where the command was started; empty if perfhint is called from another program
 * @param launcher the script that started perfhint; empty if something else did
 */
public record Session(InputStream in, StandardOutput out, PrintStream err, Terminal terminal, Optional<Path> directory,
        Optional<Path> launcher) {
    /** Prints text for reading; on a terminal it is wrapped at words. */
    public void print(String text) {
        out.print(terminal.isTerminal() ? WordWrap.of(text, terminal.tableWidth()) : text);
    }

    /** Prints one line on standard error that says what was done. */
    public void tell(String message) {
        err.println("perfhint: " + Printable.line(message));
    }

    /** Prints one line on standard error that does not end the run. */
    public void warn(String message) {
        err.println("perfhint: warning: " + Printable.line(message));
    }
}
