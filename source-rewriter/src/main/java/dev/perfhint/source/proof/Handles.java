package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.jdk.JdkReach;
import dev.perfhint.source.resolve.MethodKey;
import dev.perfhint.source.resolve.Resolver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** Follows an object to where it was made, as far as that is seen, to say which file it may be on. */
final class Handles {
    private static final int MAX_DEPTH = 8;
    private static final Set<JdkEffect> OPENING = EnumSet.of(JdkEffect.OPENS_READ, JdkEffect.OPENS_WRITE,
            JdkEffect.LOADS);
    private static final List<String> READERS = List.of("java.io.InputStream", "java.lang.Readable",
            "java.io.DataInput", "java.io.ObjectInput", "java.nio.channels.ReadableByteChannel", "java.util.Iterator",
            "java.util.Enumeration",
            "java.util.Spliterator", "java.util.stream.BaseStream", "java.io.StreamTokenizer", "java.util.zip.ZipFile",
            "org.xml.sax.InputSource", "javax.xml.transform.Source", "java.nio.file.DirectoryStream",
            "javax.imageio.ImageReader", "javax.imageio.stream.ImageInputStream");
    private static final List<String> WRITERS = List.of("java.io.OutputStream", "java.lang.Appendable",
            "java.io.DataOutput", "java.io.ObjectOutput", "java.nio.channels.WritableByteChannel",
            "java.util.Formatter", "java.util.logging.Handler", "javax.xml.transform.Result", "java.io.Flushable",
            "javax.imageio.stream.ImageOutputStream");

    /** Classes whose objects are on nothing but what their subclasses keep. */
    private static final Set<String> BARE = Set.of("java.lang.Object", "java.io.InputStream", "java.io.OutputStream",
            "java.io.Reader", "java.io.Writer");
    private static final Set<String> OF_ANY =
            Set.of("java.lang.Object", "java.lang.Comparable", "java.lang.CharSequence");

    /** Gives an XML source or result the name of its file. */
    private static final String NAMING = "setSystemId";

    private static final String SYSTEM = "java.lang.System";
    /** By what a standard stream is set. */
    private static final Map<String, String> STANDARD = Map.of("in", "setIn", "out", "setOut", "err", "setErr");

    private static final String LOGGER = "java.util.logging.Logger";
    private static final Set<String> CONFIGURING = Set.of("readConfiguration", "updateConfiguration");

    /** Ways by which objects of different kinds come to be on a file. */
    private enum Opener { READING, WRITING, MAPPING, LOGGING }

    private final TypestateRun run;
    private final Resolver resolver;
    private final SameFile same;
    private final NamesInView files;
    private final Collection<CompilationUnit> view;
    private final Map<VariableElement, FileOrigin> known = new HashMap<>();
    private final Set<Node> asked = TypestateRun.identitySet();
    /** The files out of view that what is followed comes from. */
    private final Set<CompilationUnit> related = TypestateRun.identitySet();
    private final Set<CompilationUnit> givers = TypestateRun.identitySet();
    private final Map<CompilationUnit, Map<Opener, Optional<Node>>> openers = new IdentityHashMap<>();

    /** What parameters are given, where that is known. */
    private Function<VariableElement, Optional<List<Expression>>> given = parameter -> Optional.empty();

    Handles(TypestateRun run, SameFile same, NamesInView files, Collection<CompilationUnit> view) {
        this.run = run;
        this.resolver = run.resolver;
        this.same = same;
        this.files = files;
        this.view = view;
    }

    /** Returns whether the expression may denote an object that is on a file. */
    boolean isHandle(Expression e) {
        return resolver.type(e).map(run.jdk::isHandle).orElse(resolver.variable(e).isPresent())
                && resolver.declaredClass(e).isEmpty();
    }

    /** Returns whether the object is on a file only if that is mapped. */
    boolean isMemory(Node object) {
        return object instanceof Expression e && !e.isLiteralExpr() && resolver.declaredClass(e).isEmpty()
                && resolver.type(e).filter(this::isMemory).isPresent();
    }

    /** Mapped memory is also kept as an object of any class, and in collections. */
    private boolean isMemory(TypeMirror type) {
        return type.getKind() == TypeKind.TYPEVAR || resolver.isSubtype(type, "java.nio.Buffer")
                || resolver.className(type).filter(OF_ANY::contains).isPresent()
                || type instanceof DeclaredType generic && generic.getTypeArguments().stream().anyMatch(this::isMemory);
    }

