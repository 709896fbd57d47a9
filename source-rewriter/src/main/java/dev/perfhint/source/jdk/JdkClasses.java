package dev.perfhint.source.jdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The table of JDK classes: what their methods can get at. Who looks a class up goes on with its ancestors. */
public final class JdkClasses {
    private static final String ROOTS = "ROOTS";
    private static final Set<String> ROOT_CLASSES = new HashSet<>();
    private static final Map<String, JdkReach> TABLE = read();

    private JdkClasses() {}

    private static Map<String, JdkReach> read() {
        Map<String, JdkReach> table = new HashMap<>();
        try (InputStream in = JdkClasses.class.getResourceAsStream("jdk-classes.txt")) {
            String home = "";
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] words = JdkMethods.BLANKS.split(line.strip());
                if (words[0].equals("package")) {
                    home = words[1];
                    continue;
                }
                for (int i = 1; i < words.length; i++) {
                    String name = home + "." + words[i];
                    if (words[0].equals(ROOTS)) {
                        ROOT_CLASSES.add(name);
                    } else {
                        table.put(name, JdkReach.valueOf(words[0]));
                    }
                }
            }
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
        return Map.copyOf(table);
    }

    /** Returns whether what is known of the class says nothing of those that inherit from it. */
    public static boolean isRoot(String className) {
        return ROOT_CLASSES.contains(className);
    }

    /** Returns what is known of the class itself, by its binary name, or of all of its package. */
    public static Optional<JdkReach> of(String className) {
        return Optional.ofNullable(TABLE.get(className))
                .or(() -> Optional.ofNullable(TABLE.get(className.substring(0, className.lastIndexOf('.') + 1) + "*")));
    }
}
