package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Harm;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.hazard.MetHazards;
import dev.perfhint.source.hazard.OutwardCalls;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.VariableElement;

/**
 * Collects the parts of a line that a method prints one by one to a {@code PrintStream}, and prints the line at once.
 *
 * <p>The parts are in one block and its loops; the last one ends the line. At most {@code unsafe}: where computing a
 * part throws or prints, what came before it is not printed yet.
 */
final class PrintedLine {
    private static final Set<String> PARTS = Set.of("print", "println", "append");
    private static final Set<Class<? extends Node>> OTHER_WAYS =
            Set.of(ReturnStmt.class, ThrowStmt.class, TryStmt.class, LambdaExpr.class);

    private final Sources sources;
    private final Resolver resolver;
    private final VariableElement out;

    private PrintedLine(Sources sources, VariableElement out) {
        this.sources = sources;
        this.resolver = Resolver.of(sources);
        this.out = out;
    }

    /** Plans from a recorded call such as {@code out.print(part)}. */
    static Optional<Plan> plan(Match match, Node call) {
        Sources sources = match.sources();
        Resolver resolver = Resolver.of(sources);
        return call instanceof MethodCallExpr print
                ? print.getScope().filter(scope -> resolver.isSubtype(scope, "java.io.PrintStream"))
                        .flatMap(resolver::variable)
                        .flatMap(out -> new PrintedLine(sources, out).around(call)) : Optional.empty();
    }

    private Optional<Plan> around(Node call) {
        for (Node at = call; at.getParentNode().isPresent(); at = at.getParentNode().get()) {
            if (at instanceof LambdaExpr || at instanceof BodyDeclaration<?>) {
                break;
            }
            if (at instanceof Statement part && at.getParentNode().get() instanceof BlockStmt block) {
                List<Statement> run = run(block.getStatements(), part);
                List<MethodCallExpr> parts = run.stream().flatMap(each -> parts(each).stream()).toList();
                if (parts.size() > 1 && isOneLine(parts, block)) {
                    return Optional.of(plan(run, parts));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the statements round the part from the first that prints to the last, as long as all may be moved. */
    private List<Statement> run(List<Statement> block, Statement part) {
        List<Statement> run = new ArrayList<>();
        for (Statement each : block) {
            if (isMovable(each)) {
                run.add(each);
            } else if (run.stream().anyMatch(it -> it == part)) {
                break;
            } else {
                run.clear();
            }
        }
        int first = 0;
        int last = run.size();
        while (first < last && parts(run.get(first)).isEmpty()) {
            first++;
        }
        while (last > first && parts(run.get(last - 1)).isEmpty()) {
            last--;
        }
        List<Statement> printing = run.subList(first, last);
        return printing.stream().anyMatch(it -> it == part) ? printing : List.of();
    }

    private boolean isMovable(Statement statement) {
        return statement.findAll(Node.class, each -> OTHER_WAYS.contains(each.getClass())).isEmpty()
                && !OutwardCalls.mayWait(resolver, statement)
                && statement.findAll(Expression.class, this::isStream).stream().allMatch(use ->
                        use.getParentNode().orElseThrow() instanceof MethodCallExpr call && isPart(call)
                                && call.getScope().filter(scope -> scope == use).isPresent());
    }

    /** Only the last part ends a line; what a loop ends is more than one line. */
    private boolean isOneLine(List<MethodCallExpr> parts, BlockStmt block) {
        MethodCallExpr last = parts.get(parts.size() - 1);
        return endsLine(last) && parts.stream().filter(this::endsLine).count() == 1
                && last.findAncestor(Node.class, each -> each == block || each instanceof NodeWithBody<?>)
                        .filter(each -> each == block).isPresent();
    }

    private boolean endsLine(MethodCallExpr part) {
        return part.getNameAsString().equals("println") || part.getArguments().stream()
                .anyMatch(text -> resolver.constant(text).filter(it -> it.toString().endsWith("\n")).isPresent());
    }

    private boolean isStream(Expression e) {
        return (e.isNameExpr() || e.isFieldAccessExpr() || e.isTypeExpr())
                && resolver.variable(e).filter(out::equals).isPresent();
    }

    private boolean isPart(MethodCallExpr call) {
        return PARTS.contains(call.getNameAsString()) && call.getArguments().size() <= 1
                && call.getParentNode().filter(ExpressionStmt.class::isInstance).isPresent();
    }

    private List<MethodCallExpr> parts(Statement statement) {
        return statement.findAll(MethodCallExpr.class,
                call -> isPart(call) && call.getScope().filter(this::isStream).isPresent());
    }

    /** Returns whether the text of the value is made by code of the program, as far as its type shows. */
    private boolean isTextOfOthers(Expression value) {
        return resolver.className(value).filter(type -> type.equals("java.lang.Object")
                || resolver.classNamed(type).filter(resolver::hasSource).isPresent()).isPresent();
    }

    private Plan plan(List<Statement> run, List<MethodCallExpr> parts) {
        Statement first = run.get(0);
        Statement last = run.get(run.size() - 1);
        SourceFile file = SourceFile.of(first);
        String name = Lines.fresh("line", file.text(Enclosing.body(first).orElse(first)));
        String next = file.lineEnd() + file.indent(first);
        List<Edit> edits = new ArrayList<>();
        edits.add(file.insert(file.start(first), "StringBuilder " + name + " = new StringBuilder();" + next));
        for (MethodCallExpr part : parts) {
            String value = part.getArguments().isEmpty() ? "" : ".append(" + file.text(part.getArgument(0)) + ")";
            String end = part.getNameAsString().equals("println") ? ".append(System.lineSeparator())" : "";
            edits.add(file.replace(part, name + value + end));
        }
        Expression stream = parts.get(0).getScope().orElseThrow();
        edits.add(file.insert(file.end(last), next + file.text(stream) + ".print(" + name + ");"));
        List<Hazard> reasons = new ArrayList<>(MetHazards.between(
                new OutwardCalls(resolver, true), parts, last, false));
        parts.stream().skip(1).flatMap(part -> part.getArguments().stream()).filter(this::isTextOfOthers)
                .forEach(each -> reasons.add(Hazard.at(HazardKind.REORDERS, Harm.LATER, each, "`toString()` of "
                        + Hazard.code(each) + " runs before the parts ahead of it are printed")));
        reasons.add(Hazard.at(HazardKind.LATE, last,
                "the parts are printed here: an exception between them leaves none of them printed"));
        return new Plan(
                "collect the " + parts.size() + " parts of the line and print it in one call", edits, reasons,
                Applicability.UNSAFE).with(Effect.MESSAGES);
    }
}
