package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.edit.MayClose;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.hazard.SameFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.VariableElement;

/**
 * Takes out the {@code flush()} after each record, or the autoflush, of a writer on a file that the same class closes:
 * a local variable or a private field. A flush that a condition decides is a setting and stays.
 */
final class DroppedFlush {
    private DroppedFlush() {}

    /** Plans from a recorded call: {@code writer.flush()}, or {@code writer.println(line)} with autoflush. */
    static Optional<Plan> plan(Match match, Node call) {
        Sources sources = match.sources();
        Resolver resolver = Resolver.of(sources);
        Optional<VariableElement> variable = call instanceof MethodCallExpr made
                ? made.getScope().flatMap(resolver::variable) : Optional.empty();
        Optional<VariableDeclarator> declared = variable.flatMap(resolver::declaration)
                .filter(VariableDeclarator.class::isInstance).map(VariableDeclarator.class::cast)
                .filter(MessageFlush::isHidden);
        List<Expression> uses = variable.map(resolver::uses).orElse(List.of());
        boolean closed = declared.filter(MayClose::isResource).isPresent()
                || uses.stream().anyMatch(use -> Enclosing.isCalled(use, "close"));
        if (declared.isEmpty() || !closed || isOpenTwice(sources, declared.get())) {
            return Plan.none();
        }
        if (((MethodCallExpr) call).getNameAsString().equals("flush")) {
            return call.getParentNode().filter(ExpressionStmt.class::isInstance).map(ExpressionStmt.class::cast)
                    .filter(statement -> followsWrite(statement, uses))
                    .map(statement -> plan(call, "flush no longer after each record: `close()` flushes",
                            Lines.removal(SourceFile.of(statement), statement)).with(Effect.unflushed(
                                    SourceFile.of(statement), statement.getBegin().orElseThrow().line,
                                    statement.getEnd().orElseThrow().line)));
        }
        return MessageFlush.flag(sources, declared.get())
                .filter(flag -> uses.stream().allMatch(use -> MessageFlush.isOnlyPrintedTo(use, flag)))
                .map(flag -> plan(call, "create the writer without autoflush: `close()` flushes",
                        SourceFile.of(flag).replace(flag, "false")));
    }

    /** Where another handle of the file is kept, a flush may order what both write. */
    private static boolean isOpenTwice(Sources sources, VariableDeclarator stream) {
        Resolver resolver = Resolver.of(sources);
        return Stream.concat(stream.getInitializer().stream(),
                        ValueIndex.of(sources).assignments(stream).stream().map(AssignExpr::getValue))
                .map(value -> SameFile.opening(resolver, value))
                .anyMatch(opened -> !SameFile.of(resolver, opened).handles(SourceFile.of(opened).unit(), opened,
                        resolver.variable(stream).map(Set::of).orElse(Set.of())).isEmpty());
    }

    private static Plan plan(Node call, String title, Edit edit) {
        return new Plan(title, List.of(edit), List.of(Hazard.at(HazardKind.KILLED, call, "killed before `close()`, the"
                + " records that the buffer holds are lost; today each is in the file")), Applicability.UNSAFE)
                .with(Effect.bytes(0, Effect.DEFAULT_BUFFER_BYTES)).holding(Plan.Holding.OUTPUT, List.of(call));
    }

    /** Returns whether it is the last statement of a block that writes: no code after it uses the record. */
    private static boolean followsWrite(ExpressionStmt flush, List<Expression> uses) {
        return flush.getParentNode().filter(BlockStmt.class::isInstance).map(BlockStmt.class::cast)
                .filter(block -> block.getStatements().getLast().filter(each -> each == flush).isPresent()).stream()
                .flatMap(block -> block.getStatements().stream()).takeWhile(each -> each != flush)
                .anyMatch((Statement each) -> uses.stream()
                        .anyMatch(use -> Enclosing.isIn(use, each) && !Enclosing.isCalled(use, "flush")));
    }
}
