package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.VariableElement;

/**
 * Takes the autoflush from a {@code PrintWriter} on a socket and flushes it once after the lines of each message.
 *
 * <p>Only for a writer that one local variable or private field holds, and where each line has a place for its flush:
 * the last statement in its block that writes before the code waits.
 */
final class MessageFlush {
    private static final Set<String> PRINTERS = Set.of("java.io.PrintWriter", "java.io.PrintStream");

    private MessageFlush() {}

    /** Plans from a recorded call such as {@code out.println(line)}. */
    static Optional<Plan> plan(Match match, Node call) {
        Sources sources = match.sources();
        Resolver resolver = Resolver.of(sources);
        Optional<VariableElement> variable = call instanceof MethodCallExpr print
                ? print.getScope().filter(scope -> resolver.className(scope).filter(PRINTERS::contains).isPresent())
                        .flatMap(resolver::variable) : Optional.empty();
        return variable.flatMap(out -> resolver.declaration(out)
                .flatMap(declared -> flag(sources, declared))
                .filter(flag -> resolver.uses(out).stream().allMatch(use -> isOnlyPrintedTo(use, flag)))
                .flatMap(flag -> plan(sources, out, flag, call)));
    }

    private static Optional<Plan> plan(Sources sources, VariableElement out, BooleanLiteralExpr flag, Node call) {
        PeerFlushes flushes = PeerFlushes.of(sources, out);
        Optional<PeerFlushes.Added> added = flushes.added(Optional.of(call));
        if (added.isEmpty()) {
            return Plan.none();
        }
        SourceFile file = SourceFile.of(flag);
        List<Edit> edits = new ArrayList<>(added.get().edits());
        edits.add(file.replace(flag, "false"));
        return Optional.of(new Plan(
                "create the writer without autoflush and flush it after each message", edits,
                List.of(Hazard.at(HazardKind.LATE, call,
                        "the lines of a message are sent together, after the last one")),
                Applicability.UNSAFE).with(Effect.MESSAGES)
                .holding(Plan.Holding.OUTPUT, added.get().after()));
    }

    /** Returns the autoflush of the only writer that the variable is ever set to. */
    static Optional<BooleanLiteralExpr> flag(Sources sources, Node declared) {
        if (!(declared instanceof VariableDeclarator variable) || !isHidden(variable)) {
            return Optional.empty();
        }
        List<Expression> values = Stream.concat(variable.getInitializer().stream(),
                ValueIndex.of(sources).assignments(variable).stream().map(AssignExpr::getValue)).toList();
        return values.size() == 1 && values.get(0) instanceof ObjectCreationExpr made
                        && Resolver.of(sources).className(made.getType()).filter(PRINTERS::contains).isPresent()
                        && made.getArguments().size() > 1
                        && made.getArgument(1) instanceof BooleanLiteralExpr flag && flag.getValue()
                ? Optional.of(flag) : Optional.empty();
    }

    static boolean isHidden(VariableDeclarator variable) {
        return variable.getParentNode()
                .filter(parent -> !(parent instanceof FieldDeclaration field) || field.isPrivate()).isPresent();
    }

    /** Code that is given the writer may rely on its flushes. */
    static boolean isOnlyPrintedTo(Expression use, BooleanLiteralExpr flag) {
        Node parent = use.getParentNode().orElseThrow();
        boolean set = parent instanceof AssignExpr assign && assign.getTarget() == use
                && assign.getValue() == flag.getParentNode().orElseThrow();
        return set || parent instanceof MethodCallExpr call
                && call.getScope().filter(scope -> scope == use).isPresent();
    }
}
