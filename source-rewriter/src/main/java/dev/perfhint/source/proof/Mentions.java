package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ClassExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithExtends;
import com.github.javaparser.ast.nodeTypes.NodeWithImplements;
import com.github.javaparser.ast.nodeTypes.NodeWithParameters;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.SourceOutline;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds where a class is created or extended, in all sources.
 *
 * <p>A scan of the bytes for its simple name only excludes files; those that are left are parsed and resolved.
 */
public final class Mentions {
    private static final int MAX_FILES = 200;
    /** Files that quote a name. */
    private static final int MAX_QUOTING = 16;
    /** The static methods of {@code java.util.ServiceLoader}. */
    private static final Set<String> LOADS = Set.of("load", "loadInstalled");
    private static final Pattern LOADING_CALL =
            Pattern.compile("\\bload(?:Installed)?\\b(?:\\s*\\(\\s*([\\w$.]+)\\.class\\s*[,)])?");
    private static final Set<String> LOADING = Set.of("java.lang.Class", "java.lang.ClassLoader");
    /** What asks a class for something that needs no object of it. */
    private static final Set<String> OF_CLASS = Set.of("getName", "getSimpleName", "getCanonicalName", "getPackage",
            "getPackageName", "getResource", "getResourceAsStream", "getClassLoader", "isInstance", "cast",
            "desiredAssertionStatus", "getProtectionDomain", "isAssignableFrom", "getModule");

    private final Sources sources;
    private final Map<String, Optional<List<Path>>> naming = new HashMap<>();
    private final Map<String, Optional<List<Path>>> named = new HashMap<>();
    private final Map<TypeElement, Boolean> extended = new HashMap<>();
    private final Map<ExecutableElement, Overriding> overridden = new HashMap<>();
    private final Map<ExecutableElement, Optional<List<Node>>> calls = new HashMap<>();
    private final Map<TypeElement, Uses> uses = new HashMap<>();
    private final Map<ExecutableElement, Optional<List<Path>>> calling = new HashMap<>();
    private final Map<VariableElement, List<Expression>> values = new HashMap<>();
    private Optional<List<Path>> loading = Optional.empty();
    private Optional<Set<String>> texts = Optional.empty();
    private final Map<String, Boolean> literals = new HashMap<>();
    private boolean allTexts;

    private Mentions(Sources sources) {
        this.sources = sources;
    }

    /** Returns the sources' index. */
    public static Mentions of(Sources sources) {
        return sources.attached(Mentions.class, Mentions::new);
    }

    /** Where a class is created, and what keeps those places from being all. */
    public record Uses(List<ObjectCreationExpr> creations, List<Node> others, boolean complete) {}

    /** Returns whether another class of the sources extends the class, or too many would have to be looked at. */
    boolean extend(TypeElement type) {
        return extended.computeIfAbsent(type, key -> {
            Optional<Set<Path>> candidates = Subclasses.of(sources).map(all -> all.extending(key))
                    .filter(files -> files.size() <= MAX_FILES);
            return candidates.isEmpty() || candidates.get().stream()
                    .anyMatch(file -> sources.file(file).map(parsed -> extendsIn(parsed, key)).orElse(true));
        });
    }

    private boolean extendsIn(SourceFile file, TypeElement type) {
        Resolver resolver = Resolver.of(sources);
        String name = type.getSimpleName().toString();
        return declaredBelow(file, type).findAny().isPresent() || file.nodes(ObjectCreationExpr.class).stream()
                .filter(e -> e.getAnonymousClassBody().isPresent() && e.getType().getNameAsString().equals(name))
                .anyMatch(e -> isOrUnknown(resolver.type(e.getType()).flatMap(resolver::classOf), type));
    }

    /** Returns what the file declares whose head names the class. */
    private Stream<Node> declaredBelow(SourceFile file, TypeElement type) {
        Resolver resolver = Resolver.of(sources);
        return file.nodes(TypeDeclaration.class).stream().map(Node.class::cast)
                .filter(declared -> Stream.concat(
                                declared instanceof NodeWithExtends<?> head ? head.getExtendedTypes().stream()
                                        : Stream.<ClassOrInterfaceType>empty(),
                                declared instanceof NodeWithImplements<?> head ? head.getImplementedTypes().stream()
                                        : Stream.empty())
                        .filter(above -> type.getSimpleName().contentEquals(above.getNameAsString()))
                        .anyMatch(above -> isOrUnknown(resolver.type(above).flatMap(resolver::classOf), type)));
    }

