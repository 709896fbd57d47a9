package dev.perfhint.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.TypeDeclaration;
import java.io.File;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The user's source files, found by class name and parsed when first asked for.
 *
 * <p>Package roots are inferred from package declarations. Only files that may declare a class asked for are opened: those
 * of its name and, where none of them does, those of its package. What cannot be read, does not parse or exists twice is told by {@link #warnings()} and not returned.
 */
public final class Sources {
    private static final List<String> OTHER_LANGUAGES = List.of("kt", "scala", "groovy");
    private static final Set<String> GENERATED_DIRECTORIES =
            Set.of("target", "build", "generated", "generated-sources", "generated-test-sources");

    private static final int MAX_LINK_WARNINGS = 20;
    /** A file name has 255 bytes at most, a package a few of them. */
    private static final int MAX_NAME_CHARS = 2_000;

    private final SourceOptions options;
    private final List<Path> roots;
    private final Path base;
    private final Encodings encodings;
    private final Set<String> warnings = new LinkedHashSet<>();
    private final Map<Path, Optional<SourceFile>> parsed = new HashMap<>();
    private final Map<String, List<Path>> declaring;
    private final Map<Path, Map<String, Path>> secondaryTypes;
    private final Set<Path> opened;
    private final Set<Path> parsedOnce;
    private final ExtendedNames extended;
    private final Map<Class<?>, Object> attached = new HashMap<>();
    private SourceIndex index;

    private Sources(SourceOptions options, List<Path> roots) {
        this.options = options;
        this.roots = roots;
        this.base = baseOf(roots);
        this.encodings = new Encodings(options.encoding());
        this.declaring = new HashMap<>();
        this.secondaryTypes = new HashMap<>();
        this.opened = new HashSet<>();
        this.parsedOnce = new HashSet<>();
        this.extended = new ExtendedNames(() -> {
            List<Path> files = index().javaFiles();
            opened.addAll(files);
            return files;
        });
    }

    /** A view shares what was read from the disk. */
    private Sources(Sources original) {
        this.options = original.options;
        this.roots = original.roots;
        this.base = original.base;
        this.encodings = original.encodings;
        this.declaring = original.declaring;
        this.secondaryTypes = original.secondaryTypes;
        this.opened = original.opened;
        this.parsedOnce = original.parsedOnce;
        this.extended = original.extended;
        this.index = original.index();
        this.parsed.putAll(original.parsed);
    }

    /**
     * Prepares the lookup without reading a file.
     *
     * @throws SourceException if there is no root or one is not a readable directory
     */
    public static Sources open(SourceOptions options) throws SourceException {
        if (options.roots().isEmpty()) {
            throw new SourceException("no source directory given");
        }
        List<Path> roots = new ArrayList<>();
        for (Path root : options.roots()) {
            if (!Files.exists(root)) {
                throw new SourceException(root + ": no such source directory");
            }
            if (!Files.isDirectory(root) || !Files.isReadable(root)) {
                throw new SourceException(root + ": not a readable directory, give the one that holds the sources");
            }
            roots.add(real(root));
        }
        return new Sources(options, List.copyOf(roots));
    }

    /** Patches are applied where the directory really is: git does not follow links. */
    private static Path real(Path root) throws SourceException {
        try {
            return root.toRealPath();
        } catch (IOException gone) {
            throw new SourceException(root + ": not a readable directory, give the one that holds the sources", gone);
        }
    }

    /**
     * Returns the same sources with other texts in some files; the files on disk stay as they are.
     *
     * @throws SourceException if one of the texts does not parse
     */
    public Sources with(Map<SourceFile, String> texts) throws SourceException {
        Sources view = new Sources(this);
        for (Map.Entry<SourceFile, String> entry : texts.entrySet()) {
            view.parsed.put(entry.getKey().path(), Optional.of(entry.getKey().with(entry.getValue())));
        }
        return view;
    }

    /** Returns the git top level of the first root, else the common ancestor of all roots. */
    public Path base() {
        return base;
    }

    public List<Path> roots() {
        return roots;
    }

    public SourceOptions options() {
        return options;
    }

    /** Returns what went wrong so far, one line each. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Tells whether the class, nested classes with {@code $}, has a source file in any language under the roots. */
    public boolean contains(String className) {
        return !declaring(className).isEmpty() || otherLanguage(className).isPresent();
    }

    /** Returns the Kotlin, Scala or Groovy file that seems to declare the class; such files are named, never edited. */
    public Optional<Path> otherLanguage(String className) {
        Optional<String> top = topLevelName(className);
        if (top.isEmpty()) {
            return Optional.empty();
        }
        String directory = packageDirectory(top.get());
        String simple = simpleName(top.get());
        String facade = simple.endsWith("Kt") ? simple.substring(0, simple.length() - 2) : simple;
        for (String extension : OTHER_LANGUAGES) {
            for (String name : List.of(simple, facade)) {
                for (Path file : index().named(name + "." + extension)) {
                    if (directory.isEmpty() || file.getParent().endsWith(directory) || extension.equals("kt")) {
                        return Optional.of(file);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the file that declares the class, parsed; empty without one, with two different ones, or unparsable. */
    public Optional<SourceFile> find(String className) {
        List<Path> files = declaring(className);
        if (files.size() > 1) {
            warnings.add(className + ": two different source files, " + relative(files.get(0)) + " and "
                    + relative(files.get(1)) + ", neither is edited");
            return Optional.empty();
        }
        return files.isEmpty() ? Optional.empty() : parsed(files.get(0));
    }

    /** Returns the type's declaration in the file found for it, nested types with {@code $} or {@code .}. */
    public Optional<TypeDeclaration<?>> declaration(String className) {
        return find(className).flatMap(file -> TypeLookup.declared(file.unit(), className));
    }

    /** Returns the file with that path if it lies under a root and was parsed or can be. */
    public Optional<SourceFile> file(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        return roots.stream().anyMatch(absolute::startsWith) ? parsed(absolute) : Optional.empty();
    }

    /** Returns whether there is a file of that path, on disk or in this view. */
    public boolean isKnown(Path path) {
        return parsed.getOrDefault(path, Optional.empty())
                .map(known -> !known.isAbsent())
                .orElseGet(() -> Files.exists(path, LinkOption.NOFOLLOW_LINKS));
    }

    /** Returns a file that does not exist yet, to be made by an edit; asked again, the same one. */
    public SourceFile absent(Path path, Charset charset) {
        if (parsed.getOrDefault(path, Optional.empty()).isEmpty()) {
            parsed.put(path, Optional.of(SourceFile.absent(path, charset)));
        }
        return parsed.get(path).orElseThrow();
    }

    /** Returns the other Java files of the file's directory and the file itself, paths only, sorted. */
    public List<Path> neighbours(SourceFile file) {
        return index().javaFiles(file.path().getParent());
    }

    /**
     * Returns whether some class under the roots may extend one of that simple name. The first question opens every file,
     * so ask last.
     */
    public boolean mayBeExtended(String simpleName) {
        return extended.contain(simpleName);
    }

    /** Returns the Java files that were read so far, wholly or in part: what the look-up cost. */
    public Set<Path> opened() {
        return Set.copyOf(opened);
    }

    /** Returns the Java files that were given to the parser so far. */
    public Set<Path> parsed() {
        return Set.copyOf(parsedOnce);
    }

    /** Returns the one file that declares the class, found by names alone; empty where none or two different ones do. */
    public Optional<Path> declaredIn(String className) {
        List<Path> files = declaring(className);
        return files.size() == 1 ? Optional.of(files.get(0)) : Optional.empty();
    }

    /** Returns the one object of that class that belongs to these sources, made when first asked for. */
    public <T> T attached(Class<T> key, Function<Sources, T> make) {
        Object known = attached.get(key);
        if (known == null) {
            known = make.apply(this);
            attached.put(key, known);
        }
        return key.cast(known);
    }

    /** Returns a Java file's characters after the byte order mark, without parsing it; empty where unreadable. */
    public String text(Path file) {
        Optional<SourceFile> known = parsed.getOrDefault(file, Optional.empty());
        if (known.isPresent()) {
            return known.get().text();
        }
        try {
            String decoded = Encodings.decode(read(file), encodings.of(file));
            return decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
        } catch (IOException unreadable) {
            return "";
        }
    }

    /**
     * Returns the Java files in the directories that bear the package's name, one for each class, by simple name; a class
     * with two different files has none.
     */
    public Map<String, Path> packageFiles(String packageName) {
        Map<String, Path> files = new TreeMap<>();
        Set<String> twice = new HashSet<>();
        for (Path directory : packageDirectories(packageName)) {
            List<Path> own = index().javaFiles(directory);
            if (own.isEmpty() || !packageName.equals(declaredPackage(own.get(0), bytes(own.get(0))))) {
                continue;
            }
            for (Path file : own) {
                String name = file.getFileName().toString();
                String simple = name.substring(0, name.length() - ".java".length());
                if (files.putIfAbsent(simple, file) != null) {
                    twice.add(simple);
                }
            }
        }
        for (String simple : twice) {
            List<Path> different = declaring(packageName.isEmpty() ? simple : packageName + "." + simple);
            if (different.size() == 1) {
                files.put(simple, different.get(0));
            } else {
                files.remove(simple);
            }
        }
        return files;
    }

    /** Returns all Java files under the roots, paths only, sorted. */
    public List<Path> javaFiles() {
        return index().javaFiles().stream().sorted().toList();
    }

    /** Returns a path relative to {@link #base()} with {@code /}. */
    public String relative(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path shown = absolute.startsWith(base) ? base.relativize(absolute) : absolute;
        return shown.toString().replace(File.separatorChar, '/');
    }

    private SourceIndex index() {
        if (index == null) {
            index = SourceIndex.of(roots);
            index.leadingOut().stream().limit(MAX_LINK_WARNINGS).forEach(link -> warnings.add(
                    relative(link) + ": a link that leads out of the source directories, not followed"));
        }
        return index;
    }

    private List<Path> declaring(String className) {
        List<Path> known = declaring.get(className);
        if (known == null) {
            known = lookUp(className);
            declaring.put(className, known);
        }
        return known;
    }

    private List<Path> lookUp(String className) {
        Optional<String> top = topLevelName(className);
        if (top.isEmpty()) {
            return List.of();
        }
        if (!top.get().equals(className)) {
            return declaring(top.get());
        }
        String simple = simpleName(className);
        String packageName = packageName(className);
        Map<String, Path> byContent = new TreeMap<>();
        for (Path file : index().named(simple + ".java")) {
            byte[] bytes = bytes(file);
            if (packageName.equals(declaredPackage(file, bytes))) {
                byContent.putIfAbsent(Arrays.hashCode(bytes) + ":" + bytes.length, file);
            }
        }
        if (!byContent.isEmpty()) {
            return byContent.values().stream().sorted().toList();
        }
        return packageDirectories(packageName).stream()
                .map(directory -> secondaryTypes(directory, packageName).get(simple))
                .filter(file -> file != null)
                .distinct()
                .toList();
    }

    /** Returns the name without nested classes; empty and a warning where it is no class name at all. */
    private Optional<String> topLevelName(String className) {
        if (className.isEmpty() || className.startsWith("[") || className.contains("/0x")) {
            return Optional.empty();
        }
        if (className.length() > MAX_NAME_CHARS) {
            warnings.add("'" + printable(className) + "...' is not a class name, no source is looked up for it");
            return Optional.empty();
        }
        for (String part : className.split("\\.", -1)) {
            if (part.isEmpty() || part.chars().anyMatch(c -> !Character.isJavaIdentifierPart(c) && c != '-')) {
                if (className.contains("..") || className.contains("/") || className.contains("\\")) {
                    warnings.add("'" + printable(className) + "' is not a class name, no source is looked up for it");
                }
                return Optional.empty();
            }
        }
        int dollar = className.indexOf('$', className.lastIndexOf('.') + 2);
        if (dollar < 0 || !index().named(simpleName(className) + ".java").isEmpty()) {
            return Optional.of(className);
        }
        return Optional.of(className.substring(0, dollar));
    }

    private static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.chars().limit(120).forEach(c -> shown.append(c < ' ' || c == 127 ? '?' : (char) c));
        return shown.toString();
    }

    private List<Path> packageDirectories(String packageName) {
        if (packageName.isEmpty()) {
            return roots;
        }
        String path = packageName.replace('.', '/');
        return index().directories(path.substring(path.lastIndexOf('/') + 1)).stream()
                .filter(directory -> directory.endsWith(path))
                .toList();
    }

    private Map<String, Path> secondaryTypes(Path directory, String packageName) {
        return secondaryTypes.computeIfAbsent(directory, key -> {
            Map<String, Path> types = new LinkedHashMap<>();
            for (Path file : index().javaFiles(key)) {
                String text = new String(bytes(file), encodings.of(file));
                if (packageName.equals(SourceHeads.declaredPackage(text))) {
                    SourceHeads.declaredTypes(text).forEach(type -> types.putIfAbsent(type, file));
                }
            }
            return types;
        });
    }

    private String declaredPackage(Path file, byte[] bytes) {
        return SourceHeads.declaredPackage(new String(bytes, encodings.of(file)));
    }

    private byte[] bytes(Path file) {
        try {
            return read(file);
        } catch (IOException unreadable) {
            warnings.add(relative(file) + ": cannot be read (" + reason(unreadable) + "), not analysed");
            return new byte[0];
        }
    }

    private byte[] read(Path file) throws IOException {
        opened.add(file);
        return SourceBytes.read(file, roots);
    }

    private Optional<SourceFile> parsed(Path file) {
        Optional<SourceFile> known = parsed.get(file);
        if (known == null) {
            known = parse(file);
            parsed.put(file, known);
        }
        return known;
    }

    private Optional<SourceFile> parse(Path file) {
        Charset charset = encodings.of(file);
        try {
            byte[] bytes = read(file);
            parsedOnce.add(file);
            String decoded = Encodings.decode(bytes, charset);
            boolean exact = Arrays.equals(bytes, Encodings.encode(decoded, charset));
            Optional<String> obstacle =
                    exact ? generatedPath(file) : Optional.of(charset + " does not give its bytes back");
            SourceFile source = SourceFile.parse(file, charset, decoded, obstacle);
            if (obstacle.isEmpty() && isGenerated(source.unit())) {
                source = SourceFile.parse(file, charset, decoded, Optional.of("annotated @Generated"));
            }
            return Optional.of(source);
        } catch (CharacterCodingException malformed) {
            warnings.add(relative(file) + ": is not valid " + charset
                    + ", not edited; name its encoding with --encoding");
        } catch (IOException unreadable) {
            warnings.add(relative(file) + ": cannot be read (" + reason(unreadable) + "), not analysed");
        } catch (SourceException unparsable) {
            warnings.add(unparsable.getMessage().replace(file.toString(), relative(file)));
        }
        return Optional.empty();
    }

    private Optional<String> generatedPath(Path file) {
        for (Path part : base.relativize(file).getParent() == null ? Path.of("") : base.relativize(file).getParent()) {
            if (GENERATED_DIRECTORIES.contains(part.toString())) {
                return Optional.of("in " + part + "/, where generated sources are");
            }
        }
        return Optional.empty();
    }

    private static boolean isGenerated(CompilationUnit unit) {
        return unit.getTypes().stream()
                .flatMap(type -> type.getAnnotations().stream())
                .anyMatch(annotation -> annotation.getName().getIdentifier().equals("Generated"));
    }

    private static String reason(IOException problem) {
        return problem instanceof java.nio.file.AccessDeniedException ? "permission denied" : problem.getMessage();
    }

    private static Path baseOf(List<Path> roots) {
        for (Path directory = roots.get(0); directory != null; directory = directory.getParent()) {
            if (Files.exists(directory.resolve(".git"))) {
                Path top = directory;
                return roots.stream().allMatch(root -> root.startsWith(top)) ? top : commonAncestor(roots);
            }
        }
        return commonAncestor(roots);
    }

    private static Path commonAncestor(List<Path> roots) {
        Path common = roots.get(0);
        for (Path root : roots) {
            while (common.getParent() != null && !root.startsWith(common)) {
                common = common.getParent();
            }
        }
        return common;
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private static String packageName(String className) {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }

    private static String packageDirectory(String className) {
        return packageName(className).replace('.', '/');
    }
}
