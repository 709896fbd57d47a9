package dev.perfhint.source.proof;

import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * One method of a class without source, as a list of instructions.
 *
 * @param owner internal name of its class
 * @param handlers exception handlers, by instruction index
 */
record LibraryMethod(
        String owner, int access, String name, String descriptor, List<Instruction> code, List<Handler> handlers) {
    /**
     * An instruction with the operands that matter here.
     *
     * @param owner class of a member, or the type of a cast, instance test or creation; empty if it has none
     * @param slot local variable; slots that a constant takes; dimensions of an array
     * @param targets indices of the instructions it may jump to
     */
    record Instruction(int opcode, String owner, String name, String descriptor, int slot, List<Integer> targets) {}

    /**
     * @param type internal name of what is caught, empty for all (a finally)
     */
    record Handler(int start, int end, int target, String type) {}

    boolean isStatic() {
        return (access & Opcodes.ACC_STATIC) != 0;
    }

    boolean isFixed() {
        return isStatic() || name.equals("<init>") || (access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL)) != 0;
    }

    boolean hasCode() {
        return !code.isEmpty();
    }
}
