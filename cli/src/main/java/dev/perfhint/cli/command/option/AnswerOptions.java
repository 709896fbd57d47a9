package dev.perfhint.cli.command.option;

import dev.perfhint.cli.output.Palette;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;

/** Where the one answer of a command goes, as text or JSON. */
public final class AnswerOptions {
    @Mixin
    private Answer answer;

    @Mixin
    private AnswerFile file;

    /** Makes the text of an answer in so many columns. */
    public interface Text {
        String of(int columns, Palette palette);
    }

    /** Checks that the answer can be written, before any work; the file may not be one of the recordings. */
    public void check(List<String> recordings) {
        file.check(recordings);
    }

    public boolean isText() {
        return answer.isText();
    }

    /** Writes the form that was asked for. */
    public void write(Session session, Root root, Text text, Supplier<String> json) {
        if (isText()) {
            file.print(session, text.of(file.columns(session), file.palette(root)));
        } else {
            file.write(session, json.get());
        }
    }
}
