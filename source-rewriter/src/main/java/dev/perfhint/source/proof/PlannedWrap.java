package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Assumptions;
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
 * @param view further files that are looked through for observers: those of the recorded stack
 */
public record PlannedWrap(
        Sources sources,
        SourceFile file,
        Expression creation,
        List<Expression> others,
        Repair repair,
        Set<Node> widened,
        List<CompilationUnit> view,
        Assumptions assumptions) {
    public PlannedWrap {
        others = List.copyOf(others);
        view = List.copyOf(view);
    }
}
