package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Harm;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What can go wrong with the objects that keep a stream in a field: two of them have the same file open, or one is not
 * closed where an exception is thrown.
 *
 * @param opened what opens the file, in a constructor
 */
record OwnObjects(Resolver resolver, Expression opened) {
    List<Hazard> find(List<SourceFile> files) {
        Optional<Node> constructor = Enclosing.body(opened).filter(ConstructorDeclaration.class::isInstance);
        List<ObjectCreationExpr> made = files.stream().flatMap(file -> file.nodes(ObjectCreationExpr.class).stream())
                .filter(each -> constructor.isPresent() && resolver.method(each).flatMap(resolver::declaration)
                        .filter(called -> called == constructor.get()).isPresent()).toList();
        List<Hazard> hazards = new ArrayList<>();
        for (ObjectCreationExpr each : made) {
            made.stream().filter(other -> other != each && other.getArguments().equals(each.getArguments())
                            && isOpen(each, other)).findFirst()
                    .ifPresent(other -> hazards.add(Hazard.at(HazardKind.SECOND_STREAM, other, Hazard.code(other)
                            + " has the file open too: what the two write comes in another order")));
            local(each).stream().flatMap(this::closes)
                    .filter(close -> Enclosing.around(close).noneMatch(up -> isFinally(up, close))).findFirst()
                    .ifPresent(close -> hazards.add(Hazard.at(HazardKind.NOT_CLOSED, Harm.LATER, close,
                            Hazard.code(close) + " is not reached when an exception is thrown: bytes would be lost")));
        }
        return hazards;
    }

    /** Returns whether the first object still has its file when the second is made, in one piece of code. */
    private boolean isOpen(ObjectCreationExpr first, ObjectCreationExpr second) {
        Optional<TryStmt> resource = local(first).flatMap(each -> each.getParentNode())
                .flatMap(each -> Enclosing.parent(each, TryStmt.class));
        boolean after = first.getEnd().orElseThrow().isBefore(second.getBegin().orElseThrow())
                && Enclosing.body(first).equals(Enclosing.body(second)) && local(first).isPresent();
        return after && (resource.isPresent() ? Enclosing.isIn(second, resource.get())
                : local(first).stream().flatMap(this::closes).allMatch(close ->
                        second.getEnd().orElseThrow().isBefore(close.getBegin().orElseThrow())));
    }

    private static Optional<VariableDeclarator> local(ObjectCreationExpr made) {
        return Enclosing.parent(made, VariableDeclarator.class).filter(each -> !Enclosing.isField(each));
    }

    private Stream<Node> closes(VariableDeclarator local) {
        return resolver.names(local).stream().filter(use -> Enclosing.isCalled(use, "close"))
                .map(use -> use.getParentNode().orElseThrow());
    }

    private static boolean isFinally(Node up, Node close) {
        return up instanceof TryStmt tried
                && tried.getFinallyBlock().filter(block -> Enclosing.isIn(close, block)).isPresent();
    }
}