    /** Returns whether the object's file may be read by it. */
    boolean reads(Expression e) {
        return is(e, READERS) || !is(e, WRITERS);
    }

    /** Returns whether the object's file may be written by it. */
    boolean writes(Expression e) {
        return is(e, WRITERS) || !is(e, READERS);
    }

    private boolean is(Expression e, List<String> types) {
        return types.stream().anyMatch(type -> resolver.isSubtype(e, type));
    }

    /** Returns what the object was made on. */
    FileOrigin of(Expression e) {
        return of(e, 0);
    }

    /** Returns whether the object is on another file for certain, where parameters are what those calls give. */
    boolean isOther(Expression e, MetCalls calls) {
        given = calls::given;
        known.clear();
        Optional<TypeElement> own = resolver.type(e).flatMap(resolver::classOf)
                .filter(type -> resolver.hasSource(type) && !Mentions.of(run.sources).extend(type));
        boolean other = of(e) == FileOrigin.OTHER
                || own.filter(type -> ofClass(type, 0) == FileOrigin.OTHER).isPresent();
        given = parameter -> Optional.empty();
        known.clear();
        return other;
    }

    /** An object of a class of the sources is on what its fields are on. */
    private FileOrigin ofClass(TypeElement type, int depth) {
        FileOrigin all = FileOrigin.OTHER;
        Optional<TypeElement> at = Optional.of(type);
        while (at.isPresent() && !resolver.isPlatform(at.get())) {
            if (!resolver.hasSource(at.get())) {
                return FileOrigin.UNSEEN;
            }
            for (VariableElement field : ElementFilter.fieldsIn(at.get().getEnclosedElements())) {
                boolean holds = !field.getModifiers().contains(Modifier.STATIC)
                        && (run.jdk.isHandle(field.asType()) || run.jdk.holdsHandles(field.asType()));
                all = holds ? all.or(of(field, depth + 1)) : all;
            }
            at = resolver.classOf(at.get().getSuperclass());
        }
        boolean bare = at.map(resolver::binaryName).filter(name -> BARE.contains(name)
                || run.jdk.reach(name) == JdkReach.VALUE).isPresent();
        return bare ? all : FileOrigin.UNSEEN;
    }

    private FileOrigin of(Expression e, int depth) {
        if (run.creations.contains(e) || e.isLiteralExpr() || e.isClassExpr()) {
            return FileOrigin.OTHER;
        }
        if (depth > MAX_DEPTH) {
            return FileOrigin.UNSEEN;
        }
        if (e instanceof EnclosedExpr enclosed) {
            return of(enclosed.getInner(), depth + 1);
        }
        if (e instanceof CastExpr cast) {
            return of(cast.getExpression(), depth + 1);
        }
        if (e instanceof AssignExpr assign) {
            return of(assign.getValue(), depth + 1);
        }
        if (e instanceof ConditionalExpr either) {
            return of(either.getThenExpr(), depth + 1).or(of(either.getElseExpr(), depth + 1));
        }
        if (e instanceof ArrayAccessExpr element) {
            return of(element.getName(), depth + 1).or(FileOrigin.UNSEEN);
        }
        if (e instanceof ObjectCreationExpr || e instanceof MethodCallExpr) {
            return made(e, depth);
        }
        return resolver.variable(e).filter(v -> e.isNameExpr() || e.isTypeExpr() || e.isFieldAccessExpr())
                .map(v -> of(v, depth + 1)).orElse(FileOrigin.UNSEEN);
    }

    private FileOrigin of(VariableElement variable, int depth) {
        if (resolver.isPlatform(variable)) {
            String setter = STANDARD.get(variable.getSimpleName().toString());
            boolean standard = setter != null && variable.getEnclosingElement() instanceof TypeElement type
                    && type.getQualifiedName().contentEquals(SYSTEM);
            return standard ? standard(setter, depth) : FileOrigin.OTHER;
        }
        if (run.holders.contains(variable)) {
            return FileOrigin.OTHER;
        }
        FileOrigin before = known.putIfAbsent(variable, FileOrigin.OTHER);
        if (before != null) {
            return before;
        }
        FileOrigin origin = Assignments.isParameter(resolver, variable) ? given.apply(variable)
                .flatMap(all -> all.stream().map(each -> of(each, depth + 1)).reduce(FileOrigin::or))
                .orElse(FileOrigin.UNSEEN)
                : Assignments.onlyValue(resolver, variable).map(value -> of(value, depth)).orElse(FileOrigin.UNSEEN);
        origin = origin.or(setElsewhere(variable, depth));
        for (Expression use : resolver.uses(variable)) {
            origin = origin.or(use.getParentNode().filter(MethodCallExpr.class::isInstance)
                    .map(MethodCallExpr.class::cast).filter(call -> call.getScope().filter(use::equals).isPresent())
                    .map(call -> given(call, depth)).orElse(FileOrigin.OTHER));
        }
        known.put(variable, origin);
        resolver.declaration(variable).flatMap(Node::findCompilationUnit).ifPresent(related::add);
        return origin;
    }

