package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.WhileStmt;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.GuardKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.VariableElement;

/**
 * The flushes that a buffered socket stream needs before anything that may wait, and at the end.
 *
 * <p>One run finds their places; the next runs with them as part of the program, and proves that none of them meets a
 * variable that is null, closed, or leads through a wrapper whose flush changes bytes.
 */
final class FlushPlan {
    private static final Set<String> PASSES_FLUSH_ON =
            Set.of("java.io.BufferedOutputStream", "java.io.DataOutputStream",
            "java.io.FilterOutputStream", "java.util.zip.CheckedOutputStream", "java.security.DigestOutputStream");

    private final Map<String, FlushPoint> points = new LinkedHashMap<>();
    private final Map<Node, VariableElement> before = new IdentityHashMap<>();
    private final Map<Node, VariableElement> after = new IdentityHashMap<>();
    /** Places where no flush can stand, with the number of variables that led to the stream when it was tried. */
    private final Map<Node, Integer> refused = new IdentityHashMap<>();
    private boolean fixed;

    /** Ends the search: from now on the flushes are part of the program. */
    void fix() {
        fixed = true;
    }

    boolean isFixed() {
        return fixed;
    }

    /** Returns whether a flush stands before or after the statement, so that it is met whenever that is run. */
    boolean standsAt(Statement s) {
        return before.containsKey(s) || after.containsKey(s);
    }

    List<FlushPoint> points() {
        return points.values().stream()
                .sorted(Comparator.comparing((FlushPoint p) -> p.anchor().getBegin().orElseThrow())
                        .thenComparing(p -> !p.before()))
                .toList();
    }

    Set<State> before(TypestateRun run, Statement s, Set<State> in) {
        return fixed && before.containsKey(s) ? flushed(run, s, before.get(s), in) : in;
    }

    Set<State> after(TypestateRun run, Statement s, Set<State> out) {
        return fixed && after.containsKey(s) ? flushed(run, s, after.get(s), out) : out;
    }

    private static Set<State> flushed(TypestateRun run, Statement s, VariableElement variable, Set<State> in) {
        Set<State> out = new LinkedHashSet<>();
        for (State state : in) {
            Value value = state.get(variable);
            boolean works = value instanceof Value.Ref ref && state.phase().isOpen() && passesOn(state, ref.thing());
            if (!works) {
                run.doubt(GuardKind.FLUSH_BEFORE_WAIT, s, "an added " + variable.getSimpleName()
                        + ".flush() may meet a stream that is null or closed, or change bytes in a wrapper");
                out.add(state);
            } else {
                out.addAll(run.stream.flush(s, ((Value.Ref) value).thing(), state));
            }
        }
        return out;
    }

    private static boolean passesOn(State state, int id) {
        return StreamTransfer.chain(state, id).stream()
                .allMatch(each -> PASSES_FLUSH_ON.contains(state.thing(each).jdkClass()));
    }

    /** Puts a flush before the statement of a call that may wait, or of the innermost caller that names the stream. */
    Set<State> beforeWait(TypestateRun run, Node place, String what, Set<State> in) {
        if (in.stream().noneMatch(run::owesFlush)) {
            return in;
        }
        List<Node> places = new ArrayList<>(List.of(place));
        places.addAll(run.inlining.sites());
        boolean put = !fixed && places.stream().anyMatch(each -> mayPut(run, each));
        if (!put) {
            run.doubt(GuardKind.FLUSH_BEFORE_WAIT, place,
                    what + " may wait for the peer, and no place for a flush was found before it");
            return in;
        }
        Set<State> out = new LinkedHashSet<>();
        in.forEach(state -> out.add(run.owesFlush(state) ? state.in(Phase.CLEAN) : state));
        return out;
    }

