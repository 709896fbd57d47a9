package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds a getter that is taken for a creation: asked again, the socket, process or channel gives the same stream, and a
 * new buffer round it each time loses what the last one has read ahead or not written yet.
 *
 * <p>For an input that is so wherever it is not seen that the getter runs once for each connection: in the code that
 * opens it, in code that closes it, or to keep the stream in a field.
 */
record AskedAgain(Sources sources, Resolver resolver, MethodCallExpr getter) {
    private static final Set<String> OWNERS = Set.of("java.net.Socket", "javax.net.ssl.SSLSocket", "java.lang.Process",
            "java.nio.channels.Channels");
    private static final Set<String> SAME = Set.of("socket", "getChannel");
    private static final int MAX_DEPTH = 4;

    static boolean is(Sources sources, TracedStream stream, boolean output) {
        Resolver resolver = Resolver.of(sources);
        if (!(stream.creation() instanceof MethodCallExpr call)
                || resolver.ownerOf(call).filter(OWNERS::contains).isEmpty()) {
            return false;
        }
        AskedAgain getter = new AskedAgain(sources, resolver, call);
        Optional<Expression> source = resolver.ownerOf(call).filter("java.nio.channels.Channels"::equals).isPresent()
                ? call.getArguments().getFirst() : call.getScope();
        return source.filter(each -> getter.isAskedAgain(each) || !output && !getter.isOnce(call, each, 0))
                .isPresent();
    }

    private boolean isAskedAgain(Expression source) {
        Optional<Node> declared = resolver.declarationOf(source);
        if (declared.isEmpty()) {
            return false;
        }
        boolean field = Enclosing.isField(declared.get());
        boolean returned = Enclosing.parent(getter, ReturnStmt.class).isPresent();
        return isLooped(getter, declared.get()) && !field
                || field && !isKept(getter) && (returned || isCalledInLoop());
    }

    private static boolean isLooped(Node place, Node declared) {
        return Enclosing.around(place).takeWhile(up -> !Enclosing.isAround(up, declared))
                .anyMatch(NodeWithBody.class::isInstance);
    }

    private boolean isKept(Node place) {
        return Enclosing.around(place).anyMatch(up -> up instanceof VariableDeclarator && Enclosing.isField(up)
                || up instanceof AssignExpr to
                        && resolver.declarationOf(to.getTarget()).filter(Enclosing::isField).isPresent());
    }

    /** Returns whether the place, which gets the socket by the expression, runs once for each socket. */
    private boolean isOnce(Expression place, Expression source, int depth) {
        Optional<Node> origin = origin(source, 0);
        if (origin.isEmpty()) {
            return true;
        }
        Optional<Node> body = Enclosing.body(place);
        boolean field = Enclosing.isField(origin.get());
        boolean kept = isKept(place) || field && body.filter(each -> each instanceof MethodDeclaration
                || each instanceof LambdaExpr).isEmpty();
        if (field && body.filter(each -> isOpened(each, place, origin.get())).isPresent()) {
            return true;
        }
        boolean looped = isLooped(place, origin.get());
        if (looped || origin.get() instanceof VariableDeclarator && !field) {
            return !looped || kept && field;
        }
        boolean closed = body.filter(each -> closes(each, place, source)).isPresent();
        if (closed || kept && !(origin.get() instanceof Parameter)) {
            return true;
        }
        boolean open = kept || body.filter(ConstructorDeclaration.class::isInstance).isPresent();
        return origin.get() instanceof Parameter parameter && depth < MAX_DEPTH && isGivenOnce(parameter, open, depth);
    }

    /**
     * Returns whether all callers give a socket to the parameter once.
     *
     * @param open the answer where no caller is known
     */
    private boolean isGivenOnce(Parameter parameter, boolean open, int depth) {
        Node code = parameter.getParentNode().orElseThrow();
        List<Node> calls = resolver.method(code).flatMap(method -> Callers.of(sources).of(method)).orElse(List.of());
        if (calls.isEmpty() || !(code instanceof CallableDeclaration<?> declared)) {
            return open;
        }
        int position = Enclosing.indexOf(declared.getParameters(), parameter);
        Set<Node> given = Collections.newSetFromMap(new IdentityHashMap<>());
        return calls.stream().allMatch(call -> {
            List<Expression> arguments = Callers.arguments(call);
            return position < arguments.size() && call instanceof Expression place
                    ? isOnce(place, arguments.get(position), depth + 1)
                            && origin(arguments.get(position), 0).map(given::add).orElse(true)
                    : open;
        });
    }

