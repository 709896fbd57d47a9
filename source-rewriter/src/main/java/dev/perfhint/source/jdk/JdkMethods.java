package dev.perfhint.source.jdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The table of JDK methods, by class, name and descriptor. A class is asked about alone: who looks a method up goes
 * through its ancestors.
 */
public final class JdkMethods {
    static final Pattern BLANKS = Pattern.compile(" +");

    private static final String ANY = "*";
    private static final JdkMethods TABLE = new JdkMethods();

    private final Map<String, Map<String, JdkEffect>> effects = new HashMap<>();
    private final Map<String, Set<String>> flags = new HashMap<>();
    private final Map<String, Set<String>> asking = new HashMap<>();

    private JdkMethods() {
        try (InputStream in = JdkMethods.class.getResourceAsStream("jdk-methods.txt")) {
            String type = "";
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] words = BLANKS.split(line.strip());
                if (words[0].equals("class")) {
                    type = words[1];
                    effects.putIfAbsent(type, new HashMap<>());
                    flags.computeIfAbsent(type, key -> new HashSet<>()).addAll(List.of(words).subList(2, words.length));
                    continue;
                }
                if (words[0].equals("ASKS")) {
                    asking.computeIfAbsent(type, key -> new HashSet<>()).addAll(List.of(words));
                    continue;
                }
                for (int i = 1; i < words.length; i++) {
                    effects.get(type).put(words[i], JdkEffect.valueOf(words[0]));
                }
            }
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
    }

    /** Returns what the method does as far as the class itself is listed with it. */
    public static Optional<JdkEffect> of(String className, String method, String descriptor) {
        Map<String, JdkEffect> methods = TABLE.effects.getOrDefault(className, Map.of());
        JdkEffect exact = methods.get(method + descriptor);
        JdkEffect named = exact != null ? exact : methods.get(method);
        return Optional.ofNullable(named != null ? named : methods.get(ANY));
    }

    /** Returns whether the class itself is listed as one whose method, or all of whose objects, no call changes. */
    public static boolean asks(String className, String method, String descriptor) {
        Set<String> names = TABLE.asking.getOrDefault(className, Set.of());
        return isImmutable(className) || names.contains(method) || names.contains(method + descriptor);
    }

    /** Returns whether no call changes an object of the class. */
    public static boolean isImmutable(String className) {
        return is(className, "immutable");
    }

    /** Returns whether the class is a wrapper that does nothing to the output stream but write to it. */
    public static boolean wrapsOutput(String className) {
        return is(className, "out");
    }

    /** Returns whether the class is a wrapper that does nothing to the input stream but read from it. */
    public static boolean wrapsInput(String className) {
        return is(className, "in");
    }

    /** Returns whether the wrapper's constructor already writes. */
    public static boolean writesHeader(String className) {
        return is(className, "header");
    }

    /** Returns whether the wrapper has bytes of its own to write when it is closed. */
    public static boolean holdsBytes(String className) {
        return is(className, "holds");
    }

    /** Returns whether the wrapper keeps write errors to itself. */
    public static boolean swallowsErrors(String className) {
        return is(className, "swallows");
    }

    /** Returns whether reading by the wrapper runs code of the classes that it reads. */
    public static boolean callsBack(String className) {
        return is(className, "callbacks");
    }

    /** Returns whether closing the wrapper may fail, by no fault of the stream below, before it closes that one. */
    public static boolean isFragile(String className) {
        return is(className, "fragile");
    }

    /** Returns whether closing the wrapper checks what was declared of the entries that were written to it. */
    public static boolean checksEntries(String className) {
        return is(className, "entries");
    }

    /** Returns whether the first argument of its constructors, where it is a text, is the name of a file. */
    public static boolean isNamedFirst(String className) {
        return is(className, "named");
    }

    /** Returns whether reading by the class goes on to files that are named in what is read. */
    public static boolean refersToFiles(String className) {
        return is(className, "refers");
    }

    private static boolean is(String className, String flag) {
        return TABLE.flags.getOrDefault(className, Set.of()).contains(flag);
    }
}