    /** Returns the classes with a name that themselves extend or implement the class; empty if not all are known. */
    public Optional<List<TypeElement>> below(TypeElement type) {
        Resolver resolver = Resolver.of(sources);
        Optional<List<Optional<TypeElement>>> all = Subclasses.of(sources).map(index -> index.extending(type))
                .flatMap(this::parsed).map(files -> files.stream().flatMap(file -> declaredBelow(file, type))
                        .map(resolver::declaredClass).toList());
        return all.filter(each -> each.stream().allMatch(Optional::isPresent))
                .map(each -> each.stream().map(Optional::orElseThrow).toList());
    }

    private static boolean isOrUnknown(Optional<TypeElement> found, TypeElement type) {
        return found.isEmpty() || found.get().equals(type);
    }

    /**
     * Returns the calls and references that mean the method or constructor, and the enum constants and statements
     * {@code this(..)} and {@code super(..)} that do; empty if too many files would have to be looked at.
     */
    public Optional<List<Node>> calls(TypeElement type, ExecutableElement method) {
        return calls.computeIfAbsent(method, key -> find(type, key));
    }

    private Optional<List<Node>> find(TypeElement type, ExecutableElement method) {
        boolean made = method.getKind() == ElementKind.CONSTRUCTOR;
        String name = (made ? type : method).getSimpleName().toString();
        boolean ascii = name.chars().allMatch(c -> c < 128);
        return named(type).map(all -> {
            Set<Path> files = new TreeSet<>(sources.passing(all, text -> !ascii || (made
                    ? SourceOutline.mayCreate(text, name) || SourceOutline.mayExtend(text, name)
                    : SourceOutline.mayCall(text, name))));
            if (made) {
                Resolver.of(sources).pathOf(type).ifPresent(files::add);
            }
            return files;
        }).flatMap(this::parsed).map(all -> all.stream().flatMap(file -> calls(file, type, method)).toList());
    }

    private Stream<Node> calls(SourceFile file, TypeElement type, ExecutableElement method) {
        Resolver resolver = Resolver.of(sources);
        String name = method.getSimpleName().toString();
        boolean made = method.getKind() == ElementKind.CONSTRUCTOR;
        Stream<Node> calls = made
                ? Stream.of(ObjectCreationExpr.class, ExplicitConstructorInvocationStmt.class,
                        EnumConstantDeclaration.class).flatMap(each -> file.nodes(each).stream())
                : file.nodes(MethodCallExpr.class).stream().filter(call -> call.getNameAsString().equals(name))
                        .map(Node.class::cast);
        return Stream.concat(calls.filter(call -> takes(method, Changes.arguments(call).size()))
                        .filter(call -> !(call instanceof ObjectCreationExpr creation)
                                || type.getSimpleName().contentEquals(creation.getType().getNameAsString())),
                        file.nodes(MethodReferenceExpr.class).stream()
                                .filter(each -> each.getIdentifier().equals(made ? "new" : name)))
                .filter(call -> resolver.method(call).filter(method::equals).isPresent());
    }

    /** Returns the files that may call the method, none of them parsed; empty if they are too many. */
    Optional<List<Path>> calling(ExecutableElement method) {
        return calling.computeIfAbsent(method, key -> named((TypeElement) key.getEnclosingElement())
                .map(all -> sources.passing(all, text -> SourceOutline.mayCall(text, key.getSimpleName().toString())))
                .filter(files -> files.size() <= MAX_FILES));
    }

    /** Returns whether the file calls the method, or does not parse. */
    boolean mayCall(Path file, ExecutableElement method) {
        return sources.file(file).map(parsed -> calls(parsed, (TypeElement) method.getEnclosingElement(), method)
                .findAny().isPresent()).orElse(true);
    }

