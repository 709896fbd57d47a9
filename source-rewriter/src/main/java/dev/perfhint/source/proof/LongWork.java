package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/**
 * Says which code may compute for so long that a peer notices it: all but what is proven to take few steps.
 *
 * <p>Steps are the statements and expressions that run, counted from above: those of a loop as often as it may go
 * round, those of a method wherever it is called.
 */
final class LongWork {
    /** Steps that may lie between two writes; a buffer may hold the bytes of some thousands of these. */
    static final long MAX_STEPS = 10_000;
    /** A call of the JDK's goes through some hundred elements at most, or has a flush before it. */
    private static final long OF_JDK_CALL = 50;
    private static final int MAX_DEPTH = 6;
    private static final Set<String> OF_NUMBERS = Set.of("writeByte", "writeBoolean", "writeChar", "writeShort",
            "writeInt", "writeLong", "writeFloat", "writeDouble", "newLine");

    private final TypestateRun run;
    private final Map<Node, Long> known = new IdentityHashMap<>();
    private final Set<Node> running = TypestateRun.identitySet();

    LongWork(TypestateRun run) {
        this.run = run;
    }

    static boolean isLoop(Node node) {
        return node instanceof Statement s && (s.isForStmt() || s.isForEachStmt() || s.isWhileStmt() || s.isDoStmt());
    }

    /** Returns whether the loop may run for long without a write to the stream. */
    boolean isSilent(Statement loop) {
        return isLong(loop) && !meetsStream(loop);
    }

    /** Returns whether the code may run for long. */
    boolean isLong(Node code) {
        return steps(code) > MAX_STEPS;
    }

    private long steps(Node code) {
        Long before = known.get(code);
        if (before != null) {
            return before;
        }
        long sum = 1;
        for (Node child : code.getChildNodes()) {
            boolean later = child instanceof LambdaExpr || child instanceof BodyDeclaration;
            sum = Math.min(Rounds.UNBOUNDED, sum + (later ? 0 : steps(child)));
        }
        if (code instanceof Expression e && (e.isMethodCallExpr() || e.isObjectCreationExpr())) {
            sum = Math.min(Rounds.UNBOUNDED, sum + ofCalled(e));
        }
        if (isLoop(code)) {
            long rounds = Rounds.of(run, (Statement) code);
            sum = rounds > Rounds.UNBOUNDED / sum ? Rounds.UNBOUNDED : rounds * sum;
        }
        known.put(code, sum);
        return sum;
    }

    private long ofCalled(Expression call) {
        Optional<? extends Node> body = run.resolver.method(call).flatMap(run.calls::body);
        if (body.isEmpty()) {
            return OF_JDK_CALL;
        }
        if (!running.add(body.get())) {
            return Rounds.UNBOUNDED;
        }
        long steps = steps(body.get());
        running.remove(body.get());
        return steps;
    }

    /** Returns whether each round writes, or comes to a flush that is added. */
    private boolean meetsStream(Statement loop) {
        return loop instanceof NodeWithBody<?> with && meets(with.getBody(), loop.isForEachStmt());
    }

    private boolean meets(Statement s, boolean eachElement) {
        if (run.flushes.standsAt(s)) {
            return true;
        }
        if (s instanceof BlockStmt block) {
            return block.getStatements().stream().takeWhile(each -> each.findFirst(ContinueStmt.class).isEmpty())
                    .anyMatch(each -> meets(each, eachElement));
        }
        if (s instanceof IfStmt choice) {
            return choice.getElseStmt().filter(other -> meets(other, eachElement)).isPresent()
                    && meets(choice.getThenStmt(), eachElement);
        }
        if (!(s instanceof ExpressionStmt statement)) {
            return false;
        }
        boolean writes = statement.getExpression() instanceof MethodCallExpr call && writes(call)
                && (eachElement || !run.flushes.isFixed() || writesSome(call));
        // while flushes are looked for, one may yet be put here
        return writes || !run.flushes.isFixed() && s.findFirst(MethodCallExpr.class, e -> !run.captures.isQuiet(e))
                .isPresent();
    }

    /** Returns whether the call is one of a stream's or writer's that leads to the stream. */
    boolean writes(MethodCallExpr call) {
        return call.getScope().flatMap(run.resolver::variable).filter(run.holders::contains).isPresent()
                && run.resolver.method(call).flatMap(run.jdk::effect)
                        .filter(effect -> effect == JdkEffect.WRITE || effect == JdkEffect.LINE).isPresent();
    }

    /** Returns whether at least one byte is written. */
    private boolean writesSome(MethodCallExpr call) {
        Optional<ExecutableElement> method = run.resolver.method(call);
        String name = call.getNameAsString();
        boolean number = method.filter(each -> each.getParameters().size() == 1
                && each.getParameters().get(0).asType().getKind().isPrimitive()).isPresent();
        boolean part = call.getArguments().size() == 3;
        return name.equals("println") || OF_NUMBERS.contains(name) || number
                || call.getArguments().isNonEmpty() && isLongerThanNothing(call.getArgument(0), 0)
                && (!part || Rounds.whole(run, call.getArgument(2)).filter(n -> n > 0).isPresent()
                || run.growing.isWhole(call));
    }

    /** Returns whether the text or array has at least one element for certain. */
    private boolean isLongerThanNothing(Expression e, int depth) {
        Optional<Object> constant = run.resolver.constant(e);
        if (constant.isPresent() || depth > MAX_DEPTH) {
            return constant.filter(text -> !text.equals("")).isPresent();
        }
        if (e.isEnclosedExpr()) {
            return isLongerThanNothing(e.asEnclosedExpr().getInner(), depth + 1);
        }
        if (e instanceof BinaryExpr sum) {
            return isLongerThanNothing(sum.getLeft(), depth + 1) || isLongerThanNothing(sum.getRight(), depth + 1);
        }
        if (e instanceof ArrayCreationExpr made && made.getInitializer().isEmpty()) {
            return made.getLevels().get(0).getDimension().flatMap(size -> Rounds.whole(run, size)).filter(n -> n > 0)
                    .isPresent();
        }
        if (e instanceof MethodCallExpr copy) {
            return run.growing.isCopying(copy) && copy.getScope().filter(scope -> isLongerThanNothing(scope, depth + 1))
                    .isPresent();
        }
        return run.resolver.type(e).filter(type -> type.getKind().isPrimitive()).isPresent()
                || run.resolver.variable(e).filter(v -> !Assignments.isParameter(run.resolver, v))
                        .flatMap(v -> Assignments.onlyValue(run.resolver, v))
                        .filter(value -> isLongerThanNothing(value, depth + 1)).isPresent();
    }
}
