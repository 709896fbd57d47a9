package dev.perfhint.source.edit;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Repair;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Plans the edits for each form of repair. */
public final class Repairs {
    private Repairs() {}

    /** Tells whether the repair puts a buffer round a stream, which needs the proof of a whole stream's life. */
    public static boolean isWrap(Repair repair) {
        return switch (repair) {
            case BUFFER_FILE_OUTPUT,
                    BUFFER_FILE_INPUT,
                    BUFFER_SOCKET_OUTPUT,
                    BUFFER_SOCKET_INPUT,
                    BUFFER_PRINT_STREAM -> true;
            default -> false;
        };
    }

    public static Optional<Plan> plan(Sources sources, FixRequest request, Tracing tracing) {
        return switch (request.repair()) {
            case BUFFER_FILE_OUTPUT, BUFFER_SOCKET_OUTPUT, BUFFER_PRINT_STREAM -> wrap(sources, request, tracing, true);
            case BUFFER_FILE_INPUT, BUFFER_SOCKET_INPUT -> wrap(sources, request, tracing, false);
            case ENLARGE_COPY -> tracing.call().flatMap(call -> CopyLoop.plan(sources, request, call));
            case READ_ATTRIBUTES_ONCE -> tracing.call()
                    .flatMap(call -> FileWalk.plan(sources, call).or(() -> AttributesOnce.plan(sources, call)))
                    .or(() -> Sketches.plan(sources, request.repair(), tracing.call()));
            case BLOCK_RANDOM_ACCESS -> tracing.stream()
                    .flatMap(stream -> ForwardFile.plan(sources, stream))
                    .or(() -> buffered(sources, request, tracing).filter(plan -> plan.ceiling() == Applicability.SAFE))
                    .or(() -> tracing.call().flatMap(call -> RecordBlock.plan(sources, call)))
                    .or(() -> tracing.stream().flatMap(stream -> MappedReads.plan(sources, stream, tracing.repeated())))
                    .or(() -> buffered(sources, request, tracing))
                    .or(() -> tracing.stream().flatMap(stream -> ChannelBuffer.plan(sources, request, stream)))
                    .or(() -> Sketches.plan(sources, request.repair(), tracing.call()));
            case BATCH_STANDARD_OUTPUT -> tracing.call()
                    .flatMap(call -> PrintLoop.plan(sources, call))
                    .or(() -> Sketches.plan(sources, request.repair(), tracing.call()));
            case BUFFER_LOG_APPENDER -> BufferedAppender.plan(sources, request);
            case DROP_FLUSH, GROUP_SYNC -> tracing.call()
                    .flatMap(call -> GroupedCalls.plan(sources, request, call))
                    .or(() -> tracing.call().flatMap(call -> RowBatch.plan(sources, call)))
                    .or(() -> Sketches.plan(sources, request.repair(), tracing.call()));
        };
    }

    private static Optional<Plan> buffered(Sources sources, FixRequest request, Tracing tracing) {
        return tracing.stream()
                .flatMap(stream -> RandomAccessBuffer.plan(sources, request, stream, tracing.repeated()));
    }

    /** Plans another form of the repair, for where the first one cannot be made or is not safe. */
    public static Optional<Plan> alternative(Sources sources, FixRequest request, Tracing tracing) {
        return isWrap(request.repair())
                ? BulkOverride.plan(
                        sources,
                        request.frames(),
                        tracing.stream().map(TracedStream::wrappers).orElse(List.of()))
                : Plan.none();
    }

    /** Returns the changes of the raw program that may make a buffer on a file right or worth while. */
    public static List<Preparation> preparations(Sources sources, FixRequest request, Tracing tracing) {
        boolean output = request.repair() == Repair.BUFFER_FILE_OUTPUT
                || request.repair() == Repair.BUFFER_PRINT_STREAM;
        Optional<TracedStream> stream = tracing.stream().filter(each -> output && !each.boundary());
        List<Preparation> all = new ArrayList<>();
        stream.flatMap(each -> FlushPerWrite.of(sources, each, tracing.call())).ifPresent(all::add);
        stream.flatMap(each -> AddedResource.of(sources, each)).ifPresent(all::add);
        return all;
    }

    private static Optional<Plan> wrap(Sources sources, FixRequest request, Tracing tracing, boolean output) {
        Optional<TracedStream> stream = tracing.stream();
        if (stream.isEmpty()) {
            return Plan.none();
        }
        if (stream.get().boundary()) {
            return BoundaryWrap.plan(
                    sources, stream.get(), output, tracing.repeated(),
                    request.repair() == Repair.BUFFER_SOCKET_OUTPUT, request.bytesPerCall());
        }
        Optional<Plan> channel = ChannelBuffer.plan(sources, request, stream.get());
        if (channel.isPresent()) {
            return channel;
        }
        String type = tracing.trace().creation().orElseThrow().type();
        if (type.startsWith("System.")) {
            return Plan.none();
        }
        if (output && Closings.areMissing(sources, stream.get())) {
            return Optional.of(Plan.sketch("put a buffer round the stream, and close it before the program ends",
                    "nothing in the code in view closes or flushes the stream: what the buffer holds would be lost"));
        }
        boolean file = request.repair() == Repair.BUFFER_FILE_OUTPUT || request.repair() == Repair.BUFFER_FILE_INPUT
                || request.repair() == Repair.BUFFER_PRINT_STREAM;
        return Wrapping.plan(
                        sources, stream.get(), output, file ? request.bytesPerCall() : OptionalDouble.empty())
                .map(plan -> plan.doubting(tracing.trace().note()));
    }
}
