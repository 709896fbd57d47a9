package dev.perfhint.reader.jfr;

import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.chunk.Chunk;
import dev.perfhint.reader.chunk.EventKind;
import dev.perfhint.reader.chunk.IoFold;
import dev.perfhint.reader.chunk.RecordingFacts;
import dev.perfhint.reader.input.ReadOptions;
import java.util.BitSet;
import java.util.Optional;

/** Adds the file and socket events of a recording's chunks to the profile. */
final class IoEvents {
    private final ReadOptions options;
    private final ProfileBuilder builder;
    private final RecordingFacts facts;
    private boolean any;
    private boolean cut;

    IoEvents(ReadOptions options, ProfileBuilder builder, RecordingFacts facts) {
        this.options = options;
        this.builder = builder;
        this.facts = facts;
    }

    boolean any() {
        return any;
    }

    /** Returns whether the recorder kept each of them. */
    boolean complete() {
        return !cut;
    }

    /** Adds those of a chunk at or below wanted nodes. */
    void add(Chunk chunk, int[] nodes, BitSet wanted) {
        IoFold io = chunk.io;
        boolean[] sampled = new boolean[EventKind.values().length];
        for (EventKind kind : EventKind.values()) {
            sampled[kind.ordinal()] = kind.use() == EventKind.Use.IO && facts.keptOnlySome(kind.eventName());
        }
        for (int row = 0; row < io.size(); row++) {
            int leaf = nodes[chunk.stacks.leaf(io.stack(row))];
            boolean wantedThread = options.thread().isEmpty()
                    || options.wantsThread(chunk.names.threadName(chunk.threads.key(io.thread(row))));
            if (!wanted.get(leaf) || !wantedThread) {
                continue;
            }
            EventKind kind = io.kind(row);
            Optional<IoOperation.Kind> operation = kind == EventKind.NATIVE_SOCKET
                    ? direction(io.operation(row, chunk.names)) : Optional.of(operation(kind));
            if (operation.isEmpty()) {
                continue;
            }
            any = true;
            cut |= sampled[kind.ordinal()];
            builder.io(operation.get(), leaf, io.target(row, chunk.names), io.calls(row), io.bytes(row),
                    chunk.header.nanosOf(io.ticks(row)), io.sizes(row), sampled[kind.ordinal()]);
        }
    }

    /** Returns the direction of a call that Datadog's profiler samples; empty for one that it does not know itself. */
    private static Optional<IoOperation.Kind> direction(String call) {
        return switch (call) {
            case "RECV", "READ" -> Optional.of(IoOperation.Kind.SOCKET_READ);
            case "SEND", "WRITE" -> Optional.of(IoOperation.Kind.SOCKET_WRITE);
            default -> Optional.empty();
        };
    }

    private static IoOperation.Kind operation(EventKind kind) {
        return switch (kind) {
            case FILE_READ -> IoOperation.Kind.FILE_READ;
            case FILE_WRITE -> IoOperation.Kind.FILE_WRITE;
            case FILE_FORCE -> IoOperation.Kind.FILE_FORCE;
            case SOCKET_READ -> IoOperation.Kind.SOCKET_READ;
            case SOCKET_WRITE -> IoOperation.Kind.SOCKET_WRITE;
            default -> throw new IllegalStateException(kind + " is no I/O");
        };
    }
}
