package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkMethods;
import dev.perfhint.source.resolve.MethodKey;
import dev.perfhint.source.resolve.Resolver;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;

/** Checks that a socket is used through one stream only and is not handed on. */
final class Sockets {
    private static final Set<String> OPENING =
            Set.of("java.net.ServerSocket.accept", "javax.net.SocketFactory.createSocket");
    private static final String SOCKET = "java.net.Socket";

    private final Resolver resolver;
    private final StreamPolicy policy;
    private final Doubts doubts;

    private Sockets(Resolver resolver, StreamPolicy policy, Doubts doubts) {
        this.resolver = resolver;
        this.policy = policy;
        this.doubts = doubts;
    }

    /** Returns whether the socket is opened or accepted where its stream is taken, so that nobody else has it. */
    static boolean isOwn(Resolver resolver, Expression creation) {
        return socket(creation).flatMap(resolver::variable).filter(v -> v.getKind() != ElementKind.FIELD)
                .flatMap(v -> Assignments.onlyValue(resolver, v))
                .filter(value -> opens(resolver, value)).isPresent();
    }

    private static boolean opens(Resolver resolver, Expression e) {
        return e.isObjectCreationExpr() && resolver.className(e).filter(SOCKET::equals).isPresent()
                || e.isMethodCallExpr() && resolver.method(e).map(resolver::key)
                        .map(key -> key.owner() + "." + key.name()).filter(OPENING::contains).isPresent();
    }

    private static Optional<Expression> socket(Expression creation) {
        return creation instanceof MethodCallExpr call ? call.getScope() : Optional.empty();
    }

    static void check(Resolver resolver, Expression creation, StreamPolicy policy, Doubts doubts) {
        new Sockets(resolver, policy, doubts).check(creation);
    }

    private void check(Expression creation) {
        GuardKind guard = policy.isOutput() ? GuardKind.NO_ALIAS : GuardKind.SOLE_READER;
        Optional<Expression> socket = socket(creation);
        Optional<VariableElement> variable = socket.flatMap(resolver::variable);
        if (variable.isEmpty()) {
            doubts.add(guard, creation, "the socket is not a variable: who else uses it cannot be seen");
            return;
        }
        String getter = resolver.method(creation).map(resolver::key).map(MethodKey::name).orElse("");
        if (resolver.className(socket.get()).filter(SOCKET::equals).isEmpty() || !getter.startsWith("get")) {
            doubts.add(guard, creation, "the socket is not a plain java.net.Socket");
        }
        if (variable.get().getKind() == ElementKind.FIELD) {
            doubts.add(guard, creation, "the socket is a field, which other methods use");
        }
        for (Expression use : resolver.uses(variable.get())) {
            inspect(use, creation, getter, guard);
        }
    }

    private void inspect(Expression use, Expression creation, String getter, GuardKind guard) {
        Node parent = use.getParentNode().orElse(null);
        if (use.findAncestor(LambdaExpr.class).filter(lambda -> !Enclosing.isAround(lambda, creation)).isPresent()) {
            doubts.add(guard, use, "a lambda uses the socket as well");
        }
        if (parent instanceof MethodCallExpr call && call.getScope().filter(s -> s == use).isPresent()) {
            Optional<MethodKey> key = resolver.method(call).map(resolver::key);
            boolean known = key.filter(k -> JdkMethods.of(SOCKET, k.name(), k.descriptor()).isPresent()).isPresent();
            if (call.getNameAsString().equals(getter) && call != creation) {
                doubts.add(guard, call, "the socket's stream is taken a second time");
            } else if (!known && call != creation) {
                doubts.add(guard, call, call.getNameAsString() + "() is called on the socket");
            }
            return;
        }
        boolean target = parent instanceof AssignExpr assign && assign.getTarget() == use;
        boolean compared = parent instanceof BinaryExpr b
                && (b.getLeft().isNullLiteralExpr() || b.getRight().isNullLiteralExpr());
        if (parent instanceof VariableDeclarator || parent instanceof AssignExpr && !target) {
            doubts.add(guard, use, "the socket gets a second owner");
        } else if (!target && !compared && !(parent instanceof TryStmt)) {
            doubts.add(guard, use, "the socket is handed on: the buffer may hold bytes that belong to the next user");
        }
    }
}
