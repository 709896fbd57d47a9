package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.MethodCallExpr;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Repair;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.edit.Closings;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.edit.Preparation;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.Tracing;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Plans the edits for each form of repair. */
public final class Repairs {
    private Repairs() {}

    /** Returns the forms that fit; of equally safe ones that first which saves most. */
    public static List<Plan> plans(Sources sources, FixRequest request, Tracing tracing) {
        List<Plan> plans = forms(sources, request, tracing).flatMap(Optional::stream).toList();
        boolean shown = plans.isEmpty() && request.repair() != Repair.ENLARGE_COPY;
        return shown ? Sketches.plan(request, tracing).stream().toList() : plans;
    }

    private static Stream<Optional<Plan>> forms(Sources sources, FixRequest request, Tracing tracing) {
        Optional<TracedStream> stream = tracing.stream();
        Optional<Node> call = tracing.call();
        return switch (request.repair()) {
            case BUFFER_FILE_OUTPUT, BUFFER_SOCKET_OUTPUT, BUFFER_PRINT_STREAM -> Stream.of(
                    wrap(sources, request, tracing, true),
                    call.filter(each -> request.repair() == Repair.BUFFER_SOCKET_OUTPUT)
                            .flatMap(each -> MessageFlush.plan(sources, each)),
                    parts(sources, request, tracing),
                    stream.flatMap(raw -> call).flatMap(each -> AssembledWrites.plan(sources, request, each)));
            case BUFFER_FILE_INPUT, BUFFER_SOCKET_INPUT -> Stream.of(wrap(sources, request, tracing, false));
            case ENLARGE_COPY -> Stream.of(call.flatMap(each -> CopyLoop.plan(sources, request, each)));
            case READ_ATTRIBUTES_ONCE -> Stream.of(
                    call.flatMap(each -> AttributesOnce.plan(sources, each)));
            case BLOCK_RANDOM_ACCESS -> blocks(sources, request, tracing);
            case BATCH_STANDARD_OUTPUT -> Stream.of(call.flatMap(each -> PrintedLine.plan(sources, each)));
            case BUFFER_LOG_APPENDER -> Stream.of(BufferedAppender.plan(sources, request));
            case DROP_FLUSH -> Stream.of(call.flatMap(each -> DroppedFlush.plan(sources, each)));
            case GROUP_SYNC -> Stream.of();
        };
    }

    private static Stream<Optional<Plan>> blocks(Sources sources, FixRequest request, Tracing tracing) {
        Optional<TracedStream> stream = tracing.stream();
        return Stream.of(
                tracing.call().flatMap(call -> RecordBlock.plan(sources, request, call)),
                stream.filter(each -> !isOnChannel(sources, tracing))
                        .flatMap(each -> RandomAccessBuffer.plan(sources, each, tracing.repeated())),
                stream.flatMap(each -> ChannelBuffer.plan(sources, each)));
    }

    /** A channel passes by the buffer of its file. */
    private static boolean isOnChannel(Sources sources, Tracing tracing) {
        return tracing.call().filter(MethodCallExpr.class::isInstance)
                .flatMap(call -> ((MethodCallExpr) call).getScope())
                .filter(scope -> Resolver.of(sources).isSubtype(scope, "java.nio.channels.Channel")).isPresent();
    }

    /** Where a buffer for the whole life of the stream does not do, a method on its way may write its parts at once. */
    private static Optional<Plan> parts(Sources sources, FixRequest request, Tracing tracing) {
        return tracing.stream().filter(each -> !each.boundary())
                .flatMap(each -> BoundaryWrap.parts(
                        sources, each, request.repair() == Repair.BUFFER_SOCKET_OUTPUT, request.bytesPerCall()));
    }

    /** Returns the change of the raw program that may make a buffer on a file right. */
    public static Optional<Preparation> preparation(Sources sources, FixRequest request, Tracing tracing) {
        boolean output = request.repair() == Repair.BUFFER_FILE_OUTPUT
                || request.repair() == Repair.BUFFER_PRINT_STREAM;
        return tracing.stream().filter(each -> output && !each.boundary())
                .flatMap(each -> AddedResource.of(sources, each));
    }

    private static Optional<Plan> wrap(Sources sources, FixRequest request, Tracing tracing, boolean output) {
        Optional<TracedStream> stream = tracing.stream();
        if (stream.isEmpty()) {
            return Plan.none();
        }
        boolean obtained = stream.get().boundary() && stream.get().creation().isMethodCallExpr();
        if (stream.get().boundary() && !obtained) {
            return BoundaryWrap.plan(
                    sources, stream.get(), output, tracing.repeated(),
                    request.repair() == Repair.BUFFER_SOCKET_OUTPUT, request.bytesPerCall());
        }
        Optional<Plan> channel = ChannelBuffer.plan(sources, stream.get());
        if (channel.isPresent()) {
            return channel;
        }
        String type = tracing.trace().creation().orElseThrow().type();
        if (type.startsWith("System.")) {
            return Plan.none();
        }
        boolean file = request.repair() == Repair.BUFFER_FILE_OUTPUT || request.repair() == Repair.BUFFER_FILE_INPUT
                || request.repair() == Repair.BUFFER_PRINT_STREAM;
        Optional<Plan> wrap = Wrapping.plan(
                sources, stream.get(), output, file ? request.bytesPerCall() : OptionalDouble.empty());
        List<MethodCallExpr> unflushed = request.repair() == Repair.BUFFER_SOCKET_OUTPUT
                ? PeerFlushes.of(sources, stream.get()).missing()
                : List.of();
        List<Edit> flushes = PeerFlushes.of(sources, stream.get()).added(unflushed, tracing.call());
        if (!flushes.isEmpty()) {
            return wrap.map(plan -> plan.and("and flush it after each message", flushes));
        }
        boolean lost = output && Closings.areMissing(sources, stream.get());
        if (lost && AddedResource.of(sources, stream.get()).isEmpty()) {
            Edit note = Sketches.note(stream.get().creation(), "and close it before the program ends");
            return wrap.map(plan -> shown(plan, "buffer the stream and close it before the program ends",
                    note, "the stream is never closed or flushed in the analyzed code: buffered bytes "
                                  + "would be lost"));
        }
        if (!unflushed.isEmpty()) {
            return wrap.map(plan -> shown(plan, "buffer the stream and flush it at the end of each message",
                    PeerFlushes.note(unflushed.get(0)), PeerFlushes.name(unflushed.get(0))
                            + " writes without a flush: the peer would wait for the bytes"));
        }
        return wrap.map(plan -> plan.doubting(tracing.trace().note()).doubting(obtained
                ? "the class that returns the stream is unknown, and whether it returns the same one again" : ""));
    }

    private static Plan shown(Plan plan, String title, Edit more, String reason) {
        return Plan.sketch(title, Stream.concat(plan.edits().stream(), Stream.of(more)).toList(), reason);
    }
}
