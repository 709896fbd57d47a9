package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.BinaryExpr.Operator;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.VariableElement;

/** Says which uses of a variable set it, and what a variable that is set once holds. */
final class Assignments {
    private Assignments() {}

    static boolean isTarget(Expression use) {
        Node at = use;
        Node parent = use.getParentNode().orElse(null);
        while (parent instanceof EnclosedExpr) {
            at = parent;
            parent = parent.getParentNode().orElse(null);
        }
        return parent instanceof AssignExpr assign && assign.getTarget() == at
                || parent instanceof UnaryExpr unary && unary.getOperator().name().endsWith("CREMENT");
    }

    /** Returns what the variable is initialised with, if it has no other value in the analysed file. */
    static Optional<Expression> onlyValue(Resolver resolver, VariableElement variable) {
        Optional<Node> declaration = resolver.declaration(variable);
        boolean shared = variable.getKind() == javax.lang.model.element.ElementKind.FIELD
                && !variable.getModifiers().contains(javax.lang.model.element.Modifier.FINAL)
                && !variable.getModifiers().contains(javax.lang.model.element.Modifier.PRIVATE);
        if (shared || isSetByOthers(resolver, variable)
                || declaration.filter(VariableDeclarator.class::isInstance).isEmpty()) {
            return Optional.empty();
        }
        Optional<Expression> initial = ((VariableDeclarator) declaration.get()).getInitializer();
        java.util.List<Expression> set = resolver.uses(variable).stream().filter(Assignments::isTarget).toList();
        if (initial.isEmpty() && set.size() == 1 && set.get(0).getParentNode().orElse(null) instanceof AssignExpr assign
                && assign.getOperator() == AssignExpr.Operator.ASSIGN) {
            return Optional.of(assign.getValue());
        }
        return set.isEmpty() ? initial : Optional.empty();
    }

    /** A field with a mark, or of what is stored, gets its value also in other ways than by an assignment. */
    private static boolean isSetByOthers(Resolver resolver, VariableElement variable) {
        boolean field = variable.getKind() == javax.lang.model.element.ElementKind.FIELD
                && !variable.getModifiers().contains(javax.lang.model.element.Modifier.FINAL)
                && !variable.getModifiers().contains(javax.lang.model.element.Modifier.STATIC);
        return field && (variable.getAnnotationMirrors().stream()
                .anyMatch(mark -> !resolver.isPlatform(mark.getAnnotationType().asElement()))
                || !variable.getModifiers().contains(javax.lang.model.element.Modifier.TRANSIENT)
                && resolver.isSubtype(variable.getEnclosingElement().asType(), "java.io.Serializable"));
    }

    /** Returns what a local is set to on all ways to the place, by what stands before it; empty if that varies. */
    static Optional<Expression> lastValue(Resolver resolver, VariableElement variable, Node place) {
        Node at = place;
        boolean local = variable.getKind() == javax.lang.model.element.ElementKind.LOCAL_VARIABLE;
        while (local && at.getParentNode().isPresent()
                && !(at instanceof BodyDeclaration || at instanceof LambdaExpr)) {
            Node parent = at.getParentNode().get();
            List<? extends Node> before = parent instanceof BlockStmt block
                    ? block.getStatements().subList(0, indexOf(block.getStatements(), at))
                    : parent instanceof WhileStmt loop ? List.of(loop.getCondition())
                    : parent instanceof IfStmt choice && choice.getCondition() != at ? List.of(choice.getCondition())
                    : List.of();
            for (int i = before.size() - 1; i >= 0; i--) {
                if (sets(resolver, variable, before.get(i))) {
                    return setBy(resolver, variable, before.get(i));
                }
            }
            boolean once = parent instanceof BlockStmt || parent instanceof IfStmt
                    || parent instanceof TryStmt attempt && attempt.getTryBlock() == at;
            if (!once && sets(resolver, variable, parent)) {
                return Optional.empty();
            }
            at = parent;
        }
        return Optional.empty();
    }

    private static int indexOf(List<? extends Node> all, Node node) {
        return (int) all.stream().takeWhile(each -> each != node).count();
    }

    static boolean sets(Resolver resolver, VariableElement variable, Node code) {
        return resolver.declaration(variable).filter(declared -> Enclosing.isAround(code, declared)).isPresent()
                || resolver.uses(variable).stream().anyMatch(use -> isTarget(use) && Enclosing.isAround(code, use));
    }

    /** Returns the value that a statement or a condition sets the variable to in any case, and once. */
    static Optional<Expression> setBy(Resolver resolver, VariableElement variable, Node code) {
        List<AssignExpr> all = code.findAll(AssignExpr.class, each -> sets(resolver, variable, each));
        boolean plain = (code instanceof ExpressionStmt || code instanceof BinaryExpr)
                && code.findAll(UnaryExpr.class, each -> sets(resolver, variable, each)).isEmpty();
        if (!plain || all.size() > 1) {
            return Optional.empty();
        }
        if (all.isEmpty()) {
            return code.findFirst(VariableDeclarator.class, each -> resolver.variable(each).filter(variable::equals)
                    .isPresent()).flatMap(VariableDeclarator::getInitializer);
        }
        for (Node at = all.get(0); at != code; at = at.getParentNode().orElseThrow()) {
            Node parent = at.getParentNode().orElseThrow();
            boolean always = parent == code && code instanceof ExpressionStmt || parent instanceof EnclosedExpr
                    || parent instanceof BinaryExpr sum && (sum.getLeft() == at || sum.getOperator() != Operator.OR
                            && sum.getOperator() != Operator.AND);
            if (!always) {
                return Optional.empty();
            }
        }
        return Optional.of(all.get(0)).filter(each -> each.getOperator() == AssignExpr.Operator.ASSIGN)
                .map(AssignExpr::getValue);
    }

    static boolean isParameter(Resolver resolver, VariableElement variable) {
        return resolver.declaration(variable).filter(Parameter.class::isInstance).isPresent();
    }
}
