package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.TryStmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the declaration of a name by Java's lexical scoping, within one file; inherited fields are not found. */
final class Declarations {
    private Declarations() {}

    /** Returns the {@link VariableDeclarator}, {@link Parameter} or pattern that the expression names. */
    static Optional<Node> of(Expression expression) {
        if (expression instanceof NameExpr name) {
            return find(name.getNameAsString(), name);
        }
        if (expression instanceof FieldAccessExpr access && access.getScope().isThisExpr()) {
            return enclosingType(access).flatMap(type -> field(type, access.getNameAsString()));
        }
        return Optional.empty();
    }

    /** Returns every expression in the declaration's file that names it. */
    static List<Expression> uses(Node declaration) {
        String name = ((NodeWithSimpleName<?>) declaration).getNameAsString();
        List<Expression> uses = new ArrayList<>();
        scope(declaration).ifPresent(scope -> scope.walk(Expression.class, e -> {
            boolean named = e instanceof NameExpr n && n.getNameAsString().equals(name)
                    || e instanceof FieldAccessExpr f && f.getNameAsString().equals(name);
            if (named && of(e).filter(d -> d == declaration).isPresent()) {
                uses.add(e);
            }
        }));
        return uses;
    }

    /** A local variable or parameter is named in its outermost body only, a field anywhere in the file. */
    private static Optional<Node> scope(Node declaration) {
        Optional<Node> scope = declaration.findCompilationUnit().map(Node.class::cast);
        if (isField(declaration)
                || declaration.getParentNode().filter(RecordDeclaration.class::isInstance).isPresent()) {
            return scope;
        }
        return ancestor(declaration, CallableDeclaration.class).map(Node.class::cast)
                .or(() -> ancestor(declaration, InitializerDeclaration.class).map(Node.class::cast))
                .or(() -> scope);
    }

    /** Tells whether nothing in the file gives the variable another value than its initialiser. */
    static boolean isSetOnce(VariableDeclarator v) {
        boolean throughObject = isField(v) && v.findCompilationUnit().flatMap(unit -> unit.findFirst(AssignExpr.class,
                a -> a.getTarget() instanceof FieldAccessExpr f && f.getNameAsString().equals(v.getNameAsString())))
                .isPresent();
        return !throughObject && !isAssigned(v);
    }

    static boolean isAssigned(Node declaration) {
        return uses(declaration).stream().anyMatch(use -> use.getParentNode()
                .filter(p -> p instanceof AssignExpr a && a.getTarget() == use)
                .isPresent());
    }

    static boolean isField(Node declaration) {
        return declaration instanceof VariableDeclarator v
                && v.getParentNode().filter(FieldDeclaration.class::isInstance).isPresent();
    }

    private static Optional<Node> find(String name, Node from) {
        Node child = from;
        Optional<Node> at = from.getParentNode();
        while (at.isPresent()) {
            Node scope = at.get();
            Optional<Node> found = inScope(name, scope, child).or(() -> scope instanceof CallableDeclaration<?> callable
                    ? pattern(callable, name, from) : Optional.empty());
            if (found.isPresent()) {
                return found;
            }
            child = scope;
            at = scope.getParentNode();
        }
        return Optional.empty();
    }

