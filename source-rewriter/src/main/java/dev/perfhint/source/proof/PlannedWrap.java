package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Assumptions;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Repair;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import java.util.List;
import java.util.Set;

/**
 * A planned wrap whose safety is in question. The creation must be a node of the file's tree.
 *
 * @param creation the expression that the edit wraps
 * @param others further expressions that the edit wraps, assigned to the same variable
 * @param widened declarations whose type the fix widens from the raw class
 * @param frames the recorded stack, innermost first: its files, and those that lead to it, are looked through for
 *     observers
 */
public record PlannedWrap(
        Sources sources,
        SourceFile file,
        Expression creation,
        List<Expression> others,
        Repair repair,
        Set<Node> widened,
        List<CallSite> frames,
        Assumptions assumptions) {
    public PlannedWrap {
        others = List.copyOf(others);
        frames = List.copyOf(frames);
    }
}
