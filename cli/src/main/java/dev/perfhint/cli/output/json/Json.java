package dev.perfhint.cli.output.json;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * An object of JSON, with its members in the order in which they are put. A value is text, a number, a boolean, an
 * object or map, or a list or array of these; null and empty optionals are {@code null}.
 */
public final class Json {
    private final Map<String, Object> members = new LinkedHashMap<>();

    /** Returns an object with what each document of perfhint begins with. */
    public static Json document(String version) {
        return new Json().put("schemaVersion", 1)
                .put("tool", new Json().put("name", "perfhint").put("version", version));
    }

    public Json put(String name, Object value) {
        members.put(name, value);
        return this;
    }

    public <T> Json put(String name, Optional<T> value, Function<T, ?> form) {
        return put(name, value.map(form));
    }

    public <T> Json put(String name, Collection<T> values, Function<T, ?> form) {
        return put(name, values.stream().map(form).toList());
    }

    /** Returns a value as text with two blanks a level and an end of line. */
    public static String text(Object value) {
        StringWriter text = new StringWriter();
        JsonWriter json = new JsonWriter(text);
        json.setIndent("  ");
        json.setHtmlSafe(false);
        write(json, value);
        return text.append('\n').toString();
    }

    /** Returns a value in one line in which no character opens or closes markup. */
    public static String inHtml(Object value) {
        StringWriter text = new StringWriter();
        JsonWriter json = new JsonWriter(text);
        json.setHtmlSafe(true);
        write(json, value);
        return text.toString();
    }

    private static void write(JsonWriter json, Object value) {
        try {
            value(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void value(JsonWriter json, Object value) throws IOException {
        if (value instanceof Json object) {
            value(json, object.members);
        } else if (value instanceof Map<?, ?> members) {
            json.beginObject();
            for (Map.Entry<?, ?> member : members.entrySet()) {
                json.name(member.getKey().toString());
                value(json, member.getValue());
            }
            json.endObject();
        } else if (value instanceof Collection<?> values) {
            json.beginArray();
            for (Object each : values) {
                value(json, each);
            }
            json.endArray();
        } else if (value instanceof long[] numbers) {
            json.beginArray();
            for (long each : numbers) {
                json.value(each);
            }
            json.endArray();
        } else if (value instanceof Optional<?> optional) {
            value(json, optional.orElse(null));
        } else if (value instanceof OptionalDouble number) {
            value(json, number.isPresent() ? number.getAsDouble() : null);
        } else if (value instanceof Number number) {
            json.value(number);
        } else if (value instanceof Boolean bool) {
            json.value(bool);
        } else {
            json.value(value == null ? null : value.toString());
        }
    }
}
