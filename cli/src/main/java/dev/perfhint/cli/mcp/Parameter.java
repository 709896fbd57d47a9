package dev.perfhint.cli.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One argument of a tool: what its JSON schema says, and what is checked of it.
 *
 * @param values that it may have; empty for any
 */
record Parameter(String name, Kind kind, boolean required, String description, List<String> values) {
    static final int MAX_CHARS = 4_096;
    static final int MAX_ENTRIES = 200;
    private static final long MAX_NUMBER = 1_000_000_000;

    /** What an argument is. */
    enum Kind {
        /** A file or directory that is read. */
        PATH,
        PATHS,
        /** A file that is written. */
        NEW_FILE,
        DIRECTORY,
        /** A name or expression. It never begins with a dash, which would make it an option. */
        NAME,
        NAMES,
        /** A line for the shell; only where commands may be run. */
        SHELL,
        /** A program and its arguments. */
        COMMAND,
        NUMBER,
        FLAG;

        boolean isList() {
            return this == PATHS || this == NAMES || this == COMMAND;
        }
    }

    static Parameter of(String name, Kind kind, String description) {
        return new Parameter(name, kind, false, description, List.of());
    }

    static Parameter required(String name, Kind kind, String description) {
        return new Parameter(name, kind, true, description, List.of());
    }

    static Parameter oneOf(String name, String description, String... values) {
        return new Parameter(name, Kind.NAME, false, description, List.of(values));
    }

    Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", description);
        switch (kind) {
            case NUMBER -> {
                schema.put("type", "integer");
                schema.put("minimum", 1);
                schema.put("maximum", MAX_NUMBER);
            }
            case FLAG -> schema.put("type", "boolean");
            default -> {
                if (kind.isList()) {
                    schema.put("type", "array");
                    schema.put("minItems", 1);
                    schema.put("maxItems", MAX_ENTRIES);
                    schema.put("items", text());
                } else {
                    schema.putAll(text());
                }
            }
        }
        return schema;
    }

    private Map<String, Object> text() {
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("type", "string");
        if (!values.isEmpty()) {
            text.put("enum", values);
            return text;
        }
        text.put("maxLength", MAX_CHARS);
        if (kind != Kind.SHELL && kind != Kind.COMMAND) {
            text.put("pattern", "^[^-]");
        }
        return text;
    }

    /** Checks a value that a client gave. */
    void check(Object value) {
        switch (kind) {
            case NUMBER -> {
                if (!(value instanceof Number number) || number.doubleValue() != number.longValue()
                        || number.longValue() < 1 || number.longValue() > MAX_NUMBER) {
                    throw new RefusedCallException(name + ": not a whole number from 1 to " + MAX_NUMBER);
                }
            }
            case FLAG -> {
                if (!(value instanceof Boolean)) {
                    throw new RefusedCallException(name + ": not true or false");
                }
            }
            default -> {
                if (!kind.isList()) {
                    checkText(value, 0);
                } else if (!(value instanceof List<?> list) || list.isEmpty() || list.size() > MAX_ENTRIES) {
                    throw new RefusedCallException(name + ": not a list of 1 to " + MAX_ENTRIES + " texts");
                } else {
                    for (int i = 0; i < list.size(); i++) {
                        checkText(list.get(i), i);
                    }
                }
            }
        }
    }

    private void checkText(Object value, int place) {
        if (!(value instanceof String text)) {
            throw new RefusedCallException(name + ": not a text");
        }
        if (text.length() > MAX_CHARS) {
            throw new RefusedCallException(
                    name + ": has " + text.length() + " characters, at most " + MAX_CHARS + " are taken");
        }
        boolean free = kind == Kind.SHELL || kind == Kind.COMMAND && place > 0;
        if (text.isBlank() && !free || text.indexOf('\0') >= 0) {
            throw new RefusedCallException(name + ": is empty or has a NUL character");
        }
        if (text.startsWith("-") && !free) {
            throw new RefusedCallException(name + ": " + Texts.shortened(text, 40)
                    + " begins with a dash, which would make it an option: write ./" + Texts.shortened(text, 40)
                    + " for a file of that name");
        }
        if (!values.isEmpty() && !values.contains(text)) {
            throw new RefusedCallException(name + ": " + Texts.shortened(text, 40) + " is none of "
                    + String.join(", ", values));
        }
    }
}