    /** Returns what the standard error is on. */
    FileOrigin ofStandardError() {
        return standard(STANDARD.get("err"), 0);
    }

    /** A standard stream that a file in view sets may be on any file; one that view calls sets it to what is seen. */
    private FileOrigin standard(String setter, int depth) {
        if (files.calls(SYSTEM, setter)) {
            return FileOrigin.UNSEEN;
        }
        Set<Path> others = new HashSet<>(same.isNamed()
                ? run.sources.javaFiles(text -> text.contains(setter)).orElse(List.of()) : List.of());
        boolean sameFile = !others.isEmpty() && view.stream()
                .flatMap(unit -> SourceFile.of(unit).nodes(MethodCallExpr.class).stream())
                .flatMap(call -> resolver.method(call).flatMap(resolver::pathOf).stream()).filter(others::remove)
                .flatMap(path -> run.sources.file(path).stream())
                .flatMap(file -> file.nodes(MethodCallExpr.class).stream())
                .filter(call -> call.getNameAsString().equals(setter)
                        && resolver.ownerOf(call).filter(SYSTEM::equals).isPresent())
                .anyMatch(call -> of(call.getArgument(0), depth + 1) == FileOrigin.SAME);
        return sameFile ? FileOrigin.SAME : FileOrigin.OTHER;
    }

    /**
     * Returns whether other files set the variable to what is on the same file. Where that has no constant name, what
     * all calls give for a parameter says little of one of them.
     */
    private FileOrigin setElsewhere(VariableElement variable, int depth) {
        Set<CompilationUnit> before = TypestateRun.identitySet();
        before.addAll(related);
        boolean asked = variable.getKind() == ElementKind.FIELD || same.isNamed();
        FileOrigin all = (asked ? Mentions.of(run.sources).values(variable) : List.<Expression>of()).stream()
                .map(value -> of(value, depth + 1)).reduce(FileOrigin.OTHER, FileOrigin::or);
        related.clear();
        related.addAll(before);
        return all;
    }

    /** Returns what an object's method may put below it: a name that it opens, or what it is given. */
    private FileOrigin given(MethodCallExpr call, int depth) {
        Optional<ExecutableElement> method = resolver.method(call).filter(resolver::isPlatform);
        if (method.filter(each -> isOpening(each) && same.mayBeSame(call, each)
                || each.getSimpleName().contentEquals(NAMING)).isPresent()) {
            return FileOrigin.SAME;
        }
        return method.isPresent() && !run.jdk.asks(method.get()) ? parts(call.getArguments(), depth) : FileOrigin.OTHER;
    }

    private FileOrigin parts(List<Expression> parts, int depth) {
        return parts.stream().filter(e -> isHandle(e) || run.jdk.holdsHandles(e)).map(e -> of(e, depth + 1))
                .reduce(FileOrigin.OTHER, FileOrigin::or);
    }

    private FileOrigin made(Expression call, int depth) {
        Optional<ExecutableElement> method = resolver.method(call);
        boolean own = call instanceof ObjectCreationExpr made && made.getAnonymousClassBody().isPresent();
        method.flatMap(resolver::declaration).flatMap(Node::findCompilationUnit).ifPresent(related::add);
        if (method.isEmpty() || own) {
            return FileOrigin.UNSEEN;
        }
        TypeElement home = (TypeElement) method.get().getEnclosingElement();
        if (home.getKind() == ElementKind.RECORD && run.calls.body(method.get()).isEmpty()) {
            return component(home, method.get(), depth).or(FileOrigin.UNSEEN);
        }
        if (resolver.declaration(method.get()).isPresent()) {
            return returned(method.get(), depth);
        }
        if (!resolver.isPlatform(method.get())) {
            boolean opens = same.asksForPath(method.get()) && opens(call, method.get());
            return opens ? FileOrigin.SAME : FileOrigin.UNSEEN.or(parts(Changes.arguments(call), depth));
        }
        if (run.jdk.effect(method.get()).filter(JdkEffect.SAME::equals).isPresent()) {
            return parts(Changes.arguments(call), depth);
        }
        if (isOfAddress(method.get())) {
            return FileOrigin.UNSEEN;
        }
        if (isOpening(method.get())) {
            return opens(call, method.get()) ? FileOrigin.SAME : FileOrigin.OTHER;
        }
        JdkReach reach = run.jdk.reach(resolver.binaryName((TypeElement) method.get().getEnclosingElement()));
        boolean ofClass = method.get().getModifiers().contains(Modifier.STATIC);
        boolean element = method.get().getKind() == ElementKind.METHOD
                && !run.jdk.isHandle(method.get().getReturnType());
        Optional<Expression> scope = call instanceof MethodCallExpr m && !ofClass ? m.getScope() : Optional.empty();
        boolean ownObject = call instanceof MethodCallExpr && !ofClass && scope.isEmpty();
        if (element || ownObject || reach == JdkReach.ANY && scope.isEmpty()
                || ofClass && reach == JdkReach.PEER) {
            return FileOrigin.UNSEEN;
        }
        List<Expression> parts = new ArrayList<>(Changes.arguments(call));
        scope.ifPresent(parts::add);
        return parts(parts, depth);
    }

