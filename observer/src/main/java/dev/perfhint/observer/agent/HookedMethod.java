package dev.perfhint.observer.agent;

import dev.perfhint.observer.agent.Hooks.Hook;
import dev.perfhint.observer.agent.Hooks.Watched;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** One method of the JDK with the call that its row in the table asks for, before each return and where it throws. */
final class HookedMethod extends MethodVisitor {
    static final String RECORDER = "java/io/PerfhintObserver";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String STRING = "Ljava/lang/String;";
    private static final long UNKNOWN_SIZE = -100;
    private static final List<String> OPERATIONS = List.of("write", "read", "write-at", "read-at", "transfer", "seek",
            "length", "flush", "sync", "truncate", "map", "position", "available", "skip", "close");
    private static final List<String> METADATA = List.of("exists", "attributes", "access", "list", "delete", "rename",
            "create", "mkdir", "canonical", "readlink", "link", "set", "space");

    private final Watched watched;
    private final Hook hook;
    private final boolean statical;
    private final Type[] parameters;
    private final boolean constructor;
    /** Where exceptions begin to be the stream's own; none before its lock is known. */
    private Label start;
    private boolean delegates = true;

    HookedMethod(MethodVisitor next, Watched watched, Hook hook, int access, String descriptor) {
        super(Opcodes.ASM9, next);
        this.watched = watched;
        this.hook = hook;
        this.statical = (access & Opcodes.ACC_STATIC) != 0;
        this.parameters = Type.getArgumentTypes(descriptor);
        this.constructor = hook.method().startsWith("<init>");
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (hook.action().equals("meta")) {
            visitVarInsn(Opcodes.ALOAD, Integer.parseInt(hook.argument(1).orElse("0")));
            push(METADATA.indexOf(hook.arguments().get(0)));
            call("metadata", "(" + OBJECT + "I)V");
        } else if (isOperation() && !hook.action().equals("close")) {
            begin();
        }
    }

    private boolean isOperation() {
        return OPERATIONS.contains(hook.action());
    }

    private void begin() {
        start = new Label();
        super.visitLabel(start);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        boolean lock = constructor && opcode == Opcodes.PUTFIELD && owner.equals(watched.name())
                && watched.lock().filter(name::equals).isPresent();
        if (lock) {
            call("lock", "(" + OBJECT + ")" + OBJECT);
        }
        super.visitFieldInsn(opcode, owner, name, descriptor);
        if (lock) {
            delegates = false;
            begin();
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            beforeReturn(opcode);
        }
        super.visitInsn(opcode);
    }

    private void beforeReturn(int opcode) {
        if (hook.action().equals("open")) {
            if (!delegates || watched.lock().isEmpty()) {
                loadSelfAndLock();
                visitLdcInsn(watched.kind());
                loadPath();
                loadMode();
                call("opened", "(" + OBJECT + OBJECT + STRING + STRING + STRING + ")V");
            }
        } else if (hook.action().equals("close")) {
            loadSelfAndLock();
            call("closed", "(" + OBJECT + OBJECT + ")V");
        } else if (isOperation()) {
            loadSize(opcode);
            loadSelfAndLock();
            push(OPERATIONS.indexOf(hook.action()));
            Optional<String> target = hook.argument(1);
            if (target.isPresent()) {
                visitVarInsn(Opcodes.LLOAD, slot(number(target.get())));
            } else {
                super.visitLdcInsn(-1L);
            }
            call("operation", "(J" + OBJECT + OBJECT + "IJ)V");
        } else if (hook.action().equals("call")) {
            String name = hook.arguments().get(0);
            if (name.startsWith("result:")) {
                super.visitInsn(Opcodes.DUP);
                call(name.substring(name.indexOf(':') + 1), "(I)V");
            } else {
                visitVarInsn(Opcodes.ALOAD, 0);
                call(name, "(L" + watched.name() + ";)V");
            }
        }
    }

    private void loadSelfAndLock() {
        visitVarInsn(Opcodes.ALOAD, 0);
        visitVarInsn(Opcodes.ALOAD, 0);
        watched.lock().ifPresent(lock -> super.visitFieldInsn(Opcodes.GETFIELD, watched.name(), lock, OBJECT));
    }

    private void loadPath() {
        if (watched.path().isPresent()) {
            visitVarInsn(Opcodes.ALOAD, 0);
            super.visitFieldInsn(Opcodes.GETFIELD, watched.name(), watched.path().get(), STRING);
        } else {
            super.visitInsn(Opcodes.ACONST_NULL);
        }
    }

