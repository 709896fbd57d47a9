package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Decides the five sentences of {@code docs/reference/fix-safety.md} for a buffer round a stream, by lexical scope and
 * javac's resolution, in the file of the creation and at most 20 files of helpers. What cannot be decided is a hazard.
 */
public final class SafeBuffer {
    private SafeBuffer() {}

    /**
     * Returns what keeps a buffer round the stream from being {@code safe}; nothing if all five sentences hold.
     *
     * @param output whether bytes leave by the stream
     */
    public static List<Hazard> hazards(Sources sources, TracedStream stream, boolean output) {
        Resolver resolver = Resolver.of(sources);
        Hazards hazards = new Hazards(new LinkedHashSet<>());
        Expression creation = stream.creation();
        if (stream.boundary()) {
            hazards.of(HazardKind.UNKNOWN_ORIGIN, creation, "comes from code without source");
            return List.copyOf(hazards.all());
        }
        resolver.obstacle(creation).ifPresent(reason -> hazards.add(HazardKind.UNRESOLVED, creation, reason));
        new Opening(resolver, hazards).check(SourceFile.of(creation), creation);
        StreamUses uses = new StreamUses(resolver, hazards, output);
        uses.follow(creation, 0);
        if (output) {
            ClosedHere closing = new ClosedHere(resolver, hazards, uses);
            List<Node> region = closing.check(creation);
            stream.holders().stream().filter(each -> each.kind() == Holder.Kind.FIELD)
                    .flatMap(each -> resolver.variable(each.declaration()).stream()).distinct()
                    .flatMap(field -> resolver.uses(field).stream()).forEach(closing::errors);
            new Region(resolver, hazards, uses).check(region, creation);
        }
        return List.copyOf(hazards.all());
    }
}
