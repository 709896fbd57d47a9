package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.Owner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Stacks taken from file and socket events where a recording has no CPU samples: calls stand for samples.
 *
 * <p>JDK 25 leaves the JDK's frames out of such stacks, so a buffer between cannot be seen; the size of the calls tells.
 */
public final class IoEventStacks {
    // what the size of calls tells by itself
    private static final Set<String> SHOWN = Set.of(
            "unbuffered-file-write", "unbuffered-file-read", "unbuffered-random-access", "unbuffered-socket-write",
            "unbuffered-socket-read", "unbuffered-print-stream", "flush-per-record", "small-copy-buffer");

    private IoEventStacks() {}

    /** Returns whether a rule can be judged on I/O events alone. */
    public static boolean shows(String rule) {
        return SHOWN.contains(rule);
    }

    public static List<IoStack> of(Profile profile, Owners owners) {
        StackScan scan = new StackScan(profile, owners);
        List<IoStack> stacks = new ArrayList<>();
        for (IoOperation io : profile.io()) {
            if (io.leaf() == CallTree.ROOT || io.kind() == IoOperation.Kind.FILE_FORCE) {
                continue;
            }
            StackScan.Weight weight = new StackScan.Weight();
            weight.add(io.calls(), 0, new KernelSuffix(io.leaf(), false, false, false, false));
            Optional<IoStack> known = scan.scan(io.leaf(), weight, stacks.size());
            known.or(() -> stripped(profile, owners, io, stacks.size())).ifPresent(stacks::add);
        }
        return stacks;
    }

    private static Optional<IoStack> stripped(Profile profile, Owners owners, IoOperation io, int index) {
        CallTree tree = profile.tree();
        if (owners.isJdk(tree.method(io.leaf()))) {
            return Optional.empty();
        }
        int application = -1;
        for (int node = io.leaf(); node > CallTree.ROOT && application < 0; node = tree.parent(node)) {
            application = owners.of(tree.method(node)) == Owner.APPLICATION ? node : -1;
        }
        Size size = new Size(io.bytesPerCall(), Size.Known.EVENTS);
        return Optional.of(new IoStack(index, io.leaf(), io.leaf(), application, -1, operation(io.kind()), "", size,
                IoStack.Shape.UNKNOWN,
                owners.of(tree.method(io.leaf())), io.calls(), 0, 0, 0, false));
    }

    private static Operation operation(IoOperation.Kind kind) {
        return switch (kind) {
            case FILE_READ -> Operation.FILE_READ;
            case FILE_WRITE -> Operation.FILE_WRITE;
            case FILE_FORCE -> Operation.SYNC;
            case SOCKET_READ -> Operation.SOCKET_READ;
            case SOCKET_WRITE -> Operation.SOCKET_WRITE;
        };
    }
}
