package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.SwitchExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.SwitchStmt;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import com.github.javaparser.ast.stmt.YieldStmt;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;

/**
 * Runs code on its tree from the writes of a stream to its flushes, and notes what is met between: both branches of a
 * choice are taken, loops twice, methods of the sources that get the stream or are of the same file are entered.
 */
public final class HeldBytes {
    private static final int MAX_DEPTH = 5;
    private static final int MAX_CALLS = 400;
    /** What counts in methods of other files too. */
    private static final Set<Outward> FAR = EnumSet.of(Outward.WAITS, Outward.ENDS, Outward.WRITES);

    /**
     * What is met while a write is not flushed yet.
     *
     * @param place the call that does it, or that leads to code of another file which does
     * @param doer what does it, of whichever file
     */
    public record Met(Node place, Outward what, Node write, Node doer) {}

    /** Where a method ends, by a {@code return} or at its end, with a write that is not flushed; null if none is. */
    public record Exit(Node place, Node write) {}

    private final Resolver resolver;
    private final OutwardCalls calls;
    private final HeldStream stream;
    private final Map<Node, Outward> watched;
    private final Set<Node> flushed = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Met> met = new ArrayList<>();
    private final Deque<Node> entered = new ArrayDeque<>();
    private final Map<Node, Node> results = new IdentityHashMap<>();
    private List<Exit> exits = new ArrayList<>();
    private final Node opening;
    private final boolean everywhere, errors;
    /** The call that led to a method of another file that does not get the stream; else null. */
    private Node away;
    private Node held;
    private Node heldOnce;
    /** What was held where a call that is none of the stream's may have thrown a checked exception. */
    private Node interrupted;
    private boolean dead;
    private boolean written;
    private Node jumped;
    private boolean jumps;
    private int cleaning;
    private int entries;

    /**
     * @param watched further places to note, with what they do
     * @param flushed after which nodes a flush is added; a flush among them is one that is taken out
     * @param opening counts as a write; null for none
     * @param everywhere whether methods of other files are entered too, though they do not get the stream
     * @param errors whether a {@code catch} is entered with the bytes of a write in its {@code try}
     */
    public HeldBytes(Resolver resolver, Set<VariableElement> stream, Map<Node, Outward> watched, List<Node> flushed,
            Node opening, boolean everywhere, boolean errors) {
        this(new OutwardCalls(resolver), new HeldStream(resolver, stream, Optional.empty()), watched, flushed,
                opening, everywhere, errors);
    }

    HeldBytes(OutwardCalls calls, HeldStream stream, Map<Node, Outward> watched, List<Node> flushed,
            Node opening, boolean everywhere, boolean errors) {
        this.opening = opening;
        this.everywhere = everywhere;
        this.errors = errors;
        this.flushed.addAll(flushed);
        this.resolver = calls.resolver();
        this.calls = calls;
        this.stream = stream;
        this.watched = watched;
    }

    /** Runs a method, lambda or block; returns where it ends, with what is held then. */
    public List<Exit> run(Node code, Node heldBefore) {
        exits = new ArrayList<>();
        held = heldBefore;
        dead = false;
        cleaning = 0;
        entered.clear();
        entered.push(code);
        children(code);
        if (!dead) {
            exits.add(new Exit(code, held));
        }
        return flushed.contains(code) ? List.of() : exits;
    }

    /** Returns what was met so far, at each place one of a kind. */
    public List<Met> met() {
        Map<Node, Set<Outward>> places = new IdentityHashMap<>();
        return met.stream().filter(each -> places.computeIfAbsent(each.place, place -> EnumSet.noneOf(Outward.class))
                .add(each.what)).toList();
    }

    /** Returns whether a write to the stream was seen. */
    public boolean hasWritten() {
        return written;
    }

    private void step(Node node) {
        walk(node);
        boolean dropped = node instanceof MethodCallExpr call && call.getNameAsString().equals("flush");
        held = flushed.contains(node) && !dropped ? null : held;
    }

