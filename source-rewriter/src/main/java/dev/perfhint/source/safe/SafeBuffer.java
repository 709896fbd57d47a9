package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.hazard.HoldingHazards;
import dev.perfhint.source.hazard.OutwardCalls;
import dev.perfhint.source.hazard.ReadingHazards;
import dev.perfhint.source.resolve.Resolver;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.VariableElement;

/**
 * Decides the three sentences of {@code docs/reference/fix-safety.md} for a buffer round a stream, by lexical scope and
 * javac's resolution, in the file of the creation. What cannot be decided is a hazard.
 */
public final class SafeBuffer {
    /** What the class itself must not do while bytes are held back; what others do is assumed not to be. */
    private static final Set<HazardKind> IN_CLASS = EnumSet.of(HazardKind.WAITS, HazardKind.ENDS,
            HazardKind.SAME_FILE, HazardKind.SECOND_STREAM, HazardKind.SWALLOWED_ERROR);

    private SafeBuffer() {}

    /**
     * Returns what keeps a buffer round the stream from being {@code safe}; nothing but what is assumed besides if all
     * three sentences hold.
     *
     * @param output whether bytes leave by the stream
     * @param socket whether a peer is at its other end
     * @param flushed after which nodes the fix flushes
     */
    public static List<Hazard> hazards(Sources sources, TracedStream stream, boolean output, boolean socket,
            List<Node> flushed) {
        Resolver resolver = Resolver.of(sources);
        Hazards hazards = new Hazards(new LinkedHashSet<>());
        Expression creation = stream.creation();
        if (stream.boundary()) {
            hazards.of(HazardKind.UNKNOWN_ORIGIN, creation, "comes from code without source");
        }
        resolver.obstacle(creation).ifPresent(reason -> hazards.add(HazardKind.UNRESOLVED, creation, reason));
        StreamUses uses = new StreamUses(resolver, hazards, output);
        if (!stream.boundary()) {
            new Opening(resolver, hazards).check(SourceFile.of(creation), creation);
            uses.follow(creation, 0);
        }
        if (output && !stream.boundary()) {
            new ClosedHere(resolver, hazards, uses).check(creation);
        }
        Set<VariableElement> variables = new LinkedHashSet<>(uses.variables());
        stream.holders().stream().map(Holder::declaration).flatMap(each -> resolver.variable(each).stream())
                .forEach(variables::add);
        Optional<Expression> opened = Optional.of(creation).filter(each -> !stream.boundary());
        boolean plain = hazards.all().stream().allMatch(each -> each.kind() == HazardKind.ASSUMPTION);
        HoldingHazards.Found found = output
                ? new HoldingHazards(resolver, opened, variables, socket, flushed).find(plain)
                : new HoldingHazards.Found(new ReadingHazards(resolver, creation, socket).find(plain), false);
        List<Hazard> met = found.hazards();
        hazards.all().removeIf(each -> each.kind() == HazardKind.NOT_CLOSED && found.emptied());
        if (!plain || met.stream().anyMatch(each -> IN_CLASS.contains(each.kind()))) {
            hazards.all().addAll(met);
        }
        if (plain && output && !stream.boundary()) {
            Enclosing.around(creation).filter(TypeDeclaration.class::isInstance).reduce((inner, outer) -> outer)
                    .flatMap(new OutwardCalls(resolver)::daemon).ifPresent(each -> hazards.add(HazardKind.ENDS,
                            each, "the program does not wait for a thread of " + Hazard.code(each)
                            + ": buffered bytes are lost if it writes here"));
        }
        return Hazard.worstFirst(hazards.all());
    }
}
