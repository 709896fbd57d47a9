package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.UnaryExpr;
import dev.perfhint.source.resolve.Resolver;
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

    static boolean isParameter(Resolver resolver, VariableElement variable) {
        return resolver.declaration(variable).filter(Parameter.class::isInstance).isPresent();
    }
}
