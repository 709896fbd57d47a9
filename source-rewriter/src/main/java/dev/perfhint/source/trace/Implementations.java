package dev.perfhint.source.trace;

import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * Finds what a method that is called may run in the sources: the implementation of each class whose objects are meant.
 *
 * <p>Where no object is known, a method without a body runs one of those of the named classes in all sources, or one in
 * the files that were opened so far.
 */
final class Implementations {
    private static final int MAX_CLASSES = 50;

    private final Sources sources;
    private final Resolver resolver;
    private final ExecutableElement method;

    /** The implementations in subclasses, by the method that they implement. */
    private record InSubclasses(Map<ExecutableElement, List<MethodDeclaration>> byMethod) {}

    Implementations(Sources sources, ExecutableElement method) {
        this.sources = sources;
        this.resolver = Resolver.of(sources);
        this.method = method;
    }

    static boolean isOverridable(ExecutableElement method) {
        Set<Modifier> modifiers = method.getModifiers();
        return method.getKind() == ElementKind.METHOD
                && !modifiers.contains(Modifier.PRIVATE)
                && !modifiers.contains(Modifier.STATIC) && !modifiers.contains(Modifier.FINAL);
    }

    List<MethodDeclaration> of(List<Origin> objects) {
        List<MethodDeclaration> found = new ArrayList<>();
        for (Origin object : objects) {
            if (object.node() instanceof ObjectCreationExpr creation) {
                ofCreation(creation).filter(each -> !contains(found, each)).ifPresent(found::add);
            }
        }
        if (found.isEmpty() && method.getModifiers().contains(Modifier.ABSTRACT)) {
            Stream.concat(ofSubclasses().stream(),
                            MethodsByName.of(sources).overriding(method, this::overrides).stream())
                    .filter(each -> !contains(found, each)).forEach(found::add);
        }
        return found;
    }

    private static boolean contains(List<MethodDeclaration> found, MethodDeclaration method) {
        return found.stream().anyMatch(each -> each == method);
    }

    private Optional<MethodDeclaration> ofCreation(ObjectCreationExpr creation) {
        Optional<MethodDeclaration> anonymous = creation.getAnonymousClassBody().stream()
                .flatMap(List::stream)
                .filter(BodyDeclaration::isMethodDeclaration)
                .map(BodyDeclaration::asMethodDeclaration).filter(this::overrides).findFirst();
        return anonymous.or(() -> resolver.type(creation.getType())
                .flatMap(resolver::classOf).flatMap(this::inherited));
    }

    private List<MethodDeclaration> ofSubclasses() {
        Map<ExecutableElement, List<MethodDeclaration>> known =
                sources.attached(InSubclasses.class, key -> new InSubclasses(new HashMap<>())).byMethod();
        List<MethodDeclaration> all = known.get(method);
        if (all == null) {
            all = below((TypeElement) method.getEnclosingElement(), new LinkedHashSet<>()).stream()
                    .flatMap(type -> inherited(type).stream()).toList();
            known.put(method, all);
        }
        return all;
    }

    private Optional<MethodDeclaration> inherited(TypeElement type) {
        return implementation(type)
                .flatMap(resolver::declaration)
                .filter(MethodDeclaration.class::isInstance).map(MethodDeclaration.class::cast)
                .filter(declared -> declared.getBody().isPresent());
    }

    /**
     * Returns the method that an object of the class runs: its own or the nearest inherited one, classes before
     * interfaces. Only methods of that name are compared: {@code Elements.getAllMembers} compares all with all.
     */
    private Optional<ExecutableElement> implementation(TypeElement type) {
        Set<TypeElement> ancestors = new LinkedHashSet<>();
        for (Optional<TypeElement> each = Optional.of(type); each.isPresent() && ancestors.add(each.get());) {
            each = resolver.classOf(each.get().getSuperclass());
        }
        Deque<TypeElement> open = new ArrayDeque<>(ancestors);
        while (!open.isEmpty()) {
            open.remove().getInterfaces().stream()
                    .flatMap(each -> resolver.classOf(each).stream()).filter(ancestors::add).forEach(open::add);
        }
        return ancestors.stream()
                .flatMap(each -> ElementFilter.methodsIn(each.getEnclosedElements()).stream())
                .filter(each -> each.getSimpleName().equals(method.getSimpleName()))
                .filter(each -> each.equals(method) || resolver.elements().overrides(each, method, type)).findFirst();
    }

    /** Returns the named classes of the sources that inherit from the class; not all where they are many. */
    private Set<TypeElement> below(TypeElement type, Set<TypeElement> found) {
        for (TypeElement each : Callers.of(sources).below(type).orElse(List.of())) {
            if (found.size() < MAX_CLASSES && found.add(each)) {
                below(each, found);
            }
        }
        return found;
    }

    private boolean overrides(MethodDeclaration declared) {
        return declared.getNameAsString().contentEquals(method.getSimpleName())
                && resolver.method(declared)
                        .filter(each -> resolver.elements()
                                .overrides(each, method, (TypeElement) each.getEnclosingElement())).isPresent();
    }
}
