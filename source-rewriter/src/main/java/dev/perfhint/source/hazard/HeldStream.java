package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.nodeTypes.NodeWithStatements;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;

/**
 * Which expressions mean a stream, and which calls write to it or empty it. The variables that hold it become more
 * while code is run.
 *
 * @param opened what makes it; empty where any stream of the variables counts
 */
record HeldStream(Resolver resolver, Set<VariableElement> names, Optional<Expression> opened) {
    private static final String ENDS = "flush|close|checkError|force|sync|length|setLength|read.*";
    private static final String NO_WRITE =
            "get.*|is.*|map|size|hashCode|equals|toString|position|seek|truncate|skip.*";

    HeldStream {
        names = new HashSet<>(names);
    }

    /** Returns that of parts which are watched instead of a stream. */
    static HeldStream none(OutwardCalls calls) {
        return new HeldStream(calls.resolver(), Set.of(), Optional.empty());
    }

    /** Adds the variable that a node declares or sets, if the value is the stream. */
    void learn(Node node) {
        if (node instanceof VariableDeclarator declared && declared.getInitializer().filter(this::is).isPresent()) {
            resolver.variable(node).ifPresent(names::add);
        } else if (node instanceof AssignExpr assign && is(assign.getValue())) {
            resolver.variable(assign.getTarget()).ifPresent(names::add);
        }
    }

    /** Adds the parameters that get the stream. */
    void enter(NodeWithArguments<?> call, CallableDeclaration<?> method) {
        for (int i = 0; i < Math.min(call.getArguments().size(), method.getParameters().size()); i++) {
            if (is(call.getArgument(i))) {
                resolver.variable(method.getParameter(i)).ifPresent(names::add);
            }
        }
    }

    boolean isGiven(NodeWithArguments<?> call) {
        return call.getArguments().stream().anyMatch(this::is);
    }

    /** Returns whether the method is one of the stream's own. */
    boolean isCalled(Node node) {
        return node instanceof MethodCallExpr call && call.getScope().filter(this::is).isPresent();
    }

    static boolean empties(MethodCallExpr call) {
        return call.getNameAsString().matches(ENDS);
    }

    static boolean writes(MethodCallExpr call) {
        return !call.getNameAsString().matches(NO_WRITE);
    }

    /** Returns whether a block empties it on all ways. */
    boolean isEmptiedIn(Node block) {
        return block.findFirst(MethodCallExpr.class, call -> empties(call) && isCalled(call)
                || call.getNameAsString().startsWith("close") && isGiven(call)).isPresent();
    }

    boolean isResourceOf(TryStmt tried) {
        return tried.getResources().stream().anyMatch(each -> each.findFirst(Node.class,
                part -> resolver.variable(part).filter(names::contains).isPresent()).isPresent());
    }

    /** Returns whether the condition is that there is a stream at all, or that there is none. */
    boolean isNullTest(Expression condition, BinaryExpr.Operator operator) {
        return condition instanceof BinaryExpr test && test.getOperator() == operator
                && (test.getRight().isNullLiteralExpr() && is(test.getLeft())
                        || test.getLeft().isNullLiteralExpr() && is(test.getRight()));
    }

    /** Returns whether code after the statement runs only when a field is set that {@code close()} sets. */
    boolean isOpenTest(IfStmt test) {
        Statement then = test.getThenStmt();
        Statement last = then.toBlockStmt().flatMap(block -> block.getStatements().getLast()).orElse(then);
        boolean leaves = test.getElseStmt().isEmpty() && (last.isThrowStmt() || last.isReturnStmt());
        return leaves && test.getCondition() instanceof UnaryExpr not
                && not.getOperator() == UnaryExpr.Operator.LOGICAL_COMPLEMENT
                && resolver.variable(not.getExpression()).filter(each -> each.getKind().isField()).stream()
                        .flatMap(flag -> resolver.uses(flag).stream()).map(Enclosing::whole)
                        .anyMatch(use -> use.getParentNode().orElseThrow() instanceof AssignExpr set
                                && set.getTarget() == use && resolver.isConstant(set.getValue(), true)
                                && Enclosing.body(use).filter(each -> each instanceof MethodDeclaration method
                                        && method.getNameAsString().equals("close")).isPresent());
    }

    /** Returns whether a value is the stream: a variable that holds it, what is put round it, or returned for it. */
    boolean is(Expression value) {
        if (value instanceof EnclosedExpr || value instanceof AssignExpr
                || value instanceof CastExpr cast && resolver.className(cast.getType())
                        .filter(type -> type.startsWith("java.")).isPresent()) {
            return is((Expression) value.getChildNodes().get(value.getChildNodes().size() - 1));
        }
        if (value instanceof ObjectCreationExpr made) {
            return made.getArguments().isNonEmpty() && is(made.getArgument(0))
                    && resolver.isSubtype(made, "java.io.Closeable");
        }
        if (value instanceof MethodCallExpr call) {
            return call.getScope().filter(this::is).isPresent() && resolver.isSubtype(call, "java.io.Closeable")
                    || isGiven(call) && resolver.isSubtype(call, "java.io.OutputStream")
                    || resolver.calledMethod(call).flatMap(method -> method.getBody())
                            .filter(body -> body.getStatements().size() == 1 && body.getStatement(0).isReturnStmt())
                            .flatMap(body -> body.getStatement(0).asReturnStmt().getExpression())
                            .filter(returned -> !returned.isMethodCallExpr() && is(returned)).isPresent();
        }
        return resolver.variable(value).filter(names::contains).filter(each -> !isAnother(value, each)).isPresent();
    }

    /** Returns whether a local was set to another stream of the JDK on each way to where it is used. */
    private boolean isAnother(Expression use, VariableElement local) {
        if (opened.isEmpty() || local.getKind() != ElementKind.LOCAL_VARIABLE) {
            return false;
        }
        List<AssignExpr> sets = resolver.uses(local).stream()
                .flatMap(each -> Enclosing.parent(each, AssignExpr.class).stream()
                        .filter(set -> set.getTarget() == each))
                .toList();
        Node inner = use;
        while (!(inner instanceof BodyDeclaration || inner instanceof LambdaExpr)) {
            Node block = inner.getParentNode().orElseThrow();
            Optional<Statement> last = block instanceof NodeWithStatements<?> code ? code.getStatements().stream()
                    .limit(Math.max(0, Enclosing.indexOf(code.getStatements(), inner)))
                    .filter(each -> sets.stream().anyMatch(set -> Enclosing.isIn(set, each)))
                    .reduce((earlier, later) -> later) : Optional.empty();
            if (last.isPresent() || sets.stream().anyMatch(set -> Enclosing.isIn(set, block))) {
                return last.filter(Statement::isExpressionStmt).map(each -> each.asExpressionStmt().getExpression())
                        .filter(each -> Enclosing.indexOf(sets, each) >= 0)
                        .filter(set -> isOther(((AssignExpr) set).getValue())).isPresent();
            }
            inner = block;
        }
        return false;
    }

    private boolean isOther(Expression made) {
        return made instanceof ObjectCreationExpr && resolver.method(made).filter(resolver::isPlatform).isPresent()
                && opened.filter(each -> Enclosing.isIn(each, made)).isEmpty()
                && made.findFirst(Expression.class, this::is).isEmpty();
    }
}
