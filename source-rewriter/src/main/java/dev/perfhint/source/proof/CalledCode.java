package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.CompactConstructorDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.jdk.JdkMethods;
import dev.perfhint.source.jdk.JdkReach;
import dev.perfhint.source.resolve.Resolver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * Says which code an expression may run: the method that it calls and those that may run in its place, what runs
 * without a call, and what the JDK calls of the objects that it is given.
 */
final class CalledCode {
    /** Methods of all objects, and of those that are sorted or made to text. */
    private static final List<String> OF_ALL = List.of("toString", "equals", "hashCode", "compareTo", "compare",
            "formatTo", "getMessage", "getLocalizedMessage");
    /** What the text of an object, and that of an exception, is made with. */
    private static final List<String> OF_TEXT = List.of("toString", "getMessage", "getLocalizedMessage");
    /** Classes whose methods take a text for a path. */
    private static final Set<String> OF_PATHS = Set.of("java.io.File", "java.nio.file.Path", "java.nio.file.Paths",
            "java.nio.file.Files");
    /** What collections call of their elements to keep or find them. */
    private static final List<String> OF_ELEMENTS = List.of("equals", "hashCode", "compareTo", "compare");
    private static final List<String> COLLECTIONS = List.of("java.util.Collection", "java.util.Map",
            "java.util.Map.Entry", "java.util.Iterator");
    /** Packages whose values call nothing but what they are given: no listeners, tasks or other threads. */
    private static final Set<String> OF_VALUES = Set.of("java.lang", "java.math", "java.text", "java.time", "java.util",
            "java.util.regex");
    /** What may be made of an object of the program's own, whose methods then run. */
    private static final int MAX_WRAPPERS = 8;
    private static final Set<String> PLAIN = Set.of("java.io.FileOutputStream", "java.io.FileInputStream",
            "java.io.ByteArrayOutputStream", "java.io.ByteArrayInputStream");
    private static final List<String> CARRIERS = List.of("java.io.InputStream", "java.lang.Readable",
            "java.io.OutputStream", "java.io.Writer", "java.util.Iterator", "java.util.stream.BaseStream",
            "java.io.ObjectInput", "java.io.ObjectOutput", "java.util.Enumeration", "java.nio.channels.Channel",
            "java.util.zip.Checksum");

    private final TypestateRun run;
    private final Resolver resolver;
    private final ViewNames names;
    private final Map<ExecutableElement, List<MethodDeclaration>> replacing = new HashMap<>();
    private final Map<String, List<Node>> implemented = new HashMap<>();
    private final Map<Node, List<CallableDeclaration<?>>> targets = new IdentityHashMap<>();
    private final Map<Node, List<Node>> implied = new IdentityHashMap<>();
    private final Map<Node, List<Node>> calledBack = new IdentityHashMap<>();
    private List<TypeElement> classes;

    CalledCode(TypestateRun run, ViewNames names) {
        this.run = run;
        this.resolver = run.resolver;
        this.names = names;
    }

    /** Returns whether a text in view is the name. */
    boolean isText(String name) {
        return names.named(name).anyMatch(node -> node instanceof StringLiteralExpr text
                && text.getValue().equals(name) && !isValue(text));
    }

    /** A label, a path, or what is given to a method that works on values only names no method. */
    private boolean isValue(StringLiteralExpr text) {
        Node user = text.getParentNode().orElseThrow();
        Optional<String> owner = user instanceof MethodCallExpr || user instanceof ObjectCreationExpr
                ? resolver.method(user).filter(resolver::isPlatform)
                        .map(method -> resolver.binaryName((TypeElement) method.getEnclosingElement()))
                : Optional.empty();
        return user instanceof SwitchEntry || owner.filter(type -> OF_PATHS.contains(type)
                || !type.equals("java.lang.Class") && run.jdk.reach(type) != JdkReach.ANY).isPresent();
    }

    boolean isInView(Path file) {
        return names.holds(file);
    }

    /** Returns whether the element is declared in a file in view, or in none of the sources. */
    boolean isInView(Element element) {
        return resolver.pathOf(element).filter(file -> !names.holds(file)).isEmpty();
    }

    boolean isInView(Node declaration) {
        return names.holds(declaration);
    }

