package dev.perfhint.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.TypeDeclaration;
import java.io.File;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The user's source files, found by class name and parsed when first asked for.
 *
 * <p>Package roots are inferred from package declarations. Only files that may declare a class asked for are opened:
 * those of its name and, where none of them does, those of its package. What cannot be read, does not parse or exists
 * twice is told by {@link #warnings()} and not returned.
 */
public final class Sources {
    private static final List<String> OTHER_LANGUAGES = List.of("kt", "scala", "groovy");
    private static final Set<String> GENERATED_DIRECTORIES =
            Set.of("target", "build", "generated", "generated-sources", "generated-test-sources");

    private static final int MAX_LINK_WARNINGS = 20;

    private final SourceOptions options;
    private final List<Path> roots;
    private final List<SourceArchive> archives;
    private final Path base;
    private final Encodings encodings;
    private final Set<String> warnings = new LinkedHashSet<>();
    private final Map<Path, Optional<SourceFile>> parsed = new HashMap<>();
    private final Map<String, List<Path>> declaring;
    private final Map<Path, Map<String, Path>> secondaryTypes;
    private final Map<String, Map<String, Path>> packageFiles;
    private final Set<Path> opened;
    private final Set<Path> parsedOnce;
    private final SourceTexts texts;
    private final Map<Class<?>, Object> attached = new HashMap<>();
    private SourceIndex index;

    private Sources(SourceOptions options, List<Path> roots, List<SourceArchive> archives) {
        this.options = options;
        this.roots = roots;
        this.archives = archives;
        this.base = SourceBase.of(roots.isEmpty() ? List.of(archives.get(0).jar().getParent()) : roots);
        this.encodings = new Encodings(options.encoding());
        this.declaring = new HashMap<>();
        this.secondaryTypes = new HashMap<>();
        this.packageFiles = new HashMap<>();
        this.opened = new HashSet<>();
        this.parsedOnce = new HashSet<>();
        this.texts = new SourceTexts();
    }

    /** A view shares what was read from the disk. */
    private Sources(Sources original) {
        this.options = original.options;
        this.roots = original.roots;
        this.archives = original.archives;
        this.base = original.base;
        this.encodings = original.encodings;
        this.declaring = original.declaring;
        this.secondaryTypes = original.secondaryTypes;
        this.packageFiles = original.packageFiles;
        this.opened = original.opened;
        this.parsedOnce = original.parsedOnce;
        this.texts = original.texts;
        this.index = original.index();
        this.parsed.putAll(original.parsed);
    }

    /**
     * Prepares the lookup without reading a file; of a jar, the names in it are read.
     *
     * @throws SourceException if there is no root or one is neither a readable directory nor a jar of sources
     */
    public static Sources open(SourceOptions options) throws SourceException {
        if (options.roots().isEmpty()) {
            throw new SourceException("no source directory given");
        }
        List<Path> roots = new ArrayList<>();
        List<SourceArchive> archives = new ArrayList<>();
        for (Path root : options.roots()) {
            if (!Files.exists(root)) {
                throw new SourceException(root + ": no such source directory");
            }
            if (SourceArchive.isArchive(root)) {
                archives.add(SourceArchive.open(real(root)));
                continue;
            }
            if (!Files.isDirectory(root) || !Files.isReadable(root)) {
                throw new SourceException(root + ": not a readable directory, give the one that holds the sources");
            }
            roots.add(real(root));
        }
        return new Sources(options, List.copyOf(roots), List.copyOf(archives));
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

    /** Returns the source directories; jars are not among them. */
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

    /**
     * Returns whether the class, nested classes with {@code $}, has a source file in any language under the roots; not
     * in a jar.
     */
    public boolean contains(String className) {
        return declaring(className).stream().anyMatch(file -> archive(file).isEmpty())
                || otherLanguage(className).isPresent();
    }

    /** Returns whether the file is one of a library's, in a jar of sources. */
    public boolean isArchived(Path file) {
        return archive(file).isPresent();
    }

    private Optional<SourceArchive> archive(Path file) {
        return archives.stream().filter(archive -> file.startsWith(archive.jar())).findFirst();
    }

    /** Returns the Kotlin, Scala or Groovy file that seems to declare the class; such files are named, never edited. */
    public Optional<Path> otherLanguage(String className) {
        Optional<String> top = topLevelName(className);
        if (top.isEmpty()) {
            return Optional.empty();
        }
        String directory = BinaryName.inPackage(top.get()).replace('.', '/');
        String simple = BinaryName.simple(top.get());
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

    /** Returns the file with that path if it lies under a root and was parsed or can be; none of another language. */
    public Optional<SourceFile> file(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        boolean ours = roots.stream().anyMatch(absolute::startsWith) || isArchived(absolute);
        boolean other = OTHER_LANGUAGES.stream().anyMatch(language -> absolute.toString().endsWith("." + language));
        return ours && !other ? parsed(absolute) : Optional.empty();
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

    /** Returns the Java files that were read so far, wholly or in part: what the look-up cost. */
    public Set<Path> opened() {
        return Set.copyOf(opened);
    }

    /** Returns the Java files that were given to the parser so far. */
    public Set<Path> parsed() {
        return Set.copyOf(parsedOnce);
    }

    /**
     * Returns the one file that declares the class, found by names alone; empty where none or two different ones do.
     */
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
            String decoded = Encodings.decode(read(file), charset(file));
            return decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
        } catch (IOException unreadable) {
            return "";
        }
    }

    /**
     * Returns the Java files in the directories that bear the package's name, one for each class, by simple name; a
     * class with two different files has none.
     */
    public Map<String, Path> packageFiles(String packageName) {
        Map<String, Path> known = packageFiles.get(packageName);
        if (known == null) {
            known = Collections.unmodifiableMap(listed(packageName));
            packageFiles.put(packageName, known);
        }
        return known;
    }

    private Map<String, Path> listed(String packageName) {
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

    /** Returns whether there is no source at all: what the roots hold was said once. */
    public boolean areCompiledOnly() {
        return archives.isEmpty() && index().compiled().size() == roots.size();
    }

    /** Returns all Java files under the roots, paths only, sorted; without those in jars. */
    public List<Path> javaFiles() {
        return index().javaFiles().stream().sorted().toList();
    }

    /**
     * Returns the Java files in the directories whose text passes the test, sorted; empty where there is too much to
     * look through. The texts of files that were not parsed yet have one character for each byte.
     */
    public Optional<List<Path>> javaFiles(Predicate<String> test) {
        return texts.passing(test, this::javaFiles, roots,
                file -> parsed.getOrDefault(file, Optional.empty()).map(SourceFile::text));
    }

    /** Returns the outlines of the Java files in the directories; empty where there is too much to look through. */
    public Optional<Map<Path, SourceOutline>> outlines() {
        return texts.outlines(this::javaFiles, roots,
                file -> parsed.getOrDefault(file, Optional.empty()).map(SourceFile::text));
    }

    /** Returns the Java files in the directories that may use the identifier; the scan of their text only excludes. */
    public List<SourceFile> naming(String identifier) {
        boolean ascii = identifier.chars().allMatch(c -> c < 128);
        return javaFiles(text -> !ascii || SourceTexts.names(text, identifier)).orElseGet(this::javaFiles).stream()
                .flatMap(path -> file(path).stream())
                .toList();
    }

    /** Returns the configurations of logging libraries under the roots, by their names. */
    public List<SourceFile> loggerConfigurations() {
        return index().loggerConfigurations().stream().flatMap(file -> parsed(file).stream()).toList();
    }

    /**
     * Returns a path relative to {@link #base()} with {@code /}; {@code lib/foo-sources.jar!/pkg/Foo.java} in a jar.
     */
    public String relative(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Optional<Path> jar = archive(absolute).map(SourceArchive::jar).filter(each -> !each.equals(absolute));
        if (jar.isPresent()) {
            Path shown = jar.get().startsWith(base) ? jar.get() : base.resolve(jar.get().getFileName());
            return relative(shown) + "!/" + slashes(jar.get().relativize(absolute));
        }
        Path shown = absolute.startsWith(base) ? base.relativize(absolute) : absolute;
        return slashes(shown);
    }

    private static String slashes(Path path) {
        return path.toString().replace(File.separatorChar, '/');
    }

    private SourceIndex index() {
        if (index == null) {
            index = SourceIndex.of(roots);
            archives.forEach(index::add);
            archives.stream().filter(archive -> archive.twice() > 0)
                    .forEach(archive -> warnings.add(relative(archive.jar()) + ": "
                    + archive.twice() + (archive.twice() == 1 ? " name stands" : " names stand")
                    + " in it twice, not read"));
            index.compiled().forEach(root -> warnings.add(root
                    + ": holds class files and no sources: give the directory of the .java files as --source, this one"
                    + " as --classpath"));
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
        String simple = BinaryName.simple(className);
        String packageName = BinaryName.inPackage(className);
        Map<String, Path> byContent = new TreeMap<>();
        for (Path file
                : index().named(simple + ".java").stream().sorted(Comparator.comparing(this::isArchived)).toList()) {
            byte[] bytes = bytes(file);
            if (packageName.equals(declaredPackage(file, bytes))) {
                byContent.putIfAbsent(Arrays.hashCode(bytes) + ":" + bytes.length, file);
            }
        }
        return withoutCopies(byContent.isEmpty()
                ? packageDirectories(packageName).stream()
                        .map(directory -> secondaryTypes(directory, packageName).get(simple))
                        .filter(file -> file != null)
                        .distinct()
                : byContent.values().stream().sorted());
    }

    /** A class that lies in a source directory is not looked for in jars. */
    private List<Path> withoutCopies(Stream<Path> files) {
        Map<Boolean, List<Path>> archived = files.collect(Collectors.partitioningBy(this::isArchived));
        return archived.get(false).isEmpty() ? archived.get(true) : archived.get(false);
    }

    /** Returns the name without nested classes; empty and a warning where it is no class name at all. */
    private Optional<String> topLevelName(String className) {
        if (!BinaryName.isValid(className)) {
            BinaryName.complaint(className).ifPresent(warnings::add);
            return Optional.empty();
        }
        int dollar = className.indexOf('$', className.lastIndexOf('.') + 2);
        if (dollar < 0 || !index().named(BinaryName.simple(className) + ".java").isEmpty()) {
            return Optional.of(className);
        }
        return Optional.of(className.substring(0, dollar));
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
                String text = new String(bytes(file), charset(file));
                if (packageName.equals(SourceOutline.declaredPackage(text))) {
                    SourceOutline.of(text).above().keySet().forEach(type -> types.putIfAbsent(type, file));
                }
            }
            return types;
        });
    }

    private String declaredPackage(Path file, byte[] bytes) {
        return SourceOutline.declaredPackage(new String(bytes, charset(file)));
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
        Optional<SourceArchive> archive = archive(file);
        return archive.isPresent() ? archive.get().read(file) : SourceBytes.read(file, roots);
    }

    /** No build file speaks of what is in a jar. */
    private Charset charset(Path file) {
        return isArchived(file) ? options.encoding().orElse(StandardCharsets.UTF_8) : encodings.of(file);
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
        boolean java = file.toString().endsWith(".java");
        Charset charset = charset(file);
        try {
            byte[] bytes = read(file);
            parsedOnce.add(file);
            charset = java ? charset : Encodings.ofText(bytes);
            String decoded = Encodings.decode(bytes, charset);
            boolean exact = Arrays.equals(bytes, Encodings.encode(decoded, charset));
            Optional<String> obstacle =
                    exact ? generatedPath(file) : Optional.of(charset + " does not give its bytes back");
            if (!java) {
                return Optional.of(SourceFile.text(file, charset, decoded, obstacle));
            }
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
        if (isArchived(file)) {
            return Optional.of("in a jar of sources, which is read only");
        }
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
}
