package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.AnnotationDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.ThisExpr;
import com.github.javaparser.ast.stmt.LocalClassDeclarationStmt;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds code that runs at other times and takes the stream along, and methods that others may run in another's place.
 */
final class Captures {
    private static final Set<String> CLOSED_TYPES = Set.of("java.lang.String", "java.lang.Integer", "java.lang.Long",
            "java.lang.Short", "java.lang.Byte", "java.lang.Character", "java.lang.Boolean", "java.lang.Double",
            "java.lang.Float", "java.lang.StringBuilder", "java.nio.charset.Charset");
    private static final Set<String> QUIET_PACKAGES = Set.of("java.lang", "java.text", "java.time",
            "java.util", "java.util.concurrent.atomic");
    private static final int MAX_DEPTH = 6;

    private final TypestateRun run;
    private final Map<Node, TypeElement> ofObjects = new IdentityHashMap<>();
    private final Map<Node, Set<TypeElement>> escaped = new IdentityHashMap<>();
    private final Map<VariableElement, Set<TypeElement>> kept = new HashMap<>();
    private final Map<Node, Boolean> quiet = new IdentityHashMap<>();

    Captures(TypestateRun run) {
        this.run = run;
    }

    /** Checks a lambda, a method reference or an inner class where it is created. */
    void check(Node code, State state) {
        Optional<Thing> self = state.get(State.THIS) instanceof Value.Ref ref && state.heap().containsKey(ref.thing())
                ? Optional.of(state.thing(ref.thing())) : Optional.empty();
        for (MethodReferenceExpr reference : code.findAll(MethodReferenceExpr.class)) {
            // the parser takes out::flush for a type, javac for what it is
            Optional<VariableElement> of = run.resolver.variable(reference.getScope());
            boolean local = of.filter(v -> state.reaches(state.get(v))).isPresent();
            of.ifPresent(v -> escapes(code, List.of(state.get(v)), state));
            boolean field =
                    of.filter(v -> state.heap().values().stream().anyMatch(thing -> state.reaches(thing.field(v))))
                            .isPresent();
            if (local || field) {
                captured(reference);
            }
        }
        for (Expression e : code.findAll(Expression.class)) {
            Optional<VariableElement> variable = e.isNameExpr() ? run.resolver.variable(e) : Optional.empty();
            if (variable.filter(v -> v.getKind() != ElementKind.FIELD && state.reaches(state.get(v))).isPresent()) {
                captured(e);
            }
            variable.filter(v -> v.getKind() != ElementKind.FIELD)
                    .ifPresent(v -> escapes(code, List.of(state.get(v)), state));
            if (self.isPresent() && self.get().type().isPresent() && isOfObject(e, variable, self.get())) {
                ofObjects.put(code, self.get().type().get());
                if (state.reaches(state.get(State.THIS))) {
                    captured(e);
                }
            }
        }
    }

    /** An object of an inner class has the object that creates it. */
    void inner(ObjectCreationExpr e, TypeElement type, State state) {
        if (isInner(type) && e.getScope().isEmpty() && state.get(State.THIS) instanceof Value.Ref self
                && state.heap().containsKey(self.thing()) && state.thing(self.thing()).type().isPresent()) {
            ofObjects.put(e, state.thing(self.thing()).type().get());
        }
    }

    /** Notes objects that code gets which is not followed; they may come to hold the stream later. */
    void escapes(Node place, Iterable<Value> values, State state) {
        for (Value value : values) {
            if (value instanceof Value.Ref ref && state.heap().containsKey(ref.thing())) {
                state.thing(ref.thing()).type().ifPresent(type ->
                        escaped.computeIfAbsent(place, key -> new LinkedHashSet<>()).add(type));
            }
        }
    }

    /** Notes an object that a followed object keeps; who gets that one has both. */
    void keeps(Optional<VariableElement> field, Value value, State state) {
        if (field.isPresent() && value instanceof Value.Ref ref && state.heap().containsKey(ref.thing())) {
            state.thing(ref.thing()).type().ifPresent(type ->
                    kept.computeIfAbsent(field.get(), key -> new LinkedHashSet<>()).add(type));
        }
    }

    /** Returns whether a method of an object that is not run may give that object to others. */
    boolean givesAway(Node body, Thing self) {
        return givesAway(body, self, TypestateRun.identitySet());
    }