    /** Returns the code that a call, or what else stands there, runs of itself. */
    List<Node> by(Node code) {
        List<Node> all = new ArrayList<>(targets(code));
        if (code instanceof Expression e) {
            all.addAll(implied(e));
            if (isResource(e)) {
                all.addAll(closing(e));
            }
        }
        return all;
    }

    /** Returns the methods and constructors that a call may run. */
    List<CallableDeclaration<?>> targets(Node call) {
        return targets.computeIfAbsent(call, this::targetsOf);
    }

    private List<CallableDeclaration<?>> targetsOf(Node call) {
        Optional<ExecutableElement> method = called(call);
        if (method.isEmpty()) {
            return List.of();
        }
        List<CallableDeclaration<?>> all = new ArrayList<>();
        run.calls.body(method.get()).ifPresent(all::add);
        boolean fixed = isFixed(method.get()) || ExactClass.isTarget(resolver, method.get(), call);
        all.addAll(fixed ? List.of() : replacing(method.get()));
        return all;
    }

    private Optional<ExecutableElement> called(Node call) {
        return call instanceof MethodCallExpr || call instanceof ObjectCreationExpr
                || call instanceof MethodReferenceExpr || call instanceof ExplicitConstructorInvocationStmt
                        ? resolver.method(call) : Optional.empty();
    }

    static boolean isFixed(ExecutableElement method) {
        return method.getKind() == ElementKind.CONSTRUCTOR || method.getModifiers().contains(Modifier.STATIC)
                || method.getModifiers().contains(Modifier.PRIVATE) || method.getModifiers().contains(Modifier.FINAL)
                || method.getEnclosingElement().getModifiers().contains(Modifier.FINAL);
    }

    /** Returns the other methods that may run in the place of the given one: in view, and in all sources for theirs. */
    List<MethodDeclaration> replacing(ExecutableElement method) {
        if (isFixed(method)) {
            return List.of();
        }
        return replacing.computeIfAbsent(method, key -> {
            Set<MethodDeclaration> all = new IdentitySet<>();
            all.addAll(replacingInView(key));
            if (!resolver.isPlatform(key)) {
                Mentions.of(run.sources).overridingFound(key).methods().stream()
                        .filter(each -> each.getBody().isPresent()).forEach(all::add);
            }
            return List.copyOf(all);
        });
    }

    /** Returns the methods in view that may run in the place of the given one. */
    List<MethodDeclaration> replacingInView(ExecutableElement method) {
        return isFixed(method) ? List.of() : names.methods(method.getSimpleName().toString()).stream()
                .filter(each -> each.getBody().isPresent())
                .filter(each -> resolver.method(each).filter(it -> !it.equals(method)
                        && (overrides(it, method, (TypeElement) it.getEnclosingElement())
                                || isInheritedFor(it, method))).isPresent())
                .toList();
    }

    private boolean overrides(ExecutableElement method, ExecutableElement other, TypeElement type) {
        return resolver.elements().overrides(method, other, type);
    }

    /** Returns whether a class in view has the method from above, and by it what an interface asks for. */
    private boolean isInheritedFor(ExecutableElement method, ExecutableElement other) {
        TypeMirror home = erased(method.getEnclosingElement().asType());
        TypeMirror asked = erased(other.getEnclosingElement().asType());
        return classes().stream().anyMatch(type -> resolver.types().isSubtype(erased(type.asType()), home)
                && resolver.types().isSubtype(erased(type.asType()), asked) && overrides(method, other, type));
    }

    /** Returns the classes in view that are, or extend, the given one. */
    List<TypeElement> subtypes(TypeElement type) {
        return classes().stream().filter(each -> resolver.types().isSubtype(erased(each.asType()),
                erased(type.asType()))).toList();
    }

    private List<TypeElement> classes() {
        if (classes == null) {
            classes = names.types().stream().flatMap(each -> resolver.declaredClass(each).stream()).toList();
        }
        return classes;
    }

    private TypeMirror erased(TypeMirror type) {
        return resolver.types().erasure(type);
    }

    /** Returns whether the expression is a resource of a try statement, which closes it. */
    static boolean isResource(Node code) {
        return code.getParentNode().filter(parent -> parent instanceof TryStmt t
                && t.getResources().contains(code)).isPresent();
    }

    /** Returns the methods that may close a resource. */
    List<Node> closing(Expression resource) {
        return closed(resource).map(type -> having("close", type)).orElse(List.of());
    }

