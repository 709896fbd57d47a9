package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Proves that two paths name different files, from the constant last component of each; links are not followed. */
final class PathNames {
    private static final Set<String> MADE_OF_PARTS = Set.of("resolve", "resolveSibling", "of", "get");
    private static final Set<String> SAME_PATH =
            Set.of("toFile", "toPath", "toString", "getPath", "getAbsolutePath", "getAbsoluteFile", "toAbsolutePath",
            "normalize");

    private PathNames() {}

    static boolean differ(Expression a, Expression b) {
        Optional<String> left = last(a);
        Optional<String> right = last(b);
        return left.isPresent() && right.isPresent() && !left.get().equalsIgnoreCase(right.get());
    }

    /** Returns the whole text of a constant path, from its literal parts, empty if any part is not constant. */
    static Optional<String> constant(Expression path) {
        Expression e = origin(path);
        if (e instanceof StringLiteralExpr literal) {
            return Optional.of(literal.asString());
        }
        List<Expression> parts = parts(e);
        StringBuilder text = new StringBuilder();
        for (Expression part : parts) {
            Optional<String> next = constant(part);
            if (next.isEmpty()) {
                return text.isEmpty() ? Optional.empty() : Optional.of(text.toString());
            }
            text.append(text.isEmpty() ? "" : "/").append(next.get());
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(text.toString());
    }

    private static Optional<String> last(Expression path) {
        Expression e = origin(path);
        if (e instanceof StringLiteralExpr literal) {
            String text = literal.asString();
            String name = text.substring(text.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
            return name.isEmpty() || name.equals(".") || name.equals("..") ? Optional.empty() : Optional.of(name);
        }
        if (e instanceof MethodCallExpr call && call.getNameAsString().equals("createTempFile")) {
            return Optional.of("\0temporary " + call.getBegin().map(Object::toString).orElse(""));
        }
        List<Expression> parts = parts(e);
        return parts.isEmpty() ? Optional.empty() : last(parts.get(parts.size() - 1));
    }

    private static List<Expression> parts(Expression e) {
        if (e instanceof ObjectCreationExpr creation && creation.getType().getNameAsString().equals("File")) {
            return creation.getArguments();
        }
        if (e instanceof MethodCallExpr call && MADE_OF_PARTS.contains(call.getNameAsString())) {
            return call.getArguments();
        }
        return List.of();
    }

    /** Follows a variable that is set once to its value. */
    private static Expression origin(Expression path) {
        Expression e = path.isEnclosedExpr() ? path.asEnclosedExpr().getInner() : path;
        for (int steps = 0; steps < 8; steps++) {
            if (e instanceof MethodCallExpr call && SAME_PATH.contains(call.getNameAsString())
                    && call.getArguments().isEmpty() && call.getScope().isPresent()) {
                e = call.getScope().get();
                continue;
            }
            Optional<Expression> value = Optional.of(e).filter(NameExpr.class::isInstance).flatMap(Declarations::of)
                    .flatMap(PathNames::onlyValue);
            if (value.isEmpty()) {
                return e;
            }
            e = value.get();
        }
        return e;
    }

    private static Optional<Expression> onlyValue(Node declaration) {
        if (!(declaration instanceof VariableDeclarator v) || v.getInitializer().isEmpty()) {
            return Optional.empty();
        }
        return Declarations.isSetOnce(v) ? v.getInitializer() : Optional.empty();
    }
}
