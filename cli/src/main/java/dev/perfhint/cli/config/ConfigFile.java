package dev.perfhint.cli.config;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.config.Config.Key;
import dev.perfhint.cli.config.Config.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;

/**
 * Reads {@code perfhint.toml}. The file may come with the tree that is analysed, so unless it is trusted it names no
 * path outside of its own directory.
 */
public final class ConfigFile {
    private static final String NAME = "perfhint.toml";
    private static final long MAX_BYTES = 1 << 20;

    private final Path file;
    private final boolean trusted;
    private final TomlParseResult toml;

    private ConfigFile(Path file, boolean trusted, TomlParseResult toml) {
        this.file = file;
        this.trusted = trusted;
        this.toml = toml;
    }

    /** Returns the file that holds for a directory: the one in it, else in the nearest directory above that has one. */
    public static Optional<Path> find(Path directory) {
        for (Path at = directory.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
            Path file = at.resolve(NAME);
            if (file.toFile().exists()) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /**
     * Reads a file.
     *
     * @param trusted whether it may name any path
     * @param nearest gives the known name that was probably meant
     * @throws CliException if it cannot be read, or says something that it may not
     */
    public static Config read(Path file, boolean trusted, BiFunction<String, List<String>, Optional<String>> nearest) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                throw new CliException(file
                        + ": not a configuration file of at most 1 MB; --no-config leaves it out");
            }
            TomlParseResult toml = Toml.parse(file);
            if (toml.hasErrors()) {
                TomlParseError error = toml.errors().get(0);
                throw new CliException(file + ":" + error.position().line() + ": " + lowerFirst(error.getMessage()));
            }
            return new ConfigFile(file, trusted, toml).read(nearest);
        } catch (IOException e) {
            throw new CliException(file + ": cannot be read (" + e.getMessage() + ")", e);
        }
    }

    private Config read(BiFunction<String, List<String>, Optional<String>> nearest) {
        Map<Key, Value> values = new EnumMap<>(Key.class);
        List<String> known = List.of(Key.values()).stream().map(Key::id).toList();
        for (String name : toml.keySet()) {
            TomlPosition position = toml.inputPositionOf(List.of(name));
            int line = position == null ? 1 : position.line();
            int at = known.indexOf(name);
            if (at < 0) {
                String near = nearest.apply(name, known).map(meant -> "did you mean " + meant + "?")
                        .orElse("there are " + String.join(", ", known));
                throw refuse(line, "unknown key '" + name + "': " + near);
            }
            Key key = Key.values()[at];
            values.put(key, new Value(texts(key, line, toml.get(List.of(name))), line));
        }
        return new Config(Optional.of(file), values);
    }

    private List<String> texts(Key key, int line, Object value) {
        List<String> texts = new ArrayList<>();
        if (key.shape().isList() && value instanceof TomlArray array) {
            for (int i = 0; i < array.size(); i++) {
                texts.add(text(key, line, array.get(i)));
            }
        } else if (key.shape() == Config.Shape.NUMBER && (value instanceof Long || value instanceof Double)) {
            texts.add(value.toString());
        } else {
            texts.add(text(key, line, value));
        }
        return List.copyOf(texts);
    }

    private String text(Key key, int line, Object value) {
        if (!(value instanceof String text) || key.shape() == Config.Shape.NUMBER) {
            String expected = switch (key.shape()) {
                case NUMBER -> "a number";
                case TEXT, PATH -> "a text";
                case TEXTS, PATHS -> "a text or a list of texts";
            };
            throw refuse(line, key.id() + " must be " + expected);
        }
        return key.shape().isPath() ? path(line, text) : text;
    }

    private String path(int line, String text) {
        Path directory = file.toAbsolutePath().getParent();
        boolean jars = text.endsWith("*");
        try {
            Path path = directory.resolve(jars ? text.substring(0, text.length() - 1) : text).normalize();
            if (!trusted && !isInside(path, directory)) {
                throw refuse(line, "'" + text + "' is outside of " + directory
                        + ": the file may come with the sources; --trust-config allows it");
            }
            return jars ? path.resolve("*").toString() : path.toString();
        } catch (InvalidPathException e) {
            throw refuse(line, "not a file name: '" + text + "'");
        }
    }

    /** What does not exist yet is judged by its name: using it will fail. */
    private static boolean isInside(Path path, Path directory) {
        try {
            return path.startsWith(directory)
                    && (!Files.exists(path) || path.toRealPath().startsWith(directory.toRealPath()));
        } catch (IOException e) {
            return false;
        }
    }

    private CliException refuse(int line, String what) {
        return new CliException(file + ":" + line + ": " + what);
    }

    private static String lowerFirst(String message) {
        return message.isEmpty() ? message
                : Character.toLowerCase(message.charAt(0)) + message.substring(1).replace('\n', ' ');
    }
}
