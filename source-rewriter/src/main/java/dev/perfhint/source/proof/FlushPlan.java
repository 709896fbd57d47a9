package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Places the flushes that a buffered socket stream needs: before anything that may wait, and at the end. */
final class FlushPlan {
    private final StreamGroup group;
    private final Doubts doubts;
    private final boolean ownsConnection;
    private final Map<String, FlushPoint> points = new LinkedHashMap<>();

    FlushPlan(StreamGroup group, Doubts doubts, boolean ownsConnection) {
        this.ownsConnection = ownsConnection;
        this.group = group;
        this.doubts = doubts;
    }

    /** True if the socket is opened or accepted where its stream is taken. */
    boolean ownsConnection() {
        return ownsConnection;
    }

    List<FlushPoint> points() {
        return points.values().stream()
                .sorted(Comparator.comparing((FlushPoint p) -> p.anchor().getBegin().orElseThrow())
                        .thenComparing(p -> !p.before()))
                .toList();
    }

    /** Puts a flush before the statement of a call that may wait, or of the innermost caller that names the stream. */
    int before(Node place, Collection<Node> callers, String what, int in) {
        List<Node> places = new ArrayList<>(List.of(place));
        places.addAll(callers);
        for (Node e : places) {
            if (put(e)) {
                return in & ~Flow.DIRTY | Flow.CLEAN;
            }
        }
        doubts.add(OwnGuard.SERVED, place, what + " may wait for the peer, and no place for a flush was found before it");
        return in;
    }

    /** Puts a flush before a return or after the last statement of a body. */
    boolean atEnd(BlockStmt body) {
        if (body.getStatements().isEmpty()) {
            return false;
        }
        Statement last = body.getStatements().get(body.getStatements().size() - 1);
        Optional<String> name = nameAt(last);
        name.ifPresent(n -> add(last, false, n));
        return name.isPresent();
    }

    private boolean put(Node e) {
        Optional<Statement> statement = Declarations.ancestor(e, Statement.class);
        if (statement.isEmpty()) {
            return false;
        }
        Statement s = statement.get();
        if (s instanceof WhileStmt loop && loop.getBody() instanceof BlockStmt body && within(e, loop.getCondition())) {
            return loop.getParentNode().filter(BlockStmt.class::isInstance).isPresent() && beforeLoop(loop, body);
        }
        boolean plain = (s.isExpressionStmt() || s.isReturnStmt() || s.isIfStmt())
                && s.getParentNode().filter(BlockStmt.class::isInstance).isPresent();
        boolean writesToo = s.findFirst(Expression.class, x -> group.wrapperOf(x).isPresent()).isPresent();
        if (!plain || s instanceof ForStmt || s instanceof DoStmt || writesToo) {
            return false;
        }
        Optional<String> name = nameAt(s);
        name.ifPresent(n -> add(s, true, n));
        return name.isPresent();
    }

    private boolean beforeLoop(WhileStmt loop, BlockStmt body) {
        Optional<String> name = nameAt(loop);
        if (name.isEmpty() || !body.findAll(ContinueStmt.class).isEmpty() || body.getStatements().isEmpty()) {
            return false;
        }
        boolean fromBody = body.findFirst(Expression.class, x -> group.wrapperOf(x).isPresent()).isPresent();
        if (fromBody) {
            add(body.getStatements().get(body.getStatements().size() - 1), false, name.get());
        }
        add(loop, true, name.get());
        return true;
    }

    private static boolean within(Node e, Node part) {
        Node at = e;
        while (at != part && at.getParentNode().isPresent()) {
            at = at.getParentNode().get();
        }
        return at == part;
    }

    private void add(Statement anchor, boolean before, String name) {
        points.putIfAbsent(System.identityHashCode(anchor) + "/"
                + before, new FlushPoint(anchor, before, name + ".flush();"));
    }

    /** Returns a variable of the group that is in scope and set before the statement, the outermost wrapper first. */
    private Optional<String> nameAt(Statement s) {
        return group.locals().stream()
                .filter(v -> inScope(v, s))
                .max(Comparator.comparing(v -> v.getBegin().orElseThrow()))
                .map(VariableDeclarator::getNameAsString);
    }

    private static boolean inScope(VariableDeclarator v, Statement s) {
        NameExpr probe = new NameExpr(v.getNameAsString());
        probe.setParentNode(s);
        boolean found = Declarations.of(probe).filter(d -> d == v).isPresent();
        probe.setParentNode(null);
        return found && v.getBegin().orElseThrow().isBefore(s.getBegin().orElseThrow());
    }
}
