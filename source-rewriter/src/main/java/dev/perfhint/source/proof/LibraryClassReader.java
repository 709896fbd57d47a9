package dev.perfhint.source.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Reads a class file into lists of instructions; throws a RuntimeException if the class file is damaged. */
final class LibraryClassReader extends ClassVisitor {
    private final List<LibraryMethod> methods = new ArrayList<>();
    private final String home;
    private String name = "";
    private String superName = "";
    private int access;

    private LibraryClassReader(String home) {
        super(Opcodes.ASM9);
        this.home = home;
    }

    static LibraryClass read(byte[] classFile, String home) {
        LibraryClassReader reader = new LibraryClassReader(home);
        new ClassReader(classFile).accept(reader, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new LibraryClass(reader.name, home, reader.access, reader.superName, List.copyOf(reader.methods));
    }

    @Override
    public void visit(int version, int classAccess, String className, String signature, String superClass,
            String[] interfaces) {
        name = className;
        access = classAccess;
        superName = superClass == null ? "" : superClass;
    }

    @Override
    public MethodVisitor visitMethod(int methodAccess, String method, String descriptor, String signature,
            String[] exceptions) {
        return new Code(methodAccess, method, descriptor);
    }

    /** Collects one method; jump targets become indices when it ends. */
    private final class Code extends MethodVisitor {
        private record Jump(LibraryMethod.Instruction instruction, List<Label> labels) {}

        private record Guarded(Label start, Label end, Label handler, String type) {}

        private final int methodAccess;
        private final String method;
        private final String descriptor;
        private final List<Jump> code = new ArrayList<>();
        private final List<Guarded> guarded = new ArrayList<>();
        private final Map<Label, Integer> places = new HashMap<>();

        Code(int methodAccess, String method, String descriptor) {
            super(Opcodes.ASM9);
            this.methodAccess = methodAccess;
            this.method = method;
            this.descriptor = descriptor;
        }

        private void add(int opcode, String owner, String member, String type, int slot, List<Label> labels) {
            code.add(new Jump(new LibraryMethod.Instruction(opcode, owner, member, type, slot, List.of()), labels));
        }

        @Override
        public void visitInsn(int opcode) {
            add(opcode, "", "", "", 0, List.of());
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            add(opcode, "", "", "", 0, List.of());
        }

        @Override
        public void visitVarInsn(int opcode, int slot) {
            add(opcode, "", "", "", slot, List.of());
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            add(opcode, type, "", "", 0, List.of());
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
            add(opcode, owner, field, type, 0, List.of());
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String called, String type, boolean ofInterface) {
            add(opcode, owner, called, type, 0, List.of());
        }

        @Override
        public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... arguments) {
            add(Opcodes.INVOKEDYNAMIC, bootstrap.getOwner(), called, type, 0, List.of());
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            add(opcode, "", "", "", 0, List.of(label));
        }

        @Override
        public void visitLabel(Label label) {
            places.put(label, code.size());
        }

        @Override
        public void visitLdcInsn(Object value) {
            boolean wide = value instanceof Long || value instanceof Double
                    || value instanceof ConstantDynamic dynamic && dynamic.getSize() == 2;
            add(Opcodes.LDC, "", "", "", wide ? 2 : 1, List.of());
        }

        @Override
        public void visitIincInsn(int slot, int increment) {
            add(Opcodes.IINC, "", "", "", slot, List.of());
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
            switched(Opcodes.TABLESWITCH, other, labels);
        }

        @Override
        public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
            switched(Opcodes.LOOKUPSWITCH, other, labels);
        }

        private void switched(int opcode, Label other, Label[] labels) {
            List<Label> all = new ArrayList<>(Arrays.asList(labels));
            all.add(other);
            add(opcode, "", "", "", 0, all);
        }

        @Override
        public void visitMultiANewArrayInsn(String type, int dimensions) {
            add(Opcodes.MULTIANEWARRAY, type, "", "", dimensions, List.of());
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            guarded.add(new Guarded(start, end, handler, type == null ? "" : type));
        }

        @Override
        public void visitEnd() {
            Function<Label, Integer> place = label -> places.getOrDefault(label, code.size());
            List<LibraryMethod.Instruction> resolved = code.stream()
                    .map(j -> j.labels().isEmpty() ? j.instruction()
                            : new LibraryMethod.Instruction(j.instruction().opcode(), "", "", "", 0,
                                    j.labels().stream().map(place).toList()))
                    .toList();
            List<LibraryMethod.Handler> handlers = guarded.stream()
                    .map(g -> new LibraryMethod.Handler(place.apply(g.start()), place.apply(g.end()),
                            place.apply(g.handler()), g.type()))
                    .toList();
            methods.add(new LibraryMethod(name, methodAccess, method, descriptor, resolved, handlers));
        }
    }
}
