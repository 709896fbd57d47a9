package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.cause.Causes;
import dev.perfhint.profile.cause.ThreadKind;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.rules.model.Performer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stacks taken from file and socket events where a recording has no CPU samples: calls stand for samples.
 *
 * <p>JDK 25 leaves the JDK's frames out of such stacks, so a buffer between cannot be seen; the size of the calls
 * tells.
 */
public final class IoEventStacks {
    private IoEventStacks() {}

    /** Returns one stack for each operation that can be told to be a call of somebody. */
    public static List<SystemStack> of(Profile profile, Owners owners) {
        StackScan scan = new StackScan(profile, owners);
        List<SystemStack> stacks = new ArrayList<>();
        for (IoOperation io : profile.io()) {
            if (io.leaf() == CallTree.ROOT || io.kind() == IoOperation.Kind.FILE_FORCE) {
                continue;
            }
            Causes.Classified classified = new Causes.Classified(
                    cause(io.kind()), ThreadKind.JAVA, io.leaf(), io.leaf(), Causes.Medium.UNKNOWN, false, false);
            StackWeight weight = new StackWeight(classified, -1);
            weight.add(classified, io.leaf(), io.calls(), 0, new KernelSuffix(io.leaf(), false, false, false, false));
            Optional<SystemStack> known = scan.call(io.leaf(), weight, stacks.size());
            known.or(() -> stripped(profile, owners, scan, weight, io, stacks.size())).ifPresent(stacks::add);
        }
        return stacks;
    }

    private static Optional<SystemStack> stripped(
            Profile profile, Owners owners, StackScan scan, StackWeight weight, IoOperation io, int index) {
        Size size = new Size(io.bytesPerCall(), Size.Known.EVENTS);
        CallTree tree = profile.tree();
        if (owners.isJdk(tree.method(io.leaf()))) {
            return scan.call(io.leaf(), operation(io.kind()), weight, index).map(stack -> stack.withSize(size));
        }
        int application = tree.path(io.leaf()).filter(node -> owners.of(tree.method(node)) == Owner.APPLICATION)
                .findFirst().orElse(-1);
        Owner owner = owners.of(tree.method(io.leaf()));
        return Optional.of(new SystemStack(index, cause(io.kind()),
                owner == Owner.APPLICATION ? Performer.APPLICATION : Performer.LIBRARY, "", "", "",
                Causes.Medium.UNKNOWN, io.leaf(), io.leaf(), application, -1, owner, io.calls(), 0, io.leaf(), 0,
                new IoCall(operation(io.kind()), "", size, IoCall.Shape.UNKNOWN, 0, false)));
    }

    private static Cause cause(IoOperation.Kind kind) {
        return switch (kind) {
            case FILE_READ -> Cause.FILE_READ;
            case FILE_WRITE -> Cause.FILE_WRITE;
            case FILE_FORCE -> Cause.FILE_SYNC;
            case SOCKET_READ -> Cause.SOCKET_READ;
            case SOCKET_WRITE -> Cause.SOCKET_WRITE;
        };
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
