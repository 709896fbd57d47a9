package dev.perfhint.cli.command.option;

import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Whether a command answers in text or JSON. */
public final class Answer {
    /** The forms that an answer can take. */
    enum Form {
        TEXT,
        JSON
    }

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "text or json (default: text).")
    private Form form;

    boolean isText() {
        return form == Form.TEXT;
    }

    /** Prints the form that was asked for. */
    public void print(Session session, Supplier<String> text, Supplier<String> json) {
        if (isText()) {
            session.print(text.get());
        } else {
            session.out().print(json.get());
        }
    }
}