    /**
     * Returns all calls of a method that only its file or its package can call; empty if others can, by a reference, by
     * its name in a text or by a method that it overrides, or a call is not resolved.
     */
    Optional<List<Expression>> callers(ExecutableElement method) {
        Resolver resolver = Resolver.of(sources);
        TypeElement type = (TypeElement) method.getEnclosingElement();
        Set<Modifier> modifiers = method.getModifiers();
        boolean open = modifiers.contains(Modifier.PUBLIC) || modifiers.contains(Modifier.PROTECTED)
                || overridesAny(resolver, method, type);
        String name = method.getSimpleName().toString();
        String home = resolver.elements().getPackageOf(type).getQualifiedName().toString();
        Optional<List<SourceFile>> candidates = open ? Optional.empty()
                : modifiers.contains(Modifier.PRIVATE) ? resolver.sourceOf(type).map(List::of)
                        : naming(home).flatMap(all ->
                                parsed(sources.passing(all, text -> sources.names(text, name))));
        List<Expression> calls = new ArrayList<>();
        for (SourceFile file : candidates.orElse(List.of())) {
            for (Expression e : file.nodes(Expression.class)) {
                if (!mayMean(e, name)) {
                    continue;
                }
                boolean call = e instanceof MethodCallExpr;
                Optional<ExecutableElement> meant = e.isStringLiteralExpr() ? Optional.of(method) : resolver.method(e);
                if (!call && meant.filter(each -> !each.equals(method)).isEmpty() || meant.isEmpty()) {
                    return Optional.empty();
                }
                meant.filter(method::equals).ifPresent(each -> calls.add(e));
            }
        }
        return candidates.map(all -> calls);
    }

    private static boolean mayMean(Expression e, String name) {
        return e instanceof MethodCallExpr call && call.getNameAsString().equals(name)
                || e instanceof MethodReferenceExpr reference && reference.getIdentifier().equals(name)
                || e instanceof StringLiteralExpr text && text.getValue().equals(name);
    }

    private static boolean overridesAny(Resolver resolver, ExecutableElement method, TypeElement type) {
        return resolver.types().directSupertypes(type.asType()).stream()
                .flatMap(each -> resolver.classOf(each).stream())
                .anyMatch(each -> overridesAny(resolver, method, each) || each.getEnclosedElements().stream()
                        .filter(ExecutableElement.class::isInstance).map(ExecutableElement.class::cast)
                        .anyMatch(other -> resolver.elements()
                                .overrides(method, other, (TypeElement) method.getEnclosingElement())));
    }

    private static boolean takes(ExecutableElement method, int arguments) {
        return method.isVarArgs() || method.getParameters().size() == arguments;
    }

    /**
     * The methods of the sources that override one.
     *
     * @param resolved whether it is known of each method of that name whether it does
     * @param all whether all files that may declare one were looked through
     */
    record Overriding(List<MethodDeclaration> methods, boolean resolved, boolean all) {}

    /** Returns the methods of the sources that may run in the place of another; empty if not all are known. */
    Optional<List<MethodDeclaration>> overriding(ExecutableElement method) {
        Overriding found = overridingFound(method);
        return found.resolved() && found.all() ? Optional.of(found.methods()) : Optional.empty();
    }

    /** Returns what is known of the methods of the sources that may run in the place of another. */
    Overriding overridingFound(ExecutableElement method) {
        return overridden.computeIfAbsent(method, key -> {
            Optional<Set<Path>> candidates = Subclasses.of(sources).map(all -> all.declaring(key))
                    .filter(files -> files.size() <= MAX_FILES);
            Resolver resolver = Resolver.of(sources);
            List<MethodDeclaration> all = new ArrayList<>();
            boolean resolved = true;
            for (Path candidate : candidates.orElse(Set.of())) {
                List<MethodDeclaration> found = sources.file(candidate)
                        .map(file -> file.nodes(MethodDeclaration.class)).orElse(List.of());
                for (MethodDeclaration declared : found) {
                    if (!key.getSimpleName().contentEquals(declared.getNameAsString())
                            || declared.getParameters().size() != key.getParameters().size()
                            || !mayInherit(resolver, declared, key)) {
                        continue;
                    }
                    Optional<ExecutableElement> own = resolver.method(declared);
                    resolved &= own.isPresent();
                    if (own.filter(it -> resolver.elements().overrides(it, key,
                            (TypeElement) it.getEnclosingElement())).isPresent()) {
                        all.add(declared);
                    }
                }
            }
            return new Overriding(List.copyOf(all), resolved, candidates.isPresent());
        });
    }

    /** Returns whether the class around the declaration may inherit the method; to ask that, no code is attributed. */
    private static boolean mayInherit(Resolver resolver, MethodDeclaration declared, ExecutableElement method) {
        for (Node up = declared.getParentNode().orElse(declared); !(up instanceof CompilationUnit);
                up = up.getParentNode().orElseThrow()) {
            if (!(up instanceof TypeDeclaration<?>)) {
                return true;
            }
        }
        Optional<TypeElement> type = resolver.classNamed(Enclosing.className(declared))
                .filter(each -> resolver.sourceOf(each).filter(SourceFile.of(declared)::equals).isPresent());
        return type.filter(each -> !resolver.isSubtype(each.asType(),
                resolver.binaryName((TypeElement) method.getEnclosingElement()))).isEmpty();
    }

