package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.Holder;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;

/** Decides the five sentences for a buffer that is put round a stream where that is created. */
public final class SafeBuffer {
    private final List<Hazard> hazards;

    private SafeBuffer(List<Hazard> hazards) {
        this.hazards = hazards;
    }

    /**
     * Looks at a stream and all its uses.
     *
     * @param output whether bytes leave by the stream
     */
    public static SafeBuffer of(Sources sources, TracedStream stream, boolean output) {
        Resolver resolver = Resolver.of(sources);
        Hazards hazards = new Hazards();
        Expression creation = stream.creation();
        if (stream.boundary()) {
            hazards.add(HazardKind.UNKNOWN_ORIGIN, creation,
                    Hazards.code(creation) + " comes from code without source");
            return new SafeBuffer(hazards.list());
        }
        resolver.obstacle(creation).ifPresent(reason -> hazards.add(HazardKind.UNRESOLVED, creation, reason));
        new Opening(resolver, hazards).check(SourceFile.of(creation), creation);
        StreamUses uses = new StreamUses(resolver, hazards, output);
        uses.follow(creation, 0);
        if (output) {
            Closing closing = new Closing(resolver, hazards, uses);
            List<Node> region = closing.check(creation);
            stream.holders().stream().filter(each -> each.kind() == Holder.Kind.FIELD)
                    .flatMap(each -> resolver.variable(each.declaration()).stream()).distinct()
                    .flatMap(field -> resolver.uses(field).stream()).forEach(closing::errors);
            new Region(resolver, hazards, uses).check(region, creation);
        }
        return new SafeBuffer(hazards.list());
    }

    /** Returns what keeps a buffer round the stream from being {@code safe}; nothing if all five sentences hold. */
    public List<Hazard> hazards() {
        return hazards;
    }
}