    private boolean givesAway(Node body, Thing self, Set<Node> seen) {
        if (!seen.add(body)) {
            return false;
        }
        boolean named = body.findFirst(ThisExpr.class, e ->
                !(e.getParentNode().orElseThrow() instanceof FieldAccessExpr)
                && !(e.getParentNode().get() instanceof MethodCallExpr call
                        && call.getScope().filter(scope -> scope == e).isPresent())).isPresent();
        boolean captured = body.findFirst(Node.class, code -> (code instanceof LambdaExpr
                || code instanceof MethodReferenceExpr || code instanceof LocalClassDeclarationStmt
                || code instanceof ObjectCreationExpr made && (made.getAnonymousClassBody().isPresent()
                        || run.resolver.type(made).flatMap(run.resolver::classOf).filter(this::isInner).isPresent()))
                && (code instanceof ObjectCreationExpr || mentions(code, self))).isPresent();
        return named || captured || body.findAll(MethodCallExpr.class).stream()
                .filter(call -> isOfObject(call, Optional.empty(), self)
                        || call.getScope().filter(scope -> scope.isThisExpr() || scope.isSuperExpr()).isPresent())
                .flatMap(call -> run.resolver.method(call).stream())
                .filter(method -> !run.resolver.isPlatform(method))
                .anyMatch(method -> run.calls.body(method).map(each -> givesAway(each, self, seen)).orElse(true));
    }

    private boolean mentions(Node code, Thing self) {
        return code.findFirst(Expression.class, e -> isOfObject(e,
                e.isNameExpr() ? run.resolver.variable(e) : Optional.empty(), self)).isPresent();
    }

    private boolean isInner(TypeElement type) {
        return type.getNestingKind().isNested() && !type.getModifiers().contains(Modifier.STATIC)
                && type.getKind() == ElementKind.CLASS;
    }

    private void captured(Node e) {
        String message = "a lambda or inner class captures the stream";
        run.doubt(GuardKind.NO_ALIAS, e, message);
        run.inspected.add(run.doubts.where(e) + "not proven compatible: " + message);
    }

    private boolean isOfObject(Expression e, Optional<VariableElement> variable, Thing self) {
        if (e.isThisExpr() || e.isSuperExpr()) {
            return true;
        }
        if (variable.filter(v -> v.getKind() == ElementKind.FIELD && !v.getModifiers().contains(Modifier.STATIC))
                .isPresent()) {
            return run.jdk.isSubtype(self, variable.get().getEnclosingElement().asType());
        }
        return e instanceof MethodCallExpr call && call.getScope().isEmpty() && run.resolver.method(call)
                .filter(m -> !m.getModifiers().contains(Modifier.STATIC))
                .filter(m -> run.jdk.isSubtype(self, m.getEnclosingElement().asType())).isPresent();
    }

    /** Raises the doubts that only the whole run shows: an object that came to hold the stream later. */
    void finish() {
        escaped.forEach((code, types) -> {
            if (types.stream().anyMatch(type -> holdsLater(type, new HashSet<>()))) {
                String message = "an object that comes to hold the stream is given to code that is not followed";
                run.doubt(GuardKind.NO_ALIAS, code, message);
                run.inspected.add(run.doubts.where(code) + "not proven compatible: " + message);
            }
        });
        ofObjects.forEach((code, type) -> {
            if (holdsLater(type, new HashSet<>())) {
                captured(code);
            }
        });
    }

    private boolean holdsLater(TypeElement type, Set<TypeElement> asked) {
        List<TypeElement> own = run.calls.ancestors(type);
        return asked.add(type) && (run.holders.stream().filter(v -> v.getKind() == ElementKind.FIELD)
                .anyMatch(v -> own.contains(v.getEnclosingElement()))
                || kept.entrySet().stream().filter(each -> own.contains(each.getKey().getEnclosingElement()))
                        .anyMatch(each -> each.getValue().stream().anyMatch(inner -> holdsLater(inner, asked))));
    }

