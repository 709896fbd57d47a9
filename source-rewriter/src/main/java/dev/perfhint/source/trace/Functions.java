package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import dev.perfhint.source.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.Activation.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the lambdas and method references that a variable of a functional interface can hold.
 *
 * <p>Follows names, assignments in the variable's file and arguments; not objects that implement the interface.
 */
final class Functions {
    private static final int MAX_DEPTH = 8;

    /** A lambda or method reference and where it is evaluated. */
    record Function(Expression expression, Activation place) {}

    private final Sources sources;

    Functions(Sources sources) {
        this.sources = sources;
    }

    List<Function> of(Expression value, Activation place) {
        return of(value, place, 0);
    }

    private List<Function> of(Expression value, Activation place, int depth) {
        if (value instanceof LambdaExpr || value instanceof MethodReferenceExpr) {
            return List.of(new Function(value, place));
        }
        if (depth > MAX_DEPTH || !(value instanceof NameExpr name)) {
            return List.of();
        }
        Optional<Node> variable = Resolver.of(sources).declarationOf(name);
        if (variable.isPresent() && variable.get() instanceof VariableDeclarator declared) {
            return ofDeclared(declared, place, depth);
        }
        return variable.isPresent() && variable.get() instanceof Parameter parameter
                ? ofParameter(parameter, place, depth)
                : List.of();
    }

    private List<Function> ofDeclared(VariableDeclarator variable, Activation place, int depth) {
        List<Function> found = new ArrayList<>();
        variable.getInitializer().ifPresent(value -> found.addAll(of(value, place, depth + 1)));
        ValueIndex.of(sources).assignments(variable)
                .forEach(assign -> found.addAll(of(assign.getValue(), place, depth + 1)));
        return found;
    }

    private List<Function> ofParameter(Parameter parameter, Activation place, int depth) {
        List<Function> found = new ArrayList<>();
        boolean own = parameter.getParentNode().filter(parent -> parent == place.body()).isPresent();
        if (own && place.body() instanceof CallableDeclaration<?> callable) {
            int index = callable.getParameters().indexOf(parameter);
            for (Entry entry : place.entries().get()) {
                if (entry.exact() && index < entry.arguments().size()) {
                    found.addAll(of(entry.arguments().get(index), entry.caller(), depth + 1));
                }
            }
        }
        return found;
    }
}
