package dev.perfhint.cli.command.option;

import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.output.Palette;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the one answer of a command goes, as text or JSON. */
public final class AnswerOptions {
    /** The forms that the answer can take. */
    enum Form {
        TEXT,
        JSON
    }

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "text or json (default: text).")
    private Form form;

    @Option(names = "-o", paramLabel = "FILE", description = "Write the answer to FILE.")
    private String file;

    private Optional<OutputFile> output = Optional.empty();

    /** Checks that the answer can be written, before any work; the file may not be one of the recordings. */
    public void check(List<String> recordings) {
        output = OutputOptions.file(file);
        output.ifPresent(target -> OutputOptions.refuseRecording(target, recordings));
    }

    /** Returns the colours of the text: none in a file. */
    public Palette palette(Root root) {
        return output.isPresent() ? Palette.plain() : root.palette();
    }

    /** Returns the width that the text keeps to: names are shortened on a terminal only. */
    public int columns(Session session) {
        return output.isPresent() ? Integer.MAX_VALUE : session.terminal().tableWidth();
    }

    public boolean isText() {
        return form == Form.TEXT;
    }

    public void write(Session session, String answer) {
        if (output.isPresent()) {
            output.get().write(answer.getBytes(StandardCharsets.UTF_8));
        } else if (isText()) {
            session.print(answer);
        } else {
            session.out().print(answer);
        }
    }
}