    /** Returns what a method of the sources gives; another may run in its place if it is not fixed. */
    private FileOrigin returned(ExecutableElement method, int depth) {
        Optional<CallableDeclaration<?>> body = run.calls.body(method);
        if (method.getKind() == ElementKind.CONSTRUCTOR) {
            return depth > MAX_DEPTH ? FileOrigin.UNSEEN : ofClass((TypeElement) method.getEnclosingElement(), depth);
        }
        if (body.isEmpty() || !asked.add(body.get())) {
            return FileOrigin.UNSEEN;
        }
        FileOrigin all = body.get().findAll(ReturnStmt.class).stream()
                .filter(each -> EnclosingCode.home(each) == body.get())
                .flatMap(each -> each.getExpression().stream()).map(e -> of(e, depth + 1))
                .reduce(FileOrigin.OTHER, FileOrigin::or);
        asked.remove(body.get());
        boolean fixed = method.getModifiers().contains(Modifier.STATIC)
                || method.getModifiers().contains(Modifier.PRIVATE);
        return fixed ? all : all.or(FileOrigin.UNSEEN);
    }

    /** Returns what the records of the type are made of in the place of the part that the method gives. */
    private FileOrigin component(TypeElement type, ExecutableElement method, int depth) {
        int index = type.getRecordComponents().stream().map(RecordComponentElement::getSimpleName).toList()
                .indexOf(method.getSimpleName());
        return Mentions.of(run.sources).uses(type).creations().stream().map(ObjectCreationExpr::getArguments)
                .filter(given -> index >= 0 && index < given.size()).map(given -> of(given.get(index), depth + 1))
                .reduce(FileOrigin.OTHER, FileOrigin::or);
    }

    /** Returns whether the method opens a file by its name, or one that is not named. */
    private boolean isOpening(ExecutableElement method) {
        Optional<JdkEffect> effect = run.jdk.effect(method);
        JdkReach reach = run.jdk.reach(resolver.binaryName((TypeElement) method.getEnclosingElement()));
        boolean looks = reach != JdkReach.HANDLE && reach != JdkReach.PEER;
        return effect.isEmpty() ? reach == JdkReach.ANY || same.asksForPath(method) || same.mayOpenByName(method)
                : OPENING.contains(effect.get()) || looks && effect.get() == JdkEffect.LOOKS;
    }

    /** Returns whether what the method gives is at an address, which is a file's if the files in view have such. */
    private boolean isOfAddress(ExecutableElement method) {
        return resolver.binaryName((TypeElement) method.getEnclosingElement()).equals("java.net.URL")
                && run.jdk.effect(method).filter(JdkEffect.LOOKS::equals).isPresent();
    }

    /** Returns whether the call makes an object on what may be the same file, by which it may be told from before. */
    private boolean opens(Node call, ExecutableElement method) {
        Optional<JdkEffect> effect = run.jdk.effect(method);
        boolean reads = effect.filter(it -> it != JdkEffect.OPENS_WRITE).isPresent()
                || !run.policy.isOutput() && LibraryPaths.of(run.sources).onlyReads(method);
        boolean address = isOfAddress(method);
        return !run.creations.contains(call) && !same.onlyReads(call) && givesHandle(call, method)
                && (run.policy.isOutput() || !reads) && same.mayBeSame(call, method)
                && (!address || files.namesAddresses());
    }

