package dev.perfhint.cli.select;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.json.Json;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Suppression;
import dev.perfhint.rules.model.Suppressor;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The findings that were known before, by their ids, which hold no lines: a finding moves with its method. */
public final class Baseline implements Suppressor {
    private static final long MAX_BYTES = 64 << 20;

    private final Path file;
    private final Set<String> ids;
    private final Set<String> seen = new HashSet<>();

    private Baseline(Path file, Set<String> ids) {
        this.file = file;
        this.ids = ids;
    }

    /**
     * Reads a file that {@link #text} wrote.
     *
     * @throws CliException if there is none or it holds something else
     */
    public static Baseline read(Path file) {
        try {
            if (!Files.exists(file)) {
                throw new CliException(file + ": no such baseline; --write-baseline " + file + " writes one");
            }
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                throw new CliException(file + ": not a baseline, --write-baseline writes one");
            }
            JsonObject root = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
            Set<String> ids = new HashSet<>();
            for (JsonElement finding : root.getAsJsonArray("baseline")) {
                ids.add(finding.getAsJsonObject().get("id").getAsString());
            }
            return new Baseline(file, ids);
        } catch (JsonParseException | IllegalStateException | ClassCastException | NullPointerException
                | CharacterCodingException e) {
            throw new CliException(file + ": not a baseline, --write-baseline writes one");
        } catch (IOException e) {
            throw new CliException(file + ": cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /** Returns a baseline of these findings, the same text for the same findings. */
    public static String text(List<Finding> findings) {
        List<Finding> sorted = findings.stream().sorted(Comparator.comparing(Finding::id)).toList();
        return Json.text(new Json().put("schemaVersion", 1).put("baseline", sorted, finding -> new Json()
                .put("id", finding.id())
                .put("rule", finding.rule())
                .put("site", finding.site().className() + "." + finding.site().methodName())
                .put("message", finding.message())));
    }

    @Override
    public Optional<Suppression> suppression(Finding finding) {
        if (!ids.contains(finding.id())) {
            return Optional.empty();
        }
        seen.add(finding.id());
        return Optional.of(new Suppression("baseline", "known in " + file.getFileName()));
    }

    /** Returns how many of the known findings the recording no longer shows. */
    public int gone() {
        return ids.size() - seen.size();
    }
}