    /** Returns the type of what a resource closes. */
    Optional<TypeMirror> closed(Expression resource) {
        return StatementTransfer.declared(resource).flatMap(v -> resolver.variable(v))
                .map(v -> (TypeMirror) v.asType()).or(() -> resolver.type(resource));
    }

    /** Returns the methods of that name in view that objects of the type may have. */
    private List<Node> having(String name, TypeMirror type) {
        return names.methods(name).stream().filter(each -> each.getBody().isPresent())
                .filter(each -> resolver.method(each).map(it -> erased(it.getEnclosingElement().asType()))
                        .filter(own -> resolver.types().isSubtype(own, erased(type))
                                || resolver.types().isSubtype(erased(type), own)).isPresent())
                .map(Node.class::cast).toList();
    }

    /** Returns the methods that may run to make a text of an object of the type, and of what it holds. */
    private List<Node> text(TypeMirror type, int depth) {
        Optional<TypeElement> known = resolver.classOf(erased(type));
        if (known.isEmpty() || depth == MAX_WRAPPERS) {
            return List.of();
        }
        List<Node> all = new ArrayList<>();
        OF_TEXT.forEach(name -> all.addAll(having(name, type)));
        List<? extends TypeMirror> held = type instanceof DeclaredType of ? of.getTypeArguments() : List.of();
        if (held.isEmpty() && known.get().getKind() == ElementKind.RECORD) {
            held = known.get().getRecordComponents().stream().map(Element::asType).toList();
        } else if (held.isEmpty() && COLLECTIONS.stream().anyMatch(each -> resolver.isSubtype(type, each))) {
            held = type.getKind() == TypeKind.DECLARED && !known.get().getTypeParameters().isEmpty()
                    ? known.get().getTypeParameters().stream().map(Element::asType).toList()
                    : resolver.types().directSupertypes(type);
        }
        held.forEach(each -> all.addAll(text(each, depth + 1)));
        return all;
    }

    /** Returns what an expression runs without naming it: initialisers, the text of an object, an iterator. */
    List<Node> implied(Expression e) {
        return implied.computeIfAbsent(e, key -> impliedBy(e));
    }

    private List<Node> impliedBy(Expression e) {
        List<Node> all = new ArrayList<>();
        run.implicit.initialised(e).ifPresent(type -> all.addAll(run.captures.initialisers(type)));
        if (e instanceof BinaryExpr sum && run.implicit.joins(sum)) {
            for (Expression part : List.of(sum.getLeft(), sum.getRight())) {
                resolver.type(part).ifPresent(type -> all.addAll(text(type, 0)));
            }
        }
        if (e.isAssignExpr() && !run.captures.isClosed(e.asAssignExpr().getValue())
                && resolver.className(e).filter("java.lang.String"::equals).isPresent()) {
            resolver.type(e.asAssignExpr().getValue()).ifPresent(type -> all.addAll(text(type, 0)));
        }
        if (e.getParentNode().filter(parent -> parent instanceof ForEachStmt loop && loop.getIterable() == e)
                .isPresent()) {
            Optional<TypeMirror> type = resolver.type(e).filter(it -> it.getKind() == TypeKind.DECLARED);
            type.ifPresent(it -> all.addAll(having("iterator", it)));
            type.flatMap(resolver::classOf).ifPresent(it -> all.addAll(implementing(it)));
            for (String step : type.isPresent() && !all.isEmpty() ? List.of("hasNext", "next") : List.<String>of()) {
                resolver.classNamed("java.util.Iterator").ifPresent(it -> all.addAll(having(step, it.asType())));
            }
        }
        if (e instanceof ObjectCreationExpr made) {
            resolver.type(made).flatMap(resolver::classOf).filter(type -> !resolver.isPlatform(type))
                    .ifPresent(type -> all.addAll(making(type)));
        }
        if (e instanceof MethodCallExpr call) {
            resolver.method(call).filter(it -> it.getModifiers().contains(Modifier.ABSTRACT)
                    && it.getEnclosingElement().getKind() == ElementKind.INTERFACE)
                    .map(it -> resolver.binaryName((TypeElement) it.getEnclosingElement()))
                    .ifPresent(type -> names.functions().stream().filter(each -> resolver.isSubtype(each, type))
                            .forEach(all::add));
        }
        return all;
    }