    /** Returns why another method may run in the place of the resolved one. */
    Optional<String> mayBeReplaced(ExecutableElement method, MethodCallExpr call) {
        Set<Modifier> modifiers = method.getModifiers();
        TypeElement type = (TypeElement) method.getEnclosingElement();
        boolean fixed = modifiers.contains(Modifier.STATIC) || modifiers.contains(Modifier.PRIVATE)
                || modifiers.contains(Modifier.FINAL) || type.getModifiers().contains(Modifier.FINAL)
                || call.getScope().filter(s -> s.isSuperExpr() || s instanceof ObjectCreationExpr o
                        && o.getAnonymousClassBody().isEmpty()).isPresent();
        if (fixed) {
            return Optional.empty();
        }
        boolean replaceable = (isOpen(method) || Mentions.of(run.sources).extend(type)
                && Mentions.of(run.sources).overriding(method).map(others -> !others.isEmpty()).orElse(true))
                && !ExactClass.isTarget(run.resolver, method, call);
        return replaceable ? Optional.of("a subclass may override") : Optional.empty();
    }

    /** Returns whether classes that the sources do not have are likely to have another method in its place. */
    static boolean isOpen(ExecutableElement method) {
        TypeElement type = (TypeElement) method.getEnclosingElement();
        return type.getModifiers().contains(Modifier.ABSTRACT) || type.getKind() == ElementKind.INTERFACE
                || type.getKind() == ElementKind.ENUM || method.getModifiers().contains(Modifier.PROTECTED);
    }

    /** Returns whether a call waits for nobody, touches no file and runs no code that is not seen. */
    boolean isQuiet(Node call) {
        return isQuiet(call, TypestateRun.identitySet(), 0);
    }

    /** Returns whether initialising the class waits for nobody. */
    boolean isQuietToInitialise(TypeElement type) {
        return initialisers(type).stream().allMatch(part -> isQuietCode(part, TypestateRun.identitySet(), 0));
    }

    /** Returns whether the member runs when its class is initialised; the objects of an enum are made then. */
    static boolean isOfClass(Node member) {
        boolean ofEnum = member.getParentNode().filter(EnumDeclaration.class::isInstance).isPresent();
        // fields of interfaces and annotations are static without a word
        boolean ofClass = ofEnum || member.getParentNode().filter(parent -> parent instanceof AnnotationDeclaration
                || parent instanceof ClassOrInterfaceDeclaration type && type.isInterface()).isPresent();
        return member instanceof InitializerDeclaration block && (ofEnum || block.isStatic())
                || member instanceof FieldDeclaration field && (ofClass || field.isStatic())
                || ofEnum && (member instanceof ConstructorDeclaration || member instanceof EnumConstantDeclaration);
    }

    List<Node> initialisers(TypeElement type) {
        return run.calls.ancestors(type).stream().flatMap(each -> run.resolver.declaration(each).stream())
                .filter(TypeDeclaration.class::isInstance)
                .flatMap(declared -> declared.getChildNodes().stream())
                .filter(Captures::isOfClass).map(Node.class::cast).toList();
    }

    private boolean isQuietCode(Node code, Set<Node> running, int depth) {
        return code.findFirst(MethodReferenceExpr.class).isEmpty()
                && code.findFirst(TryStmt.class, t -> !t.getResources().isEmpty()).isEmpty()
                && code.findFirst(BinaryExpr.class, run.implicit::joins).isEmpty()
                && code.findAll(Expression.class).stream().flatMap(e -> run.implicit.initialised(e).stream())
                        .flatMap(type -> initialisers(type).stream())
                        .allMatch(part -> running.contains(part) || isQuietOnce(part, running, depth + 1))
                && code.findAll(Expression.class).stream()
                        .filter(e -> e.isMethodCallExpr() || e.isObjectCreationExpr())
                        .allMatch(e -> isQuiet(e, running, depth + 1))
                && !run.work.isLong(code) && code.findFirst(Expression.class, run.growing::is).isEmpty();
    }

    private boolean isQuietOnce(Node part, Set<Node> running, int depth) {
        running.add(part);
        boolean quiet = depth <= MAX_DEPTH && isQuietCode(part, running, depth);
        running.remove(part);
        return quiet;
    }

    private boolean isQuiet(Node call, Set<Node> running, int depth) {
        Boolean known = quiet.get(call);
        if (known != null) {
            return known;
        }
        boolean result = judge(call, running, depth);
        if (running.isEmpty()) {
            quiet.put(call, result);
        }
        return result;
    }

