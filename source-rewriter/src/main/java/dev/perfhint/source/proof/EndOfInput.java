package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.WhileStmt;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that a socket's input is read to its end. What is left in the socket when it is closed tells the peer by a
 * reset that not all was read; a buffer has read ahead, so that nothing may be left.
 */
final class EndOfInput {
    private static final Set<String> TO_THE_END = Set.of("readAllBytes", "transferTo");

    private final TypestateRun run;

    private EndOfInput(TypestateRun run) {
        this.run = run;
    }

    /** Raises a doubt for the first read that the end of the input need not follow. */
    static void check(TypestateRun run) {
        EndOfInput end = new EndOfInput(run);
        Optional<MethodCallExpr> open = run.units.stream()
                .flatMap(unit -> unit.findAll(MethodCallExpr.class).stream())
                .filter(end::reads).filter(read -> !end.isToTheEnd(read)).findFirst();
        open.ifPresent(read -> run.doubt(GuardKind.SOLE_READER, read, "the socket may be closed before its end was"
                + " read: a peer that goes on is then told so by a reset, but not of what the buffer has read"));
    }

    private boolean reads(MethodCallExpr call) {
        return call.getScope().flatMap(run.resolver::variable).filter(run.holders::contains).isPresent()
                && run.resolver.method(call).flatMap(run.jdk::effect).filter(JdkEffect.READ::equals).isPresent();
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
                && loop.getBody().findFirst(Statement.class, s -> s instanceof BreakStmt || s.isReturnStmt()
                        || s.isThrowStmt() || s.isContinueStmt() && s.asContinueStmt().getLabel().isPresent())
                        .isEmpty();
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
