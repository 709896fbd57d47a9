package dev.perfhint.source.hazard;

import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.WhileStmt;
import dev.perfhint.source.Harm;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.VariableElement;

/**
 * What can go wrong in a copy loop whose pieces become larger: it ends at a limit, or does something for each piece.
 *
 * @param arrays the variables that hold a piece
 * @param bytes the size of a piece with the fix
 */
public record PieceHazards(Resolver resolver, Statement loop, Set<VariableElement> arrays, int bytes) {
    private static final Set<BinaryExpr.Operator> COMPARING = EnumSet.of(BinaryExpr.Operator.LESS,
            BinaryExpr.Operator.GREATER, BinaryExpr.Operator.LESS_EQUALS, BinaryExpr.Operator.GREATER_EQUALS,
            BinaryExpr.Operator.NOT_EQUALS);

    /** Returns what is found; a line on the size where that is nothing. */
    public List<Hazard> find(MethodCallExpr call) {
        List<MethodCallExpr> reads = loop.findAll(MethodCallExpr.class, each -> each.getNameAsString().equals("read"));
        Set<VariableElement> lengths = new LinkedHashSet<>();
        reads.forEach(each -> each.getParentNode().flatMap(parent -> resolver.variable(
                parent instanceof AssignExpr assign ? assign.getTarget() : parent)).ifPresent(lengths::add));
        List<Hazard> hazards = new ArrayList<>();
        limit(reads, lengths).ifPresent(each -> hazards.add(Hazard.at(HazardKind.READ_AHEAD, Harm.LOSES, each,
                Hazard.code(each) + " may end the loop before the stream ends: a larger array takes what follows")));
        OutwardCalls calls = new OutwardCalls(resolver);
        loop.findAll(MethodCallExpr.class).stream().filter(each -> isForPiece(calls, each, lengths)).forEach(each -> {
            boolean written = calls.of(each).filter(Outward.WRITES::equals).isPresent();
            hazards.add(Hazard.at(HazardKind.LATE, written ? Harm.LOSES : Harm.LATER, each, Hazard.code(each)
                    + (written ? " writes lengths of up to " + bytes + ": what reads them may not take so much"
                            : " runs once for up to " + bytes + " bytes, less often than today")));
        });
        if (hazards.isEmpty()) {
            hazards.add(Hazard.at(HazardKind.FORM, call, "the loop copies up to " + bytes + " bytes at a time"));
        }
        return hazards;
    }

    /** Returns a comparison that ends the loop whatever was read, where each read fills the array. */
    private Optional<BinaryExpr> limit(List<MethodCallExpr> reads, Set<VariableElement> lengths) {
        Optional<Expression> condition = loop instanceof WhileStmt each ? Optional.of(each.getCondition())
                : loop instanceof DoStmt each ? Optional.of(each.getCondition())
                : loop instanceof ForStmt each ? each.getCompare() : Optional.empty();
        return reads.stream().noneMatch(each -> each.getArguments().size() == 1) ? Optional.empty()
                : condition.stream().flatMap(each -> each.findAll(BinaryExpr.class).stream())
                        .filter(each -> COMPARING.contains(each.getOperator()))
                        .filter(each -> each.findAll(Expression.class, part -> reads.contains(part)
                                || resolver.variable(part).filter(lengths::contains).isPresent()).isEmpty())
                        .findFirst();
    }

    /** Returns whether a call sees the length of a piece or waits, and is none that copies it. */
    private boolean isForPiece(OutwardCalls calls, MethodCallExpr call, Set<VariableElement> lengths) {
        boolean copies = call.getArguments().stream().flatMap(each -> resolver.variable(each).stream())
                .anyMatch(arrays::contains);
        boolean sees = call.getArguments().stream().flatMap(each -> Stream.concat(
                        Stream.of(each), each.findAll(Expression.class).stream()))
                .anyMatch(each -> resolver.variable(each).filter(lengths::contains).isPresent());
        return !copies && (sees || calls.of(call)
                .filter(what -> what != Outward.READS && what != Outward.WRITES).isPresent());
    }
}
