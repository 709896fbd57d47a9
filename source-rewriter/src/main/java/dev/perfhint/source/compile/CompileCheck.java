package dev.perfhint.source.compile;

import com.sun.source.util.JavacTask;
import dev.perfhint.source.Checks;
import dev.perfhint.source.build.LocalArtifacts;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.file.SyntaxLimits;
import dev.perfhint.source.file.TimeLimit;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles edited files with the running JDK's compiler and compares the diagnostics with those of the originals.
 *
 * <p>Nothing is generated, no annotation processor runs, and all diagnostics are kept: a limit would hide the one that
 * matters. Diagnostics are compared as multisets without positions.
 *
 * <p>The sources may be anybody's: a text that exceeds {@link SyntaxLimits} is left out and counts as not compiled, and
 * so does everything where the compiler needs more than a minute or more memory than there is.
 */
public final class CompileCheck {
    private static final String FAILED = "failed";
    private static final Path NO_FILE = Path.of("");
    private static final int MAX_NAMES = 3;
    private static final Pattern MISSING_PACKAGE = Pattern.compile("^package ([\\w.]+) does not exist");
    private static final Duration MAX_TIME = Duration.ofSeconds(60);
    /** Codes for text that is no Java to this compiler, such as syntax newer than it or than the project's level. */
    private static final Pattern SYNTAX = Pattern.compile(
            "compiler\\.err\\.(expected|illegal\\.start|preview|feature|premature|not\\.stmt|unclosed"
                    + "|orphaned|restricted"
                    + "|invalid\\.meth|class\\.method\\.or\\.field|call\\.must|call\\.to\\.super).*");

    private final Optional<JavaCompiler> compiler;
    private final ProjectPaths paths;
    private final List<SourceFile> files;
    private final List<SourceFile> dependents;
    private final Duration limit;
    private final Map<Path, String> tooIntricate = new HashMap<>();
    private final Map<Path, List<Integer>> errorOffsets = new HashMap<>();
    private Optional<List<Problem>> before = Optional.empty();
    private boolean clean;
    private boolean gaveUp;

    /** A diagnostic without its position. */
    private record Problem(Diagnostic.Kind kind, String code, Path file, String message) {}

    /**
     * What a compilation added.
     *
     * @param worse diagnostics that the originals do not have, one line each
     * @param files the files they are in
     */
    public record Result(List<String> worse, Set<Path> files) {}

    private CompileCheck(
            Optional<JavaCompiler> compiler, ProjectPaths paths, List<SourceFile> files, List<SourceFile> dependents,
            Duration limit) {
        this.compiler = compiler;
        this.paths = paths;
        this.files = files;
        this.dependents = dependents;
        this.limit = limit;
        files.forEach(file -> SyntaxLimits.compiling(file.text())
                .ifPresent(reason -> tooIntricate.put(file.path(), reason)));
    }

    /**
     * Prepares the comparison; the originals are compiled only where the new texts give a diagnostic.
     *
     * @param files those that change
     * @param dependents further files that may use what changes in them
     */
    public static CompileCheck of(Sources sources, List<SourceFile> files, List<SourceFile> dependents) {
        return of(sources, files, dependents, LocalArtifacts.ofUser(), MAX_TIME);
    }

    /**
     * Prepares the comparison with the artifacts given.
     *
     * @param limit how long each of the compilations may take
     */
    public static CompileCheck of(
            Sources sources, List<SourceFile> files, List<SourceFile> dependents, LocalArtifacts artifacts,
            Duration limit) {
        return new CompileCheck(
                Optional.ofNullable(ToolProvider.getSystemJavaCompiler()),
                ProjectPaths.of(sources, files, artifacts), files, dependents, limit);
    }

    /** Compiles the files with the new texts. */
    public Result compile(Map<SourceFile, String> texts) {
        return compile(texts, files);
    }