    /** Returns what runs besides the constructor that is called. */
    private List<Node> making(TypeElement type) {
        List<Node> all = new ArrayList<>(initialisers(run, type).toList());
        run.calls.ancestors(type).stream().skip(1)
                .flatMap(each -> ElementFilter.constructorsIn(each.getEnclosedElements()).stream())
                .filter(each -> each.getParameters().isEmpty())
                .forEach(each -> run.calls.body(each).ifPresent(all::add));
        return all;
    }

    /** Returns what runs when an object of the class is made, besides constructors with a list of parameters. */
    static Stream<Node> initialisers(TypestateRun run, TypeElement type) {
        return run.calls.ancestors(type).stream().flatMap(each -> run.resolver.declaration(each).stream())
                .filter(TypeDeclaration.class::isInstance)
                .flatMap(declared -> ((TypeDeclaration<?>) declared).getMembers().stream())
                .filter(member -> member instanceof InitializerDeclaration block && !block.isStatic()
                        || member instanceof CompactConstructorDeclaration
                        || member instanceof FieldDeclaration field && !field.isStatic())
                .map(Node.class::cast);
    }

    /** Returns whether the code is a method that the JDK calls of any object. */
    static boolean isOfAll(Node body) {
        return body instanceof MethodDeclaration method && OF_ALL.contains(method.getNameAsString());
    }

    /**
     * Returns the code that the JDK or a library may run when it is called: methods of what it is given, by the
     * parameters' types, of what its streams are made of, and those that it calls of any object.
     */
    List<Node> calledBack(Expression e) {
        return calledBack.computeIfAbsent(e, key -> calledBackBy(e));
    }

    /** Returns whether the method is one of the JDK's collections', which makes no text of the elements. */
    private boolean isOfCollection(ExecutableElement method) {
        TypeElement type = (TypeElement) method.getEnclosingElement();
        return method.getKind() == ElementKind.METHOD && !method.getModifiers().contains(Modifier.STATIC)
                && !method.getSimpleName().contentEquals("toString") && resolver.isPlatform(method)
                && resolver.elements().getPackageOf(type).getQualifiedName().contentEquals("java.util")
                && COLLECTIONS.stream().anyMatch(each -> resolver.isSubtype(type.asType(), each));
    }

    private List<Node> calledBackBy(Expression e) {
        if (e instanceof BinaryExpr || e instanceof AssignExpr) {
            return implied(e);
        }
        Optional<ExecutableElement> method = e instanceof MethodCallExpr || e instanceof ObjectCreationExpr
                || e instanceof MethodReferenceExpr
                        ? resolver.method(e).filter(it -> !resolver.hasSource(it)) : Optional.empty();
        if (method.isEmpty() || run.captures.hasClosedArguments(e) && e instanceof ObjectCreationExpr) {
            return List.of();
        }
        List<Node> all = new ArrayList<>();
        Optional<Expression> scope = e instanceof MethodCallExpr call ? call.getScope() : Optional.empty();
        boolean holds = scope.flatMap(resolver::className).filter(type -> type.startsWith("java.util.")).isPresent();
        List<String> asked = isOfCollection(method.get()) ? OF_ELEMENTS : OF_ALL;
        Set<String> named = new LinkedHashSet<>(holds || !run.captures.hasClosedArguments(e) ? asked : List.of());
        if (scope.filter(it -> resolver.isSubtype(it, "java.io.ObjectOutput")
                || resolver.isSubtype(it, "java.io.ObjectInput")).isPresent()) {
            named.addAll(StartedCode.STORING);
            names.types().stream().flatMap(type -> type.getMembers().stream())
                    .filter(each -> isMade(each, this::isRead)).forEach(all::add);
        }
        named.forEach(name -> names.methods(name).stream().filter(each -> each.getBody().isPresent())
                .forEach(all::add));
        method.get().getParameters().forEach(each -> resolver.classOf(erased(each.asType()))
                .ifPresent(type -> all.addAll(implementing(type))));
        Set<TypeElement> own = new LinkedHashSet<>();
        scope.filter(it -> !method.get().getModifiers().contains(Modifier.STATIC))
                .filter(it -> ExactClass.of(resolver, it).filter(resolver::isPlatform).isEmpty())
                .flatMap(resolver::type)
                .ifPresent(type -> platformTypes(type, own));
        own.forEach(type -> all.addAll(implementing(type)));
        boolean onStream = scope.filter(it -> CARRIERS.stream().anyMatch(type -> resolver.isSubtype(it, type)))
                .filter(it -> !isPlain(it, 0)).isPresent();
        for (String type : onStream ? CARRIERS : List.<String>of()) {
            resolver.classNamed(type).ifPresent(each -> all.addAll(implementing(each)));
        }
        // those run in its place, with what it is given
        all.removeAll(replacing(method.get()));
        return all;
    }

