package dev.perfhint.source.resolve;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.ImportDeclaration;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithStatements;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.file.Enclosing;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * Finds the class that a simple name means at a place: the innermost scope that has one of that name, from local
 * classes outwards to those that are imported on demand (Java Language Specification, 6.4.1).
 *
 * <p>Each scope is asked for the one name; javac's own scopes would complete every class in them.
 */
record SimpleNames(Resolver resolver, String simple) {
    Optional<TypeElement> at(Node place) {
        Node inner = place;
        for (Optional<Node> up = Optional.of(place); up.isPresent(); up = up.get().getParentNode()) {
            Optional<TypeElement> found = in(up.get(), inner);
            if (found.isPresent()) {
                return found;
            }
            inner = up.get();
        }
        return place.findCompilationUnit().flatMap(this::ofFile);
    }

    /** Returns the class of that name that the scope declares or inherits, for code in the given part of it. */
    private Optional<TypeElement> in(Node scope, Node part) {
        if (scope instanceof NodeWithStatements<?> block) {
            return block.getStatements().stream().flatMap(this::local)
                    .filter(each -> each.getNameAsString().equals(simple))
                    .flatMap(each -> resolver.declaredClass(each).stream()).findFirst();
        }
        boolean body = part instanceof BodyDeclaration<?>;
        Optional<TypeElement> type = scope instanceof TypeDeclaration<?> ? resolver.declaredClass(scope)
                : scope instanceof ObjectCreationExpr && body ? resolver.type(scope).flatMap(resolver::classOf)
                : Optional.empty();
        return type.filter(each -> each.getSimpleName().contentEquals(simple)).or(() -> type.flatMap(this::member));
    }

    /** Returns whether a class or interface round the place has a supertype that was not found, at any height. */
    boolean inheritUnknown(Node place) {
        return Stream.concat(Stream.of(place), Enclosing.around(place)).anyMatch(up ->
                up instanceof TypeDeclaration<?> && !isCompact(up)
                        && resolver.declaredClass(up).stream().noneMatch(type -> hasKnownAncestors(type.asType()))
                        || up instanceof ObjectCreationExpr made && made.getAnonymousClassBody().isPresent()
                        && resolver.type(made).stream().noneMatch(this::hasKnownAncestors));
    }

    /** Returns whether all ancestors of the class are known; where not, {@link Resolver#isSubtype} proves nothing. */
    boolean hasKnownAncestors(TypeMirror type) {
        return type.getKind() != TypeKind.ERROR && resolver.types()
                .directSupertypes(resolver.types().erasure(type)).stream().allMatch(this::hasKnownAncestors);
    }

    private Stream<TypeDeclaration<?>> local(Statement statement) {
        return statement.isLocalClassDeclarationStmt()
                ? Stream.of(statement.asLocalClassDeclarationStmt().getClassDeclaration())
                : statement.isLocalRecordDeclarationStmt()
                        ? Stream.of(statement.asLocalRecordDeclarationStmt().getRecordDeclaration())
                        : Stream.empty();
    }

    private Optional<TypeElement> member(TypeElement type) {
        Optional<TypeElement> own = ElementFilter.typesIn(type.getEnclosedElements()).stream()
                .filter(each -> each.getSimpleName().contentEquals(simple)).findFirst();
        return own.isPresent() ? own : resolver.types().directSupertypes(type.asType()).stream()
                .flatMap(parent -> resolver.classOf(parent).flatMap(this::member).stream())
                .filter(each -> !each.getModifiers().contains(Modifier.PRIVATE)).findFirst();
    }

    private Optional<TypeElement> ofFile(CompilationUnit unit) {
        String own = unit.getPackageDeclaration().map(each -> each.getNameAsString() + ".").orElse("");
        return unit.getImports().stream()
                .filter(each -> !each.isAsterisk() && !each.isModule())
                .filter(each -> each.getName().getIdentifier().equals(simple))
                .flatMap(each -> named(each.getNameAsString())).findFirst()
                .or(() -> named(own + simple).findFirst())
                .or(() -> onDemand(unit).flatMap(around -> named(around + "." + simple))
                        .filter(each -> each.getModifiers().contains(Modifier.PUBLIC)).findFirst());
    }

    /** Returns the packages and classes whose members the file imports on demand. */
    private Stream<String> onDemand(CompilationUnit unit) {
        boolean compact = unit.getTypes().stream().anyMatch(SimpleNames::isCompact);
        Stream<String> written = unit.getImports().stream().filter(ImportDeclaration::isAsterisk)
                .map(ImportDeclaration::getNameAsString);
        Stream<String> modules = unit.getImports().stream().filter(ImportDeclaration::isModule)
                .map(ImportDeclaration::getNameAsString);
        return Stream.of(Stream.of("java.lang"), written,
                        Stream.concat(modules, compact ? Stream.of("java.base") : Stream.empty())
                                .map(resolver.elements()::getModuleElement).flatMap(this::exported))
                .flatMap(each -> each);
    }

    private static boolean isCompact(Node node) {
        return node instanceof ClassOrInterfaceDeclaration type && type.isCompact();
    }

    private Stream<String> exported(ModuleElement module) {
        return module == null ? Stream.empty() : Stream.concat(
                ElementFilter.exportsIn(module.getDirectives()).stream()
                        .filter(each -> each.getTargetModules() == null)
                        .map(each -> each.getPackage().getQualifiedName().toString()),
                ElementFilter.requiresIn(module.getDirectives()).stream()
                        .filter(ModuleElement.RequiresDirective::isTransitive)
                        .flatMap(each -> exported(each.getDependency())));
    }

    private Stream<TypeElement> named(String qualified) {
        return resolver.visible(qualified).stream();
    }
}
