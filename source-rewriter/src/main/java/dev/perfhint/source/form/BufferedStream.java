package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.Repair;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.edit.MayClose;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Sources;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A buffer for the whole life of a stream, where that is created or handed in. */
final class BufferedStream {
    private BufferedStream() {}

    static Optional<Plan> plan(Match match) {
        return match.stream().flatMap(stream -> plan(match, stream));
    }

    private static Optional<Plan> plan(Match match, TracedStream stream) {
        Sources sources = match.sources();
        Repair repair = match.repair();
        boolean obtained = stream.boundary() && stream.creation().isMethodCallExpr();
        if (stream.boundary() && !obtained) {
            return BoundaryWrap.whole(match, stream);
        }
        Optional<Plan> channel = ChannelBuffer.plan(match);
        if (channel.isPresent()) {
            return channel;
        }
        if (match.tracing().trace().creation().orElseThrow().type().startsWith("System.")) {
            return Plan.none();
        }
        if (AskedAgain.is(sources, stream, repair.isOutput())) {
            return Optional.of(Plan.sketch("keep one buffer per connection, in a field", List.of(),
                    Hazard.code(stream.creation()) + " is asked for again and gives the same stream: a buffer each time"
                            + " would lose the bytes in the last one"));
        }
        Optional<Plan> wrap = Wrapping.plan(sources, stream, repair.isOutput(),
                repair.isSocket() ? OptionalDouble.empty() : match.request().bytesPerCall());
        boolean peer = repair.isSocket() && repair.isOutput();
        PeerFlushes flushes = PeerFlushes.of(sources, stream);
        Optional<Node> unflushed = peer ? flushes.missing(List.of()) : Optional.empty();
        Optional<PeerFlushes.Added> added = unflushed.flatMap(each -> flushes.added(match.call()));
        if (added.isPresent()) {
            return wrap.map(plan -> plan.and("and flush it after each message", added.get().edits())
                    .with(added.get().effect(flushes.resolver()))
                    .holding(Plan.Holding.BUFFER, added.get().after()));
        }
        if (unflushed.isPresent()) {
            // the end of a message is not known: a flush after each write would save nothing, and none would hang
            return wrap.map(plan -> Plan.sketch("buffer the stream and flush it at the end of each message", List.of(),
                    PeerFlushes.name(unflushed.get())
                            + " writes without a flush: the peer would wait for the bytes"));
        }
        boolean lost = repair.isOutput() && MayClose.never(sources, stream);
        if (lost && AddedResource.of(sources, stream).isEmpty()) {
            Edit note = Lines.note(stream.creation(), "and close it before the program ends");
            return wrap.map(plan -> shown(plan, "buffer the stream and close it before the program ends",
                    note, "the stream is never closed or flushed in the analyzed code: buffered bytes "
                                  + "would be lost"));
        }
        return wrap.map(plan -> plan.doubting(match.tracing().trace().note()).doubting(obtained
                ? "the class that returns the stream is unknown, and whether it returns the same one again" : ""));
    }

    private static Plan shown(Plan plan, String title, Edit more, String reason) {
        return Plan.sketch(title, Stream.concat(plan.edits().stream(), Stream.of(more)).toList(), reason);
    }
}
