package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;

/** Finds the code that a started thread or task runs. */
final class StartedCode {
    private static final int MAX_DEPTH = 4;
    /** What object streams call, also where it is private. */
    static final List<String> STORING = List.of("readObject", "readObjectNoData", "readResolve", "writeObject",
            "writeReplace", "readExternal", "writeExternal");

    /** Packages whose methods run what they are given at once, or in a thread that keeps the program alive. */
    private static final List<String> RUNNING = List.of("java.lang", "java.lang.invoke", "java.lang.reflect",
            "java.util", "java.util.function", "java.util.stream", "java.util.regex", "java.util.logging",
            "java.util.concurrent.atomic", "java.util.concurrent.locks", "java.util.jar", "java.util.zip", "java.io",
            "java.nio.file", "java.security", "java.sql", "java.text", "java.time", "java.beans", "javax.xml",
            "org.xml.sax");
    /** Packages whose methods run what they are given in the one thread of the screen, which is no daemon. */
    private static final List<String> SCREEN = List.of("java.awt", "javax.swing");

    static final Set<JdkEffect> STARTS =
            EnumSet.of(JdkEffect.RUNS, JdkEffect.RUNS_DAEMON, JdkEffect.RUNS_LIMITED);
    private final TypestateRun run;
    private final Resolver resolver;
    private final CalledCode called;

    StartedCode(TypestateRun run, CalledCode called) {
        this.run = run;
        this.resolver = run.resolver;
        this.called = called;
    }

    /**
     * Returns the methods, lambdas and references that run. Empty if not all code can be seen.
     */
    Optional<List<Node>> by(Expression starting) {
        if (!(starting instanceof MethodCallExpr call)) {
            return Optional.empty();
        }
        boolean thread = resolver.ownerOf(call).filter("java.lang.Thread"::equals).isPresent();
        List<Expression> values = thread ? call.getScope().stream().toList() : call.getArguments();
        List<Node> code = new ArrayList<>();
        boolean seen = (!thread || !values.isEmpty()) && values.stream().allMatch(each -> add(each, code, 0));
        return seen ? Optional.of(code) : Optional.empty();
    }

    /** Returns whether a method of the JDK that is not in the table is given code, which it may run in any thread. */
    boolean isBy(Expression e) {
        Optional<ExecutableElement> method = e instanceof MethodCallExpr || e instanceof ObjectCreationExpr
                ? resolver.method(e).filter(resolver::isPlatform) : Optional.empty();
        if (method.isEmpty()) {
            return false;
        }
        TypeElement type = (TypeElement) method.get().getEnclosingElement();
        String home = resolver.elements().getPackageOf(type).getQualifiedName().toString();
        boolean inside = RUNNING.stream().anyMatch(each -> home.equals(each)
                || !each.startsWith("java.util") && !each.equals("java.lang") && home.startsWith(each + "."))
                || home.equals("java.util.concurrent") && (resolver.isSubtype(type.asType(), "java.util.Map")
                        || resolver.isSubtype(type.asType(), "java.util.Collection"));
        return !inside && Changes.arguments(e).stream().anyMatch(each -> each.isLambdaExpr()
                || each.isMethodReferenceExpr() || resolver.type(each).flatMap(resolver::classOf)
                        .filter(it -> !resolver.isPlatform(it) || isFunction(it)).isPresent());
    }

    private boolean isFunction(TypeElement type) {
        return type.getKind() == ElementKind.INTERFACE
                && ElementFilter.methodsIn(resolver.elements().getAllMembers(type)).stream()
                        .filter(method -> method.getModifiers().contains(Modifier.ABSTRACT)).count() == 1;
    }

    /** Returns whether a library, whose code is not seen, is given code that it may keep and run later. */
    boolean isOfLibrary(Expression e) {
        return e instanceof MethodCallExpr call && resolver.method(call).filter(method -> resolver.isPlatform(method)
                        || resolver.pathOf(method).isPresent()).isEmpty()
                && call.getArguments().stream().anyMatch(each -> each.isLambdaExpr() || each.isMethodReferenceExpr()
                        || resolver.type(each).flatMap(resolver::classOf).flatMap(resolver::pathOf).isPresent());
    }

    /** Adds the code that a call is given, all methods of an object that may be any; returns whether it is seen. */
    boolean addGiven(Expression e, List<Node> code) {
        return Changes.arguments(e).stream()
                .allMatch(each -> add(each, code, 0) || addMethods(each, code) || addFunctions(each, code));
    }

    /** An object of a type of the JDK's with one method is of a class in view, or calls only what threads may run. */
    private boolean addFunctions(Expression function, List<Node> code) {
        Optional<TypeElement> type = resolver.type(function).flatMap(resolver::classOf)
                .filter(each -> resolver.isPlatform(each) && isFunction(each));
        type.ifPresent(each -> code.addAll(called.implementing(each)));
        return type.isPresent();
    }

    private boolean addMethods(Expression object, List<Node> code) {
        Optional<TypeElement> own = resolver.type(object).flatMap(resolver::classOf).filter(resolver::hasSource);
        own.ifPresent(type -> Stream.concat(run.calls.ancestors(type).stream(), called.subtypes(type).stream())
                .flatMap(each -> resolver.declaration(each).stream()).filter(TypeDeclaration.class::isInstance)
                .flatMap(each -> ((TypeDeclaration<?>) each).getMethods().stream())
                .filter(method -> method.getBody().isPresent()).forEach(code::add));
        return own.isPresent();
    }