    /** Puts a flush after the last statement of a body. */
    boolean atEnd(TypestateRun run, BlockStmt body) {
        if (fixed || body.getStatements().isEmpty()) {
            return false;
        }
        Statement last = body.getStatements().get(body.getStatements().size() - 1);
        Optional<VariableElement> variable = variableAt(run, last);
        variable.ifPresent(v -> add(last, false, v));
        return variable.isPresent();
    }

    private boolean mayPut(TypestateRun run, Node e) {
        int holders = run.holders.size();
        if (refused.getOrDefault(e, -1) == holders) {
            return false;
        }
        boolean put = put(run, e);
        if (!put) {
            refused.put(e, holders);
        }
        return put;
    }

    private boolean put(TypestateRun run, Node e) {
        Optional<Statement> statement = e instanceof Statement s ? Optional.of(s) : e.findAncestor(Statement.class);
        if (statement.isEmpty()) {
            return false;
        }
        Statement s = statement.get();
        if (before.containsKey(s)) {
            return true;
        }
        if (s instanceof WhileStmt loop && loop.getBody() instanceof BlockStmt body
                && (loop.getCondition() == e || Enclosing.isAround(loop.getCondition(), e))) {
            return loop.getParentNode().filter(BlockStmt.class::isInstance).isPresent() && beforeLoop(run, loop, body);
        }
        boolean plain = (s.isExpressionStmt() || s.isReturnStmt() || s.isIfStmt() || s == e && LongWork.isLoop(s))
                && s.getParentNode().filter(BlockStmt.class::isInstance).isPresent();
        if (!plain || namesHolder(run, s)) {
            return false;
        }
        Optional<VariableElement> variable = variableAt(run, s);
        variable.ifPresent(v -> add(s, true, v));
        return variable.isPresent();
    }

    private static boolean namesHolder(TypestateRun run, Node part) {
        return part.findFirst(Expression.class, e -> run.resolver.variable(e).filter(run.holders::contains).isPresent())
                .isPresent();
    }

    private boolean beforeLoop(TypestateRun run, WhileStmt loop, BlockStmt body) {
        Optional<VariableElement> variable = variableAt(run, loop);
        if (variable.isEmpty() || !body.findAll(ContinueStmt.class).isEmpty() || body.getStatements().isEmpty()) {
            return false;
        }
        if (namesHolder(run, body)) {
            add(body.getStatements().get(body.getStatements().size() - 1), false, variable.get());
        }
        add(loop, true, variable.get());
        return true;
    }

    private void add(Statement anchor, boolean ahead, VariableElement variable) {
        points.putIfAbsent(System.identityHashCode(anchor) + "/" + ahead,
                new FlushPoint(anchor, ahead, variable.getSimpleName() + ".flush();"));
        (ahead ? before : after).put(anchor, variable);
    }

    /**
     * Returns a local variable that leads to the stream and is in scope before the statement, the last declared first.
     */
    private static Optional<VariableElement> variableAt(TypestateRun run, Statement s) {
        return run.holders.stream()
                .filter(v -> run.resolver.declaration(v).filter(VariableDeclarator.class::isInstance)
                        .filter(node -> inScope(node, s)).isPresent())
                .max(Comparator.comparing(v -> run.resolver.declaration(v).orElseThrow().getBegin().orElseThrow()));
    }

    private static boolean inScope(Node declarator, Statement s) {
        Optional<Statement> holder = declarator.findAncestor(Statement.class);
        Optional<Node> block = holder.flatMap(Node::getParentNode);
        boolean resource = holder.filter(h -> h.isTryStmt()).isPresent();
        Node scope = resource ? holder.get().asTryStmt().getTryBlock() : block.orElse(null);
        return scope != null && Enclosing.isAround(scope, s) && home(declarator) == home(s)
                && declarator.getBegin().orElseThrow().isBefore(s.getBegin().orElseThrow());
    }

    private static Node home(Node node) {
        Node at = node;
        while (at != null && !(at instanceof CallableDeclaration) && !(at instanceof LambdaExpr)) {
            at = at.getParentNode().orElse(null);
        }
        return at;
    }
}
