package dev.perfhint.source.resolve;

import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import com.github.javaparser.ast.type.TypeParameter;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import dev.perfhint.source.compile.ProjectPaths;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.file.SyntaxLimits;
import dev.perfhint.source.file.TimeLimit;
import dev.perfhint.source.file.TypeLookup;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * One javac task that enters source files, and attributes them, when they are asked for.
 *
 * <p>Processors and plugins are off and no option of the project reaches it. The task starts with an empty file; all
 * classes, the asked ones too, come in by name.
 */
final class JavacAttribution {
    private static final Duration MAX_TIME = Duration.ofSeconds(30);

    private final Sources sources;
    private final StandardJavaFileManager standard;
    private final OnDemandSources files;
    private final Trees trees;
    private final Elements elements;
    private final Types types;
    private final Set<Path> classPath = new LinkedHashSet<>();
    private final Set<Path> unreadable = new HashSet<>();
    private final Map<Path, List<Problem>> problems = new HashMap<>();
    private boolean parsing;
    private boolean gaveUp;

    /** An error that javac reported, at an offset of the file's text. */
    record Problem(long offset, String message) {}

    /** The unit, or why there is none. */
    record Result(Optional<UnitTrees> trees, String reason) {}

    private JavacAttribution(Sources sources, JavaCompiler compiler) throws IOException {
        this.sources = sources;
        this.standard = compiler.getStandardFileManager(this::report, Locale.ROOT, StandardCharsets.UTF_8);
        standard.setLocationFromPaths(StandardLocation.CLASS_PATH, List.of());
        // a compiler plugin starts from the class path where this location is not set
        standard.setLocationFromPaths(StandardLocation.ANNOTATION_PROCESSOR_PATH, List.of());
        this.files = new OnDemandSources(standard, sources);
        JavaFileObject start =
                new SimpleJavaFileObject(URI.create("string:///Start.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return "package " + OnDemandSources.START + ";";
            }
        };
        List<String> options = List.of(
                "-proc:none", "-implicit:none", "-Xprefer:source", "-Xmaxerrs", "0", "-Xmaxwarns", "0", "-nowarn",
                "-XDshould-stop.ifError=FLOW");
        JavacTask task = (JavacTask)
                compiler.getTask(Writer.nullWriter(), files, this::report, options, null, List.of(start));
        task.addTaskListener(new TaskListener() {
            @Override
            public void started(TaskEvent event) {
                parsing |= event.getKind() == TaskEvent.Kind.PARSE;
            }

            @Override
            public void finished(TaskEvent event) {
                parsing &= event.getKind() != TaskEvent.Kind.PARSE;
            }
        });
        this.trees = Trees.instance(task);
        this.elements = task.getElements();
        this.types = task.getTypes();
        task.parse();
        task.analyze();
    }

