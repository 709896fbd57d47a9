package dev.perfhint.source.resolve;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.nodeTypes.NodeWithExtends;
import com.github.javaparser.ast.nodeTypes.NodeWithImplements;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/**
 * Finds calls of a method and subclasses of a class in all sources: files are chosen by their text, calls by what they
 * resolve to. For tracing and edits; no label rests on it.
 */
public final class Callers {
    private static final int MAX_FILES = 200;

    private final Sources sources;
    private final Resolver resolver;
    private final Map<ExecutableElement, Optional<List<Node>>> calls = new HashMap<>();
    private final Map<TypeElement, Optional<List<TypeElement>>> below = new HashMap<>();

    private Callers(Sources sources) {
        this.sources = sources;
        this.resolver = Resolver.of(sources);
    }

    public static Callers of(Sources sources) {
        return sources.attached(Callers.class, Callers::new);
    }

    /**
     * Returns the calls of and references to the method or constructor, enum constants and {@code this(..)} and
     * {@code super(..)} included; empty if more than 200 files would have to be parsed.
     */
    public Optional<List<Node>> of(ExecutableElement method) {
        return calls.computeIfAbsent(method, this::find);
    }

    private Optional<List<Node>> find(ExecutableElement method) {
        TypeElement type = (TypeElement) method.getEnclosingElement();
        boolean made = method.getKind() == ElementKind.CONSTRUCTOR;
        String owner = type.getSimpleName().toString();
        String name = made ? owner : method.getSimpleName().toString();
        String quoted = Pattern.quote(name);
        Pattern call = Pattern.compile(made ? "\\b" + quoted + "\\b"
                : "\\b" + quoted + "\\s*\\(|::\\s*" + quoted + "\\b");
        Predicate<String> names = text -> text.contains(name) && sources.names(text, owner)
                && call.matcher(text).find();
        return (method.getModifiers().contains(Modifier.PRIVATE) ? own(type) : files(type, names))
                .map(files -> files.stream().flatMap(file -> calls(file, method, name, made)).toList());
    }

    private Stream<Node> calls(SourceFile file, ExecutableElement method, String name, boolean made) {
        Stream<Node> all = made
                ? Stream.of(ObjectCreationExpr.class, ExplicitConstructorInvocationStmt.class,
                        EnumConstantDeclaration.class).flatMap(kind -> file.nodes(kind).stream())
                : file.nodes(MethodCallExpr.class).stream().filter(each -> each.getNameAsString().equals(name))
                        .map(Node.class::cast);
        Stream<Node> fitting = all.filter(each -> takes(method, arguments(each).size()))
                .filter(each -> !(each instanceof ObjectCreationExpr creation)
                        || creation.getType().getNameAsString().equals(name));
        Stream<Node> references = file.nodes(MethodReferenceExpr.class).stream()
                .filter(each -> each.getIdentifier().equals(made ? "new" : name)).map(Node.class::cast);
        return Stream.concat(fitting, references)
                .filter(each -> resolver.method(each).filter(method::equals).isPresent());
    }

    private static boolean takes(ExecutableElement method, int arguments) {
        return method.isVarArgs() || method.getParameters().size() == arguments;
    }

    /** Returns the arguments of a call, creation or enum constant. */
    public static List<Expression> arguments(Node call) {
        return call instanceof NodeWithArguments<?> with ? with.getArguments() : List.of();
    }

    /** Returns the named classes that themselves extend or implement the class; empty if not all can be looked at. */
    public Optional<List<TypeElement>> below(TypeElement type) {
        return below.computeIfAbsent(type, key -> {
            String name = key.getSimpleName().toString();
            return files(key, text -> sources.names(text, name)
                            && (text.contains("extends") || text.contains("implements")))
                    .map(files -> files.stream().flatMap(file -> file.nodes(TypeDeclaration.class).stream())
                            .filter(declared -> isBelow(declared, key))
                            .flatMap(declared -> resolver.declaredClass(declared).stream()).toList());
        });
    }

    private boolean isBelow(Node declared, TypeElement type) {
        Stream<ClassOrInterfaceType> classes =
                declared instanceof NodeWithExtends<?> head ? head.getExtendedTypes().stream() : Stream.empty();
        Stream<ClassOrInterfaceType> interfaces =
                declared instanceof NodeWithImplements<?> head ? head.getImplementedTypes().stream() : Stream.empty();
        return Stream.concat(classes, interfaces)
                .filter(above -> type.getSimpleName().contentEquals(above.getNameAsString()))
                .anyMatch(above -> resolver.type(above).flatMap(resolver::classOf).filter(type::equals).isPresent());
    }

    private Optional<List<SourceFile>> own(TypeElement type) {
        return Optional.of(resolver.pathOf(type).flatMap(sources::file).stream().toList());
    }

    private Optional<List<SourceFile>> files(TypeElement type, Predicate<String> test) {
        return sources.javaFiles(test).filter(all -> all.size() <= MAX_FILES).map(found -> {
            Set<Path> all = new LinkedHashSet<>(found);
            resolver.pathOf(type).ifPresent(all::add);
            return all.stream().flatMap(file -> sources.file(file).stream()).toList();
        });
    }
}
