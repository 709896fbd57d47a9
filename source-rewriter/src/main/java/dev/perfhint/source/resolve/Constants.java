package dev.perfhint.source.resolve;

import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.UnaryExpr;
import java.util.Optional;
import javax.lang.model.element.VariableElement;

/**
 * Computes constant expressions: literals, constant variables, and the operators that sizes, flags and names are made
 * with.
 *
 * <p>Whole numbers are {@code Integer} or {@code Long}; other operators and types have no value here.
 */
final class Constants {
    private Constants() {}

    static Optional<Object> value(Resolver resolver, Expression expression) {
        if (expression.isEnclosedExpr()) {
            return value(resolver, expression.asEnclosedExpr().getInner());
        }
        if (expression.isLiteralExpr()) {
            return literal(expression);
        }
        if (expression.isNameExpr() || expression.isFieldAccessExpr()) {
            return resolver.variable(expression).map(VariableElement::getConstantValue);
        }
        if (expression instanceof UnaryExpr unary && unary.getOperator() == UnaryExpr.Operator.MINUS) {
            return negated(resolver, unary.getExpression());
        }
        if (expression instanceof BinaryExpr binary) {
            return value(resolver, binary.getLeft()).flatMap(left -> value(resolver, binary.getRight())
                    .flatMap(right -> combined(left, binary.getOperator(), right)));
        }
        return Optional.empty();
    }

    private static Optional<Object> literal(Expression literal) {
        try {
            if (literal.isIntegerLiteralExpr()) {
                return Optional.of(literal.asIntegerLiteralExpr().asNumber()).map(Constants::whole);
            }
            if (literal.isLongLiteralExpr()) {
                return Optional.of(literal.asLongLiteralExpr().asNumber()).map(Constants::whole);
            }
        } catch (NumberFormatException outOfRange) {
            return Optional.empty();
        }
        if (literal.isStringLiteralExpr()) {
            return Optional.of(literal.asStringLiteralExpr().asString());
        }
        if (literal.isTextBlockLiteralExpr()) {
            return Optional.of(literal.asTextBlockLiteralExpr().asString());
        }
        if (literal.isCharLiteralExpr()) {
            return Optional.of(literal.asCharLiteralExpr().asChar());
        }
        return literal.isBooleanLiteralExpr()
                ? Optional.of(literal.asBooleanLiteralExpr().getValue()) : Optional.empty();
    }

    /** The literals 2147483648 and its long counterpart stand only behind a minus. */
    private static Object whole(Number number) {
        return number instanceof Integer || number instanceof Long ? number : null;
    }

    private static Optional<Object> negated(Resolver resolver, Expression operand) {
        return value(resolver, operand).filter(Constants::isWhole)
                .map(value -> value instanceof Integer number ? (Object) (-number) : (Object) (-(Long) value));
    }

    private static Optional<Object> combined(Object left, BinaryExpr.Operator operator, Object right) {
        if (operator == BinaryExpr.Operator.PLUS && (left instanceof String || right instanceof String)) {
            return Optional.of(left.toString() + right);
        }
        if (!isWhole(left) || !isWhole(right)) {
            return Optional.empty();
        }
        long a = ((Number) left).longValue();
        long b = ((Number) right).longValue();
        boolean isInt = left instanceof Integer;
        boolean isNarrow = isInt && right instanceof Integer;
        return switch (operator) {
            case PLUS -> whole(a + b, isNarrow);
            case MINUS -> whole(a - b, isNarrow);
            case MULTIPLY -> whole(a * b, isNarrow);
            case BINARY_OR -> whole(a | b, isNarrow);
            case BINARY_AND -> whole(a & b, isNarrow);
            // the type of a shift is that of its left side
            case LEFT_SHIFT -> whole(isInt ? (int) a << (int) b : a << (int) b, isInt);
            case SIGNED_RIGHT_SHIFT -> whole(isInt ? (int) a >> (int) b : a >> (int) b, isInt);
            default -> Optional.empty();
        };
    }

    private static Optional<Object> whole(long value, boolean isInt) {
        return Optional.of(isInt ? (Object) (int) value : (Object) value);
    }

    private static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long;
    }
}
