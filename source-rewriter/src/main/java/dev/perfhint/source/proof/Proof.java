package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Guard;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.Holder;
import dev.perfhint.source.ProofRequest;
import dev.perfhint.source.TracedStream;
import java.util.List;
import java.util.Set;

/** Answers the fixer's question whether a repair is safe, for a stream that the tracer found. */
public final class Proof {
    private Proof() {}

    public static Outcome prove(ProofRequest request) {
        TracedStream stream = request.stream();
        if (stream.boundary()) {
            return unproven("the stream comes from code that cannot be seen: who else uses or closes it is unknown");
        }
        List<Expression> others = stream.others().stream()
                .filter(o -> o.file() == stream.file())
                .map(TracedStream.Located::expression)
                .toList();
        if (others.size() < stream.others().size()) {
            return unproven("the stream is created in several files");
        }
        Set<Node> widened = TypestateRun.identitySet();
        stream.holders().stream().filter(holder -> holder.wrapped() == 0).map(Holder::declaration)
                .forEach(widened::add);
        return Prover.examine(new PlannedWrap(request.sources(), stream.file(), stream.creation(), others,
                request.repair(), widened, request.frames(), request.assumptions()));
    }

    private static Outcome unproven(String reason) {
        return new Outcome(Applicability.UNSAFE, List.of(reason),
                List.of(Guard.doubted(GuardKind.NO_ALIAS, GuardTexts.of(GuardKind.NO_ALIAS))), List.of(), List.of());
    }
}
