package dev.perfhint.source.resolve;

import dev.perfhint.source.compile.JdkFiles;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.file.SyntaxLimits;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * Gives javac the user's source files by the names of the classes it looks for, one file at a time.
 *
 * <p>A package is listed by file names alone. Past a number of files and for texts beyond the limits the text is empty,
 * so that the class counts as missing. Modules of the user are not modelled: all sources are in the unnamed one.
 */
final class OnDemandSources extends ForwardingJavaFileManager<StandardJavaFileManager> {
    /** The package of the file that a task starts with; what is the user's is not asked for it. */
    static final String START = "perfhint$start";

    private static final int MAX_FILES = 3_000;
    private static final FileSystem JDK = FileSystems.getFileSystem(URI.create("jrt:/"));

    private final Sources sources;
    private final Map<String, Map<String, Path>> looseFiles = new HashMap<>();
    /** By the names of their classes. */
    private final Map<String, Map<Path, SourceText>> texts = new HashMap<>();
    private final Map<URI, Path> byAddress = new HashMap<>();
    private final Map<String, Boolean> ofJdk = new HashMap<>();
    private int given;

    OnDemandSources(StandardJavaFileManager standard, Sources sources) {
        super(standard);
        this.sources = sources;
    }

    /** A source file under its class's name. */
    private final class SourceText extends SimpleJavaFileObject {
        private final Path path;
        private final String className;

        private SourceText(Path path, String className) {
            super(address(byAddress.size(), path), Kind.SOURCE);
            this.path = path;
            this.className = className;
            byAddress.put(toUri(), path);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            String text = given++ < MAX_FILES ? sources.text(path) : "";
            return SyntaxLimits.parsing(text).isPresent() ? "" : text;
        }

        @Override
        public String getName() {
            return path.toString();
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE && path.getFileName().toString().equals(simpleName + ".java");
        }
    }

    /**
     * Returns an address that ends in the file's name, which is that of a compact class; the path's own address would
     * ask the system whether it is a directory.
     */
    private static URI address(int number, Path path) {
        try {
            return new URI("source", null, "/" + number + "/" + path.getFileName(), null);
        } catch (URISyntaxException unreadable) {
            return URI.create("source:///" + number);
        }
    }

    /** Returns whether the JDK has classes in the package: javac asks each module for a class that is not there. */
    boolean isOfJdk(String packageName) {
        return ofJdk.computeIfAbsent(packageName, name -> Files.exists(JDK.getPath("/packages", name)));
    }

    /** Adds a file whose directory does not bear its package's name. */
    void add(String packageName, Path file) {
        looseFiles.computeIfAbsent(packageName, key -> new HashMap<>()).putIfAbsent(simpleName(file), file);
    }

    /** Returns where the file lies that javac speaks of, which it may have wrapped. */
    Optional<Path> path(FileObject file) {
        return file == null ? Optional.empty() : Optional.ofNullable(byAddress.get(file.toUri()));
    }

    @Override
    public boolean hasLocation(Location location) {
        return location == StandardLocation.SOURCE_PATH || super.hasLocation(location);
    }

    @Override
    public Iterable<JavaFileObject> list(
            Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
            throws IOException {
        if (location != StandardLocation.SOURCE_PATH) {
            return location instanceof StandardLocation || recurse || isOfJdk(packageName)
                    ? super.list(location, packageName, kinds, recurse) : List.of();
        }
        List<JavaFileObject> found = new ArrayList<>();
        if (kinds.contains(JavaFileObject.Kind.SOURCE) && !packageName.equals(START)) {
            Map<String, Path> files = new HashMap<>(looseFiles.getOrDefault(packageName, Map.of()));
            files.putAll(sources.packageFiles(packageName));
            files.remove("module-info");
            String prefix = packageName.isEmpty() ? "" : packageName + ".";
            files.forEach((simple, file) -> found.add(
                    texts.computeIfAbsent(prefix + simple, name -> new HashMap<>())
                            .computeIfAbsent(file, path -> new SourceText(path, prefix + simple))));
        }
        return found;
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        return file instanceof SourceText source ? source.className
                : JdkFiles.binaryName(location, file).orElseGet(() -> super.inferBinaryName(location, file));
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        return a instanceof SourceText || b instanceof SourceText
                ? a.toUri().equals(b.toUri()) : super.isSameFile(a, b);
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        return file instanceof SourceText ? location == StandardLocation.SOURCE_PATH : super.contains(location, file);
    }

    @Override
    public JavaFileObject getJavaFileForInput(Location location, String className, JavaFileObject.Kind kind)
            throws IOException {
        return location == StandardLocation.SOURCE_PATH ? null : super.getJavaFileForInput(location, className, kind);
    }

    private static String simpleName(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - ".java".length());
    }
}