    private boolean judge(Node call, Set<Node> running, int depth) {
        Optional<ExecutableElement> method = run.resolver.method(call);
        List<Expression> given = call instanceof MethodCallExpr m ? m.getArguments()
                : call instanceof ObjectCreationExpr o && o.getAnonymousClassBody().isEmpty() ? o.getArguments()
                : List.of();
        if (method.isEmpty() || call instanceof ObjectCreationExpr o && o.getAnonymousClassBody().isPresent()) {
            return false;
        }
        if (run.resolver.isPlatform(method.get())) {
            return (isPlainCreation(call, method.get())
                    || run.jdk.effect(method.get()).filter(it -> it == JdkEffect.QUIET || it == JdkEffect.OWN)
                    .isPresent())
                    && !(call instanceof Expression e && run.growing.is(e))
                    && given.stream().allMatch(this::isClosed) && isAlone(method.get());
        }
        Optional<CallableDeclaration<?>> body = run.calls.body(method.get());
        boolean replaceable = call instanceof MethodCallExpr m && mayBeReplaced(method.get(), m).isPresent();
        if (body.isEmpty() || replaceable || depth > MAX_DEPTH || !running.add(body.get())) {
            return false;
        }
        boolean all = body.get().findFirst(SynchronizedStmt.class).isEmpty()
                && (!(call instanceof ObjectCreationExpr) || isMadeQuietly(method.get(), running, depth))
                && !method.get().getModifiers().contains(Modifier.SYNCHRONIZED)
                && isQuietCode(body.get(), running, depth)
                && initialisers((TypeElement) method.get().getEnclosingElement()).stream()
                        .allMatch(part -> isQuietCode(part, running, depth));
        running.remove(body.get());
        return all;
    }

    /** Returns whether no class of the sources has a method in the place of the JDK's. */
    private boolean isAlone(ExecutableElement method) {
        boolean fixed = method.getKind() == ElementKind.CONSTRUCTOR || method.getModifiers().contains(Modifier.STATIC)
                || method.getModifiers().contains(Modifier.FINAL)
                || method.getEnclosingElement().getModifiers().contains(Modifier.FINAL);
        return fixed || Mentions.of(run.sources).overriding(method).filter(List::isEmpty).isPresent();
    }

    /** What initialises the fields runs before the constructor's body, and so do the classes above. */
    private boolean isMadeQuietly(ExecutableElement constructor, Set<Node> running, int depth) {
        TypeElement type = (TypeElement) constructor.getEnclosingElement();
        return run.calls.ancestors(type).size() == 1
                && CalledCode.initialisers(run, type).allMatch(part -> isQuietCode(part, running, depth));
    }

    /** Objects of these packages are made without waiting, where the table says nothing else, and so are exceptions. */
    private boolean isPlainCreation(Node call, ExecutableElement constructor) {
        String home = run.resolver.elements().getPackageOf(constructor).getQualifiedName().toString();
        return call instanceof ObjectCreationExpr && run.jdk.effect(constructor).isEmpty()
                && (QUIET_PACKAGES.contains(home)
                        || run.resolver.isSubtype(constructor.getEnclosingElement().asType(), "java.lang.Throwable"));
    }

    /** Returns whether nothing that a call is given has code of its own. */
    boolean hasClosedArguments(Node call) {
        List<Expression> given = call instanceof MethodCallExpr m ? m.getArguments()
                : call instanceof ObjectCreationExpr o ? o.getArguments() : List.of();
        return given.stream().allMatch(this::isClosed);
    }

    /** Returns whether what a collection, or another object, is made for by its type is closed. */
    boolean hasClosedParts(TypeMirror type) {
        return type instanceof DeclaredType generic
                && generic.getTypeArguments().size() == ((TypeElement) generic.asElement()).getTypeParameters().size()
                && generic.getTypeArguments().stream().allMatch(this::isClosed);
    }

    boolean isClosed(Expression argument) {
        Optional<TypeMirror> type = run.resolver.type(argument);
        return argument.isNullLiteralExpr() || type.filter(this::isClosed).isPresent();
    }

    private boolean isClosed(TypeMirror type) {
        if (type.getKind() == TypeKind.ARRAY) {
            return isClosed(((javax.lang.model.type.ArrayType) type).getComponentType());
        }
        return type.getKind().isPrimitive() || run.resolver.className(type).filter(CLOSED_TYPES::contains).isPresent();
    }
}
