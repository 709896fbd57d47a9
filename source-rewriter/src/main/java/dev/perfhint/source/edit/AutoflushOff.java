package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Edit;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Creates a printer on a file without autoflush, so that its buffer is written when it is full.
 *
 * <p>At most {@code unsafe}: who follows the file sees its lines later. Shown where nothing closes the printer.
 */
final class AutoflushOff {
    private static final Set<String> PRINTERS = Set.of("java.io.PrintStream", "java.io.PrintWriter");

    private AutoflushOff() {}

    /** Plans from a recorded call of a printer's method, {@code out.println(line)}. */
    static Optional<Plan> plan(Sources sources, FixRequest request, Node recorded) {
        if (!(recorded instanceof MethodCallExpr call) || call.getScope().isEmpty()) {
            return Plan.none();
        }
        List<ObjectCreationExpr> printers = ValueIndex.of(sources).origins(call.getScope().get()).stream()
                .filter(ObjectCreationExpr.class::isInstance)
                .map(ObjectCreationExpr.class::cast)
                .filter(made -> isAutoflushing(sources, made))
                .toList();
        return printers.isEmpty() ? Plan.none() : Optional.of(plan(sources, call.getScope().get(), printers));
    }

    private static boolean isAutoflushing(Sources sources, ObjectCreationExpr made) {
        return made.getArguments().size() > 1
                && Resolver.of(sources).className(made).filter(PRINTERS::contains).isPresent()
                && Resolver.of(sources).isConstant(made.getArgument(1), true);
    }

    private static Edit off(ObjectCreationExpr made) {
        SourceFile file = SourceFile.of(made);
        Expression flag = made.getArgument(1);
        return made.getArguments().size() == 2
                ? file.edit(file.end(made.getArgument(0)), file.end(flag), "")
                : file.replace(flag, "false");
    }

    private static Plan plan(
            Sources sources, Expression printer, List<ObjectCreationExpr> printers) {
        ObjectCreationExpr made = printers.get(0);
        String title = "create the " + made.getType().getNameAsString() + " without autoflush";
        List<Edit> edits = printers.stream().map(AutoflushOff::off).toList();
        Optional<Node> variable = Resolver.of(sources).declarationOf(printer);
        if (variable.filter(each -> !Closings.mayEnd(sources, each)).isPresent()) {
            return Plan.sketch(title, edits,
                    "it is never closed or flushed in the analyzed code: buffered bytes would be lost");
        }
        List<String> reasons = new ArrayList<>();
        if (variable.filter(Closings::isResource).isEmpty()) {
            reasons.add("the printer may not be closed on every path");
        }
        reasons.add("lines are written when the buffer is full, not one by one");
        return new Plan(title, edits, reasons, Applicability.UNSAFE);
    }
}
