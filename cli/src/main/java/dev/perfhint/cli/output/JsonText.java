package dev.perfhint.cli.output;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Makes a text of what is written to a JSON writer, two blanks a level, and a line end behind it. */
final class JsonText {
    private JsonText() {}

    /** Writes one JSON value. */
    interface Content {
        void write(JsonWriter json) throws IOException;
    }

    static String of(Content content) {
        StringWriter text = new StringWriter();
        JsonWriter json = new JsonWriter(text);
        json.setIndent("  ");
        json.setHtmlSafe(false);
        try {
            content.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }
}