    /** Returns whether the member runs where the JDK makes an object that it reads, or whose class's name it has. */
    boolean mayBeMade(Node member) {
        return isMade(member, type -> isRead(type) || Mentions.of(run.sources).isGiven(type));
    }

    private boolean isMade(Node member, Predicate<TypeElement> test) {
        boolean ofObject = member instanceof CompactConstructorDeclaration
                || member instanceof InitializerDeclaration block && !block.isStatic()
                || member instanceof FieldDeclaration field && !field.isStatic();
        boolean ofRecord = member.getParentNode().filter(RecordDeclaration.class::isInstance).isPresent();
        // the JDK gives a constructor nothing, or the parameters of a provider's service
        return (ofObject || member instanceof ConstructorDeclaration made && (ofRecord || made.getParameters().isEmpty()
                || made.getParameters().size() == 1 && resolver.type(made.getParameter(0).getType())
                        .flatMap(resolver::classOf).filter(resolver::isPlatform)
                        .filter(type -> type.getKind() == ElementKind.INTERFACE).isPresent()))
                && member.getParentNode().flatMap(resolver::declaredClass)
                        .filter(type -> type.getKind() != ElementKind.ENUM).filter(test).isPresent();
    }

    /** Returns whether an object stream runs a constructor of the class. */
    private boolean isRead(TypeElement type) {
        boolean stored = resolver.isSubtype(type.asType(), "java.io.Serializable");
        return stored ? type.getKind() == ElementKind.RECORD
                || resolver.isSubtype(type.asType(), "java.io.Externalizable")
                : type.getKind() == ElementKind.CLASS && isAboveStored(type);
    }

    private boolean isAboveStored(TypeElement type) {
        return Mentions.of(run.sources).below(type).map(all -> all.stream().anyMatch(each ->
                resolver.isSubtype(each.asType(), "java.io.Serializable") || isAboveStored(each))).orElse(true);
    }

    /** Returns whether the object's own methods may run code of the program's: it is no stream of the JDK's alone. */
    boolean mayRunOthers(Expression object) {
        return resolver.declaredClass(object).isEmpty()
                && resolver.type(object).filter(run.jdk::isHandle).isPresent()
                && resolver.variable(object).filter(v -> resolver.isPlatform(v) || run.holders.contains(v)).isEmpty()
                && !isPlain(object, 0);
    }

    /** Returns whether code without source runs, which can only call back what the JDK or its library knows. */
    boolean isForeign(Node code) {
        if (isResource(code)) {
            return StatementTransfer.declared((Expression) code).flatMap(VariableDeclarator::getInitializer)
                    .filter(this::isForeign).isPresent();
        }
        Optional<ExecutableElement> method = called(code);
        boolean listed = method.filter(it -> it.getEnclosingElement().getKind() == ElementKind.ENUM
                && run.calls.body(it).isEmpty()).isPresent();
        return listed
                || method.filter(it -> resolver.pathOf(it).isEmpty()).isPresent()
                        && (!(code instanceof MethodCallExpr call)
                                || call.getScope().filter(this::isForeign).isPresent());
    }

    /** Returns whether it is the JDK's or a library's, or of a class of theirs that the program does not extend. */
    private boolean isForeign(Expression e) {
        return run.captures.isClosed(e) || resolver.declaredClass(e).or(() -> ExactClass.of(resolver, e))
                .filter(type -> resolver.pathOf(type).isEmpty()).isPresent()
                || resolver.type(e).flatMap(resolver::classOf).filter(this::isForeign).isPresent();
    }

