package dev.perfhint.cli.command.option;

import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.output.Palette;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The file that an answer goes to in place of standard output. */
public final class AnswerFile {
    @Option(names = "-o", paramLabel = "FILE", description = "Write to FILE; without it to standard output.")
    private String file;

    private Optional<OutputFile> output = Optional.empty();

    /** Checks that the file can be written, before any work; it may not be one of the recordings. */
    public void check(List<String> recordings) {
        output = OutputOptions.file(file);
        output.ifPresent(target -> OutputOptions.refuseRecording(target, recordings));
    }

    public boolean isStandardOutput() {
        return output.isEmpty();
    }

    /** Returns the colours of the text: none in a file. */
    public Palette palette(Root root) {
        return output.isPresent() ? Palette.plain() : root.palette();
    }

    /** Returns the width that the text keeps to: names are shortened on a terminal only. */
    public int columns(Session session) {
        return output.isPresent() ? Integer.MAX_VALUE : session.terminal().tableWidth();
    }

    /** Writes text for reading; on a terminal it is wrapped at words. */
    public void print(Session session, String text) {
        if (output.isPresent()) {
            write(session, text);
        } else {
            session.print(text);
        }
    }

    public void write(Session session, String text) {
        write(session, text.getBytes(StandardCharsets.UTF_8));
    }

    public void write(Session session, byte[] content) {
        if (output.isPresent()) {
            output.get().write(content);
        } else {
            session.out().write(content, 0, content.length);
        }
    }
}
