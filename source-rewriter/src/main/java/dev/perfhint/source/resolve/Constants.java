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
                ? Optional.of(literal.asBooleanLiteralExpr().getValue())
                : Optional.empty();
    }

    /** The literals 2147483648 and its long counterpart stand only behind a minus. */
    private static Object whole(Number number) {
        return number instanceof Integer || number instanceof Long ? number : null;
    }

    private static Optional<Object> negated(Resolver resolver, Expression operand) {
        return value(resolver, operand).flatMap(value -> {
            if (value instanceof Integer number) {
                return Optional.of((Object) (-number));
            }
            return value instanceof Long number ? Optional.of((Object) (-number)) : Optional.empty();
        });
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
        Optional<Long> result = switch (operator) {
            case PLUS -> Optional.of(a + b);
            case MINUS -> Optional.of(a - b);
            case MULTIPLY -> Optional.of(a * b);
            case BINARY_OR -> Optional.of(a | b);
            case BINARY_AND -> Optional.of(a & b);
            default -> Optional.empty();
        };
        boolean narrow = left instanceof Integer && right instanceof Integer;
        Optional<Long> shifted = result.isPresent() ? result : shift(a, operator, (int) b, left instanceof Integer);
        boolean isInt = result.isPresent() ? narrow : left instanceof Integer;
        return shifted.map(value -> isInt ? (Object) value.intValue() : (Object) value);
    }

    private static Optional<Long> shift(long a, BinaryExpr.Operator operator, int distance, boolean narrow) {
        return switch (operator) {
            case LEFT_SHIFT -> Optional.of(narrow ? (long) ((int) a << distance) : a << distance);
            case SIGNED_RIGHT_SHIFT -> Optional.of(narrow ? (long) ((int) a >> distance) : a >> distance);
            default -> Optional.empty();
        };
    }

    private static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long;
    }
}
