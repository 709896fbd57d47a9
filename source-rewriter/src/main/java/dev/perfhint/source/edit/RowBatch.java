package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Edit;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Shows how a prepared statement that is executed for each row of a loop, in a transaction of its own each time,
 * becomes one batch in one transaction. Never applied: what a failing row takes with it is the author's judgement.
 */
final class RowBatch {
    private static final Set<String> EXECUTES = Set.of("execute", "executeUpdate", "executeLargeUpdate");

    private RowBatch() {}

    /** Plans from a recorded call such as {@code insert.executeUpdate()}, a statement of its own in a loop. */
    static Optional<Plan> plan(Sources sources, Node recorded) {
        if (!(recorded instanceof MethodCallExpr call) || !EXECUTES.contains(call.getNameAsString())
                || !call.getArguments().isEmpty() || call.getScope().isEmpty()
                || !(call.getParentNode().orElse(null) instanceof ExpressionStmt)
                || !Resolver.of(sources).isSubtype(call.getScope().get(), "java.sql.PreparedStatement")) {
            return Plan.none();
        }
        Optional<Statement> loop = loop(call);
        return loop.map(each -> plan(sources, call, each));
    }

    private static Optional<Statement> loop(Node call) {
        for (Optional<Node> up = call.getParentNode(); up.isPresent(); up = up.get().getParentNode()) {
            boolean inBlock = up.get().getParentNode().filter(BlockStmt.class::isInstance).isPresent();
            if (up.get() instanceof NodeWithBody<?> && up.get() instanceof Statement loop && inBlock) {
                return Optional.of(loop);
            }
        }
        return Optional.empty();
    }

    private static Plan plan(Sources sources, MethodCallExpr call, Statement loop) {
        SourceFile file = SourceFile.of(call);
        String statement = file.text(call.getScope().orElseThrow());
        String connection = connection(sources, call.getScope().get()).map(file::text).orElse("connection");
        String separator = file.lineEnd() + file.indent(loop);
        List<Edit> edits = new ArrayList<>();
        edits.add(file.insert(file.start(loop), connection + ".setAutoCommit(false);" + separator));
        edits.add(file.replace(call, statement + ".addBatch()"));
        edits.add(file.insert(file.end(loop), separator + statement + ".executeBatch();" + separator + connection
                + ".commit();"));
        return new Plan(
                "send the rows as one batch and commit once behind the loop, instead of a transaction for each row",
                edits,
                List.of("a row that fails takes the others with it, and their locks are held until the commit: a "
                        + "group of"
                        + " some hundred rows has most of the gain"),
                Applicability.DISPLAY);
    }

    /** Returns the connection that the statement was prepared by. */
    private static Optional<Expression> connection(Sources sources, Expression statement) {
        return Resolver.of(sources).declarationOf(statement)
                .filter(VariableDeclarator.class::isInstance)
                .map(VariableDeclarator.class::cast)
                .flatMap(VariableDeclarator::getInitializer)
                .filter(MethodCallExpr.class::isInstance)
                .map(MethodCallExpr.class::cast)
                .filter(prepare -> prepare.getNameAsString().equals("prepareStatement"))
                .flatMap(MethodCallExpr::getScope);
    }
}
