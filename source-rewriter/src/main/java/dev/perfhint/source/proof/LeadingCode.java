package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the code in view that leads to a place. */
final class LeadingCode {
    private final Resolver resolver;
    private final ViewNames names;

    LeadingCode(TypestateRun run, ViewNames names) {
        this.resolver = run.resolver;
        this.names = names;
    }

    /** Returns the code in view that leads to one of the places, lambdas and references among it. */
    Set<Node> to(Collection<Expression> places) {
        Set<Node> leading = TypestateRun.identitySet();
        Deque<Node> next = new ArrayDeque<>();
        places.forEach(place -> next.add(EnclosingCode.home(place)));
        while (!next.isEmpty()) {
            Node each = next.pop();
            if (leading.add(each)) {
                callers(each).forEach(next::add);
                if (each instanceof MethodDeclaration method) {
                    names.calls(method.getNameAsString()).filter(Expression::isMethodReferenceExpr)
                            .filter(call -> resolver.method(call).equals(resolver.method(method)))
                            .forEach(leading::add);
                }
            }
        }
        return leading;
    }

    /** Returns the code in view round the calls of a method; the code round a lambda. */
    private Stream<Node> callers(Node code) {
        if (code instanceof FieldDeclaration) {
            return Stream.empty();
        }
        return code instanceof CallableDeclaration<?> callable && resolver.method(code).isPresent()
                ? names.calls(resolver, callable).map(EnclosingCode::home) : Stream.of(EnclosingCode.home(code));
    }
}