    /** Compiles only some of the files with the new texts; to find the one at fault among several edits. */
    public Result compile(Map<SourceFile, String> texts, Collection<SourceFile> some) {
        List<Problem> after = compiler.isEmpty() || gaveUp ? List.of() : run(texts, some);
        clean = compiler.isPresent() && !gaveUp && after.isEmpty();
        if (after.isEmpty() || failure().isPresent()) {
            return new Result(List.of(), Set.of());
        }
        List<Problem> remaining = new ArrayList<>(originals());
        List<String> worse = new ArrayList<>();
        Set<Path> inFiles = new LinkedHashSet<>();
        Set<Path> unread = new LinkedHashSet<>();
        errors().filter(problem -> SYNTAX.matcher(problem.code()).matches())
                .forEach(problem -> unread.add(problem.file()));
        for (Problem problem : after) {
            // what the compiler cannot read it cannot judge: such a file counts as not compiled; how many of the other
            // files it has looked at when it ends is chance, and no edit changes what it says of them
            boolean judged = !unread.contains(problem.file()) && isGiven(problem.file());
            if (!remaining.remove(problem) && judged && problem.kind() != Diagnostic.Kind.NOTE) {
                worse.add(problem.file() + ": " + problem.message());
                inFiles.add(problem.file());
            }
        }
        return new Result(worse, inFiles);
    }

    private boolean isGiven(Path file) {
        return file.equals(NO_FILE)
                || Stream.concat(files.stream(), dependents.stream()).anyMatch(each -> each.path().equals(file));
    }

    /** Returns how far the file was compiled: not at all where its original has errors already. */
    public Checks.Compiled compiled(Path file) {
        if (compiler.isEmpty() || failure().isPresent() || tooIntricate.containsKey(file)
                || errors().anyMatch(problem -> problem.file().equals(file))) {
            return Checks.Compiled.NO;
        }
        return errors().findAny().isPresent() ? Checks.Compiled.PARTIAL : Checks.Compiled.FULL;
    }

    /**
     * Returns how far the edited members of the file were compiled: in part where the errors of its original, such as
     * those of a missing library or of members that a processor would make, all stand in other members, imports or
     * annotations.
     */
    public Checks.Compiled compiled(Path path, List<Edit> edits) {
        Checks.Compiled whole = compiled(path);
        boolean judged = compiler.isPresent() && failure().isEmpty() && !tooIntricate.containsKey(path)
                && errors()
                .noneMatch(problem -> problem.file().equals(path) && SYNTAX.matcher(problem.code()).matches());
        boolean apart = judged && files.stream()
                .filter(file -> file.path().equals(path))
                .anyMatch(file -> EditedMembers.of(file, edits)
                        .areApartFrom(errorOffsets.getOrDefault(path, List.of())));
        return whole == Checks.Compiled.NO && apart ? Checks.Compiled.PARTIAL : whole;
    }

    /** Returns why the file counts as not compiled. */
    public String whyNot(Path file) {
        if (compiler.isEmpty()) {
            return "this Java runtime has no compiler, run perfhint on a JDK";
        }
        if (tooIntricate.containsKey(file)) {
            return "it has " + tooIntricate.get(file);
        }
        return failure().map(problem -> "the compiler gave up: " + problem.message())
                .orElseGet(() -> "the class has errors before the edit: " + firstError(file) + "; " + remedy());
    }

    private Optional<Problem> failure() {
        return errors().filter(problem -> problem.code().equals(FAILED)).findFirst();
    }

    public Set<String> notes() {
        Set<String> notes = new LinkedHashSet<>();
        if (errors().findAny().isPresent()) {
            notes.add("not compiled against " + absent() + ": " + remedy());
        }
        return notes;
    }

    private String firstError(Path file) {
        return errors().filter(problem -> problem.file().equals(file)).findFirst().map(Problem::message).orElse("");
    }