    private boolean isForeign(TypeElement type) {
        boolean value = resolver.isPlatform(type) && JdkMethods.isImmutable(resolver.binaryName(type))
                && (type.getKind() == ElementKind.INTERFACE || !type.getModifiers().contains(Modifier.ABSTRACT));
        return (value || !resolver.isPlatform(type)) && resolver.pathOf(type).isEmpty()
                && !Mentions.of(run.sources).extend(type);
    }

    /** Returns whether a method of the JDK's has nothing but values to work on, which have no code of the program's. */
    boolean isOnValues(Node call, ExecutableElement method) {
        boolean ofObject = method.getKind() == ElementKind.METHOD && !method.getModifiers().contains(Modifier.STATIC);
        return isOfValues((TypeElement) method.getEnclosingElement()) && run.captures.hasClosedArguments(call)
                && (!ofObject
                        || call instanceof MethodCallExpr m && m.getScope().filter(e -> isValue(e, 0)).isPresent());
    }

    private boolean isOfValues(TypeElement type) {
        return OF_VALUES.contains(resolver.elements().getPackageOf(type).getQualifiedName().toString())
                && resolver.isPlatform(type) && run.jdk.reach(resolver.binaryName(type)) == JdkReach.VALUE;
    }

    /** Returns whether the object is a value, or a collection of such that was made without a comparator. */
    private boolean isValue(Expression object, int depth) {
        if (object instanceof ObjectCreationExpr made) {
            return made.getAnonymousClassBody().isEmpty() && run.captures.hasClosedArguments(made)
                    && resolver.type(made).flatMap(resolver::classOf).filter(this::isOfValues).isPresent();
        }
        boolean parts = resolver.type(object).filter(run.captures::hasClosedParts).isPresent();
        return run.captures.isClosed(object) || parts && depth < MAX_WRAPPERS && resolver.variable(object)
                .flatMap(v -> Assignments.onlyValue(resolver, v)).filter(value -> isValue(value, depth + 1))
                .isPresent();
    }

    /** Returns whether the stream is made of nothing but the JDK's own streams of files and memory. */
    private boolean isPlain(Expression stream, int depth) {
        if (run.creations.contains(stream)
                || ExactClass.of(resolver, stream).map(resolver::binaryName).filter(PLAIN::contains).isPresent()) {
            return true;
        }
        if (stream instanceof ObjectCreationExpr made && !made.getArguments().isEmpty()) {
            boolean wraps = made.getAnonymousClassBody().isEmpty() && resolver.className(made)
                    .filter(type -> JdkMethods.wrapsOutput(type) || JdkMethods.wrapsInput(type)).isPresent();
            return wraps && isPlain(made.getArgument(0), depth + 1)
                    && made.getArguments().stream().skip(1).allMatch(run.captures::isClosed);
        }
        return depth < MAX_WRAPPERS && resolver.variable(stream)
                .flatMap(v -> Assignments.onlyValue(resolver, v)).filter(value -> isPlain(value, depth + 1))
                .isPresent();
    }

    /** Adds the type, or the nearest ones of the JDK above a class of the program's own. */
    private void platformTypes(TypeMirror type, Set<TypeElement> all) {
        Optional<TypeElement> named = resolver.classOf(type);
        if (named.filter(resolver::isPlatform).isPresent()) {
            all.add(named.get());
        } else if (named.isPresent()) {
            resolver.types().directSupertypes(type).forEach(each -> platformTypes(each, all));
        }
    }

    /** Returns the methods and lambdas in view that implement methods of a type of the JDK. */
    List<Node> implementing(TypeElement type) {
        return implemented.computeIfAbsent(resolver.binaryName(type), key -> {
            List<Node> all = new ArrayList<>();
            boolean open = !resolver.hasSource(type) && !key.equals("java.lang.Object")
                    && !type.getModifiers().contains(Modifier.FINAL);
            for (ExecutableElement method : open ? ElementFilter.methodsIn(resolver.elements().getAllMembers(type))
                    : List.<ExecutableElement>of()) {
                TypeElement home = (TypeElement) method.getEnclosingElement();
                all.addAll(resolver.binaryName(home).equals("java.lang.Object") ? List.of()
                        : replacing(method));
            }
            if (open && type.getKind() == ElementKind.INTERFACE) {
                names.functions().stream().filter(each -> resolver.isSubtype(each, key)).forEach(all::add);
            }
            return all;
        });
    }
}
