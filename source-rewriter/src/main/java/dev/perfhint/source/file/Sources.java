package dev.perfhint.source.file;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.TypeDeclaration;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The user's source files, found by class name and parsed when first asked for.
 *
 * <p>Package roots are inferred from package declarations. Only files that may declare a class asked for are opened:
 * those of its name and, where none of them does, those of its package. What cannot be read, does not parse or exists
 * twice is told by {@link #warnings()} and not returned.
 */
public final class Sources {
    private final SourceDisk disk;
    private final DeclaringFiles declaring;
    private final SourceTexts texts;
    private final Set<Path> parsedOnce;
    private final Map<Path, Optional<SourceFile>> parsed = new HashMap<>();
    private final Map<Class<?>, Object> attached = new HashMap<>();

    private Sources(SourceDisk disk) {
        this.disk = disk;
        this.declaring = new DeclaringFiles(disk);
        this.texts = new SourceTexts();
        this.parsedOnce = new HashSet<>();
    }

    /** A view shares what was read from the disk. */
    private Sources(Sources original) {
        this.disk = original.disk;
        this.declaring = original.declaring;
        this.texts = original.texts;
        this.parsedOnce = original.parsedOnce;
        this.parsed.putAll(original.parsed);
    }

    /**
     * Prepares the lookup without reading a file; of a jar, the names in it are read.
     *
     * @throws SourceException if no root is a readable directory or jar of sources; else the others cost a warning
     */
    public static Sources open(SourceOptions options) throws SourceException {
        return new Sources(SourceDisk.open(options));
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
        return disk.base();
    }

    /** Returns the source directories; jars are not among them. */
    public List<Path> roots() {
        return disk.roots();
    }

    public SourceOptions options() {
        return disk.options();
    }

    /** Returns what went wrong so far, one line each. */
    public List<String> warnings() {
        return List.copyOf(disk.warnings());
    }

    /**
     * Returns whether the class, nested classes with {@code $}, has a source file in any language under the roots; not
     * in a jar.
     */
    public boolean contains(String className) {
        return declaring.of(className).stream().anyMatch(file -> !isArchived(file))
                || otherLanguage(className).isPresent();
    }

    /** Returns whether the file is one of a library's, in a jar of sources. */
    public boolean isArchived(Path file) {
        return disk.isArchived(file);
    }

    /** Returns the Kotlin, Scala or Groovy file that seems to declare the class; such files are named, never edited. */
    public Optional<Path> otherLanguage(String className) {
        return declaring.ofOtherLanguage(className);
    }

    /** Returns the file that declares the class, parsed; empty without one, with two different ones, or unparsable. */
    public Optional<SourceFile> find(String className) {
        List<Path> files = declaring.of(className);
        if (files.size() > 1) {
            disk.warnings().add(className + ": two different source files, " + relative(files.get(0)) + " and "
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
        boolean ours = roots().stream().anyMatch(absolute::startsWith) || isArchived(absolute);
        boolean other = DeclaringFiles.OTHER_LANGUAGES.stream()
                .anyMatch(language -> absolute.toString().endsWith("." + language));
        return ours && !other ? parsed(absolute) : Optional.empty();
    }

    /** Returns the file that {@link #relative} names so, as {@link #file} does. */
    public Optional<SourceFile> named(String relative) {
        return file(disk.named(relative));
    }

    /** Returns whether there is a file of that path, on disk or in this view. */
    public boolean isKnown(Path path) {
        return parsed.getOrDefault(path, Optional.empty())
                .map(known -> !known.isAbsent()).orElseGet(() -> Files.exists(path, LinkOption.NOFOLLOW_LINKS));
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
        return Set.copyOf(disk.opened());
    }

    /** Returns the Java files that were given to the parser so far. */
    public Set<Path> parsed() {
        return Set.copyOf(parsedOnce);
    }

    /**
     * Returns the one file that declares the class, found by names alone; empty where none or two different ones do.
     */
    public Optional<Path> declaredIn(String className) {
        List<Path> files = declaring.of(className);
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
            String decoded = Encodings.decode(disk.read(file), disk.charset(file));
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
        return declaring.ofPackage(packageName);
    }

    /** Returns whether there is no source at all: what the roots hold was said once. */
    public boolean areCompiledOnly() {
        return disk.isCompiledOnly();
    }

    /** Returns all Java files under the roots, paths only, sorted; without those in jars. */
    public List<Path> javaFiles() {
        return disk.index().javaFiles().stream().sorted().toList();
    }

    /**
     * Returns the Java files in the directories whose text passes the test, sorted; empty where there is too much to
     * look through. The texts of files that were not parsed yet have one character for each byte.
     */
    public Optional<List<Path>> javaFiles(Predicate<String> test) {
        return texts.passing(test, this::javaFiles, roots(), this::parsedText);
    }

    private Optional<String> parsedText(Path file) {
        return parsed.getOrDefault(file, Optional.empty()).map(SourceFile::text);
    }

    /** Returns whether the text has the ASCII word as an identifier, or an escaped letter that may be part of it. */
    public boolean names(String text, String word) {
        return texts.names(text, word);
    }

    /** Returns the Java files in the directories that may use the identifier; the scan of their text only excludes. */
    public List<SourceFile> naming(String identifier) {
        boolean ascii = identifier.chars().allMatch(c -> c < 128);
        return javaFiles(text -> !ascii || names(text, identifier)).orElseGet(this::javaFiles).stream()
                .flatMap(path -> file(path).stream()).toList();
    }

    /** Returns the configurations of logging libraries under the roots, by their names. */
    public List<SourceFile> loggerConfigurations() {
        return disk.index().loggerConfigurations().stream().flatMap(file -> parsed(file).stream()).toList();
    }

    /**
     * Returns a path relative to {@link #base()} with {@code /}; {@code lib/foo-sources.jar!/pkg/Foo.java} in a jar.
     */
    public String relative(Path path) {
        return disk.relative(path);
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
        Charset charset = disk.charset(file);
        try {
            byte[] bytes = disk.read(file);
            parsedOnce.add(file);
            charset = java ? charset : Encodings.ofText(bytes);
            String decoded = Encodings.decode(bytes, charset);
            boolean exact = Arrays.equals(bytes, Encodings.encode(decoded, charset));
            Optional<String> obstacle =
                    exact ? disk.generatedPath(file) : Optional.of(charset + " does not give its bytes back");
            if (!java) {
                return Optional.of(SourceFile.text(file, charset, decoded, obstacle));
            }
            SourceFile source = SourceFile.parse(file, charset, decoded, obstacle);
            if (obstacle.isEmpty() && isGenerated(source.unit())) {
                source = SourceFile.parse(file, charset, decoded, Optional.of("annotated @Generated"));
            }
            return Optional.of(source);
        } catch (CharacterCodingException malformed) {
            disk.warnings().add(relative(file) + ": is not valid " + charset
                    + ", not edited; name its encoding with --encoding");
        } catch (IOException unreadable) {
            disk.warnings().add(relative(file) + ": cannot be read (" + SourceDisk.reason(unreadable)
                    + "), not analysed");
        } catch (SourceException unparsable) {
            disk.warnings().add(unparsable.getMessage().replace(file.toString(), relative(file)));
        }
        return Optional.empty();
    }

    private static boolean isGenerated(CompilationUnit unit) {
        return unit.getTypes().stream()
                .flatMap(type -> type.getAnnotations().stream())
                .anyMatch(annotation -> annotation.getName().getIdentifier().equals("Generated"));
    }
}
