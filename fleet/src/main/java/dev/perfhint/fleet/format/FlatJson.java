package dev.perfhint.fleet.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** JSON objects without nesting, one a line: texts and numbers, read as texts. */
public final class FlatJson {
    private final String text;
    private int at;

    private FlatJson(String text) {
        this.text = text;
    }

    /** Returns one line; values are texts or numbers. */
    public static String write(Map<String, ?> object) {
        StringBuilder line = new StringBuilder("{");
        object.forEach((name, value) -> {
            line.append(line.length() > 1 ? "," : "");
            quote(line, name);
            line.append(':');
            if (value instanceof Number) {
                line.append(value);
            } else {
                quote(line, value.toString());
            }
        });
        return line.append('}').toString();
    }

    /** @throws IllegalArgumentException if the text is no such object */
    public static Map<String, String> read(String line) {
        FlatJson reader = new FlatJson(line);
        Map<String, String> object = reader.object();
        reader.end();
        return object;
    }

    /** Returns the objects of an array. */
    public static List<Map<String, String>> readArray(String text) {
        FlatJson reader = new FlatJson(text);
        List<Map<String, String>> objects = new ArrayList<>();
        reader.expect('[');
        while (!reader.next(']')) {
            if (!objects.isEmpty()) {
                reader.expect(',');
            }
            objects.add(reader.object());
        }
        reader.end();
        return objects;
    }

    private Map<String, String> object() {
        Map<String, String> object = new LinkedHashMap<>();
        expect('{');
        while (!next('}')) {
            if (!object.isEmpty()) {
                expect(',');
            }
            String name = string();
            expect(':');
            object.put(name, peek() == '"' ? string() : literal());
        }
        return object;
    }

    private String literal() {
        int start = at;
        while (at < text.length() && ",}] \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (start == at) {
            throw wrong();
        }
        return text.substring(start, at);
    }

    private String string() {
        expect('"');
        StringBuilder value = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                c = escaped(text.charAt(at++));
            }
            value.append(c);
        }
        expect('"');
        return value.toString();
    }

    private char escaped(char c) {
        switch (c) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                if (at + 4 > text.length()) {
                    throw wrong();
                }
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            default:
                return c;
        }
    }

    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            throw wrong();
        }
        return text.charAt(at);
    }

    private boolean next(char wanted) {
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(char wanted) {
        if (!next(wanted)) {
            throw wrong();
        }
    }

    private void end() {
        if (!text.substring(at).isBlank()) {
            throw wrong();
        }
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("not a flat JSON object at character " + at);
    }

    private static void quote(StringBuilder line, String value) {
        line.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c < ' ') {
                line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
        line.append('"');
    }
}
