package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithType;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Proves that two paths name different files, from the constant last component of each; links are not followed. */
final class PathNames {
    private static final Set<String> FACTORIES = Set.of("of", "get");
    private static final Set<String> OF_PATH = Set.of("toPath", "getParent", "toAbsolutePath", "normalize", "getRoot",
            "createTempDirectory", "createDirectories", "createDirectory");
    private static final Pattern PATHS = Pattern.compile("(java\\.nio\\.file\\.)?Paths?");
    private static final Set<String> SAME_PATH =
            Set.of("toFile", "toPath", "toString", "getPath", "getAbsolutePath", "getAbsoluteFile", "toAbsolutePath",
            "normalize");

    private PathNames() {}

    static boolean differ(Expression a, Expression b) {
        Optional<String> left = last(a);
        Optional<String> right = last(b);
        return left.isPresent() && right.isPresent() && !left.get().equalsIgnoreCase(right.get());
    }

    private static Optional<String> last(Expression path) {
        Expression e = origin(path);
        if (e instanceof StringLiteralExpr literal) {
            String text = Normalizer.normalize(literal.asString(), Normalizer.Form.NFC).replace('\\', '/');
            String name = text.substring(text.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT).replaceAll("[. ]+$", "");
            return name.isEmpty() || name.contains(":") ? Optional.empty() : Optional.of(name);
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
        if (e instanceof MethodCallExpr call && makesPath(call)) {
            return call.getArguments();
        }
        return List.of();
    }

    /** True for a path made of names; {@code get} and {@code of} may be anything else's as well. */
    private static boolean makesPath(MethodCallExpr call) {
        Optional<Expression> scope = call.getScope();
        return scope.isPresent() && (FACTORIES.contains(call.getNameAsString())
                ? PATHS.matcher(scope.get().toString()).matches()
                : call.getNameAsString().startsWith("resolve") && isPath(scope.get()));
    }

    private static boolean isPath(Expression e) {
        if (e instanceof MethodCallExpr call) {
            return OF_PATH.contains(call.getNameAsString()) || makesPath(call);
        }
        return Declarations.of(e).filter(d -> d instanceof NodeWithType<?, ?> v && (v.getTypeAsString().equals("Path")
                || d instanceof VariableDeclarator x && x.getType().isVarType()
                        && x.getInitializer().filter(PathNames::isPath).isPresent())).isPresent();
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
        if (!(declaration instanceof VariableDeclarator v) || v.getInitializer().isEmpty()
                || v.getParentNode().orElse(null) instanceof FieldDeclaration f && !f.isFinal() && !f.isPrivate()) {
            return Optional.empty();
        }
        return Declarations.isSetOnce(v) ? v.getInitializer() : Optional.empty();
    }
}
