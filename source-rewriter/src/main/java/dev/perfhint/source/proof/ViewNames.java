package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.Name;
import com.github.javaparser.ast.expr.SimpleName;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The methods, classes, names and texts in a number of files, collected in one walk over them. */
final class ViewNames {
    private final Map<String, List<MethodDeclaration>> methods = new HashMap<>();
    private final Map<String, List<Node>> names = new HashMap<>();
    private final List<StringLiteralExpr> texts = new ArrayList<>();
    private final Set<String> classes = new HashSet<>();
    private final List<TypeDeclaration<?>> types = new ArrayList<>();
    private final List<Expression> functions = new ArrayList<>();

    ViewNames(Collection<CompilationUnit> view) {
        view.forEach(unit -> unit.walk(this::add));
    }

    private void add(Node node) {
        if (node instanceof MethodDeclaration method) {
            methods.computeIfAbsent(method.getNameAsString(), key -> new ArrayList<>(1)).add(method);
        } else if (node instanceof TypeDeclaration<?> type) {
            classes.add(type.getNameAsString());
            types.add(type);
        } else if (node instanceof SimpleName simple) {
            names.computeIfAbsent(simple.getIdentifier(), key -> new ArrayList<>(1)).add(node);
        } else if (node instanceof Name qualified) {
            names.computeIfAbsent(qualified.getIdentifier(), key -> new ArrayList<>(1)).add(node);
        } else if (node instanceof StringLiteralExpr text) {
            texts.add(text);
        } else if (node instanceof LambdaExpr || node instanceof MethodReferenceExpr) {
            functions.add((Expression) node);
        }
    }

    /** Returns the methods of that name. */
    List<MethodDeclaration> methods(String name) {
        return methods.getOrDefault(name, List.of());
    }

    /** Returns the named classes. */
    List<TypeDeclaration<?>> types() {
        return types;
    }

    /** Returns the lambdas and method references. */
    List<Expression> functions() {
        return functions;
    }

    /** Returns whether a method or class of that name is declared. */
    boolean isDeclared(String name) {
        return methods.containsKey(name) || classes.contains(name);
    }

    /** Returns the nodes that are the name, and the texts that hold it. */
    Stream<Node> named(String name) {
        return Stream.concat(names.getOrDefault(name, List.of()).stream(),
                texts.stream().filter(text -> text.getValue().contains(name)));
    }
}
