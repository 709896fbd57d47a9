package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;

/**
 * Finds the files whose code leads to a place, for a stack that was not recorded up to the beginning of its thread.
 *
 * <p>Calls count that mean the method itself; one that reaches it through a class or interface above is not followed.
 */
final class Callers {
    private static final int MAX_FILES = 48;

    private final Sources sources;
    private final Resolver resolver;
    private final Set<CompilationUnit> units = TypestateRun.identitySet();
    private final Set<Node> seen = TypestateRun.identitySet();
    private final Deque<Node> next = new ArrayDeque<>();
    private final boolean throughOthers;

    private Callers(Sources sources, boolean throughOthers) {
        this.sources = sources;
        this.throughOthers = throughOthers;
        this.resolver = Resolver.of(sources);
    }

    /** Returns the files of the stack and of what leads to its outermost frame; empty if there are too many. */
    static Optional<Set<CompilationUnit>> view(Sources sources, Expression creation, List<CallSite> frames) {
        Callers callers = new Callers(sources, false);
        creation.findCompilationUnit().ifPresent(callers.units::add);
        frames.forEach(frame -> sources.find(frame.className()).ifPresent(file -> callers.units.add(file.unit())));
        callers.outermost(creation, frames).forEach(callers::enter);
        return callers.complete() ? Optional.of(callers.units) : Optional.empty();
    }

    /** Returns the files of all that leads to the code, by whatever stack; empty if there are too many. */
    static Optional<Set<CompilationUnit>> all(Sources sources, Collection<Node> code) {
        Callers callers = new Callers(sources, true);
        code.forEach(callers::enter);
        return callers.complete() ? Optional.of(callers.units) : Optional.empty();
    }

    /** A frame without source is the beginning of a thread, or code that nobody can look through. */
    private List<Node> outermost(Expression creation, List<CallSite> frames) {
        if (frames.isEmpty()) {
            return List.of(EnclosingCode.home(creation));
        }
        return at(frames.get(frames.size() - 1));
    }

    private List<Node> at(CallSite last) {
        return sources.declaration(last.className()).stream()
                .flatMap(type -> type.getMembers().stream())
                .filter(member -> member.getRange()
                        .filter(range -> range.begin.line <= last.line() && last.line() <= range.end.line)
                        .isPresent())
                .map(Node.class::cast)
                .toList();
    }

    /** Returns whether the recorded stack reaches back to a {@code main} of the sources. */
    static boolean beginsInMain(Sources sources, List<CallSite> frames) {
        Callers callers = new Callers(sources, false);
        return !frames.isEmpty() && callers.at(frames.get(frames.size() - 1)).stream()
                .anyMatch(code -> isEntry(callers.resolver, code));
    }

    /** The JVM calls a static {@code main} with the arguments of the command line. */
    static boolean isEntry(Resolver resolver, Node code) {
        return code instanceof MethodDeclaration && resolver.method(code).filter(Callers::isEntry).isPresent();
    }

    private static boolean isEntry(ExecutableElement method) {
        return method.getSimpleName().contentEquals("main") && method.getModifiers().contains(Modifier.STATIC)
                && method.getParameters().size() == 1
                && method.getParameters().get(0).asType().getKind() == TypeKind.ARRAY;
    }

    private void enter(Node code) {
        if (seen.add(code)) {
            next.add(code);
        }
    }

    /** Returns the method, and those of the sources above it that it may run in the place of. */
    private List<ExecutableElement> meant(ExecutableElement method) {
        List<ExecutableElement> all = new ArrayList<>(List.of(method));
        TypeElement type = (TypeElement) method.getEnclosingElement();
        if (throughOthers && method.getKind() == ElementKind.METHOD) {
            above(resolver, type, new LinkedHashSet<>()).stream().filter(resolver::hasSource)
                    .flatMap(each -> ElementFilter.methodsIn(each.getEnclosedElements()).stream())
                    .filter(each -> resolver.elements().overrides(method, each, type)).forEach(all::add);
        }
        return all;
    }

    /** Adds the classes and interfaces above the class. */
    static Set<TypeElement> above(Resolver resolver, TypeElement type, Set<TypeElement> all) {
        resolver.types().directSupertypes(type.asType()).stream().flatMap(each -> resolver.classOf(each).stream())
                .filter(all::add).forEach(each -> above(resolver, each, all));
        return all;
    }

    private boolean complete() {
        while (!next.isEmpty()) {
            Node code = next.pop();
            boolean method = code instanceof MethodDeclaration || code instanceof ConstructorDeclaration;
            Optional<ExecutableElement> called = method ? resolver.method(code) : Optional.empty();
            if (called.isEmpty()) {
                Enclosing.body(code).ifPresent(this::enter);
                continue;
            }
            for (ExecutableElement each : meant(called.get())) {
                Optional<List<Node>> calls =
                        Mentions.of(sources).calls((TypeElement) each.getEnclosingElement(), each);
                if (calls.isEmpty() && !isEntry(called.get())) {
                    return false;
                }
                for (Node call : calls.orElse(List.of())) {
                    call.findCompilationUnit().ifPresent(units::add);
                    Enclosing.body(call).ifPresent(this::enter);
                }
            }
            if (units.size() > MAX_FILES) {
                return false;
            }
        }
        return true;
    }
}
