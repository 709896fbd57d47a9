package dev.perfhint.maven;

import dev.perfhint.cli.command.Main;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.Log;

/** Runs a perfhint command inside the build: the report goes to standard output, messages to Maven's log. */
final class CommandRun {
    private static final int FINDINGS = 1;
    private static final String WARNING = "perfhint: warning: ";
    private static final String NAME = "perfhint: ";

    private CommandRun() {}

    /**
     * Runs the command in the directory of the build.
     *
     * @throws MojoFailureException for findings at or above the severity that fails the build
     * @throws MojoExecutionException for bad input; the message is perfhint's own
     */
    static void run(Path directory, List<String> arguments, Log log) throws MojoExecutionException,
    MojoFailureException {
        log.debug(String.join(" ", arguments));
        MessageLines messages = new MessageLines(line -> {
            if (line.startsWith(WARNING)) {
                log.warn(line.substring(WARNING.length()));
            } else {
                log.info(line.startsWith(NAME) ? line.substring(NAME.length()) : line);
            }
        });
        int code = Main.runIn(directory, System.out, messages, arguments.toArray(String[]::new));
        System.out.flush();
        messages.close();
        if (code > FINDINGS) {
            throw new MojoExecutionException(messages.last().isEmpty() ? "perfhint failed" : messages.last());
        }
        if (code == FINDINGS) {
            throw new MojoFailureException("perfhint: findings of a severity that fails the build (perfhint.failOn)");
        }
    }
}