    /** Starts a task; empty on a Java runtime without a compiler. */
    static Optional<JavacAttribution> start(Sources sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new JavacAttribution(sources, compiler));
        } catch (IOException | RuntimeException | AssertionError failed) {
            return Optional.empty();
        }
    }

    Trees trees() {
        return trees;
    }

    Elements elements() {
        return elements;
    }

    Types types() {
        return types;
    }

    /** Enters the file's classes and their members; never throws. */
    Result enter(SourceFile file) {
        Optional<String> exceeded = SyntaxLimits.compiling(file.text());
        if (exceeded.isPresent()) {
            return refused(exceeded.get());
        }
        return file.unit().getTypes().isEmpty()
                ? refused("the file declares no class") : limited(() -> entered(file));
    }

    /** Attributes the code of an entered file; never throws. */
    Result attribute(Result entered) {
        return entered.trees().isEmpty() ? entered : limited(() -> {
            entered.trees().get().attribute();
            return entered;
        });
    }

    private Result limited(Callable<Result> work) {
        if (gaveUp) {
            return refused("the compiler did not finish on another file");
        }
        try {
            return TimeLimit.call(MAX_TIME, work);
        } catch (TimeLimit.ExceededException failed) {
            // its thread may still be at work on what all files share
            gaveUp = failed.isOutOfTime();
            return refused("the compiler failed on the file: " + failed.getMessage());
        }
    }

    private Result entered(SourceFile file) throws IOException {
        if (classPath.addAll(ProjectPaths.classPath(sources, List.of(file)))) {
            standard.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
        }
        String packageName = file.unit().getPackageDeclaration().map(p -> p.getNameAsString()).orElse("");
        files.add(packageName, file.path());
        enterHosts(file, packageName);
        // javac looks for a class in the file of its name: that brings in the others of the file
        String fileName = file.path().getFileName().toString();
        String named = (packageName.isEmpty() ? "" : packageName + ".") + fileName.replaceFirst("\\.java$", "");
        // a compact class is found only where no module is named
        Optional<TypeElement> first = visible(named).or(() -> Optional.ofNullable(elements.getTypeElement(named)));
        String declared = TypeLookup.className(file.unit().getType(0));
        Optional<CompilationUnitTree> unit = visible(declared)
                .or(() -> first.filter(type -> type.getQualifiedName().contentEquals(declared)))
                .map(trees::getPath).map(TreePath::getCompilationUnit)
                .filter(each -> pathOf(each).filter(file.path()::equals).isPresent());
        if (unreadable.contains(file.path())) {
            return refused("syntax that Java " + Runtime.version().feature() + " does not read");
        }
        if (unit.isEmpty()) {
            return refused("its class is not found under the file's name and package");
        }
        return new Result(Optional.of(new UnitTrees(file, trees, unit.get())), "");
    }

    /**
     * Returns the class of that qualified name that code without a module sees: javac looks for one that is not there
     * in every module of the JDK if it is not told which.
     */
    Optional<TypeElement> visible(String qualified) {
        return Optional.ofNullable(elements.getTypeElement(elements.getModuleElement(""), qualified));
    }

    /** Returns the class of that qualified name in a package that a module of the JDK keeps to itself. */
    Optional<TypeElement> hidden(String qualified) {
        return files.isOfJdk(qualified.substring(0, Math.max(0, qualified.lastIndexOf('.'))))
                ? Optional.ofNullable(elements.getTypeElement(qualified)) : Optional.empty();
    }

    /**
     * Enters the files that declare a class of the package under another file's name, where the text seems to use one:
     * javac looks for a class in the file of its name only.
     */
    private void enterHosts(SourceFile file, String packageName) {
        Set<String> names = new LinkedHashSet<>();
        Set<String> variables = new HashSet<>();
        Set<String> types = new LinkedHashSet<>();
        file.unit().walk(node -> {
            if (node instanceof ClassOrInterfaceType type && type.getScope().isEmpty()) {
                types.add(type.getNameAsString());
            } else if (node instanceof NameExpr name && Character.isUpperCase(name.getNameAsString().charAt(0))) {
                names.add(name.getNameAsString());
            } else if (node instanceof VariableDeclarator || node instanceof EnumConstantDeclaration) {
                variables.add(((NodeWithSimpleName<?>) node).getNameAsString());
            }
        });
        names.removeAll(variables);
        names.addAll(types);
        file.unit().findAll(TypeParameter.class).forEach(each -> names.remove(each.getNameAsString()));
        file.unit().getImports().forEach(each -> names.remove(each.getName().getIdentifier()));
        file.unit().findAll(TypeDeclaration.class).forEach(each -> names.remove(each.getNameAsString()));
        names.removeAll(sources.packageFiles(packageName).keySet());
        names.removeIf(JavacAttribution::isOfJavaLang);
        String prefix = packageName.isEmpty() ? "" : packageName + ".";
        for (String name : names) {
            sources.declaredIn(prefix + name).filter(host -> !host.equals(file.path())).ifPresent(host -> {
                String fileName = host.getFileName().toString();
                visible(prefix + fileName.substring(0, fileName.length() - ".java".length()));
            });
        }
    }

    /** The running JDK is asked: javac would look for a class that is not there in the whole package. */
    private static boolean isOfJavaLang(String simpleName) {
        try {
            return Class.forName("java.lang." + simpleName, false, null) != null;
        } catch (ClassNotFoundException | LinkageError none) {
            return false;
        }
    }

    private static Result refused(String why) {
        return new Result(Optional.empty(), why);
    }

    private void report(Diagnostic<? extends JavaFileObject> diagnostic) {
        if (diagnostic.getKind() != Diagnostic.Kind.ERROR) {
            return;
        }
        files.path(diagnostic.getSource()).ifPresent(path -> {
            if (parsing) {
                unreadable.add(path);
            }
            problems.computeIfAbsent(path, key -> new ArrayList<>())
                    .add(new Problem(diagnostic.getPosition(), brief(diagnostic.getMessage(Locale.ROOT))));
        });
    }

    /** Returns the file on disk that the unit was read from. */
    Optional<Path> pathOf(CompilationUnitTree unit) {
        return files.path(unit.getSourceFile());
    }

    /** "cannot find symbol, symbol: class Foo, location: .." becomes "missing class Foo". */
    private static String brief(String message) {
        return message.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("symbol:"))
                .map(line -> "missing " + line.substring("symbol:".length()).strip().replaceAll("\\s+", " "))
                .findFirst().orElse(message.lines().findFirst().orElse("").strip());
    }

    /** Returns the first error that javac reported between two offsets of the file. */
    Optional<String> problem(Path file, int start, int end) {
        return problems.getOrDefault(file, List.of()).stream()
                .filter(problem -> start <= problem.offset() && problem.offset() < end)
                .map(Problem::message).findFirst();
    }
}