    private static Optional<Node> inScope(String name, Node scope, Node child) {
        if (scope instanceof BlockStmt block) {
            return before(block.getStatements(), child, name);
        }
        if (scope instanceof SwitchEntry entry) {
            return before(entry.getStatements(), child, name);
        }
        if (scope instanceof ForStmt loop) {
            return among(loop.getInitialization(), name);
        }
        if (scope instanceof ForEachStmt loop) {
            return loop.getIterable() == child ? Optional.empty() : among(List.of(loop.getVariable()), name);
        }
        if (scope instanceof TryStmt attempt) {
            boolean inside = attempt.getTryBlock() == child
                    || attempt.getResources().stream().anyMatch(r -> r == child);
            return inside ? among(attempt.getResources(), name) : Optional.empty();
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
        if (scope instanceof TypeDeclaration<?> type) {
            return field(type, name);
        }
        if (scope instanceof ObjectCreationExpr creation) {
            return creation.getAnonymousClassBody().flatMap(members -> members.stream()
                    .filter(FieldDeclaration.class::isInstance)
                    .flatMap(m -> ((FieldDeclaration) m).getVariables().stream())
                    .filter(v -> v.getNameAsString().equals(name))
                    .map(Node.class::cast)
                    .findFirst());
        }
        return Optional.empty();
    }

    private static Optional<Node> before(List<Statement> statements, Node child, String name) {
        for (Statement s : statements) {
            if (s.isExpressionStmt()) {
                Optional<Node> found = among(List.of(s.asExpressionStmt().getExpression()), name);
                if (found.isPresent()) {
                    return found;
                }
            }
            if (s == child) {
                break;
            }
        }
        return Optional.empty();
    }

    private static Optional<Node> among(List<? extends Expression> expressions, String name) {
        return expressions.stream()
                .filter(VariableDeclarationExpr.class::isInstance)
                .flatMap(e -> ((VariableDeclarationExpr) e).getVariables().stream())
                .filter(v -> v.getNameAsString().equals(name))
                .map(Node.class::cast)
                .findFirst();
    }

    private static Optional<Node> parameter(List<Parameter> parameters, String name) {
        return parameters.stream().filter(p -> p.getNameAsString().equals(name)).map(Node.class::cast).findFirst();
    }

    /**
     * Returns the pattern variable of the name whose scope the use may be in: in the statement of the pattern, or, where
     * that ends otherwise if the pattern does not match, after it in the same block.
     */
    private static Optional<Node> pattern(CallableDeclaration<?> callable, String name, Node use) {
        List<TypePatternExpr> patterns = callable.findAll(TypePatternExpr.class, p -> p.getNameAsString().equals(name)
                && p.getBegin().orElseThrow().isBefore(use.getBegin().orElseThrow()));
        Optional<Node> last = Optional.empty();
        for (TypePatternExpr p : patterns) {
            Node home = home(p);
            boolean after = home instanceof Statement s && (s.isIfStmt() || s.isWhileStmt())
                    && s.getChildNodes().get(0).findFirst(UnaryExpr.class, u -> u.getOperator()
                            == UnaryExpr.Operator.LOGICAL_COMPLEMENT).isPresent();
            if (isInside(use, home) || after && home.getParentNode().filter(block -> isInside(use, block)).isPresent()) {
                last = Optional.of(p);
            }
        }
        return last;
    }

    private static Node home(TypePatternExpr pattern) {
        Node at = pattern;
        while (!(at instanceof Statement || at instanceof SwitchEntry) && at.getParentNode().isPresent()) {
            at = at.getParentNode().get();
        }
        return at;
    }

    static boolean isInside(Node node, Node around) {
        Optional<Node> at = Optional.of(node);
        while (at.isPresent() && at.get() != around) {
            at = at.get().getParentNode();
        }
        return at.isPresent();
    }

    /** Returns the class that a simple name means at a place, among those that stand around it or in them. */
    static Optional<TypeDeclaration<?>> typeAt(String name, Node place) {
        for (Optional<Node> at = Optional.of(place); at.isPresent(); at = at.get().getParentNode()) {
            Optional<TypeDeclaration<?>> found = at.get() instanceof TypeDeclaration<?> type
                    ? type.getNameAsString().equals(name) ? Optional.of(type) : memberType(type, name)
                    : at.get() instanceof BlockStmt block ? localType(block, name)
                    : at.get() instanceof CompilationUnit unit ? unit.getTypes().stream()
                            .filter(t -> t.getNameAsString().equals(name)).findFirst().map(t -> (TypeDeclaration<?>) t)
                    : Optional.empty();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<TypeDeclaration<?>> localType(BlockStmt block, String name) {
        return block.getStatements().stream()
                .flatMap(s -> s.isLocalClassDeclarationStmt() || s.isLocalRecordDeclarationStmt()
                        ? s.getChildNodes().stream() : Stream.<Node>empty())
                .filter(TypeDeclaration.class::isInstance)
                .<TypeDeclaration<?>>map(t -> (TypeDeclaration<?>) t)
                .filter(t -> t.getNameAsString().equals(name))
                .findFirst();
    }

    static Optional<TypeDeclaration<?>> memberType(TypeDeclaration<?> type, String name) {
        return type.getMembers().stream().filter(TypeDeclaration.class::isInstance)
                .<TypeDeclaration<?>>map(t -> (TypeDeclaration<?>) t)
                .filter(t -> t.getNameAsString().equals(name))
                .findFirst();
    }

    static Optional<Node> field(TypeDeclaration<?> type, String name) {
        Optional<Node> component = type instanceof RecordDeclaration r ? parameter(r.getParameters(), name)
                : Optional.empty();
        return component.or(() -> type.getFields().stream()
                .flatMap(f -> f.getVariables().stream())
                .filter(v -> v.getNameAsString().equals(name))
                .map(Node.class::cast)
                .findFirst());
    }

    static Optional<TypeDeclaration<?>> enclosingType(Node node) {
        return ancestor(node, TypeDeclaration.class).map(t -> (TypeDeclaration<?>) t);
    }

    /** Returns the nearest node around the given one that is of the type. */
    static <T extends Node> Optional<T> ancestor(Node node, Class<T> type) {
        Optional<Node> at = node.getParentNode();
        while (at.isPresent() && !type.isInstance(at.get())) {
            at = at.get().getParentNode();
        }
        return at.map(type::cast);
    }
}