    private void loadMode() {
        String mode = hook.arguments().get(0);
        if (mode.startsWith("append:") || mode.startsWith("listen:")) {
            visitVarInsn(Opcodes.ILOAD, slot(number(mode)));
            call(mode.substring(0, mode.indexOf(':')), "(Z)" + STRING);
        } else if (mode.startsWith("text:")) {
            visitVarInsn(Opcodes.ALOAD, slot(number(mode)));
        } else if (mode.startsWith("fields:")) {
            for (String field : mode.substring(mode.indexOf(':') + 1).split(",")) {
                visitVarInsn(Opcodes.ALOAD, 0);
                super.visitFieldInsn(Opcodes.GETFIELD, watched.name(), field, "Z");
            }
            call("access", "(ZZ)" + STRING);
        } else {
            visitLdcInsn(mode);
        }
    }

    /** Leaves a long above what is returned. */
    private void loadSize(int opcode) {
        String size = hook.argument(0).orElse("");
        if (size.equals("result") && opcode == Opcodes.LRETURN) {
            super.visitInsn(Opcodes.DUP2);
        } else if (size.equals("result")) {
            super.visitInsn(Opcodes.DUP);
            super.visitInsn(Opcodes.I2L);
        } else if (size.equals("byte")) {
            super.visitInsn(Opcodes.DUP);
            call("one", "(I)J");
        } else if (size.equals("one")) {
            super.visitInsn(Opcodes.LCONST_1);
        } else if (size.startsWith("int:")) {
            visitVarInsn(Opcodes.ILOAD, slot(number(size)));
            super.visitInsn(Opcodes.I2L);
        } else if (size.startsWith("array:")) {
            visitVarInsn(Opcodes.ALOAD, slot(number(size)));
            super.visitInsn(Opcodes.ARRAYLENGTH);
            super.visitInsn(Opcodes.I2L);
        } else if (size.startsWith("chars:") || size.startsWith("wide:")) {
            visitVarInsn(Opcodes.ALOAD, slot(number(size)));
            super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
            super.visitInsn(Opcodes.I2L);
            if (size.startsWith("wide:")) {
                super.visitInsn(Opcodes.ICONST_1);
                super.visitInsn(Opcodes.LSHL);
            }
        } else {
            super.visitLdcInsn(UNKNOWN_SIZE);
        }
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        if (start != null) {
            Label end = new Label();
            super.visitLabel(end);
            super.visitTryCatchBlock(start, end, end, null);
            super.visitFrame(Opcodes.F_NEW, 1 + (constructor ? parameters.length : 0), frameLocals(), 1,
                    new Object[] {"java/lang/Throwable"});
            if (constructor) {
                visitLdcInsn(watched.kind());
                loadMode();
                call("failedOpen", "(" + STRING + STRING + ")V");
            } else {
                loadSelfAndLock();
                push(OPERATIONS.indexOf(hook.action()));
                call("failed", "(" + OBJECT + OBJECT + "I)V");
            }
            super.visitInsn(Opcodes.ATHROW);
        }
        super.visitMaxs(stack, locals);
    }

    private Object[] frameLocals() {
        Object[] locals = new Object[1 + parameters.length];
        locals[0] = watched.name();
        for (int i = 0; i < parameters.length; i++) {
            int sort = parameters[i].getSort();
            locals[i + 1] = sort >= Type.ARRAY ? parameters[i].getInternalName()
                    : sort == Type.LONG ? Opcodes.LONG : sort == Type.DOUBLE ? Opcodes.DOUBLE
                    : sort == Type.FLOAT ? Opcodes.FLOAT : Opcodes.INTEGER;
        }
        return locals;
    }

    /** Returns the local variable of the n-th parameter, counted from one. */
    private int slot(int parameter) {
        int slot = statical ? 0 : 1;
        for (int i = 0; i < parameter - 1; i++) {
            slot += parameters[i].getSize();
        }
        return slot;
    }

    private static int number(String spec) {
        return Integer.parseInt(spec.substring(spec.indexOf(':') + 1));
    }

    private void push(int value) {
        super.visitIntInsn(Opcodes.BIPUSH, value);
    }

    private void call(String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, RECORDER, name, descriptor, false);
    }
}