    /** Returns where objects of the class are created. */
    public Uses uses(TypeElement type) {
        Uses known = uses.get(type);
        if (known == null) {
            known = find(type);
            uses.put(type, known);
        }
        return known;
    }

    private Uses find(TypeElement type) {
        Resolver resolver = Resolver.of(sources);
        String name = type.getSimpleName().toString();
        List<ObjectCreationExpr> creations = new ArrayList<>();
        List<Node> others = new ArrayList<>();
        Optional<List<SourceFile>> candidates = making(type);
        for (SourceFile file : candidates.orElse(List.of())) {
            for (ObjectCreationExpr e : file.nodes(ObjectCreationExpr.class)) {
                boolean same = e.getType().getNameAsString().equals(name)
                        && isOrUnknown(resolver.type(e.getType()).flatMap(resolver::classOf), type);
                if (same && e.getAnonymousClassBody().isEmpty()) {
                    creations.add(e);
                } else if (same) {
                    others.add(e);
                }
            }
            file.nodes(MethodReferenceExpr.class).stream()
                    .filter(reference -> reference.getIdentifier().equals("new"))
                    .filter(reference -> resolver.method(reference)
                            .map(method -> method.getEnclosingElement().equals(type)).orElse(true))
                    .forEach(others::add);
            file.nodes(Expression.class).stream().filter(e -> reflects(file, type, e)).forEach(others::add);
            file.nodes(MethodCallExpr.class).stream().filter(call -> makesAnother(type, call)).forEach(others::add);
            declaredBelow(file, type).forEach(others::add);
        }
        loaders(type).filter(load -> loads(load, type)).forEach(others::add);
        return new Uses(creations, others, candidates.isPresent());
    }

    /** Returns the files that may make objects of the class or extend it; empty if there are too many. */
    private Optional<List<SourceFile>> making(TypeElement type) {
        String name = type.getSimpleName().toString();
        String literal = '"' + Resolver.of(sources).binaryName(type) + '"';
        return files(type, text -> SourceOutline.mayMake(text, name) || text.contains(literal));
    }

    /** An object's own class may make another object of it, and a copy has the same stream. */
    private boolean makesAnother(TypeElement type, MethodCallExpr call) {
        Resolver resolver = Resolver.of(sources);
        boolean copy = call.getNameAsString().equals("clone");
        if (!call.getArguments().isEmpty() || !copy && !call.getNameAsString().equals("getClass")) {
            return false;
        }
        boolean array = call.getScope().flatMap(resolver::type).filter(it -> it.getKind() == TypeKind.ARRAY)
                .isPresent();
        Optional<TypeElement> of = call.getScope().filter(scope -> !scope.isSuperExpr()).map(resolver::type)
                .orElseGet(() -> call.findAncestor(TypeDeclaration.class).flatMap(resolver::declaredClass)
                        .map(TypeElement::asType)).flatMap(resolver::classOf);
        boolean same = of.isEmpty() || resolver.types().isSubtype(resolver.types().erasure(type.asType()),
                resolver.types().erasure(of.get().asType()));
        boolean asked = call.getParentNode().filter(parent -> parent instanceof BinaryExpr
                || parent instanceof MethodCallExpr outer && outer.getScope().filter(call::equals).isPresent()
                        && resolver.method(outer).filter(it -> isHarmless(resolver, outer, call, it)).isPresent())
                .isPresent();
        return same && !array && (copy || !asked);
    }

    /** A class literal that goes elsewhere, or a text with the class's name, may be what reflection creates it by. */
    private boolean reflects(SourceFile file, TypeElement type, Expression e) {
        Resolver resolver = Resolver.of(sources);
        if (e.isStringLiteralExpr()) {
            return e.asStringLiteralExpr().getValue().equals(resolver.binaryName(type));
        }
        boolean named = e instanceof ClassExpr literal
                && resolver.type(literal.getType()).flatMap(resolver::classOf).filter(type::equals).isPresent();
        return named && !(e.getParentNode().orElseThrow() instanceof MethodCallExpr call
                && resolver.method(call).filter(method -> isHarmless(resolver, call, e, method)).isPresent());
    }