    /**
     * Returns the names of what the class path lacks: libraries of the build files, else packages, else the full class
     * path.
     */
    private String absent() {
        List<String> names = new ArrayList<>(paths.missing());
        if (names.isEmpty()) {
            errors().map(problem -> MISSING_PACKAGE.matcher(problem.message())).filter(Matcher::find)
                    .map(found -> found.group(1)).distinct().sorted().forEach(names::add);
        }
        if (names.isEmpty()) {
            return "the full class path";
        }
        int others = names.size() - MAX_NAMES;
        return String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())))
                + (others > 0 ? ", " + others + (others == 1 ? " other" : " others") : "");
    }

    private String remedy() {
        return (paths.missing().isEmpty() ? "" : paths.isMaven() ? "run mvn dependency:go-offline, or "
                : "let Gradle fetch them, or ") + "give the class path with --classpath";
    }

    private Stream<Problem> errors() {
        return originals().stream().filter(problem -> problem.kind() == Diagnostic.Kind.ERROR);
    }

    /** Returns the diagnostics of the originals; none where the new texts have none, so that nothing can be worse. */
    private List<Problem> originals() {
        if (before.isEmpty() && !clean) {
            before = Optional.of(compiler.isPresent() ? run(Map.of(), files) : List.of());
        }
        return before.orElse(List.of());
    }

    private List<Problem> run(Map<SourceFile, String> texts, Collection<SourceFile> some) {
        if (gaveUp) {
            return List.of(failed("it gave up on these files before"));
        }
        try {
            return TimeLimit.call(limit, () -> compiled(texts, some));
        } catch (TimeLimit.ExceededException exceeded) {
            gaveUp = true;
            return List.of(failed(exceeded.getMessage()));
        }
    }

    private List<Problem> compiled(Map<SourceFile, String> texts, Collection<SourceFile> some) throws IOException {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        Writer ignored = new StringWriter();
        boolean compiled;
        try (StandardJavaFileManager standard =
                        compiler.orElseThrow().getStandardFileManager(diagnostics, Locale.ROOT, null);
                TextFiles manager = new TextFiles(standard, texts)) {
            paths.tell(standard);
            List<JavaFileObject> units = new ArrayList<>();
            for (SourceFile file : some) {
                String text = texts.getOrDefault(file, file.text());
                if (!tooIntricate.containsKey(file.path()) && SyntaxLimits.compiling(text).isEmpty()) {
                    units.add(new TextFile(file.path(), text));
                }
            }
            (some == files ? dependents : List.<SourceFile>of()).stream()
                    .filter(file -> SyntaxLimits.compiling(file.text()).isEmpty())
                    .forEach(file -> units.add(new TextFile(file.path(), file.text())));
            if (units.isEmpty()) {
                return List.of();
            }
            compiled = GivenUnits.compile((JavacTask) compiler.get()
                    .getTask(ignored, manager, diagnostics, paths.options(), null, units), units);
        }
        if (texts.isEmpty()) {
            diagnostics.getDiagnostics().stream()
                    .filter(each -> each.getKind() == Diagnostic.Kind.ERROR && each.getSource() instanceof TextFile)
                    .forEach(each ->
                            errorOffsets.computeIfAbsent(((TextFile) each.getSource()).path(), key -> new ArrayList<>())
                            .add((int) each.getPosition()));
        }
        List<Problem> problems = diagnostics.getDiagnostics().stream().map(CompileCheck::problem).toList();
        // A compiler that crashes reports no diagnostic at all: that is no compilation.
        boolean crashed = !compiled && problems.stream().noneMatch(p -> p.kind() == Diagnostic.Kind.ERROR);
        return crashed ? List.of(failed("it stopped without a diagnostic")) : problems;
    }

    private static Problem failed(String message) {
        return new Problem(Diagnostic.Kind.ERROR, FAILED, NO_FILE, message);
    }

    private static Problem problem(Diagnostic<? extends JavaFileObject> diagnostic) {
        JavaFileObject source = diagnostic.getSource();
        Path file = source == null ? NO_FILE
                : source instanceof TextFile given ? given.path() : Path.of(source.getName());
        String message = diagnostic.getMessage(Locale.ROOT).lines().map(String::strip).reduce((a, b) -> a + " "
                + b).orElse("");
        return new Problem(diagnostic.getKind(), String.valueOf(diagnostic.getCode()), file, message);
    }
}
