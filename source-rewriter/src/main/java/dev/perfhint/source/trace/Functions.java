package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.TypeExpr;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import dev.perfhint.source.Names;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.Types;
import dev.perfhint.source.trace.Place.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the lambdas and method references that a variable of a functional interface can hold.
 *
 * <p>Follows names, assignments in the variable's file and arguments; not objects that implement the interface.
 */
final class Functions {
    private static final int DEEPEST = 8;

    /** A lambda or method reference and where it is evaluated. */
    record Function(Expression expression, Place place) {}

    private final Sources sources;

    Functions(Sources sources) {
        this.sources = sources;
    }

    List<Function> of(Expression value, Place place) {
        return of(value, place, 0);
    }

    /** Returns the expressions whose value the lambda gives back. */
    static List<Expression> results(LambdaExpr lambda) {
        if (lambda.getBody() instanceof ExpressionStmt body) {
            return List.of(body.getExpression());
        }
        return lambda.getBody().findAll(ReturnStmt.class).stream()
                .filter(statement -> Names.enclosingBody(statement).filter(body -> body == lambda).isPresent())
                .flatMap(statement -> statement.getExpression().stream())
                .toList();
    }

    /** Returns the methods of the user's sources that the reference can mean; none for a constructor. */
    static List<MethodDeclaration> methods(Sources sources, MethodReferenceExpr reference, int arity) {
        Optional<String> owner = reference.getScope() instanceof TypeExpr type
                ? type.getType().toClassOrInterfaceType().flatMap(named -> Types.qualified(sources, named))
                : Types.ofScope(sources, reference.getScope());
        return owner.map(name -> Types.methods(sources, name, reference.getIdentifier(), arity)).orElse(List.of());
    }

    private List<Function> of(Expression value, Place place, int depth) {
        if (value instanceof LambdaExpr || value instanceof MethodReferenceExpr) {
            return List.of(new Function(value, place));
        }
        if (depth > DEEPEST || !(value instanceof NameExpr name)) {
            return List.of();
        }
        Optional<Node> variable = Names.variable(sources, name, name.getNameAsString());
        if (variable.isPresent() && variable.get() instanceof VariableDeclarator declared) {
            return ofDeclared(declared, place, depth);
        }
        return variable.isPresent() && variable.get() instanceof Parameter parameter
                ? ofParameter(parameter, place, depth)
                : List.of();
    }

    private List<Function> ofDeclared(VariableDeclarator variable, Place place, int depth) {
        List<Function> found = new ArrayList<>();
        variable.getInitializer().ifPresent(value -> found.addAll(of(value, place, depth + 1)));
        String name = variable.getNameAsString();
        SourceFile.of(variable).unit().findAll(AssignExpr.class).stream()
                .filter(assign -> assign.getTarget() instanceof NameExpr target
                        && target.getNameAsString().equals(name)
                        && Names.variable(sources, target, name).filter(each -> each == variable).isPresent())
                .forEach(assign -> found.addAll(of(assign.getValue(), place, depth + 1)));
        return found;
    }

    private List<Function> ofParameter(Parameter parameter, Place place, int depth) {
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
