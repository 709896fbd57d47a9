package dev.perfhint.source.flow;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.YieldStmt;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * The assignments, calls and returned values of the sources, by the variable, method or body that they resolve to;
 * collected in one walk of each file that is asked about.
 */
public final class ValueIndex {
    private final Resolver resolver;
    private final Map<SourceFile, FileValues> files = new IdentityHashMap<>();

    /** What one file assigns, calls and returns; variables and bodies by the identity of their nodes. */
    private static final class FileValues {
        private final Map<Node, List<AssignExpr>> assignments = new IdentityHashMap<>();
        private final Map<String, List<MethodCallExpr>> calls = new HashMap<>();
        private final Map<Node, List<Expression>> returned = new IdentityHashMap<>();
    }

    private ValueIndex(Sources sources) {
        this.resolver = Resolver.of(sources);
    }

    /** Returns the sources' index. */
    public static ValueIndex of(Sources sources) {
        return sources.attached(ValueIndex.class, ValueIndex::new);
    }

    /** Returns the assignments to the variable in the file that declares it, in the order of the text. */
    public List<AssignExpr> assignments(Node declaration) {
        return values(SourceFile.of(declaration)).assignments.getOrDefault(declaration, List.of());
    }

    /** Returns the values that the method or lambda gives back itself, not code nested in it. */
    public List<Expression> returned(Node body) {
        return body instanceof LambdaExpr lambda && lambda.getBody() instanceof ExpressionStmt only
                ? List.of(only.getExpression())
                : values(SourceFile.of(body)).returned.getOrDefault(body, List.of());
    }

    /** Returns the calls in the file that mean the method, or one that it overrides. */
    public List<MethodCallExpr> calls(SourceFile file, MethodDeclaration method) {
        List<MethodCallExpr> named = values(file).calls.getOrDefault(method.getNameAsString(), List.of());
        Optional<ExecutableElement> wanted = named.isEmpty() ? Optional.empty() : resolver.method(method);
        return wanted.isEmpty()
                ? List.of()
                : named.stream()
                        .filter(call -> resolver.method(call)
                                .filter(called -> mayRun(called, wanted.get())).isPresent()).toList();
    }

    /** Returns whether a call that means one method may run the other: the same, or one that overrides it. */
    public boolean mayRun(ExecutableElement called, ExecutableElement method) {
        return called.equals(method)
                || resolver.elements().overrides(method, called, (TypeElement) method.getEnclosingElement());
    }

    /** Returns the expressions whose value an expression passes on as its own; empty where it makes or reads one. */
    public static List<Expression> passedOn(Expression value) {
        if (value.isEnclosedExpr()) {
            return List.of(value.asEnclosedExpr().getInner());
        }
        if (value.isCastExpr()) {
            return List.of(value.asCastExpr().getExpression());
        }
        if (value.isAssignExpr()) {
            return List.of(value.asAssignExpr().getValue());
        }
        if (value.isConditionalExpr()) {
            return List.of(value.asConditionalExpr().getThenExpr(), value.asConditionalExpr().getElseExpr());
        }
        List<Expression> results = new ArrayList<>();
        if (value.isSwitchExpr()) {
            value.asSwitchExpr().getEntries().forEach(entry -> entry.getStatements().forEach(statement -> {
                statement.toExpressionStmt().ifPresent(each -> results.add(each.getExpression()));
                statement.findAll(YieldStmt.class).forEach(each -> results.add(each.getExpression()));
            }));
        }
        return results;
    }

    private FileValues values(SourceFile file) {
        FileValues known = files.get(file);
        if (known == null) {
            known = new FileValues();
            FileValues values = known;
            file.unit().walk(node -> collect(node, values));
            files.put(file, known);
        }
        return known;
    }

    private void collect(Node node, FileValues values) {
        if (node instanceof AssignExpr assign) {
            resolver.declarationOf(assign.getTarget())
                    .ifPresent(to -> values.assignments.computeIfAbsent(to, key -> new ArrayList<>()).add(assign));
        } else if (node instanceof MethodCallExpr call) {
            values.calls.computeIfAbsent(call.getNameAsString(), key -> new ArrayList<>()).add(call);
        } else if (node instanceof ReturnStmt statement) {
            Optional<Node> body = Enclosing.body(statement);
            if (body.isPresent() && statement.getExpression().isPresent()) {
                values.returned.computeIfAbsent(body.get(), key -> new ArrayList<>())
                        .add(statement.getExpression().get());
            }
        }
    }
}
