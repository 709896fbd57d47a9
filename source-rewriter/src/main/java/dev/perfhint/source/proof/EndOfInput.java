package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that a socket's input is read to its end. What is left in the socket when it is closed tells the peer by a
 * reset that not all was read; a buffer has read ahead, so that nothing may be left.
 */
final class EndOfInput {
    private static final Set<String> TO_THE_END = Set.of("readAllBytes", "transferTo");
    private static final Set<JdkEffect> SENDING = EnumSet.of(JdkEffect.WRITE, JdkEffect.LINE, JdkEffect.FLUSH);
    private static final Set<String> TEXTS = Set.of("java.lang.StringBuilder", "java.lang.StringBuffer",
            "java.lang.AbstractStringBuilder");

    private final TypestateRun run;

    private EndOfInput(TypestateRun run) {
        this.run = run;
    }

    /** Raises a doubt for the first read that the end of the input need not follow. */
    static void check(TypestateRun run) {
        EndOfInput end = new EndOfInput(run);
        List<MethodCallExpr> reads = run.units.stream().flatMap(unit -> unit.findAll(MethodCallExpr.class).stream())
                .filter(end::reads).toList();
        Optional<? extends Node> open = reads.stream().filter(read -> !end.isToTheEnd(read)).findFirst();
        Node place = open.isPresent() ? open.get() : run.creations.iterator().next();
        if (open.isPresent() || reads.stream().noneMatch(end::isAlways)) {
            run.doubt(GuardKind.SOLE_READER, place, "the socket may be closed before its end was read: a peer that"
                    + " goes on is then told so by a reset, but not of what the buffer has read");
        }
    }

    /** Returns whether the call reads the stream, or may: an object that has no name is one that may read it. */
    private boolean reads(MethodCallExpr call) {
        Optional<JdkEffect> effect = run.resolver.method(call).flatMap(run.jdk::effect);
        if (effect.filter(JdkEffect.FROM::equals).isPresent()) {
            return call.getArguments().stream().anyMatch(this::mayBeStream);
        }
        return effect.filter(JdkEffect.READ::equals).isPresent()
                && call.getScope().filter(this::mayBeStream).isPresent();
    }

    private boolean mayBeStream(Expression e) {
        return run.resolver.variable(e).map(run.holders::contains).orElse(true);
    }

    /** Returns whether the read is asked in a loop that nothing but the end of the input ends. */
    private boolean isToTheEnd(MethodCallExpr read) {
        if (TO_THE_END.contains(read.getNameAsString())) {
            return true;
        }
        Node at = read;
        Node parent = read.getParentNode().orElse(null);
        while (parent instanceof EnclosedExpr || parent instanceof AssignExpr assign && assign.getValue() == at) {
            at = parent;
            parent = parent.getParentNode().orElse(null);
        }
        return parent instanceof BinaryExpr test && isEnd(test, at, !read.getArguments().isEmpty())
                && test.getParentNode().orElse(null) instanceof WhileStmt loop && loop.getCondition() == test
                && loop.getBody().findFirst(Node.class, this::mayLeave).isEmpty();
    }

    /** Returns whether the node may end the loop: by a jump, or as it refuses what was read. */
    private boolean mayLeave(Node node) {
        if (node instanceof Statement s) {
            return s.isBreakStmt() || s.isReturnStmt() || s.isThrowStmt()
                    || s.isContinueStmt() && s.asContinueStmt().getLabel().isPresent();
        }
        if (node instanceof MethodCallExpr call) {
            boolean text = run.resolver.ownerOf(call).filter(TEXTS::contains).isPresent();
            return !text && run.resolver.method(call).flatMap(run.jdk::effect).filter(SENDING::contains).isEmpty();
        }
        boolean sum = node instanceof AssignExpr assign && assign.getTarget().isNameExpr();
        return node instanceof Expression e && !sum && (e.isObjectCreationExpr() || run.implicit.mayThrow(e));
    }

    /** Returns whether the code runs whenever the stream was created: beside that, and in no branch. */
    private boolean isAlways(Node code) {
        Node home = EnclosingCode.home(code);
        for (Node at = code; at != home; at = at.getParentNode().orElseThrow()) {
            boolean branch = at instanceof Statement && !(at instanceof BlockStmt || at instanceof ExpressionStmt
                    || at instanceof TryStmt || at instanceof SynchronizedStmt
                    || at instanceof WhileStmt loop && Enclosing.isAround(loop.getCondition(), code));
            if (branch) {
                return false;
            }
        }
        return run.creations.stream().anyMatch(creation -> EnclosingCode.home(creation) == home);
    }

    /** A read of one byte may well give a zero. */
    private boolean isEnd(BinaryExpr test, Node read, boolean many) {
        boolean left = test.getLeft() == read;
        Expression other = left ? test.getRight() : test.getLeft();
        Optional<Long> number = Rounds.whole(run, other);
        return switch (test.getOperator()) {
            case NOT_EQUALS -> other.isNullLiteralExpr() || number.filter(n -> n == -1).isPresent();
            case GREATER_EQUALS -> left && number.filter(n -> n == 0).isPresent();
            case GREATER -> left && number.filter(n -> n == -1 || many && n == 0).isPresent();
            default -> false;
        };
    }
}
