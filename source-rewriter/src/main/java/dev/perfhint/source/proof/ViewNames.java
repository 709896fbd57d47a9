package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.DataKey;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.Name;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SimpleName;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import dev.perfhint.source.SourceFile;
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
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;

/** The methods, classes, names and texts in a number of files, collected in one walk over each of them. */
final class ViewNames {
    private static final DataKey<OfUnit> KEY = new DataKey<>() {};

    private final Collection<CompilationUnit> view;
    private final Map<String, List<MethodDeclaration>> methods = new HashMap<>();

    private static final class OfUnit {
        private final Map<String, List<MethodDeclaration>> methods = new HashMap<>();
        private final Map<String, List<Node>> names = new HashMap<>();
        private final List<StringLiteralExpr> texts = new ArrayList<>();
        private final Set<String> classes = new HashSet<>();
        private final List<TypeDeclaration<?>> types = new ArrayList<>();
        private final List<Expression> functions = new ArrayList<>();
        private final List<Node> constructing = new ArrayList<>();
    }

    /** Looks at the files that are in view when a name is asked for. */
    ViewNames(Collection<CompilationUnit> view) {
        this.view = view;
    }

    private Stream<OfUnit> units() {
        return view.stream().map(unit -> {
            if (!unit.containsData(KEY)) {
                OfUnit names = new OfUnit();
                unit.walk(node -> add(node, names));
                unit.setData(KEY, names);
            }
            return unit.getData(KEY);
        });
    }

    private static void add(Node node, OfUnit unit) {
        if (node instanceof MethodDeclaration method) {
            add(unit.methods, method.getNameAsString(), method);
        } else if (node instanceof TypeDeclaration<?> type) {
            unit.classes.add(type.getNameAsString());
            unit.types.add(type);
        } else if (node instanceof SimpleName simple) {
            add(unit.names, simple.getIdentifier(), simple);
        } else if (node instanceof Name qualified) {
            add(unit.names, qualified.getIdentifier(), qualified);
        } else if (node instanceof StringLiteralExpr text) {
            unit.texts.add(text);
        } else if (node instanceof ExplicitConstructorInvocationStmt || node instanceof EnumConstantDeclaration) {
            unit.constructing.add(node);
        } else if (node instanceof LambdaExpr lambda) {
            unit.functions.add(lambda);
        } else if (node instanceof MethodReferenceExpr reference) {
            unit.functions.add(reference);
            add(unit.names, reference.getIdentifier(), reference);
        }
    }

    private static <T> void add(Map<String, List<T>> named, String name, T node) {
        named.computeIfAbsent(name, key -> new ArrayList<>(1)).add(node);
    }

    private static <T> Stream<T> get(Map<String, List<T>> named, String name) {
        return named.getOrDefault(name, List.of()).stream();
    }

    /** Returns whether the declaration stands in one of the files. */
    boolean holds(Node declaration) {
        return declaration.findCompilationUnit().filter(view::contains).isPresent();
    }

    /** Returns whether the file is one of them. */
    boolean holds(Path file) {
        return view.stream().anyMatch(unit -> SourceFile.of(unit).path().equals(file));
    }

    /** Returns the methods of that name; asked again, those of the first time. */
    List<MethodDeclaration> methods(String name) {
        return methods.computeIfAbsent(name, key -> units().flatMap(unit -> get(unit.methods, key)).toList());
    }

    /** Returns the named classes. */
    List<TypeDeclaration<?>> types() {
        return units().flatMap(unit -> unit.types.stream()).toList();
    }

    /** Returns the lambdas and method references. */
    List<Expression> functions() {
        return units().flatMap(unit -> unit.functions.stream()).toList();
    }

    /** Returns whether a method or class of that name is declared. */
    boolean isDeclared(String name) {
        return units().anyMatch(unit -> unit.methods.containsKey(name) || unit.classes.contains(name));
    }

    /** Returns the calls of methods of that name, and the references to them. */
    Stream<Expression> calls(String name) {
        return units().flatMap(unit -> get(unit.names, name)).flatMap(node -> node instanceof MethodReferenceExpr
                        ? Optional.of(node).stream() : node.getParentNode().stream())
                .filter(node -> node instanceof MethodReferenceExpr
                        || node instanceof MethodCallExpr call && call.getNameAsString().equals(name))
                .map(Expression.class::cast);
    }

    /** Returns the calls of the method, or creations by the constructor, and the references to it. */
    Stream<Node> calls(Resolver resolver, CallableDeclaration<?> callable) {
        Optional<ExecutableElement> method = resolver.method(callable);
        Stream<? extends Node> calls = callable instanceof ConstructorDeclaration made
                ? creations(made.getNameAsString()) : calls(callable.getNameAsString());
        return calls.filter(call -> method.isPresent() && resolver.method(call).equals(method)).map(Node.class::cast);
    }

    /** Returns the creations that name the class, and all that calls constructors without naming their class. */
    Stream<Node> creations(String type) {
        return Stream.concat(units().flatMap(unit -> Stream.concat(unit.constructing.stream(),
                        get(unit.names, "new"))),
                named(type).flatMap(name -> name.findAncestor(ObjectCreationExpr.class).stream()));
    }

    /** Returns the nodes that are the name, references to a method of that name, and the texts that hold it. */
    Stream<Node> named(String name) {
        return units().flatMap(unit -> Stream.concat(get(unit.names, name),
                unit.texts.stream().filter(text -> text.getValue().contains(name))));
    }
}
