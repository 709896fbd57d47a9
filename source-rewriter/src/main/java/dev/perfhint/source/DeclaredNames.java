package dev.perfhint.source;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The package and the types that a Java file seems to declare, found without a parser; perhaps too many types. */
final class DeclaredNames {
    private static final Pattern PACKAGE =
            Pattern.compile("\\bpackage\\s+([\\w$.\\s]+?)\\s*;", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern TYPE =
            Pattern.compile("\\b(?:class|interface|enum|record)\\s+([\\w$]+)", Pattern.UNICODE_CHARACTER_CLASS);

    private static final List<String> KEYWORDS = List.of("class", "interface", "enum", "record");

    private DeclaredNames() {}

    /** Returns the declared package, empty for none. */
    static String packageOf(String text) {
        Matcher declared = PACKAGE.matcher(code(text, true));
        return declared.find() ? declared.group(1).replaceAll("\\s", "") : "";
    }

    /** Returns whether the name follows a keyword, or what may be a comment, somewhere in the text. */
    static boolean mayDeclare(String text, String type) {
        for (int at = text.indexOf(type); at >= 0; at = text.indexOf(type, at + 1)) {
            String before = text.substring(Math.max(0, at - 200), at);
            String word = before.stripTrailing();
            if (KEYWORDS.stream().anyMatch(word::endsWith) || word.endsWith("*/")
                    || before.substring(0, word.length()).contains("//")) {
                return true;
            }
        }
        return false;
    }

    static Set<String> typesOf(String text) {
        Set<String> types = new LinkedHashSet<>();
        for (Matcher type = TYPE.matcher(code(text, false)); type.find();) {
            types.add(type.group(1));
        }
        return types;
    }

    /** Returns the text without comments, strings and characters; the head ends with the first body. */
    private static String code(String text, boolean head) {
        StringBuilder code = new StringBuilder();
        for (int at = 0; at < text.length() && !(head && text.charAt(at) == '{');) {
            String end = text.startsWith("//", at) ? "\n"
                    : text.startsWith("/*", at) ? "*/"
                    : text.startsWith("\"\"\"", at) ? "\"\"\""
                    : text.charAt(at) == '"' || text.charAt(at) == '\'' ? text.substring(at, at + 1)
                    : "";
            if (end.isEmpty()) {
                code.append(text.charAt(at++));
            } else {
                boolean comment = text.charAt(at) == '/';
                at = behind(text, end, at + (comment ? 2 : end.length()), !comment);
                code.append(' ');
            }
        }
        return code.toString();
    }

    private static int behind(String text, String end, int from, boolean escapes) {
        int at = from;
        while (at < text.length() && !text.startsWith(end, at)) {
            at += escapes && text.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(text.length(), at + end.length());
    }
}
