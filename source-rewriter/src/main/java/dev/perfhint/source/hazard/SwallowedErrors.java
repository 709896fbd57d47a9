package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.type.Type;
import com.github.javaparser.ast.type.UnionType;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A catch round a close() or flush(), and round no write, hides that the held bytes were not written. */
record SwallowedErrors(Resolver resolver, List<Expression> uses) {
    private static final Set<String> ACCEPT_ERRORS =
            Set.of("java.io.IOException", "java.lang.Exception", "java.lang.Throwable");

    List<Hazard> find() {
        return uses.stream().filter(use -> Enclosing.isCalled(use, "close|flush") && isCaught(use))
                .filter(use -> use.findAncestor(CatchClause.class).isEmpty())
                .map(use -> use.getParentNode().orElseThrow())
                .map(call -> Hazard.at(HazardKind.SWALLOWED_ERROR, call, "an error of " + Hazard.code(call)
                        + ", which writes the held bytes, is caught here")).toList();
    }

    private boolean isCaught(Node use) {
        Optional<TryStmt> around = Enclosing.around(use).takeWhile(each -> !(each instanceof CallableDeclaration))
                .filter(each -> each instanceof TryStmt tried && Enclosing.isIn(use, tried.getTryBlock()))
                .map(TryStmt.class::cast).findFirst();
        return around.isPresent()
                && uses.stream().noneMatch(each -> Enclosing.isIn(each, around.get().getTryBlock())
                        && !Enclosing.isCalled(each, "close|flush"))
                && around.get().getCatchClauses().stream().anyMatch(clause -> acceptsErrors(clause)
                        && clause.getBody().findFirst(ThrowStmt.class).isEmpty());
    }

    private boolean acceptsErrors(CatchClause clause) {
        Type type = clause.getParameter().getType();
        List<? extends Type> types = type instanceof UnionType union ? union.getElements() : List.of(type);
        return types.stream().anyMatch(each -> resolver.className(each).filter(ACCEPT_ERRORS::contains).isPresent());
    }
}