    /** Returns whether the call asks the class for its name or resources, or gives it to a logger. */
    private static boolean isHarmless(Resolver resolver, MethodCallExpr call, Expression literal,
            ExecutableElement method) {
        if (call.getScope().filter(scope -> scope == literal).isPresent()) {
            boolean loaded = call.getParentNode().filter(MethodCallExpr.class::isInstance)
                    .flatMap(resolver::ownerOf).filter(LOADING::contains).isPresent();
            return OF_CLASS.contains(method.getSimpleName().toString()) && !loaded;
        }
        boolean own = literal.isClassExpr() && call.findAncestor(TypeDeclaration.class).flatMap(resolver::declaredClass)
                .filter(around -> resolver.type(literal.asClassExpr().getType()).flatMap(resolver::classOf)
                        .filter(around::equals).isPresent()).isPresent();
        return own && !resolver.isPlatform(method);
    }

    /** Returns the calls by which a service may be asked for that the class may be, and which a file names. */
    private Stream<Expression> loaders(TypeElement type) {
        Resolver resolver = Resolver.of(sources);
        if (loading.isEmpty()) {
            loading = sources.javaFiles(text -> text.contains("ServiceLoader")).or(() -> Optional.of(List.of()));
        }
        boolean known = resolver.hasKnownAncestors(type.asType());
        Predicate<String> other = known ? text -> loadsOnlyOthers(resolver, text, type) : text -> false;
        return sources.passing(loading.get(), other.negate()).stream().flatMap(path -> sources.file(path).stream())
                .flatMap(file -> file.nodes(Expression.class).stream())
                .filter(e -> e instanceof MethodCallExpr call && LOADS.contains(call.getNameAsString())
                        || e instanceof MethodReferenceExpr reference && LOADS.contains(reference.getIdentifier()));
    }

    /** Returns whether each call in the text asks for a service whose simple name no class above the given one has. */
    private static boolean loadsOnlyOthers(Resolver resolver, String text, TypeElement type) {
        Matcher call = LOADING_CALL.matcher(text);
        while (call.find()) {
            String service = call.group(1);
            if (service == null || isNamedAbove(resolver, type.asType(),
                    service.substring(service.lastIndexOf('.') + 1))) {
                return false;
            }
        }
        return !text.contains("\\u");
    }

    /** Nothing is attributed for a service whose simple name no class above the given one has. */
    private boolean loads(Expression load, TypeElement type) {
        Resolver resolver = Resolver.of(sources);
        List<ClassExpr> services = Changes.arguments(load).stream().filter(Expression::isClassExpr)
                .map(Expression::asClassExpr).toList();
        boolean possible = services.isEmpty() || !resolver.hasKnownAncestors(type.asType())
                || services.stream().anyMatch(each -> !(each.getType() instanceof ClassOrInterfaceType named)
                        || isNamedAbove(resolver, type.asType(), named.getNameAsString()));
        return possible && resolver.ownerOf(load).filter("java.util.ServiceLoader"::equals).isPresent()
                && (services.isEmpty() || services.stream().flatMap(each -> resolver.type(each.getType()).stream())
                        .anyMatch(service -> resolver.types().isSubtype(resolver.types().erasure(type.asType()),
                                resolver.types().erasure(service))));
    }

    private static boolean isNamedAbove(Resolver resolver, TypeMirror type, String simple) {
        return resolver.classOf(type).filter(each -> each.getSimpleName().contentEquals(simple)).isPresent()
                || resolver.types().directSupertypes(type).stream()
                        .anyMatch(above -> isNamedAbove(resolver, above, simple));
    }

    /** Returns whether the name may be all of a text in the sources, by which reflection finds what has it. */
    boolean isText(String name) {
        if (texts.isEmpty()) {
            Set<String> all = new HashSet<>();
            allTexts = sources.javaFiles(text -> {
                addTexts(text, all);
                return false;
            }).isPresent();
            texts = Optional.of(all);
        }
        return !allTexts || texts.get().contains(name) && literals.computeIfAbsent(name, this::isLiteral);
    }

    /** Returns whether the name is a text, and not only quoted in a comment. */
    private boolean isLiteral(String name) {
        return sources.javaFiles(text -> text.contains('"' + name + '"')).filter(all -> all.size() <= MAX_QUOTING)
                .map(all -> all.stream().anyMatch(file -> sources.file(file).map(parsed ->
                        parsed.nodes(StringLiteralExpr.class).stream().anyMatch(e -> e.getValue().equals(name)))
                        .orElse(true))).orElse(true);
    }

    /** Adds what stands between two quotes next to each other, texts and what is between them. */
    private static void addTexts(String file, Set<String> all) {
        int end;
        for (int from = file.indexOf('"'); from >= 0; from = end) {
            end = file.indexOf('"', from + 1);
            if (end > from + 1 && Character.isJavaIdentifierStart(file.charAt(from + 1))) {
                all.add(file.substring(from + 1, end));
            }
        }
    }

