package dev.perfhint.reader.foreign;

import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.cause.KernelSymbols;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Functions of formats that give a name, a line and at most the file that a function was loaded from. What the name
 * does not say is told by the stack: from the entry of a system call, a fault or an interrupt on, all frames are the
 * kernel's.
 */
final class NamedStacks {
    private static final String KERNEL_SUFFIX = "_[k]";

    private record Key(NamedFrame function, boolean kernel) {}

    private final StackTable stacks;
    private final Map<Key, StackTable.Frame> frames = new HashMap<>();
    private final List<NamedFrame> stack = new ArrayList<>();

    NamedStacks(StackTable stacks) {
        this.stacks = stacks;
    }

    void begin() {
        stack.clear();
    }

    /** Adds a function that called the one before: stacks come from the leaf. Beyond the limit of frames nothing. */
    void caller(NamedFrame function) {
        if (stack.size() < StackTable.MAX_DEPTH) {
            stack.add(function);
        }
    }

    void end(String thread, long samples, long nanos) {
        stacks.cut(0);
        boolean kernel = false;
        for (int i = stack.size() - 1; i >= 0; i--) {
            NamedFrame function = stack.get(i);
            kernel |= entersKernel(function);
            stacks.push(frames.computeIfAbsent(new Key(function, kernel), NamedStacks.this::frame));
        }
        stacks.add(thread, samples, nanos);
    }

    private static boolean entersKernel(NamedFrame function) {
        String name = function.name();
        return function.type() == NamedFrame.Type.KERNEL || name.endsWith(KERNEL_SUFFIX)
                || KernelSymbols.isSyscallEntry(name) || KernelSymbols.isFaultEntry(name)
                || name.startsWith("asm_exc_") || name.startsWith("asm_sysvec_") || name.equals("asm_common_interrupt");
    }

    private StackTable.Frame frame(Key key) {
        String name = key.function().name();
        if (key.kernel()) {
            return stacks.frame(CollapsedFrame.of(name.endsWith(KERNEL_SUFFIX) ? name : name + KERNEL_SUFFIX, true));
        }
        CollapsedFrame parsed = switch (key.function().type()) {
            case JAVA -> CollapsedFrame.of(name + "_[j]", true);
            case NATIVE -> CollapsedFrame.of(name, true);
            default -> CollapsedFrame.of(name, false);
        };
        if (parsed.kind() != FrameKind.JAVA) {
            return stacks.frame(parsed);
        }
        stacks.source(parsed.className(), key.function().file());
        return stacks.frame(parsed.line() > 0 ? parsed
                : new CollapsedFrame(parsed.className(), parsed.methodName(), key.function().line(), FrameKind.JAVA));
    }
}
