package dev.perfhint.source.fix;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithParameters;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.edit.Preparation;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.hazard.HoldingHazards;
import dev.perfhint.source.hazard.ReadingHazards;
import dev.perfhint.source.hazard.SameFile;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.safe.SafeBuffer;
import dev.perfhint.source.trace.Tracing;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.VariableElement;

/**
 * What a fix assumes and what to look at: the one place where {@code safe} is decided.
 *
 * @param hazards empty for {@code safe}
 * @param assumptions what a buffer round a file's stream assumes, one line each
 */
record FixLabel(List<Hazard> hazards, List<String> assumptions) {
    private static final String ANY_OTHER = "more changes than a buffer: read the patch, or run `perfhint verify`";
    private static final List<String> OUTPUT_ASSUMES = List.of("a regular file",
            "no other code uses the file until it is closed",
            "the program neither exits nor fails to write before that");
    private static final List<String> INPUT_ASSUMES =
            List.of("a regular file", "the file is not modified while it is read");

    static FixLabel of(Sources sources, FixRequest request, Plan plan, Tracing tracing) {
        boolean socket = request.repair().isSocket();
        List<Hazard> hazards = new ArrayList<>(plan.reasons());
        Optional<TracedStream> stream = tracing.stream();
        boolean buffer = plan.holding() == Plan.Holding.BUFFER && stream.isPresent();
        if (buffer) {
            hazards.addAll(SafeBuffer.hazards(
                    sources, stream.get(), request.repair().isOutput(), socket, plan.flushed()));
        } else if (plan.holding() != Plan.Holding.NOTHING) {
            hazards.addAll(searched(sources, plan, tracing, socket));
        }
        List<String> besides = hazards.stream().filter(each -> each.kind() == HazardKind.ASSUMPTION)
                .map(Hazard::text).distinct().toList();
        hazards.removeIf(each -> each.kind() == HazardKind.ASSUMPTION);
        if (socket && buffer) {
            hazards.removeIf(each -> each.kind() == HazardKind.OPENED); // a socket is no file
            if (request.repair().isOutput()) {
                hazards.add(Hazard.of(HazardKind.LATE,
                        "the peer gets the bytes at the next `flush()`, no longer with each `write()`"));
            } else if (hazards.stream().noneMatch(each -> each.kind() == HazardKind.READ_AHEAD)) {
                hazards.add(Hazard.of(
                        HazardKind.READ_AHEAD, "a reader of the socket elsewhere would miss the bytes read ahead"));
            }
        }
        if (!buffer && hazards.isEmpty() && plan.ceiling() != Applicability.DISPLAY) {
            hazards.add(Hazard.of(HazardKind.FORM, ANY_OTHER));
        }
        List<String> assumptions = !buffer || socket ? List.of() : Stream.concat(
                (request.repair().isOutput() ? OUTPUT_ASSUMES : INPUT_ASSUMES).stream(), besides.stream()).toList();
        if (!request.assuming()) {
            assumptions.forEach(each -> hazards.add(Hazard.of(HazardKind.ASSUMPTION, "not assumed: " + each)));
        }
        return new FixLabel(Hazard.worstFirst(hazards), request.assuming() ? assumptions : List.of());
    }

    /** Searches for what all forms that hold bytes back have in common. */
    private static List<Hazard> searched(Sources sources, Plan plan, Tracing tracing, boolean socket) {
        Resolver resolver = Resolver.of(sources);
        if (plan.holding() == Plan.Holding.CALL) {
            Node method = plan.flushed().get(0);
            Set<VariableElement> given = ((NodeWithParameters<?>) method).getParameters().stream()
                    .flatMap(each -> resolver.variable(each).stream()).collect(Collectors.toSet());
            given.retainAll(tracing.stream().stream().flatMap(each -> each.holders().stream())
                    .flatMap(each -> resolver.variable(each.declaration()).stream()).toList());
            return new HoldingHazards(resolver, Optional.empty(), given, socket, plan.flushed()).find(false).hazards();
        }
        Set<VariableElement> variables = new LinkedHashSet<>();
        tracing.stream().stream().flatMap(each -> each.holders().stream()).map(Holder::declaration)
                .flatMap(each -> resolver.variable(each).stream()).forEach(variables::add);
        tracing.call().filter(MethodCallExpr.class::isInstance).flatMap(call -> ((MethodCallExpr) call).getScope())
                .flatMap(resolver::variable).ifPresent(variables::add);
        Optional<Expression> opened = tracing.stream().filter(each -> !each.boundary()).map(TracedStream::creation)
                .or(() -> variables.stream().flatMap(each -> resolver.declaration(each).stream())
                        .filter(VariableDeclarator.class::isInstance)
                        .flatMap(each -> Stream.concat(((VariableDeclarator) each).getInitializer().stream(),
                                ValueIndex.of(sources).assignments(each).stream().map(AssignExpr::getValue)))
                        .map(each -> SameFile.opening(resolver, each)).findFirst());
        return plan.holding() == Plan.Holding.OUTPUT
                ? new HoldingHazards(resolver, opened, variables, socket, plan.flushed()).find(false).hazards()
                : opened.map(each -> new ReadingHazards(resolver, each, socket).find(false)).orElse(List.of());
    }

    /** Returns what remains once the preparation is made, and what that changes by itself. */
    FixLabel prepared(Preparation preparation) {
        List<Hazard> remaining = new ArrayList<>();
        remaining.addAll(preparation.reasons());
        hazards.stream().filter(each -> each.kind() != HazardKind.NOT_CLOSED).forEach(remaining::add);
        return new FixLabel(Hazard.worstFirst(remaining), assumptions);
    }

    /** Returns the label: the form's, where there is no hazard. */
    Applicability applicability(Plan plan) {
        return hazards.isEmpty() ? plan.ceiling() : plan.ceiling().and(Applicability.UNSAFE);
    }
}