    /** Returns what is seen to be assigned to a field that other files may set, or given for a parameter. */
    List<Expression> values(VariableElement variable) {
        return values.computeIfAbsent(variable, key -> {
            Resolver resolver = Resolver.of(sources);
            if (resolver.declaration(key).isEmpty()) {
                return List.of();
            }
            if (key.getEnclosingElement() instanceof ExecutableElement method) {
                Node declared = resolver.declaration(key).get();
                int index = declared.getParentNode().filter(home -> !(home instanceof LambdaExpr)
                        && home instanceof NodeWithParameters<?>)
                        .map(home -> ((NodeWithParameters<?>) home).getParameters().indexOf(declared)).orElse(-1);
                return index < 0 ? List.of() : calls((TypeElement) method.getEnclosingElement(), method)
                        .orElse(List.of()).stream().filter(call -> Changes.arguments(call).size() > index)
                        .map(call -> Changes.arguments(call).get(index)).toList();
            }
            String name = key.getSimpleName().toString();
            return !(key.getEnclosingElement() instanceof TypeElement type)
                    || key.getModifiers().contains(Modifier.PRIVATE) ? List.of()
                    : files(type, text -> sources.names(text, name)).orElse(List.of()).stream()
                            .flatMap(file -> file.nodes(Expression.class).stream())
                            .filter(e -> name.equals(named(e)) && resolver.variable(e).filter(key::equals).isPresent())
                            .flatMap(e -> put(e).stream()).toList();
        });
    }

    private static String named(Expression e) {
        return e instanceof NameExpr name ? name.getNameAsString()
                : e instanceof FieldAccessExpr field ? field.getNameAsString() : "";
    }

    /** Returns what is assigned to the variable or its elements, or given to a method of its object. */
    private static List<Expression> put(Expression variable) {
        Node user = variable.getParentNode().orElseThrow();
        if (user instanceof MethodCallExpr call) {
            return call.getScope().filter(scope -> scope == variable).isPresent() ? call.getArguments() : List.of();
        }
        Node target = user instanceof ArrayAccessExpr element && element.getName() == variable ? user : variable;
        return target.getParentNode().orElseThrow() instanceof AssignExpr assign && assign.getTarget() == target
                ? List.of(assign.getValue()) : List.of();
    }

    /** Returns the files that may name the class, and whose text passes the test; empty if there are too many. */
    private Optional<List<SourceFile>> files(TypeElement type, Predicate<String> test) {
        return named(type).flatMap(all -> parsed(sources.passing(all, test)));
    }

    /** Returns whether a file for which the condition holds may name the nested class, and the one around it. */
    boolean isNamed(TypeElement type, Predicate<Path> file) {
        String around = type.getEnclosingElement().getSimpleName().toString();
        return named(type).map(all -> sources.passing(all, text -> sources.names(text, around)).stream().anyMatch(file))
                .orElse(true);
    }

    /** Returns whether a file has the class as an object, or its name as a text, by which others may make objects. */
    boolean isGiven(TypeElement type) {
        String literal = type.getSimpleName() + ".class";
        String name = '"' + Resolver.of(sources).binaryName(type) + '"';
        return named(type).map(all -> !sources.passing(all, text ->
                text.contains(literal) || text.contains(name)).isEmpty()).orElse(true);
    }

    private Optional<List<Path>> named(TypeElement type) {
        String home = Resolver.of(sources).elements().getPackageOf(type).getQualifiedName().toString();
        String name = type.getSimpleName().toString();
        return named.computeIfAbsent(home + "/" + name, key -> naming(name)
                .filter(all -> name.chars().allMatch(c -> c < 128))
                .map(all -> sources.passing(all, text -> home.isEmpty() || sources.names(text, home))));
    }

    /** Returns the files that may have the word in them; empty where there is too much to look through. */
    private Optional<List<Path>> naming(String word) {
        return naming.computeIfAbsent(word, key -> sources.javaFiles(text -> sources.names(text, key)));
    }

    private Optional<List<SourceFile>> parsed(Collection<Path> candidates) {
        List<SourceFile> files = candidates.size() > MAX_FILES ? List.of()
                : candidates.stream().flatMap(file -> sources.file(file).stream()).toList();
        return files.size() == candidates.size() ? Optional.of(files) : Optional.empty();
    }
}
