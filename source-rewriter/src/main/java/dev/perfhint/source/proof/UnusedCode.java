package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SimpleName;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;

/** Says which nested classes nothing uses, so that their code does not run. */
final class UnusedCode {
    /** By these, classes are found whose names stand in other files, or in none. */
    private static final List<String> LOADING =
            List.of("ServiceLoader", "ObjectInputStream", "forName", "loadClass", "XMLDecoder");

    private final TypestateRun run;
    private final Resolver resolver;
    private final ViewNames names;
    private final Map<TypeDeclaration<?>, Boolean> named = new IdentityHashMap<>();

    UnusedCode(TypestateRun run, ViewNames names) {
        this.run = run;
        this.resolver = run.resolver;
        this.names = names;
    }

    /** Returns whether the code stands in a nested class that nothing in view names, not even in a text. */
    boolean isUnused(Node node) {
        boolean code = node instanceof LambdaExpr || node instanceof MethodReferenceExpr
                || node instanceof MethodDeclaration
                || node instanceof InitializerDeclaration
                || node instanceof FieldDeclaration;
        Optional<TypeDeclaration<?>> type = code
                ? node.findAncestor(TypeDeclaration.class).map(each -> (TypeDeclaration<?>) each) : Optional.empty();
        return type.filter(each -> !each.isTopLevelType() && !named.computeIfAbsent(each, this::isNamed)).isPresent();
    }

    /** Returns whether the files in view name the class, or an object that is used while bytes are held may be one. */
    private boolean isNamed(TypeDeclaration<?> type) {
        Optional<TypeElement> element = resolver.declaredClass(type);
        boolean used = element.isEmpty() || LOADING.stream().anyMatch(name -> names.named(name).findAny().isPresent())
                || run.held.stream().anyMatch(call -> mayBeGiven(call, element.get()))
                || run.callsBack.stream().anyMatch(call -> mayBeGiven(call, element.get()))
                || !element.get().getModifiers().contains(Modifier.PRIVATE)
                        && Mentions.of(run.sources).isNamed(element.get(), file -> !names.holds(file));
        return used || names.named(type.getNameAsString())
                .anyMatch(node -> !Enclosing.isAround(type, node) && names(node, element.get()));
    }

    /** A text that has the name in it may be what reflection asks for; other names are resolved. */
    private boolean names(Node node, TypeElement type) {
        Node parent = node.getParentNode().orElse(node);
        if (parent instanceof ClassOrInterfaceType of) {
            return resolver.type(of).flatMap(resolver::classOf).map(type::equals).orElse(true);
        }
        if (parent instanceof NameExpr || parent instanceof FieldAccessExpr) {
            return resolver.declaredClass(parent).map(type::equals).orElse(false);
        }
        return !(node instanceof SimpleName);
    }

    /** Returns whether the call's object, or one that it is given, may be of the class. */
    private boolean mayBeGiven(Node call, TypeElement type) {
        List<Expression> given = new ArrayList<>();
        if (call instanceof MethodCallExpr m) {
            given.addAll(m.getArguments());
            m.getScope().ifPresent(given::add);
        } else if (call instanceof ObjectCreationExpr made) {
            given.addAll(made.getArguments());
        } else if (call instanceof BinaryExpr sum) {
            given.addAll(List.of(sum.getLeft(), sum.getRight()));
        } else if (call instanceof AssignExpr sum) {
            given.add(sum.getValue());
        } else if (call instanceof Expression other) {
            given.add(other);
        }
        return given.stream().flatMap(e -> resolver.type(e).stream())
                .filter(each -> each.getKind() == TypeKind.DECLARED)
                .anyMatch(each -> resolver.types().isSubtype(resolver.types().erasure(type.asType()),
                        resolver.types().erasure(each)));
    }
}
