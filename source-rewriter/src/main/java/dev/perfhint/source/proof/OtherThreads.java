package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
 * {@code main}, to what the run went through, or to code that is given away. What nobody calls does not run.
 */
final class OtherThreads {
    private static final int MAX_CALLERS = 200;
    private static final int MAX_LEADING = 40;

    private final TypestateRun run;
    private final Resolver resolver;
    private final StartedCode started;
    private final Set<Node> before;
    private final Set<Node> givenAway;
    private final Set<Node> leading = TypestateRun.identitySet();
    private final Map<Node, Boolean> known = new IdentityHashMap<>();

    /** What runs by the given code runs in the thread that writes, before or after, but by what is given away. */
    OtherThreads(TypestateRun run, StartedCode started, Set<Node> before, Set<Node> givenAway) {
        this.run = run;
        this.resolver = run.resolver;
        this.started = started;
        this.before = before;
        this.givenAway = givenAway;
    }

    /** Returns whether the code that the node stands in may be run by a thread. */
    boolean mayRun(Node node) {
        return node instanceof MethodReferenceExpr
                || known.computeIfAbsent(EnclosingCode.home(node), this::isReached);
    }

    private boolean isReached(Node code) {
        return isReached(code, before) && (before.isEmpty() || isReached(code, leading()));
    }

    /** Returns what leads to the stream in all sources, but by no code that is given away; not where that is much. */
    private Set<Node> leading() {
        if (leading.isEmpty()) {
            Deque<Node> next = new ArrayDeque<>(run.creations.stream().map(EnclosingCode::home).toList());
            while (!next.isEmpty() && leading.size() <= MAX_LEADING) {
                if (next.pop() instanceof CallableDeclaration<?> callable && !givenAway.contains(callable)
                        && leading.add(callable)) {
                    callers(callable).ifPresent(calls -> calls.forEach(call -> next.add(EnclosingCode.home(call))));
                }
            }
        }
        return leading.size() > MAX_LEADING ? Set.of() : leading;
    }

    private boolean isReached(Node code, Set<Node> before) {
        Set<Node> seen = TypestateRun.identitySet();
        Deque<Node> next = new ArrayDeque<>(List.of(code));
        while (!next.isEmpty()) {
            Node each = next.pop();
            Node body = each instanceof LambdaExpr lambda ? lambda.getBody() : each;
            if (run.wentThrough(body) || before.contains(each) && !givenAway.contains(each) || !seen.add(each)) {
                continue;
            }
            if (seen.size() > MAX_CALLERS) {
                return true;
            }
            if (each instanceof LambdaExpr) {
                return true;
            }
            if (each instanceof CallableDeclaration<?> callable && !Callers.isEntry(resolver, each)) {
                Optional<List<Node>> calls = callers(callable);
                if (calls.isEmpty()) {
                    return true;
                }
                calls.get().forEach(call -> next.add(EnclosingCode.home(call)));
            }
        }
        return false;
    }

    /** Returns the calls of the code; empty if others run it, or may in a way that is not seen. */
    private Optional<List<Node>> callers(CallableDeclaration<?> code) {
        Optional<ExecutableElement> method = resolver.method(code);
        if (method.isEmpty()) {
            return Optional.empty();
        }
        List<Node> all = new ArrayList<>();
        List<ExecutableElement> meant = code instanceof MethodDeclaration declared
                ? started.meant(declared) : List.of(method.get());
        if (!meant.stream().allMatch(each -> resolver.hasSource(each.getEnclosingElement()))) {
            return Optional.empty();
        }
        for (ExecutableElement each : meant) {
            Optional<List<Node>> calls =
                    Mentions.of(run.sources).calls((TypeElement) each.getEnclosingElement(), each);
            if (calls.isEmpty() || calls.get().stream().anyMatch(MethodReferenceExpr.class::isInstance)) {
                return Optional.empty();
            }
            all.addAll(calls.get());
        }
        boolean asked = all.isEmpty() && (meant.size() > 1 || isMarked(method.get())
                // what nothing calls may be called by its name
                || Mentions.of(run.sources).isText(code.getNameAsString()));
        return asked ? Optional.empty() : Optional.of(all);
    }

    private boolean isMarked(ExecutableElement method) {
        return method.getAnnotationMirrors().stream()
                .anyMatch(mark -> !resolver.isPlatform(mark.getAnnotationType().asElement()));
    }
}
