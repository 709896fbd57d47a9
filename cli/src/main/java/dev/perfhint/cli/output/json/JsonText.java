package dev.perfhint.cli.output.json;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Makes a text of what is written to a JSON writer, two blanks a level, and a line end behind it. */
public final class JsonText {
    private JsonText() {}

    /** Writes one JSON value. */
    public interface Content {
        void write(JsonWriter json) throws IOException;
    }

    public static String of(Content content) {
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
