package dev.perfhint.source;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which classes a Java file declares, and what they may extend, by one pass over its characters without a parser. It
 * may say too much, never too little, unless it {@link #isExact() says so}.
 */
public final class SourceOutline {
    private static final Set<String> TYPES = Set.of("class", "interface", "enum", "record");
    /** Of the words that are looked for: those that head a class, {@code import}, {@code package} and {@code new}. */
    private static final String INITIALS = "cierpn";
    private static final Set<String> BETWEEN = Set.of("", "extends", "implements", "permits", "throws");
    /** Words before a name that is called there, not declared. */
    private static final Set<String> BEFORE_CALLS = Set.of("new", "return", "throw", "else", "assert", "do", "case");

    /** A constructor reference, or what a comment or type arguments may make one. */
    private static final Pattern REFERENCE = Pattern.compile("::\\s*(?:new\\b|[/<])");

    private final String text;
    private final JavaTokens tokens;
    private final Map<String, Set<String>> above = new HashMap<>();
    private final Set<String> anonymous = new HashSet<>();
    private final Map<String, String> imports = new HashMap<>();
    private final Set<String> packages = new HashSet<>();
    private final boolean exact;

    /** What stands between {@code new} and its arguments, with the number of brackets that are open there. */
    private record Creation(Set<String> names, int brackets) {}

    private SourceOutline(String text) {
        this.text = text;
        this.tokens = new JavaTokens(text);
        read();
        this.exact = tokens.areAscii() && !SourceTexts.hasEscapedAscii(text) && text.indexOf(JavaTokens.END) < 0;
    }

    /** Reads the text, which may have one character for each byte. */
    static SourceOutline of(String text) {
        return new SourceOutline(text);
    }

    /** Returns the declared package, empty for none. */
    static String declaredPackage(String text) {
        JavaTokens tokens = new JavaTokens(text);
        for (char token = tokens.next(); token != JavaTokens.END && token != '{'; token = tokens.next()) {
            if (token == JavaTokens.NAME && tokens.isName("package")) {
                return qualified(tokens);
            }
            if (token == JavaTokens.NAME && (tokens.isName("import") || TYPES.contains(tokens.word()))) {
                return "";
            }
        }
        return "";
    }

    private static String qualified(JavaTokens tokens) {
        StringBuilder name = new StringBuilder();
        for (char token = tokens.next(); token != JavaTokens.END && token != ';'; token = tokens.next()) {
            if (token != JavaTokens.NAME || !tokens.isName("static")) {
                name.append(token == JavaTokens.NAME ? tokens.word() : String.valueOf(token));
            }
        }
        return name.toString();
    }

    /** Returns the simple names of the declared classes, each with the names, as written, of what it extends. */
    public Map<String, Set<String>> above() {
        return above;
    }

    /** Returns the names of what anonymous classes extend or implement. */
    public Set<String> anonymous() {
        return anonymous;
    }

    /** Returns the imported classes by their simple names. */
    public Map<String, String> imports() {
        return imports;
    }

    /** Returns the file's package, and the packages and classes of which all classes are imported. */
    public Set<String> packages() {
        return packages;
    }

    /** Returns whether all names are in letters that can be compared: of ASCII, and without escapes. */
    public boolean isExact() {
        return exact;
    }

    /**
     * Returns whether the file may declare a method of that name, of ASCII letters: a declaration has a type before the
     * name, a call most often a dot, a bracket or an operator.
     */
    public boolean mayDeclare(String name) {
        for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
            if (mayEndType(at - 1)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the text may create an object by the simple name, of ASCII letters, of its class. */
    public static boolean mayCreate(String text, String name) {
        boolean refers = text.contains(name) && REFERENCE.matcher(text).find();
        for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
            int before = skipBlanks(text, at - 1, -1);
            int behind = skipBlanks(text, at + name.length(), 1);
            boolean called = behind < text.length() && "(</".indexOf(text.charAt(behind)) >= 0;
            if (called && before >= 0 && mayPrecedeCreated(text, before, at)) {
                return true;
            }
        }
        return refers || text.contains("\\u");
    }

    /**
     * Returns whether the text may make an object of the class with that simple name, of ASCII letters: by creating it,
     * by what is told of the class, by copying an object, by extending it.
     */
    public static boolean mayMake(String text, String name) {
        return mayCreate(text, name) || mayCall(text, "clone") || mayCall(text, "getClass")
                || hasLiteral(text, name) || mayExtend(text, name);
    }

    /** Returns whether a class in the text may extend or implement one with that simple name, of ASCII letters. */
    public static boolean mayExtend(String text, String name) {
        if (!text.contains("extends") && !text.contains("implements") && !text.contains("\\u")) {
            return false;
        }
        SourceOutline outline = of(text);
        return !outline.exact || outline.above.values().stream().flatMap(Set::stream)
                .anyMatch(each -> each.equals(name) || each.endsWith("." + name));
    }

    /** Returns whether the text may have the class's literal. */
    private static boolean hasLiteral(String text, String name) {
        for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
            int end = at + name.length();
            int behind = skipBlanks(text, end, 1);
            int last = text.startsWith(".", behind) ? skipBlanks(text, behind + 1, 1) : behind;
            boolean literal = last > behind && text.startsWith("class", last) && isWord(text, last, last + 5);
            if ((literal || text.startsWith("/", last)) && isWord(text, at, end)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the text may call a method of that name, of ASCII letters, or refer to one. */
    public static boolean mayCall(String text, String name) {
        for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
            int end = at + name.length();
            int before = skipBlanks(text, at - 1, -1);
            int behind = skipBlanks(text, end, 1);
            boolean called = behind < text.length() && "(/".indexOf(text.charAt(behind)) >= 0;
            boolean referred = before >= 0 && (":>/".indexOf(text.charAt(before)) >= 0 || isBroken(text, before, at));
            if ((called || referred) && isWord(text, at, end)) {
                return true;
            }
        }
        return text.contains("\\u");
    }

    private static boolean isWord(String text, int at, int end) {
        return (at == 0 || !JavaTokens.isPart(text.charAt(at - 1)))
                && (end == text.length() || !JavaTokens.isPart(text.charAt(end)));
    }

    /** Returns whether a line ends between the two, which may be that of a comment. */
    private static boolean isBroken(String text, int before, int at) {
        return text.substring(before + 1, at).chars().anyMatch(c -> c == '\n' || c == '\r');
    }

    private static int skipBlanks(String text, int from, int step) {
        int at = from;
        while (at >= 0 && at < text.length() && text.charAt(at) <= ' ') {
            at += step;
        }
        return at;
    }

    /** A creation has {@code new}, a scope, a type argument, a comment or an annotation before the name. */
    private static boolean mayPrecedeCreated(String text, int last, int at) {
        if (!JavaTokens.isPart(text.charAt(last))) {
            return ".>/)".indexOf(text.charAt(last)) >= 0;
        }
        if (isBroken(text, last, at)) {
            return true;
        }
        int start = last;
        while (start > 0 && JavaTokens.isPart(text.charAt(start - 1))) {
            start--;
        }
        int before = skipBlanks(text, start - 1, -1);
        boolean annotation = before >= 0 && ".@/".indexOf(text.charAt(before)) >= 0;
        return last < at - 1 && (annotation || text.startsWith("new", start) && last == start + 2);
    }

    private boolean mayEndType(int end) {
        int before = end;
        while (before >= 0 && text.charAt(before) <= ' ') {
            before--;
        }
        if (before < 0 || before == end || !JavaTokens.isPart(text.charAt(before))) {
            return before >= 0 && ">]/".indexOf(text.charAt(before)) >= 0;
        }
        int start = before;
        while (start > 0 && JavaTokens.isPart(text.charAt(start - 1))) {
            start--;
        }
        return !BEFORE_CALLS.contains(text.substring(start, before + 1));
    }

    private void read() {
        Deque<Creation> creations = new ArrayDeque<>();
        int brackets = 0;
        char before = JavaTokens.END;
        for (char token = tokens.next(); token != JavaTokens.END;) {
            char next = JavaTokens.END;
            if (token == JavaTokens.NAME && INITIALS.indexOf(tokens.initial()) >= 0) {
                if (before != '.' && TYPES.contains(tokens.word())) {
                    next = declaration();
                } else if (tokens.isName("import")) {
                    addImport(qualified(tokens));
                } else if (tokens.isName("package")) {
                    packages.add(qualified(tokens));
                } else if (tokens.isName("new")) {
                    Set<String> names = new HashSet<>();
                    next = collect(names, tokens.next(), "([{;");
                    if (next == '(') {
                        creations.push(new Creation(names, brackets));
                    }
                }
            } else if (token == '(') {
                brackets++;
            } else if (token == ')') {
                brackets--;
                if (!creations.isEmpty() && creations.peek().brackets() >= brackets) {
                    Set<String> names = creations.pop().names();
                    next = tokens.next();
                    if (next == '{') {
                        anonymous.addAll(names);
                    }
                }
            }
            before = token;
            token = next == JavaTokens.END ? tokens.next() : next;
        }
    }

    /** Reads the head of a class; returns the token behind it. */
    private char declaration() {
        boolean component = tokens.isName("record");
        char token = tokens.next();
        if (token != JavaTokens.NAME) {
            return token;
        }
        String name = tokens.word();
        token = tokens.next();
        if (component && token != '(' && token != '<') {
            return token; // a variable whose class is called record
        }
        return collect(above.computeIfAbsent(name, key -> new HashSet<>()), token, "{;");
    }

    /** Collects the names in front of one of the ends, without those in brackets; returns the end. */
    private char collect(Set<String> names, char first, String ends) {
        String name = "";
        int brackets = 0;
        char token = first;
        for (; token != JavaTokens.END && (brackets > 0 || ends.indexOf(token) < 0); token = tokens.next()) {
            brackets += token == '(' || token == '<' ? 1 : token == ')' || token == '>' ? -1 : 0;
            if (brackets == 0 && token == JavaTokens.NAME) {
                if (!name.endsWith(".")) {
                    names.add(name);
                    name = "";
                }
                name += tokens.word();
            } else if (brackets == 0 && token == '.') {
                name += ".";
            }
        }
        names.add(name);
        names.removeAll(BETWEEN);
        return token;
    }

    private void addImport(String name) {
        int dot = name.lastIndexOf('.');
        if (name.endsWith(".*")) {
            packages.add(name.substring(0, dot));
        } else if (dot > 0) {
            imports.put(name.substring(dot + 1), name);
        }
    }
}
