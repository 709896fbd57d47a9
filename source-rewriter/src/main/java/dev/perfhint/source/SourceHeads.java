package dev.perfhint.source;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Reads package and type names off a source text without parsing it; good enough to choose which file to parse. */
final class SourceHeads {
    private static final Set<String> TYPE_KEYWORDS = Set.of("class", "interface", "enum", "record");

    private final String text;
    private int at;

    private SourceHeads(String text) {
        this.text = text;
    }

    /** Returns the declared package, empty for none. */
    static String declaredPackage(String text) {
        SourceHeads scan = new SourceHeads(text);
        for (Optional<String> word = scan.next(); word.isPresent(); word = scan.next()) {
            if (word.get().equals("package")) {
                return scan.qualifiedName();
            }
            if (TYPE_KEYWORDS.contains(word.get()) || word.get().equals("import") || word.get().equals("{")) {
                return "";
            }
        }
        return "";
    }

    /** Returns the names of all types the text seems to declare, nested ones too. */
    static Set<String> declaredTypes(String text) {
        Set<String> names = new LinkedHashSet<>();
        SourceHeads scan = new SourceHeads(text);
        String previous = "";
        for (Optional<String> word = scan.next(); word.isPresent(); word = scan.next()) {
            if (TYPE_KEYWORDS.contains(previous) && Character.isJavaIdentifierStart(word.get().charAt(0))) {
                names.add(word.get());
            }
            previous = word.get();
        }
        return names;
    }

    private String qualifiedName() {
        StringBuilder name = new StringBuilder();
        for (Optional<String> word = next(); word.isPresent() && !word.get().equals(";"); word = next()) {
            name.append(word.get());
        }
        return name.toString();
    }

    /** Returns the next identifier or single character outside comments, strings and white space. */
    private Optional<String> next() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (text.startsWith("//", at)) {
                skipTo("\n", "\r");
            } else if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                at = end < 0 ? text.length() : end + 2;
            } else if (text.startsWith("\"\"\"", at)) {
                skipQuoted("\"\"\"");
            } else if (c == '"' || c == '\'') {
                skipQuoted(String.valueOf(c));
            } else if (Character.isJavaIdentifierStart(c)) {
                int start = at;
                while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
                    at++;
                }
                return Optional.of(text.substring(start, at));
            } else if (Character.isWhitespace(c) || c == '\uFEFF') {
                at++;
            } else {
                at++;
                return Optional.of(String.valueOf(c));
            }
        }
        return Optional.empty();
    }

    private void skipTo(String end, String otherEnd) {
        while (at < text.length() && !text.startsWith(end, at) && !text.startsWith(otherEnd, at)) {
            at++;
        }
    }

    private void skipQuoted(String quote) {
        at += quote.length();
        while (at < text.length() && !text.startsWith(quote, at)) {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at += quote.length();
    }
}
