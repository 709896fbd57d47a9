package dev.perfhint.source.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A jar of Java sources, {@code foo-1.0-sources.jar}: read in place, never unpacked and never written.
 *
 * <p>The jar may be anybody's. Its files have paths below the jar's own path, as if the jar were a directory; an entry
 * whose name is no plain relative one, or stands twice, has none. What is read of a jar is bounded: 4 MB of an entry,
 * 256 MB in all.
 */
final class SourceArchive {
    private static final long MAX_JAR_BYTES = 128 << 20;
    private static final int MAX_ENTRIES = 200_000;
    private static final int MAX_NAME_CHARS = 1_000;
    private static final int MAX_PARTS = 64;
    private static final long MAX_READ_BYTES = 256 << 20;

    private final Path jar;
    /** Closed when it is no longer reachable, as {@link ZipFile} says. */
    private final ZipFile zip;
    private final Set<Path> files;
    private final int twice;
    private long readBytes;

    private SourceArchive(Path jar, ZipFile zip, Set<Path> files, int twice) {
        this.jar = jar;
        this.zip = zip;
        this.files = files;
        this.twice = twice;
    }

    /** Returns whether the file can only be meant as a jar of sources. */
    static boolean isArchive(Path file) {
        String name = file.getFileName() == null ? "" : file.getFileName().toString();
        return (name.endsWith(".jar") || name.endsWith(".zip")) && Files.isRegularFile(file);
    }

    /**
     * Reads the names in a jar.
     *
     * @param jar a real path
     * @throws SourceException if it is no jar, has no Java sources, or is too large
     */
    static SourceArchive open(Path jar) throws SourceException {
        ZipFile zip = null;
        try {
            if (Files.size(jar) > MAX_JAR_BYTES) {
                throw new SourceException(jar + ": larger than " + (MAX_JAR_BYTES >> 20)
                        + " MB: unpack the sources that are needed");
            }
            zip = new ZipFile(jar.toFile());
            if (zip.size() > MAX_ENTRIES) {
                throw new SourceException(jar + ": more than " + MAX_ENTRIES
                        + " entries: unpack the sources that are needed");
            }
            SourceArchive archive = of(jar, zip);
            if (archive.files.isEmpty()) {
                throw new SourceException(jar + ": holds no Java sources, give the -sources.jar");
            }
            zip = null;
            return archive;
        } catch (IOException | IllegalArgumentException damaged) {
            throw new SourceException(jar + ": not a readable jar (" + damaged.getMessage() + ")", damaged);
        } finally {
            close(zip);
        }
    }

    private static void close(ZipFile zip) {
        try {
            if (zip != null) {
                zip.close();
            }
        } catch (IOException unclosed) {
            // nothing was written
        }
    }

    private static SourceArchive of(Path jar, ZipFile zip) {
        Set<String> names = new HashSet<>();
        Set<String> twice = new HashSet<>();
        for (Iterator<? extends ZipEntry> entries = zip.entries().asIterator(); entries.hasNext();) {
            String name = entries.next().getName();
            if (isSource(name) && !names.add(name)) {
                twice.add(name);
            }
        }
        names.removeAll(twice);
        Set<Path> files = new TreeSet<>();
        names.forEach(name -> files.add(jar.resolve(name)));
        return new SourceArchive(jar, zip, files, twice.size());
    }

    /** Other versions of a class, for newer Java releases, stand under {@code META-INF}. */
    private static boolean isSource(String name) {
        if (!name.endsWith(".java") || name.length() > MAX_NAME_CHARS || name.startsWith("META-INF/")
                || name.chars().anyMatch(c -> c < ' ' || c == 127 || c == '\\' || c == ':')) {
            return false;
        }
        List<String> parts = List.of(name.split("/", -1));
        return parts.size() <= MAX_PARTS && parts.stream().noneMatch(part -> Set.of("", ".", "..").contains(part));
    }

    Path jar() {
        return jar;
    }

    /** Returns the paths of the sources in it, sorted. */
    Set<Path> files() {
        return files;
    }

    /** Returns how many names were left out because several entries bear them. */
    int twice() {
        return twice;
    }

    /**
     * Returns the content of one of its files.
     *
     * @throws IOException whose message says in words why the file is not read
     */
    byte[] read(Path file) throws IOException {
        ZipEntry entry = files.contains(file) ? zip.getEntry(name(file)) : null;
        if (entry == null) {
            throw new IOException("not in the jar");
        }
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] bytes =
                    in.readNBytes((int) Math.min(SyntaxLimits.MAX_FILE_BYTES + 1L, MAX_READ_BYTES - readBytes + 1));
            readBytes += bytes.length;
            if (readBytes > MAX_READ_BYTES) {
                throw new IOException("more than " + (MAX_READ_BYTES >> 20) + " MB would be read of the jar");
            }
            if (bytes.length > SyntaxLimits.MAX_FILE_BYTES) {
                throw new IOException("larger than " + (SyntaxLimits.MAX_FILE_BYTES >> 20) + " MB");
            }
            return bytes;
        }
    }

    private String name(Path file) {
        return jar.relativize(file).toString().replace(java.io.File.separatorChar, '/');
    }
}
