package dev.perfhint.source.proof;

import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/**
 * Says which expressions may throw although they name no call: unboxing, class initialisation, {@code toString()} of
 * what is joined to text, null dereferences, bounds, division.
 */
final class ImplicitExceptions {
    private static final Set<String> BOXED = Set.of("java.lang.Boolean", "java.lang.Byte", "java.lang.Character",
            "java.lang.Short", "java.lang.Integer", "java.lang.Long", "java.lang.Float", "java.lang.Double");

    private final TypestateRun run;

    ImplicitExceptions(TypestateRun run) {
        this.run = run;
    }

    /** Returns whether the expression may throw when its parts, and what it calls, have been evaluated. */
    boolean mayThrow(Expression e) {
        if (e.isLiteralExpr() || e.isLambdaExpr() || e.isThisExpr() || e.isEnclosedExpr()) {
            return false;
        }
        if (e.isInstanceOfExpr() || e.isArrayAccessExpr() || e.isArrayCreationExpr() || e.isMethodReferenceExpr()) {
            return true;
        }
        if (e instanceof BinaryExpr b) {
            return divides(b) || joins(b);
        }
        if (e instanceof AssignExpr assign && storesElsewhere(assign)) {
            return true;
        }
        boolean called = e.isMethodCallExpr() || e.isObjectCreationExpr();
        return !called && initialised(e).isPresent() || run.resolver.className(e).filter(BOXED::contains).isPresent();
    }

    private boolean divides(BinaryExpr b) {
        return (b.getOperator() == BinaryExpr.Operator.DIVIDE || b.getOperator() == BinaryExpr.Operator.REMAINDER)
                && run.resolver.constant(b.getRight()).filter(Number.class::isInstance)
                        .filter(divisor -> ((Number) divisor).doubleValue() != 0).isEmpty();
    }

    /** Returns whether the sum is a text with the {@code toString()} of an object that may do anything. */
    boolean joins(BinaryExpr b) {
        return b.getOperator() == BinaryExpr.Operator.PLUS
                && !(run.captures.isClosed(b.getLeft()) && run.captures.isClosed(b.getRight()));
    }

    /** Only an object that is certainly there has fields that are set without an exception. */
    private static boolean storesElsewhere(AssignExpr assign) {
        return assign.getOperator() != AssignExpr.Operator.ASSIGN || assign.getTarget().isArrayAccessExpr()
                || assign.getTarget() instanceof FieldAccessExpr field && !field.getScope().isThisExpr()
                && !field.getScope().isSuperExpr();
    }

    /**
     * Returns the class that the expression may initialise: the first use of a static member or constructor does so.
     */
    Optional<TypeElement> initialised(Expression e) {
        Optional<? extends Element> member = e.isNameExpr() || e.isFieldAccessExpr() ? run.resolver.variable(e)
                .filter(v -> v.getConstantValue() == null && (v.getKind() == ElementKind.ENUM_CONSTANT
                        || v.getKind() == ElementKind.FIELD && v.getModifiers().contains(Modifier.STATIC)))
                : e.isMethodCallExpr() || e.isObjectCreationExpr() ? run.resolver.method(e)
                        .filter(m -> m.getKind() == ElementKind.CONSTRUCTOR
                                || m.getModifiers().contains(Modifier.STATIC))
                : Optional.empty();
        return member.map(each -> (TypeElement) each.getEnclosingElement())
                .filter(type -> !run.resolver.isPlatform(type) && !isInitialised(type, e));
    }

    /** Code of a class runs when the class and those above it are initialised, or are being so. */
    private boolean isInitialised(TypeElement type, Expression place) {
        Optional<TypeElement> around = place.findAncestor(TypeDeclaration.class).flatMap(run.resolver::declaredClass);
        return around.filter(own -> run.calls.ancestors(own).contains(type)).isPresent();
    }

    /** Returns whether what is switched over, or synchronised on, may be null. */
    boolean mayBeNull(Expression e) {
        return !e.isThisExpr() && !e.isClassExpr()
                && run.resolver.type(e).filter(type -> type.getKind().isPrimitive()).isEmpty();
    }
}
