package dev.perfhint.source.file;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The directories and jars of sources: what lies in them, its bytes and how they are decoded. */
final class SourceDisk {
    private static final Set<String> GENERATED_DIRECTORIES =
            Set.of("target", "build", "generated", "generated-sources", "generated-test-sources");
    private static final int MAX_LINK_WARNINGS = 20;

    private final SourceOptions options;
    private final List<Path> roots;
    private final List<SourceArchive> archives;
    private final Path base;
    private final Encodings encodings;
    private final Set<String> warnings = new LinkedHashSet<>();
    private final Set<Path> opened = new HashSet<>();
    private SourceIndex index;

    private SourceDisk(SourceOptions options, List<Path> roots, List<SourceArchive> archives) {
        this.options = options;
        this.roots = roots;
        this.archives = archives;
        this.base = SourceBase.of(roots.isEmpty() ? List.of(archives.get(0).jar().getParent()) : roots);
        this.encodings = new Encodings(options.encoding());
    }

    /** Opens the roots without reading a file; of a jar, the names in it are read. */
    static SourceDisk open(SourceOptions options) throws SourceException {
        if (options.roots().isEmpty()) {
            throw new SourceException("no source directory given");
        }
        List<Path> roots = new ArrayList<>();
        List<SourceArchive> archives = new ArrayList<>();
        List<SourceException> unreadable = new ArrayList<>();
        for (Path root : options.roots()) {
            try {
                open(root, roots, archives);
            } catch (SourceException other) {
                unreadable.add(other);
            }
        }
        if (roots.isEmpty() && archives.isEmpty()) {
            throw unreadable.get(0);
        }
        SourceDisk disk = new SourceDisk(options, List.copyOf(roots), List.copyOf(archives));
        unreadable.forEach(each -> disk.warnings.add(each.getMessage() + "; the other --source are used"));
        return disk;
    }

    private static void open(Path root, List<Path> roots, List<SourceArchive> archives) throws SourceException {
        if (!Files.exists(root)) {
            throw new SourceException(root + ": no such source directory");
        }
        if (SourceArchive.isArchive(root)) {
            archives.add(SourceArchive.open(real(root)));
        } else if (!Files.isDirectory(root) || !Files.isReadable(root)) {
            throw new SourceException(root + ": not a readable directory, give the one that holds the sources");
        } else {
            roots.add(real(root));
        }
    }

    /** Patches are applied where the directory really is: git does not follow links. */
    private static Path real(Path root) throws SourceException {
        try {
            return root.toRealPath();
        } catch (IOException gone) {
            throw new SourceException(root + ": not a readable directory, give the one that holds the sources", gone);
        }
    }

    SourceOptions options() {
        return options;
    }

    /** Returns the git top level of the first root, else the common ancestor of all roots. */
    Path base() {
        return base;
    }

    /** Returns the source directories; jars are not among them. */
    List<Path> roots() {
        return roots;
    }

    /** Returns whether there is no source at all: what the roots hold was said once. */
    boolean isCompiledOnly() {
        return archives.isEmpty() && index().compiled().size() == roots.size();
    }

    /** Returns what went wrong so far, one line each, to be added to. */
    Set<String> warnings() {
        return warnings;
    }

    /** Returns the Java files that were read so far, wholly or in part. */
    Set<Path> opened() {
        return opened;
    }

    /** Returns whether the file is one of a library's, in a jar of sources. */
    boolean isArchived(Path file) {
        return archive(file).isPresent();
    }

    private Optional<SourceArchive> archive(Path file) {
        return archives.stream().filter(archive -> file.startsWith(archive.jar())).findFirst();
    }

    /**
     * Returns a path relative to the base with {@code /}; {@code lib/foo-sources.jar!/pkg/Foo.java} in a jar.
     */
    String relative(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Optional<Path> jar = archive(absolute).map(SourceArchive::jar).filter(each -> !each.equals(absolute));
        if (jar.isPresent()) {
            return inside(jar.get()) + slashes(jar.get().relativize(absolute));
        }
        Path shown = absolute.startsWith(base) ? base.relativize(absolute) : absolute;
        return slashes(shown);
    }

    /** Returns the file that {@link #relative} names so. */
    Path named(String relative) {
        for (SourceArchive archive : archives) {
            String inside = inside(archive.jar());
            Path file = relative.startsWith(inside) ? archive.jar().resolve(relative.substring(inside.length())) : base;
            if (archive.files().contains(file)) {
                return file;
            }
        }
        return base.resolve(relative);
    }

    private String inside(Path jar) {
        return slashes(jar.startsWith(base) ? base.relativize(jar) : jar.getFileName()) + "!/";
    }

    private static String slashes(Path path) {
        return path.toString().replace(File.separatorChar, '/');
    }

    /** Returns the names of all that is there, listed when first asked for. */
    SourceIndex index() {
        if (index == null) {
            index = SourceIndex.of(roots);
            archives.forEach(index::add);
            archives.stream().filter(archive -> archive.twice() > 0)
                    .forEach(archive -> warnings.add(relative(archive.jar()) + ": "
                    + archive.twice() + (archive.twice() == 1 ? " name is" : " names are")
                    + " in it twice, not read"));
            index.compiled().forEach(root -> warnings.add(root
                    + ": holds class files and no sources: give the directory of the .java files as --source, this one"
                    + " as --classpath"));
            index.leadingOut().stream().limit(MAX_LINK_WARNINGS).forEach(link -> warnings.add(
                    relative(link) + ": a link that leads out of the source directories, not followed"));
        }
        return index;
    }

    /** Returns the file's bytes; none and a warning where it cannot be read. */
    byte[] bytes(Path file) {
        try {
            return read(file);
        } catch (IOException unreadable) {
            warnings.add(relative(file) + ": cannot be read (" + reason(unreadable) + "), not analysed");
            return new byte[0];
        }
    }

    byte[] read(Path file) throws IOException {
        opened.add(file);
        Optional<SourceArchive> archive = archive(file);
        return archive.isPresent() ? archive.get().read(file) : SourceBytes.read(file, roots);
    }

    /** No build file speaks of what is in a jar. */
    Charset charset(Path file) {
        return isArchived(file) ? options.encoding().orElse(StandardCharsets.UTF_8) : encodings.of(file);
    }

    /** Returns why the file's place says that it is not to be edited. */
    Optional<String> generatedPath(Path file) {
        if (isArchived(file)) {
            return Optional.of("in a source jar (read-only)");
        }
        for (Path part : base.relativize(file).getParent() == null ? Path.of("") : base.relativize(file).getParent()) {
            if (GENERATED_DIRECTORIES.contains(part.toString())) {
                return Optional.of("in " + part + "/, where generated sources are");
            }
        }
        return Optional.empty();
    }

    static String reason(IOException problem) {
        return problem instanceof java.nio.file.AccessDeniedException ? "permission denied" : problem.getMessage();
    }
}
