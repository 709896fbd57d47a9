package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks that a socket is used through one stream only and is not handed on. */
final class Sockets {
    private static final Set<String> HARMLESS = Set.of(
            "getInputStream", "getOutputStream", "close", "isClosed", "isConnected", "setSoTimeout", "getSoTimeout",
                    "setTcpNoDelay",
            "setKeepAlive", "getPort", "getLocalPort", "getInetAddress", "getRemoteSocketAddress", "getLocalAddress",
            "setReceiveBufferSize", "setSendBufferSize", "connect", "shutdownInput", "shutdownOutput", "toString");

    private Sockets() {}

    /** True if the socket is opened or accepted where its stream is taken, so that nobody else has it. */
    static boolean isOwn(Expression creation) {
        return creation instanceof MethodCallExpr c && c.getScope().flatMap(Declarations::of)
                .filter(d -> d instanceof VariableDeclarator v && !Declarations.isField(v) && Declarations.isSetOnce(v)
                        && v.getInitializer().filter(Sockets::opens).isPresent())
                .isPresent();
    }

    private static boolean opens(Expression e) {
        return e.isObjectCreationExpr() || e instanceof MethodCallExpr c
                && Set.of("accept", "createSocket").contains(c.getNameAsString());
    }

    static void check(Expression creation, StaticTypes types, Doubts doubts, boolean output) {
        OwnGuard guard = output ? OwnGuard.SAME_OBJECT : OwnGuard.SOLE_READER;
        Optional<Expression> socket = Optional.of(creation).filter(MethodCallExpr.class::isInstance)
                .flatMap(c -> ((MethodCallExpr) c).getScope());
        Optional<Node> declaration = socket.flatMap(Declarations::of);
        if (declaration.isEmpty()) {
            doubts.add(guard, creation, "the socket is not a variable: who else uses it cannot be seen");
            return;
        }
        boolean plain = types.of(socket.get()).jdk().filter(c -> c == java.net.Socket.class).isPresent();
        if (!plain) {
            doubts.add(guard, creation, "the socket is not a plain java.net.Socket");
        }
        if (Declarations.isField(declaration.get())) {
            doubts.add(guard, creation, "the socket is a field, which other methods use");
        }
        String getter = ((MethodCallExpr) creation).getNameAsString();
        for (Expression use : Declarations.uses(declaration.get())) {
            inspect(use, creation, getter, guard, doubts);
        }
    }

    private static void inspect(Expression use, Expression creation, String getter, OwnGuard guard, Doubts doubts) {
        Node parent = use.getParentNode().orElse(null);
        if (parent instanceof MethodCallExpr call && call.getScope().filter(s -> s == use).isPresent()) {
            String method = call.getNameAsString();
            if (method.equals(getter) && call != creation) {
                doubts.add(guard, call, "the socket's stream is taken a second time");
            } else if (!HARMLESS.contains(method)) {
                doubts.add(guard, call, method + "() is called on the socket");
            }
        } else if (parent instanceof MethodCallExpr || parent instanceof ObjectCreationExpr) {
            doubts.add(guard, use, "the socket is handed on: the buffer may hold bytes that belong to the next user");
        } else if (List.of("AssignExpr", "ReturnStmt", "VariableDeclarator")
                .contains(parent == null ? "" : parent.getClass().getSimpleName())) {
            boolean target = parent instanceof AssignExpr a && a.getTarget() == use;
            if (!target) {
                doubts.add(guard, use, "the socket gets a second owner");
            }
        }
    }
}
