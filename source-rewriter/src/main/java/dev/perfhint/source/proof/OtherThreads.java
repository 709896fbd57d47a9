package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Says whether a thread may come to run code, by who calls it: the callers are followed in all sources up to
 * {@code main}, to what the run went through, or to code that is given away.
 */
final class OtherThreads {
    private static final int MAX_CALLERS = 200;

    private final TypestateRun run;
    private final Resolver resolver;
    private final StartedCode started;
    private final Map<Node, Boolean> known = new IdentityHashMap<>();

    OtherThreads(TypestateRun run, StartedCode started) {
        this.run = run;
        this.resolver = run.resolver;
        this.started = started;
    }

    /** Returns whether the code that the node stands in may be run by a thread. */
    boolean mayRun(Node node) {
        return known.computeIfAbsent(EnclosingCode.home(node), this::isReached);
    }

    private boolean isReached(Node code) {
        Set<Node> seen = TypestateRun.identitySet();
        Deque<Node> next = new ArrayDeque<>(List.of(code));
        while (!next.isEmpty()) {
            Node each = next.pop();
            Node body = each instanceof LambdaExpr lambda ? lambda.getBody() : each;
            if (run.executed.contains(body) || !seen.add(each)) {
                continue;
            }
            if (seen.size() > MAX_CALLERS) {
                return true;
            }
            if (each instanceof LambdaExpr lambda && isRunAtOnce(lambda)) {
                next.add(EnclosingCode.home(each));
            } else if (each instanceof LambdaExpr) {
                return true;
            } else if (each instanceof CallableDeclaration<?> callable && !Callers.isEntry(resolver, each)) {
                Optional<List<Expression>> calls = callers(callable);
                if (calls.isEmpty()) {
                    return true;
                }
                calls.get().forEach(call -> next.add(EnclosingCode.home(call)));
            }
        }
        return false;
    }

    /** Returns whether the lambda is given to a method of the JDK that starts no thread and keeps nothing. */
    private boolean isRunAtOnce(LambdaExpr lambda) {
        return lambda.getParentNode().filter(MethodCallExpr.class::isInstance).flatMap(resolver::method)
                .filter(resolver::isPlatform).flatMap(run.jdk::effect)
                .filter(effect -> effect == JdkEffect.OWN || effect == JdkEffect.QUIET).isPresent();
    }

    /**
     * Returns the calls of the code; empty if others run it: by what it overrides, by a reference, or in a way that is
     * not seen. What is public and not called in the sources is there for others, who are not known.
     */
    private Optional<List<Expression>> callers(CallableDeclaration<?> code) {
        Optional<ExecutableElement> method = resolver.method(code);
        if (method.isEmpty() || code instanceof MethodDeclaration it && started.overrides(it)) {
            return Optional.empty();
        }
        return Mentions.of(run.sources).calls((TypeElement) method.get().getEnclosingElement(), method.get())
                .filter(calls -> !calls.isEmpty() || code.isPublic())
                .filter(calls -> calls.stream().noneMatch(Expression::isMethodReferenceExpr));
    }
}
