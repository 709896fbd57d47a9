package dev.perfhint.fleet;

import dev.perfhint.fleet.format.FlatJson;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.redact.Redaction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a redacted store calls hosts and recordings: the key of its pseudonyms, and the paths and labels that they stand
 * for, in a file beside the store. Who gets the store alone cannot undo them; without the file nothing can be added.
 */
public final class StoreNames {
    /** Of a store that keeps all names. */
    public static final StoreNames NONE = new StoreNames(Optional.empty(), new byte[0]);

    private static final String SUFFIX = ".names";
    private final Optional<Path> file;
    private final byte[] key;
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    private StoreNames(Optional<Path> file, byte[] key) {
        this.file = file;
        this.key = key;
    }

    /** Reads the names of a store; a new key where there are none. */
    public static StoreNames beside(Path store) throws IOException {
        Path absolute = store.toAbsolutePath().normalize();
        Path file = absolute.resolveSibling(absolute.getFileName() + SUFFIX);
        if (!Files.exists(file)) {
            return new StoreNames(Optional.of(file), Redaction.newKey());
        }
        try {
            String[] lines = Files.readString(file).split("\n");
            StoreNames names =
                    new StoreNames(Optional.of(file), HexFormat.of().parseHex(FlatJson.read(lines[0]).get("key")));
            for (int i = 1; i < lines.length; i++) {
                Map<String, String> line = FlatJson.read(lines[i]);
                names.texts.put(line.get("name"), line.get("text"));
            }
            return names;
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new IOException(file + " is damaged: delete the store and collect again", e);
        }
    }

    boolean areHidden() {
        return file.isPresent();
    }

    /** Returns the profile as the store may have it. */
    Profile of(Profile profile) {
        if (!areHidden()) {
            return profile;
        }
        Redaction redaction = Redaction.of(key);
        Profile redacted = redaction.of(profile);
        synchronized (counts) {
            redaction.counts().forEach((kind, count) -> counts.merge(kind, count, Integer::sum));
        }
        return redacted;
    }

    String host(String host) {
        return !areHidden() || host.equals(RecordingLabels.UNKNOWN) ? host : Redaction.of(key).host(host);
    }

    String sentence(String text) {
        return areHidden() ? Redaction.of(key).text(text) : text;
    }

    /** Returns what the manifest has for a path or for labels, and keeps what it stands for. */
    String hidden(String text) {
        if (!areHidden() || text.isEmpty()) {
            return text;
        }
        String name = Redaction.of(key).path(text);
        texts.put(name, text);
        return name;
    }

    /** Returns what a text of the manifest stands for. */
    String shown(String name) {
        return texts.getOrDefault(name, name);
    }

    /** Writes the file; before the manifest, so that no name in it is unknown. */
    void save() throws IOException {
        if (!areHidden()) {
            return;
        }
        StringBuilder text = new StringBuilder();
        text.append(FlatJson.write(Map.of("key", HexFormat.of().formatHex(key)))).append('\n');
        new TreeMap<>(texts).forEach((name, original) ->
            text.append(FlatJson.write(new TreeMap<>(Map.of("name", name, "text", original)))).append('\n'));
        Path part = Files.createTempFile(file.get().getParent(), ".perfhint-", ".names"); // for its owner alone
        Files.write(part, text.toString().getBytes(StandardCharsets.UTF_8));
        Files.move(part, file.get(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns how many names were replaced, summed over recordings; empty if none was. */
    public Map<String, Integer> counts() {
        synchronized (counts) {
            return new TreeMap<>(counts);
        }
    }
}