    private boolean givesHandle(Node call, ExecutableElement method) {
        boolean made = method.getKind() == ElementKind.CONSTRUCTOR;
        boolean own = call instanceof MethodCallExpr && resolver.type(call).flatMap(resolver::classOf)
                .filter(type -> !resolver.isPlatform(type)).isPresent();
        if (own && call instanceof MethodCallExpr e) {
            return is(e, READERS) || is(e, WRITERS);
        }
        return run.jdk.isHandle(made ? method.getEnclosingElement().asType() : method.getReturnType())
                || method.getReturnType().getKind() == TypeKind.TYPEVAR;
    }

    /** Returns the files that the object may come from: those in view, and where its variables and methods stand. */
    Set<CompilationUnit> homes(Expression e) {
        known.clear();
        related.clear();
        of(e);
        Set<CompilationUnit> all = TypestateRun.identitySet();
        all.addAll(view);
        all.addAll(related);
        return all;
    }

    /** Returns the files in view, and of the methods called there that give an object which may be on a file. */
    Set<CompilationUnit> givers() {
        if (givers.isEmpty()) {
            givers.addAll(view);
            Set<Path> files = new HashSet<>();
            view.forEach(unit -> files.add(SourceFile.of(unit).path()));
            view.forEach(unit -> SourceFile.of(unit).nodes(MethodCallExpr.class).stream()
                    .flatMap(call -> resolver.method(call).stream())
                    .filter(method -> !resolver.isPlatform(method)
                            && resolver.pathOf(method).filter(files::contains).isEmpty()
                            && run.jdk.isHandle(method.getReturnType()))
                    .flatMap(method -> resolver.declaration(method).stream())
                    .flatMap(method -> method.findCompilationUnit().stream()).forEach(givers::add));
        }
        return givers;
    }

    /** Returns where the code opens what may be the same file, by an object that may be given elsewhere. */
    Optional<Node> opener(Set<CompilationUnit> units, Node object, boolean writing) {
        boolean logger = object instanceof Expression e && resolver.className(e).filter(LOGGER::equals).isPresent();
        Opener kind = isMemory(object) ? Opener.MAPPING : logger ? Opener.LOGGING
                : writing ? Opener.WRITING : Opener.READING;
        return units.stream().flatMap(unit -> openers.computeIfAbsent(unit, key -> new EnumMap<>(Opener.class))
                .computeIfAbsent(kind, key -> unit.findFirst(Node.class, node -> switch (kind) {
                    case MAPPING -> maps(node);
                    case LOGGING -> logs(node);
                    default -> isOpener(node, kind == Opener.WRITING);
                })).stream()).findFirst();
    }

    /** A logger writes to a file by a handler that is added, or that the configuration names. */
    private boolean logs(Node node) {
        Optional<MethodKey> key = node instanceof MethodCallExpr || node instanceof MethodReferenceExpr
                ? resolver.method(node).map(resolver::key) : Optional.empty();
        boolean configured = key.filter(it -> it.owner().equals("java.util.logging.LogManager")
                && CONFIGURING.contains(it.name())).isPresent();
        boolean added = key.filter(it -> it.owner().equals(LOGGER) && it.name().equals("addHandler")).isPresent();
        return configured || added && !(node instanceof MethodCallExpr call
                && of(call.getArgument(0)) == FileOrigin.OTHER);
    }

    private boolean maps(Node node) {
        return (node instanceof MethodCallExpr || node instanceof MethodReferenceExpr)
                && resolver.method(node).map(resolver::key).filter(key -> key.name().equals("map")
                        && key.owner().equals("java.nio.channels.FileChannel")).isPresent()
                && !same.onlyReads(node)
                && (!same.isEvident() || node instanceof MethodCallExpr call
                        && call.getScope().filter(e -> of(e) == FileOrigin.SAME).isPresent());
    }

    private boolean isOpener(Node node, boolean writing) {
        Optional<ExecutableElement> method = node instanceof MethodCallExpr || node instanceof ObjectCreationExpr
                || node instanceof MethodReferenceExpr || node instanceof ExplicitConstructorInvocationStmt
                        ? resolver.method(node) : Optional.empty();
        boolean opening = method.filter(each -> resolver.isPlatform(each) ? isOpening(each)
                : !resolver.hasSource(each) && same.asksForPath(each)).isPresent();
        boolean fits = !(node instanceof Expression e) || e.isMethodReferenceExpr() || (writing ? writes(e) : reads(e));
        return opening && fits && opens(node, method.get()) || maps(node);
    }
}
