package dev.perfhint.cli.ide;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.OutputFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What makes an editor run perfhint: one file for each editor, in the editor's own place.
 *
 * <p>A file that is there already is replaced only by force, and then kept under another name; taking the support away
 * brings it back.
 */
public enum EditorSupport {
    IDEA("perfhint-intellij.xml", "tools/perfhint.xml"),
    VSCODE("tasks.json", ".vscode/tasks.json"),
    COPILOT("copilot-mcp.json", ".vscode/mcp.json"),
    CURSOR("cursor-mcp.json", ".cursor/mcp.json"),
    VIM("perfhint.vim", "compiler/perfhint.vim"),
    EMACS("perfhint.el", "");

    private static final String KEPT = ".before-perfhint";

    private final String resource;
    private final String place;

    EditorSupport(String resource, String place) {
        this.resource = resource;
        this.place = place;
    }

    /** Returns the name used on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether there is a file to write; else the text is for the user to add to their own. */
    public boolean hasPlace() {
        return !place.isEmpty();
    }

    /** Returns what the editor reads. */
    public String text() {
        try (InputStream in = EditorSupport.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the directory that the editor keeps such files in, or the project's for VS Code.
     *
     * @param home the user's
     * @throws CliException if it is not known; the message says how to name it
     */
    public Path directory(Path home) {
        return switch (this) {
            case IDEA -> newestIdea(home).orElseThrow(() -> new CliException(
                    "no configuration directory of IntelliJ IDEA found: name it with --dir (Help, Diagnostic Tools, "
                            + "Special Files and Folders shows it)"));
            case VIM -> home.resolve(".vim");
            case VSCODE, COPILOT, CURSOR, EMACS -> Path.of("");
        };
    }

    /** Of several versions the last by name is the newest: their names end with year and number. */
    private static Optional<Path> newestIdea(Path home) {
        return Stream.of(".config/JetBrains", "Library/Application Support/JetBrains", "AppData/Roaming/JetBrains")
                .map(home::resolve)
                .filter(Files::isDirectory)
                .flatMap(EditorSupport::children)
                .filter(directory -> directory.getFileName().toString().matches("(IntelliJIdea|IdeaIC)\\d{4}\\.\\d.*"))
                .max(Comparator.comparing(directory -> directory.getFileName().toString().replaceAll("^\\D+", "")));
    }

    private static Stream<Path> children(Path directory) {
        try (Stream<Path> children = Files.list(directory)) {
            return children.toList().stream();
        } catch (IOException unreadable) {
            return Stream.empty();
        }
    }

    /**
     * Writes the file.
     *
     * @return what was done, one line each
     * @throws CliException if there is another file and {@code force} is not set, or it cannot be written
     */
    public List<String> install(Path directory, boolean force) {
        Path file = directory.resolve(place);
        byte[] content = text().getBytes(StandardCharsets.UTF_8);
        try {
            boolean exists = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
            if (exists && isOurs(file)) {
                return List.of(file + " is there already");
            }
            if (exists && !force) {
                throw new CliException(file + ": exists and is not perfhint's: --force replaces it and keeps it as "
                        + file.getFileName() + KEPT);
            }
            Files.createDirectories(file.getParent());
            if (exists) {
                Files.move(file, kept(file), StandardCopyOption.REPLACE_EXISTING);
            }
            Path part = Files.createTempFile(file.getParent(), ".perfhint-", ".part");
            Files.write(part, content);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            return exists ? List.of("wrote " + file, "kept the former one as " + kept(file)) : List.of("wrote " + file);
        } catch (IOException refused) {
            throw new CliException(file + ": cannot be written: " + OutputFile.reason(refused)
                    + ": name another directory with --dir", refused);
        }
    }

    /**
     * Takes back what {@link #install} did; a directory that is empty then goes too.
     *
     * @return what was done, one line each
     * @throws CliException if the file was changed since and {@code force} is not set
     */
    public List<String> uninstall(Path directory, boolean force) {
        Path file = directory.resolve(place);
        try {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                return List.of("there is no " + file);
            }
            if (!force && !isOurs(file)) {
                throw new CliException(file + ": is not as perfhint wrote it: --force deletes it");
            }
            Files.delete(file);
            if (Files.exists(kept(file), LinkOption.NOFOLLOW_LINKS)) {
                Files.move(kept(file), file);
                return List.of("brought back the former " + file);
            }
            if (children(file.getParent()).findAny().isEmpty()) {
                Files.delete(file.getParent());
            }
            return List.of("deleted " + file);
        } catch (IOException refused) {
            throw new CliException(file + ": cannot be deleted: " + refused.getMessage(), refused);
        }
    }

    private boolean isOurs(Path file) throws IOException {
        return Files.isRegularFile(file)
                && Arrays.equals(Files.readAllBytes(file), text().getBytes(StandardCharsets.UTF_8));
    }

    private static Path kept(Path file) {
        return file.resolveSibling(file.getFileName() + KEPT);
    }
}