    private void walk(Node node) {
        if (dead || node instanceof TypeDeclaration || node instanceof CallableDeclaration) {
            return;
        }
        if (node instanceof IfStmt choice) {
            step(choice.getCondition());
            List<Node> then = List.of(choice.getThenStmt());
            List<Node> other = choice.getElseStmt().<List<Node>>map(List::of).orElse(List.of());
            boolean absent = stream.isNullTest(choice.getCondition(), BinaryExpr.Operator.EQUALS);
            branches(absent ? other : then, absent ? then : other, absent || stream.isOpenTest(choice)
                    || stream.isNullTest(choice.getCondition(), BinaryExpr.Operator.NOT_EQUALS));
        } else if (node instanceof ConditionalExpr choice) {
            step(choice.getCondition());
            branches(List.of(choice.getThenExpr()), List.of(choice.getElseExpr()), false);
        } else if (node instanceof SwitchStmt || node instanceof SwitchExpr) {
            entries(node);
        } else if (node instanceof NodeWithBody<?> loop) {
            loop(node, loop);
        } else if (node instanceof TryStmt tried) {
            attempt(tried);
        } else if (node instanceof ReturnStmt || node instanceof ThrowStmt) {
            children(node);
            interrupt(node instanceof ThrowStmt);
            if (node instanceof ReturnStmt) {
                exits.add(new Exit(node, cleaning > 0 ? null : held));
            }
            dead = true;
        } else if (node instanceof BreakStmt || node instanceof ContinueStmt || node instanceof YieldStmt) {
            children(node);
            jumped = jumped == null ? held : jumped;
            jumps = true;
            dead = true;
        } else if (node instanceof SynchronizedStmt lock) {
            step(lock.getExpression());
            meet(node, Outward.LOCKS);
            step(lock.getBody());
        } else if (node instanceof LambdaExpr lambda) {
            if (calls.runsAtOnce(lambda)) {
                branches(List.of(lambda.getBody()), List.of(), false);
            }
        } else {
            children(node);
            effect(node);
        }
    }

    private void children(Node node) {
        node.getChildNodes().stream().filter(each -> each.getBegin().isPresent())
                .sorted(Comparator.comparing(each -> each.getBegin().get())).forEach(this::step);
    }

    private void branches(List<? extends Node> one, List<? extends Node> other, boolean open) {
        Node before = open ? null : held;
        one.forEach(this::step);
        Node first = held;
        boolean ended = dead;
        held = before;
        dead = false;
        other.forEach(this::step);
        join(first, ended);
    }

    /** Adds the state of another way to here. */
    private void join(Node other, boolean ended) {
        held = dead ? other : ended || held != null ? held : other;
        dead &= ended;
    }

    private void entries(Node choice) {
        step(choice.getChildNodes().get(0));
        Node before = held;
        Node outer = jumped;
        boolean outerJumps = jumps;
        jumped = null;
        jumps = false;
        boolean always = choice instanceof SwitchExpr;
        dead = true;
        for (Node entry : choice.getChildNodes()) {
            if (entry instanceof SwitchEntry each) {
                always |= each.getLabels().isEmpty();
                if (each.getType() != SwitchEntry.Type.STATEMENT_GROUP && !dead) {
                    jumped = jumped == null ? held : jumped;
                    jumps = true;
                    dead = true;
                }
                join(before, false);
                each.getStatements().forEach(this::step);
            }
        }
        join(before, always);
        join(jumped, !jumps);
        jumped = outer;
        jumps = outerJumps;
    }

    private void loop(Node node, NodeWithBody<?> loop) {
        Node outer = jumped;
        boolean outerJumps = jumps;
        jumped = null;
        jumps = false;
        Optional<Expression> condition = node instanceof WhileStmt each ? Optional.of(each.getCondition())
                : node instanceof DoStmt each ? Optional.of(each.getCondition())
                : node instanceof ForStmt each ? each.getCompare() : Optional.empty();
        boolean endless = condition.filter(each -> !resolver.isConstant(each, true)).isEmpty()
                && (node instanceof WhileStmt || node instanceof DoStmt || node instanceof ForStmt);
        node.getChildNodes().stream().filter(each -> each != loop.getBody() && !(node instanceof DoStmt))
                .forEach(this::step);
        boolean steps = node instanceof ForStmt each && !each.getUpdate().isEmpty();
        if (!steps && (loop.getBody().isEmptyStmt()
                || loop.getBody().isBlockStmt() && loop.getBody().asBlockStmt().isEmpty())) {
            meet(node, node instanceof ForEachStmt ? Outward.READS : Outward.WAITS);
        }
        for (int round = 0; round < 2; round++) {
            Node before = held;
            step(loop.getBody());
            join(jumped, !jumps);
            node.getChildNodes().stream().filter(each -> each != loop.getBody() && round(node, each))
                    .forEach(this::step);
            join(before, !(node instanceof DoStmt) && !dead);
        }
        if (endless) {
            dead = !jumps;
            held = jumped;
        }
        jumped = outer;
        jumps = outerJumps;
    }

    private static boolean round(Node loop, Node part) {
        return !(loop instanceof ForStmt each) || !each.getInitialization().contains(part);
    }

