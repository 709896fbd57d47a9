package dev.perfhint.source.file;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The package and the types that a Java file seems to declare, found without a parser; perhaps too many types. */
final class DeclaredNames {
    // the first letter before the boundary, which costs an object for each character
    private static final Pattern PACKAGE =
            Pattern.compile("(?=p)\\bpackage\\s+([\\w$.\\s]+?)\\s*;", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern TYPE = Pattern.compile(
            "(?=[cier])\\b(?:class|interface|enum|record)\\s+([\\w$]+)", Pattern.UNICODE_CHARACTER_CLASS);

    private final String code;

    private DeclaredNames(String code) {
        this.code = code;
    }

    static DeclaredNames of(String text) {
        return new DeclaredNames(code(text));
    }

    /** Returns the declared package, empty for none. */
    String packageName() {
        Matcher type = TYPE.matcher(code);
        Matcher declared = PACKAGE.matcher(code).region(0, type.find() ? type.start() : code.length());
        return declared.find() ? declared.group(1).replaceAll("\\s", "") : "";
    }

    Set<String> types() {
        Set<String> types = new LinkedHashSet<>();
        for (Matcher type = TYPE.matcher(code); type.find();) {
            types.add(type.group(1));
        }
        return types;
    }

    /** Returns the text without comments, strings and characters. */
    private static String code(String text) {
        StringBuilder code = new StringBuilder();
        for (int at = 0; at < text.length();) {
            String end = closing(text, at);
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

    /** Returns what ends the comment, string or character that begins there, empty for code. */
    private static String closing(String text, int at) {
        return switch (text.charAt(at)) {
            case '/' -> text.startsWith("//", at) ? "\n" : text.startsWith("/*", at) ? "*/" : "";
            case '"' -> text.startsWith("\"\"\"", at) ? "\"\"\"" : "\"";
            case '\'' -> "'";
            default -> "";
        };
    }

    private static int behind(String text, String end, int from, boolean escapes) {
        int at = from;
        while (at < text.length() && !text.startsWith(end, at)) {
            at += escapes && text.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(text.length(), at + end.length());
    }
}
