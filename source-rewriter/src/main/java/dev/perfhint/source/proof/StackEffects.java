package dev.perfhint.source.proof;

import dev.perfhint.source.proof.LibraryMethod.Instruction;
import org.objectweb.asm.Opcodes;

/** How many slots the plain instructions take from and put onto the operand stack; a table by opcode. */
final class StackEffects {
    /** For each opcode from NOP to MONITOREXIT a digit; instructions that are handled elsewhere have 0. */
    private static final String POPS =
            // constants 0..20, loads 21..53
            "000000000000000000000" + "0000000000000000000000000" + "22222222"
            // stores 54..86
            + "0000000000000000000000000" + "34343333"
            // stack 87..95
            + "000000000"
            // arithmetic 96..131: add sub mul div rem neg, shifts, and or xor
            + "2424" + "2424" + "2424" + "2424" + "2424" + "1212" + "232323" + "242424"
            // iinc, conversions 133..147
            + "0" + "111222111222111"
            // comparisons 148..152, jumps 153..166, goto jsr ret
            + "42244" + "111111" + "22222222" + "000"
            // switches, returns 170..177
            + "11" + "000000"
            // fields, calls 178..186, new 187
            + "000000000" + "0"
            // newarray anewarray arraylength athrow checkcast instanceof monitorenter monitorexit
            + "1111" + "0001";
    private static final String PUSHES =
            "011111111221112211110" + "1212100000000000000000000" + "12121111"
            + "0000000000000000000000000" + "00000000"
            + "000000000"
            + "1212" + "1212" + "1212" + "1212" + "1212" + "1212" + "121212" + "121212"
            + "0" + "212112122121111"
            + "11111" + "000000" + "00000000" + "000"
            + "00" + "000000"
            + "000000000" + "0"
            + "1110" + "0000";

    private StackEffects() {}

    static int pops(Instruction i) {
        return switch (i.opcode()) {
            case Opcodes.MULTIANEWARRAY -> i.slot();
            case Opcodes.IFNULL, Opcodes.IFNONNULL -> 1;
            default -> digit(POPS, i.opcode());
        };
    }

    static int pushes(Instruction i) {
        return switch (i.opcode()) {
            case Opcodes.LDC -> i.slot();
            case Opcodes.MULTIANEWARRAY -> 1;
            default -> digit(PUSHES, i.opcode());
        };
    }

    private static int digit(String table, int opcode) {
        return opcode < table.length() ? table.charAt(opcode) - '0' : 0;
    }
}
