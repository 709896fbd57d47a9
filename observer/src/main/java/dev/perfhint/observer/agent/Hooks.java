package dev.perfhint.observer.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table {@code hooks.txt}: which methods of which classes are watched. */
final class Hooks {
    private static final String NONE = "-";

    /**
     * A row.
     *
     * @param method the name and the beginning of the descriptor
     * @param optional whether a JDK may lack the method, or have it native
     * @param action {@code open}, {@code meta}, {@code call} or the operation
     * @param arguments what follows
     */
    record Hook(String method, boolean optional, String action, List<String> arguments) {
        boolean fits(String name, String descriptor) {
            return method.indexOf('(') < 0 ? method.equals(name) : (name + descriptor).startsWith(method);
        }

        Optional<String> argument(int index) {
            return arguments.size() > index && !arguments.get(index).equals(NONE)
                    ? Optional.of(arguments.get(index)) : Optional.empty();
        }
    }

    /**
     * A class of the JDK.
     *
     * @param name internal, with slashes
     * @param lock the field whose object is replaced
     */
    record Watched(String name, Optional<String> lock, String kind, Optional<String> path, List<Hook> hooks) {
        Optional<Hook> of(String method, String descriptor) {
            return hooks.stream().filter(hook -> hook.fits(method, descriptor)).findFirst();
        }
    }

    private Hooks() {}

    /** Returns the watched classes by their name. */
    static Map<String, Watched> read() throws IOException {
        Map<String, Watched> classes = new LinkedHashMap<>();
        Watched current = null;
        try (InputStream in = Hooks.class.getResourceAsStream("hooks.txt");
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" +");
                if (line.startsWith("class ")) {
                    current = new Watched(words[1], present(words[2]), words[3], present(words[4]), new ArrayList<>());
                    classes.put(current.name(), current);
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    boolean optional = words[0].endsWith("?");
                    String method = optional ? words[0].substring(0, words[0].length() - 1) : words[0];
                    current.hooks().add(
                            new Hook(method, optional, words[1], List.of(words).subList(2, words.length)));
                }
            }
        }
        return classes;
    }

    private static Optional<String> present(String word) {
        return word.equals(NONE) ? Optional.empty() : Optional.of(word);
    }
}