    private void attempt(TryStmt tried) {
        boolean resource = stream.isResourceOf(tried);
        tried.getResources().forEach(this::step);
        boolean cleans = resource || tried.getFinallyBlock().filter(stream::isEmptiedIn).isPresent();
        Node before = held;
        Node outer = heldOnce;
        Node outerInterrupted = interrupted;
        heldOnce = null;
        interrupted = null;
        cleaning += cleans ? 1 : 0;
        step(tried.getTryBlock());
        held = resource ? null : held;
        Node after = held;
        boolean ended = dead;
        boolean empty = resource || stream.isEmptiedIn(tried.getTryBlock());
        for (CatchClause each : tried.getCatchClauses()) {
            // where the edit flushes each message, a write or flush that fails leaves no peer that waits
            Node thrown = flushed.isEmpty() || calls.catchesUnchecked(each) ? heldOnce : interrupted;
            held = empty ? null : before != null || !errors ? before : thrown;
            dead = false;
            step(each.getBody());
            join(after, ended);
            after = held;
            ended = dead;
        }
        cleaning -= cleans ? 1 : 0;
        dead = false;
        tried.getFinallyBlock().ifPresent(this::step);
        dead = ended;
        heldOnce = outer != null || cleans ? outer : heldOnce;
        interrupted = outerInterrupted != null || cleans ? outerInterrupted : interrupted;
    }

    private void effect(Node node) {
        Optional<Outward> noted = Optional.ofNullable(watched.get(node));
        noted.ifPresent(what -> meet(node, what));
        if (node == opening) {
            write(node);
        } else if ((OutwardCalls.isSet(node) || OutwardCalls.isAskedAgain(node)) && resolver.variable(node)
                .filter(each -> each.getModifiers().contains(Modifier.VOLATILE)).isPresent()) {
            meet(node, Outward.LOCKS);
        }
        stream.learn(node);
        if (!(node instanceof NodeWithArguments<?> call)) {
            return;
        }
        if (stream.isCalled(node)) {
            MethodCallExpr own = (MethodCallExpr) node;
            if (HeldStream.empties(own)) {
                held = flushed.contains(node) ? held : null;
            } else if (HeldStream.writes(own)) {
                write(node);
                interrupt(resolver.isSubtype(own.getScope().orElseThrow(), "java.io.ObjectOutputStream"));
            }
            return;
        }
        boolean given = stream.isGiven(call);
        Optional<? extends CallableDeclaration<?>> own = resolver.method(node).flatMap(resolver::declaration)
                .filter(CallableDeclaration.class::isInstance).map(each -> (CallableDeclaration<?>) each)
                .filter(each -> given || everywhere || isNear(each, node));
        if (own.isPresent()) {
            stream.enter(call, own.get());
            Node outer = away;
            away = away != null || given || isNear(own.get(), node) ? away : node;
            enter(own.get(), node);
            away = outer;
            return;
        }
        if (noted.isEmpty()) {
            calls.of(node).ifPresent(what -> meet(node, what));
        }
        if (given && node instanceof MethodCallExpr named) {
            if (named.getNameAsString().startsWith("close")) {
                held = null;
            } else {
                write(node);
            }
        }
        interrupt(calls.throwsChecked(node));
    }

    private void interrupt(boolean throwing) {
        interrupted = throwing && interrupted == null ? held : interrupted;
    }

    private static boolean isSynchronized(Node method) {
        return method instanceof MethodDeclaration declared && declared.isSynchronized();
    }

    private static boolean isNear(Node method, Node call) {
        return method.findCompilationUnit().equals(call.findCompilationUnit());
    }

    private void write(Node node) {
        written = true;
        held = held == null ? node : held;
        heldOnce = heldOnce == null ? held : heldOnce;
    }

    private void meet(Node place, Outward what) {
        if (held != null && (away == null || FAR.contains(what))) {
            met.add(new Met(away == null ? place : away, what, held, place));
        }
        dead |= what == Outward.ENDS;
    }

    private void enter(CallableDeclaration<?> method, Node call) {
        if (entered.contains(method) && opening != null && Enclosing.isIn(opening, method)) {
            boolean part = watched.get(opening) == Outward.NOTHING;
            meet(part ? call : opening, part ? Outward.WRITES : Outward.OPENS_FILE);
        }
        if (entered.contains(method) || entered.size() > MAX_DEPTH
                || entries++ > (away == null ? MAX_CALLS : MAX_CALLS / 2)) {
            return;
        }
        boolean clean = held == null;
        if (clean && results.containsKey(method)) {
            held = results.get(method);
            return;
        }
        List<Exit> outer = exits;
        int outerCleaning = cleaning;
        exits = new ArrayList<>();
        cleaning = 0;
        entered.push(method);
        if (isSynchronized(method) && !(Enclosing.body(call).filter(HeldBytes::isSynchronized).isPresent()
                && call instanceof MethodCallExpr own && own.getScope().isEmpty())) {
            meet(method, Outward.LOCKS);
        }
        children(method);
        entered.pop();
        exits.forEach(exit -> join(exit.write, false));
        held = flushed.contains(method) ? null : held;
        if (clean && !dead) {
            results.put(method, held);
        }
        heldOnce = heldOnce == null ? held : heldOnce;
        exits = outer;
        cleaning = outerCleaning;
    }
}