    /** Returns whether what the call is given runs in the thread of the screen. */
    boolean isOfScreen(Expression e) {
        String home = resolver.ownerOf(e).orElse("");
        return SCREEN.stream().anyMatch(each -> home.startsWith(each + "."));
    }

    /** Returns whether the started thread keeps the program alive for certain: one of a pool without a factory. */
    boolean keepsAlive(Expression starting) {
        Optional<Expression> object = starting instanceof MethodCallExpr call ? call.getScope() : Optional.empty();
        boolean daemon = resolver.method(starting).flatMap(run.jdk::effect).filter(JdkEffect.RUNS_DAEMON::equals)
                .isPresent();
        if (daemon || object.isEmpty()) {
            return false;
        }
        Expression value = resolver.variable(object.get()).flatMap(v -> Assignments.onlyValue(resolver, v))
                .orElse(object.get());
        boolean pool = value instanceof MethodCallExpr made
                && resolver.ownerOf(made).filter("java.util.concurrent.Executors"::equals).isPresent()
                && made.getArguments().stream().allMatch(run.captures::isClosed);
        boolean factory = resolver.method(value).map(resolver::key)
                .filter(key -> key.descriptor().contains("Ljava/util/concurrent/ThreadFactory;")).isPresent();
        return pool || !factory && ExactClass.of(resolver, object.get()).isPresent()
                || resolver.declaredClass(object.get()).isPresent();
    }

    private boolean add(Expression e, List<Node> code, int depth) {
        if (e.isLambdaExpr() || e.isMethodReferenceExpr()) {
            return code.add(e);
        }
        if (run.captures.isClosed(e)) {
            return true;
        }
        if (e instanceof ObjectCreationExpr made) {
            return made.getAnonymousClassBody().isPresent()
                    || resolver.type(made).flatMap(resolver::classOf).filter(type -> resolver.isPlatform(type)
                            ? depth < MAX_DEPTH
                            && made.getArguments().stream().allMatch(each -> add(each, code, depth + 1))
                            : asked(type, code)).isPresent();
        }
        Optional<VariableElement> variable = depth < MAX_DEPTH ? resolver.variable(e) : Optional.empty();
        return variable.filter(v -> v.getKind() == ElementKind.ENUM_CONSTANT).isPresent() || variable
                .flatMap(v -> Assignments.onlyValue(resolver, v)).filter(value -> add(value, code, depth + 1))
                .isPresent();
    }

    /** Adds what others call of an object of exactly that class; returns whether all of it has source. */
    private boolean asked(TypeElement type, List<Node> code) {
        List<TypeElement> classes = run.calls.ancestors(type);
        for (TypeElement each : classes) {
            resolver.declaration(each).filter(TypeDeclaration.class::isInstance).map(node -> (TypeDeclaration<?>) node)
                    .ifPresent(declared -> declared.getMethods().stream()
                            .filter(method -> method.getBody().isPresent() && isAskedForOutside(method))
                            .forEach(code::add));
        }
        return classes.stream().allMatch(resolver::hasSource);
    }

    /** Returns whether the method overrides one of a class or interface that is not in view, or is found by a mark. */
    boolean isAskedForOutside(MethodDeclaration method) {
        return isAskedFor(method, true);
    }

    /** The same; only what the JDK or a library knows, if no other code of the program has a part in it. */
    boolean isAskedFor(MethodDeclaration method, boolean byOthers) {
        boolean stored = method.isPrivate() && STORING.contains(method.getNameAsString());
        return stored ? resolver.method(method).filter(it -> resolver.isSubtype(
                it.getEnclosingElement().asType(), "java.io.Serializable")).isPresent()
                : meant(method).stream().skip(1).map(Element::getEnclosingElement)
                        .map(resolver::pathOf)
                        .anyMatch(file -> file.isEmpty() || byOthers && !called.isInView(file.get()));
    }

    /** Returns the method and those that it overrides, in its class or in those below. */
    List<ExecutableElement> meant(MethodDeclaration method) {
        List<ExecutableElement> all = new ArrayList<>(resolver.method(method).stream().toList());
        if (!all.isEmpty() && !method.isStatic() && !method.isPrivate()) {
            TypeElement type = (TypeElement) all.get(0).getEnclosingElement();
            Stream.concat(called.subtypes(type).stream(), Stream.of(type)).forEach(at -> run.calls.above(at).stream()
                    .flatMap(above -> ElementFilter.methodsIn(above.getEnclosedElements()).stream())
                    .filter(each -> resolver.elements().overrides(all.get(0), each, at)).forEach(all::add));
        }
        return all;
    }

    /** Returns whether there is code out of view. */
    boolean isCode() {
        return run.sources.javaFiles(text -> true)
                .map(files -> files.stream().anyMatch(file -> !called.isInView(file))).orElse(true);
    }

    /** A pattern asks for what is in a record without a call. */
    static boolean isOfPattern(MethodDeclaration method) {
        return method.getParameters().isEmpty() && method.getParentNode().filter(parent ->
                parent instanceof RecordDeclaration type && type.getParameters().stream()
                        .anyMatch(part -> part.getNameAsString().equals(method.getNameAsString()))).isPresent();
    }
}
