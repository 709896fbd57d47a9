package dev.perfhint.cli.config;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a {@code perfhint.toml} says; every value is a list of texts, paths made absolute.
 *
 * @param file where it stands; empty if there is none
 */
public record Config(Optional<Path> file, Map<Key, Value> values) {
    public static final Config NONE = new Config(Optional.empty(), Map.of());

    /** The keys there are, with the option that wins over each and the default. */
    public enum Key {
        SOURCE("source", "--source", "[]", Shape.PATHS),
        CLASSPATH("classpath", "--classpath", "[]", Shape.PATHS),
        ENCODING("encoding", "--encoding", "\"\"", Shape.TEXT),
        APP_PACKAGE("app-package", "--app-package", "[]", Shape.TEXTS),
        RULE("rule", "--rule", "[]", Shape.TEXTS),
        IGNORE("ignore", "--ignore", "[]", Shape.TEXTS),
        MIN_SHARE("min-share", "--min-share", "1", Shape.NUMBER),
        FAIL_ON("fail-on", "--fail-on", "\"\"", Shape.TEXT),
        RECORDING("recording", "lsp --recording", "\"\"", Shape.PATH),
        BASELINE("baseline", "--baseline", "\"\"", Shape.PATH),
        ASSUME("assume", "--assume", "\"\"", Shape.TEXT);

        private final String id;
        private final String option;
        private final String byDefault;
        private final Shape shape;

        Key(String id, String option, String byDefault, Shape shape) {
            this.id = id;
            this.option = option;
            this.byDefault = byDefault;
            this.shape = shape;
        }

        public String id() {
            return id;
        }

        /** Returns the command-line option that wins over the key. */
        public String option() {
            return option;
        }

        /** Returns what holds where nothing is said, as TOML. */
        public String byDefault() {
            return byDefault;
        }

        Shape shape() {
            return shape;
        }
    }

    /** What may stand behind a key. A single text may take the place of a list. */
    enum Shape {
        TEXT,
        TEXTS,
        NUMBER,
        PATH,
        PATHS;

        boolean isPath() {
            return this == PATH || this == PATHS;
        }

        boolean isList() {
            return this == TEXTS || this == PATHS;
        }
    }

    /**
     * What the file says of one key.
     *
     * @param line 1-based
     */
    public record Value(List<String> texts, int line) {}

    public Config {
        values = values.isEmpty() ? Map.of() : new EnumMap<>(values);
    }

    /** Returns the values of a key; empty where the file says nothing. */
    public List<String> list(Key key) {
        Value value = values.get(key);
        return value == null ? List.of() : value.texts();
    }

    /** Returns the value of a key that has one; empty where the file says nothing. */
    public Optional<String> text(Key key) {
        List<String> texts = list(key);
        return texts.isEmpty() ? Optional.empty() : Optional.of(texts.get(0));
    }

    /** Returns {@code perfhint.toml:3} for a key that the file names; empty for another. */
    public Optional<String> origin(Key key) {
        return Optional.ofNullable(values.get(key)).map(value -> file.orElseThrow().getFileName() + ":" + value.line());
    }
}
