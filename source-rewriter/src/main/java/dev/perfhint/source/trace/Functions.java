package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.Activation.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the lambdas and method references that a variable of a functional interface can hold.
 *
 * <p>Follows names, fields, assignments in the variable's file and arguments; not objects that implement the interface.
 */
final class Functions {
    private static final int MAX_DEPTH = 8;

    /** A lambda or method reference and where it is evaluated. */
    record Function(Expression expression, Activation place) {}

    private final Sources sources;
    private final CallStack stack;

    Functions(Sources sources, CallStack stack) {
        this.sources = sources;
        this.stack = stack;
    }

    /** Returns the class that a constructor reference makes objects of. */
    static Optional<String> constructed(Resolver resolver, MethodReferenceExpr reference) {
        return reference.getIdentifier().equals("new") ? resolver.ownerOf(reference) : Optional.empty();
    }

    List<Function> of(Expression value, Activation place) {
        return of(value, place, 0);
    }

    private List<Function> of(Expression value, Activation place, int depth) {
        if (value instanceof LambdaExpr || value instanceof MethodReferenceExpr) {
            return List.of(new Function(value, place));
        }
        boolean named = value instanceof NameExpr
                || value instanceof FieldAccessExpr field && field.getScope().isThisExpr();
        if (depth > MAX_DEPTH || !named) {
            return List.of();
        }
        Optional<Node> variable = Resolver.of(sources).declarationOf(value);
        if (variable.isPresent() && variable.get() instanceof VariableDeclarator declared) {
            return ofDeclared(declared, place, depth);
        }
        return variable.isPresent() && variable.get() instanceof Parameter parameter
                ? ofParameter(parameter, place, depth) : List.of();
    }

    private List<Function> ofDeclared(VariableDeclarator variable, Activation place, int depth) {
        List<Function> found = new ArrayList<>();
        variable.getInitializer().ifPresent(value -> found.addAll(of(value, place, depth + 1)));
        ValueIndex.of(sources).assignments(variable).forEach(assign -> Enclosing.body(assign)
                .ifPresent(body -> found.addAll(of(assign.getValue(), stack.activation(body, place), depth + 1))));
        return found;
    }

    private List<Function> ofParameter(Parameter parameter, Activation place, int depth) {
        List<Function> found = new ArrayList<>();
        Node body = parameter.getParentNode().orElseThrow();
        if (body instanceof CallableDeclaration<?> callable) {
            int index = callable.getParameters().indexOf(parameter);
            for (Entry entry : stack.activation(body, place).entries().get()) {
                if (entry.exact() && index < entry.arguments().size()) {
                    found.addAll(of(entry.arguments().get(index), entry.caller(), depth + 1));
                }
            }
        }
        return found;
    }
}
