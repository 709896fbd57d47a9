package dev.perfhint.source;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.CompactConstructorDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithMembers;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.TryStmt;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds what a simple name refers to, by the scoping rules of the language alone.
 *
 * <p>A declaration is a {@code VariableDeclarator} (local, resource or field), a {@code Parameter} (also a record
 * component) or a {@code TypePatternExpr}. Fields of superclasses are found where their source is under the roots.
 */
public final class Names {
    private Names() {}

    /** Returns the declaration of the variable that {@code name} means at {@code use}. */
    public static Optional<Node> variable(Sources sources, Node use, String name) {
        Node child = use;
        for (Optional<Node> up = use.getParentNode(); up.isPresent(); up = up.get().getParentNode()) {
            Optional<Node> found = declaredBy(up.get(), child, name);
            if (found.isPresent()) {
                return found;
            }
            if (up.get() instanceof CallableDeclaration<?> callable) {
                Optional<Node> pattern = patternBefore(callable, use, name);
                if (pattern.isPresent()) {
                    return pattern;
                }
            }
            Optional<Node> field = fieldSeenFrom(sources, up.get(), child, name);
            if (field.isPresent()) {
                return field;
            }
            child = up.get();
        }
        return Optional.empty();
    }

    /** Returns the declaration of a field of the type or of a superclass whose source is known. */
    public static Optional<Node> field(Sources sources, TypeDeclaration<?> type, String name) {
        return field(sources, type, name, new HashSet<>());
    }

    /** Tells whether the declaration is a field or a record component. */
    public static boolean isField(Node declaration) {
        Node parent = declaration.getParentNode().orElse(declaration);
        return parent instanceof FieldDeclaration || parent instanceof RecordDeclaration;
    }

    /** Returns the method, constructor, initialiser, field declaration or lambda whose code the node is part of. */
    public static Optional<Node> enclosingBody(Node node) {
        for (Optional<Node> up = node.getParentNode(); up.isPresent(); up = up.get().getParentNode()) {
            boolean body = up.get() instanceof LambdaExpr
                    || up.get() instanceof BodyDeclaration<?> && !(up.get() instanceof TypeDeclaration<?>);
            if (body) {
                return up;
            }
        }
        return Optional.empty();
    }

    /** Returns the named type around the node; for code of an anonymous class the named type around that. */
    public static Optional<TypeDeclaration<?>> enclosingType(Node node) {
        for (Optional<Node> up = node.getParentNode(); up.isPresent(); up = up.get().getParentNode()) {
            if (up.get() instanceof TypeDeclaration<?> type) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    private static Optional<Node> declaredBy(Node scope, Node child, String name) {
        if (scope instanceof BlockStmt block) {
            return before(block.getStatements(), child, name);
        }
        if (scope instanceof SwitchEntry entry) {
            return before(entry.getStatements(), child, name);
        }
        if (scope instanceof ForStmt loop) {
            return in(loop.getInitialization(), name);
        }
        if (scope instanceof ForEachStmt loop && child != loop.getIterable()) {
            return in(List.of(loop.getVariable()), name);
        }
        if (scope instanceof TryStmt attempt && (child == attempt.getTryBlock() || isResource(attempt, child))) {
            return in(attempt.getResources(), name);
        }
        if (scope instanceof VariableDeclarationExpr variables) {
            return in(List.of(variables), name);
        }
        if (scope instanceof CatchClause clause) {
            return parameter(List.of(clause.getParameter()), name);
        }
        if (scope instanceof LambdaExpr lambda) {
            return parameter(lambda.getParameters(), name);
        }
        if (scope instanceof CallableDeclaration<?> callable) {
            return parameter(callable.getParameters(), name);
        }
        if (scope instanceof CompactConstructorDeclaration compact) {
            return compact.getParentNode()
                    .filter(parent -> parent instanceof RecordDeclaration)
                    .flatMap(parent -> parameter(((RecordDeclaration) parent).getParameters(), name));
        }
        return Optional.empty();
    }

    private static boolean isResource(TryStmt attempt, Node child) {
        return attempt.getResources().stream().anyMatch(resource -> resource == child);
    }

    private static Optional<Node> before(NodeList<Statement> statements, Node child, String name) {
        for (Statement statement : statements) {
            if (statement == child) {
                return Optional.empty();
            }
            if (statement.isExpressionStmt()) {
                Optional<Node> found = in(List.of(statement.asExpressionStmt().getExpression()), name);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Node> in(List<? extends Expression> expressions, String name) {
        for (Expression expression : expressions) {
            if (expression instanceof VariableDeclarationExpr variables) {
                for (VariableDeclarator variable : variables.getVariables()) {
                    if (variable.getNameAsString().equals(name)) {
                        return Optional.of(variable);
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Node> parameter(List<Parameter> parameters, String name) {
        return parameters.stream()
                .filter(parameter -> parameter.getNameAsString().equals(name))
                .findFirst()
                .map(parameter -> parameter);
    }

    private static Optional<Node> patternBefore(CallableDeclaration<?> callable, Node use, String name) {
        return callable
                .findAll(TypePatternExpr.class, pattern -> pattern.getNameAsString().equals(name))
                .stream()
                .filter(pattern -> pattern.getBegin().orElseThrow().isBefore(use.getBegin().orElseThrow()))
                .reduce((first, second) -> second)
                .map(pattern -> pattern);
    }

    private static Optional<Node> fieldSeenFrom(Sources sources, Node scope, Node child, String name) {
        if (scope instanceof ObjectCreationExpr creation && child instanceof BodyDeclaration<?>) {
            Optional<Node> own = fieldOf(creation.getAnonymousClassBody().orElse(new NodeList<>()), name);
            return own.isPresent()
                    ? own
                    : Types.declaration(sources, creation.getType()).flatMap(base -> field(sources, base, name));
        }
        if (scope instanceof EnumConstantDeclaration constant && child instanceof BodyDeclaration<?>) {
            return fieldOf(constant.getClassBody(), name);
        }
        return scope instanceof TypeDeclaration<?> type ? field(sources, type, name) : Optional.empty();
    }

    private static Optional<Node> field(Sources sources, TypeDeclaration<?> type, String name, Set<Node> seen) {
        if (!seen.add(type)) {
            return Optional.empty();
        }
        Optional<Node> own = fieldOf(((NodeWithMembers<?>) type).getMembers(), name);
        if (own.isPresent()) {
            return own;
        }
        if (type instanceof RecordDeclaration components) {
            return parameter(components.getParameters(), name);
        }
        if (type instanceof ClassOrInterfaceDeclaration declared) {
            return declared.getExtendedTypes().stream()
                    .flatMap(base -> Types.declaration(sources, base).stream())
                    .flatMap(base -> field(sources, base, name, seen).stream())
                    .findFirst();
        }
        return Optional.empty();
    }

    private static Optional<Node> fieldOf(List<BodyDeclaration<?>> members, String name) {
        for (BodyDeclaration<?> member : members) {
            if (member instanceof FieldDeclaration fields) {
                for (VariableDeclarator variable : fields.getVariables()) {
                    if (variable.getNameAsString().equals(name)) {
                        return Optional.of(variable);
                    }
                }
            }
        }
        return Optional.empty();
    }
}