    /** Returns the variable that has the socket, or the call that gives it; empty where it is opened just there. */
    private Optional<Node> origin(Expression source, int depth) {
        if (source instanceof MethodCallExpr call && depth < MAX_DEPTH) {
            if (resolver.method(call).filter(resolver::isPlatform).isPresent()) {
                return call.getScope().filter(it -> SAME.contains(call.getNameAsString()))
                        .flatMap(scope -> origin(scope, depth + 1));
            }
            Optional<MethodDeclaration> called = resolver.calledMethod(call).filter(it -> it.getBody().isPresent());
            return called.isEmpty() ? Optional.of(call) : called.get().findAll(ReturnStmt.class).stream()
                    .flatMap(each -> each.getExpression().stream())
                    .flatMap(each -> origin(each, depth + 1).stream()).filter(Enclosing::isField).findFirst();
        }
        Optional<Node> declared = resolver.declarationOf(source);
        Optional<Node> set = declared.filter(each -> each instanceof VariableDeclarator && !Enclosing.isField(each))
                .flatMap(each -> ((VariableDeclarator) each).getInitializer())
                .filter(each -> depth < MAX_DEPTH).flatMap(each -> origin(each, depth + 1));
        return set.or(() -> declared);
    }

    /** Returns whether the code sets the field itself, as often as it comes to the place. */
    private boolean isOpened(Node body, Expression place, Node field) {
        return body.findFirst(AssignExpr.class, to -> !to.getValue().isNullLiteralExpr() && !isLooped(place, to)
                && resolver.declarationOf(to.getTarget()).filter(it -> it == field).isPresent()).isPresent();
    }

    /** Returns whether the code closes the socket, or the stream, on its way out. */
    private boolean closes(Node body, Expression place, Expression source) {
        Set<Node> held = Collections.newSetFromMap(new IdentityHashMap<>());
        Stream.concat(resolver.declarationOf(source).stream(), origin(source, 0).stream()).forEach(held::add);
        Enclosing.around(place).takeWhile(up -> up != body).filter(VariableDeclarator.class::isInstance)
                .forEach(held::add);
        boolean resource = Enclosing.around(place).takeWhile(up -> up != body).filter(TryStmt.class::isInstance)
                .flatMap(each -> ((TryStmt) each).getResources().stream())
                .anyMatch(each -> Enclosing.isIn(place, each) || held.stream().anyMatch(it -> Enclosing.isIn(it, each))
                        || resolver.declarationOf(each).filter(held::contains).isPresent());
        return resource || body.findFirst(MethodCallExpr.class, call -> call.getNameAsString().equals("close")
                && call.getScope().flatMap(resolver::declarationOf).filter(held::contains).isPresent()
                && isOnTheWayOut(call, body)).isPresent();
    }

    private static boolean isOnTheWayOut(Node call, Node body) {
        boolean last = Enclosing.around(call).takeWhile(up -> up != body).anyMatch(up -> up instanceof TryStmt each
                && each.getFinallyBlock().filter(it -> Enclosing.isIn(call, it)).isPresent());
        return last || Enclosing.around(call).takeWhile(up -> up != body).noneMatch(up -> up instanceof IfStmt
                || up instanceof CatchClause || up instanceof NodeWithBody<?>);
    }

    /** Returns whether the method is called again and again on one object. */
    private boolean isCalledInLoop() {
        List<Node> calls = Enclosing.body(getter).filter(MethodDeclaration.class::isInstance).flatMap(resolver::method)
                .flatMap(method -> Callers.of(sources).of(method)).orElse(List.of());
        return calls.stream().filter(MethodCallExpr.class::isInstance).map(MethodCallExpr.class::cast)
                .anyMatch(call -> Enclosing.around(call).filter(NodeWithBody.class::isInstance)
                        .anyMatch(loop -> call.getScope().filter(NameExpr.class::isInstance)
                                .flatMap(resolver::declarationOf).filter(object -> Enclosing.isIn(object, loop))
                                .isEmpty() && call.getScope().filter(scope -> !scope.isNameExpr() && !scope.isThisExpr()
                                        && !scope.isFieldAccessExpr()).isEmpty()));
    }
}
