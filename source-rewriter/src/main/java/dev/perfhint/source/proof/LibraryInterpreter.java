package dev.perfhint.source.proof;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Runs the instructions of one library method for ASM's analyzer, and notes what becomes of the stream. */
final class LibraryInterpreter extends Interpreter<LibraryValue> {
    private static final Set<String> GENERAL = Set.of(
            "java/io/OutputStream", "java/io/InputStream", "java/io/Writer", "java/io/Reader", "java/lang/Object",
            "java/io/Closeable", "java/io/Flushable", "java/lang/AutoCloseable", "java/io/FilterOutputStream");

    /** Says what a call in the interpreted method does with the stream, and what it gives. */
    interface Calls {
        LibraryValue call(LibraryInterpreter interpreter, LibraryClasses.FoundMethod method, AbstractInsnNode i,
                List<? extends LibraryValue> values, LibraryUse.Summary summary, Set<AbstractInsnNode> wrappers);
    }

    private final Calls use;
    private final LibraryClasses.FoundMethod method;
    private final int slot;
    private final String field;
    /** Creations of JDK wrappers round the stream. */
    private final Set<AbstractInsnNode> wrappers;
    private final LibraryUse.Summary summary;
    private final Set<AbstractInsnNode> touching = new HashSet<>();

    LibraryInterpreter(Calls use, LibraryClasses.FoundMethod method, int slot, String field,
            Set<AbstractInsnNode> wrappers, LibraryUse.Summary summary) {
        super(Opcodes.ASM9);
        this.use = use;
        this.method = method;
        this.slot = slot;
        this.field = field;
        this.wrappers = wrappers;
        this.summary = summary;
    }

    Set<AbstractInsnNode> touching() {
        return touching;
    }

    void object(String what) {
        summary.objections().add(what);
    }

    @Override
    public LibraryValue newValue(Type type) {
        return type == null ? LibraryValue.OTHER : type == Type.VOID_TYPE ? null : LibraryValue.other(type.getSize());
    }

    @Override
    public LibraryValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
        if (isInstanceMethod && local == 0) {
            return LibraryValue.SELF;
        }
        return local == slot ? LibraryValue.STREAM : newValue(type);
    }

    @Override
    public LibraryValue newOperation(AbstractInsnNode i) {
        if (i.getOpcode() == Opcodes.NEW) {
            return wrappers.contains(i) ? LibraryValue.STREAM : LibraryValue.OTHER;
        }
        if (i instanceof LdcInsnNode constant) {
            return LibraryValue.other(constant.cst instanceof Long || constant.cst instanceof Double ? 2 : 1);
        }
        boolean wide = i.getOpcode() == Opcodes.LCONST_0 || i.getOpcode() == Opcodes.LCONST_1
                || i.getOpcode() == Opcodes.DCONST_0 || i.getOpcode() == Opcodes.DCONST_1;
        return i instanceof FieldInsnNode get ? newValue(Type.getType(get.desc)) : LibraryValue.other(wide ? 2 : 1);
    }

    @Override
    public LibraryValue copyOperation(AbstractInsnNode i, LibraryValue value) {
        return value;
    }

    @Override
    public LibraryValue unaryOperation(AbstractInsnNode i, LibraryValue value) {
        switch (i.getOpcode()) {
            case Opcodes.CHECKCAST:
                if (value.isStream() && !GENERAL.contains(((TypeInsnNode) i).desc)) {
                    object("casts it to " + LibraryUse.simple(((TypeInsnNode) i).desc));
                }
                return value;
            case Opcodes.GETFIELD:
                FieldInsnNode get = (FieldInsnNode) i;
                boolean own = value.kind() == LibraryValue.Kind.THIS && get.name.equals(field)
                        && get.owner.equals(method.owner().node().name);
                return own ? LibraryValue.STREAM : newValue(Type.getType(get.desc));
            default:
                break;
        }
        if (value.isStream()) {
            switch (i.getOpcode()) {
                case Opcodes.INSTANCEOF -> object("tests its class");
                case Opcodes.PUTSTATIC -> object("keeps it in the static field " + ((FieldInsnNode) i).name);
                case Opcodes.MONITORENTER -> object("synchronises on it");
                case Opcodes.ATHROW -> object("throws it");
                default -> { }
            }
        }
        return switch (i.getOpcode()) {
            case Opcodes.LNEG, Opcodes.DNEG, Opcodes.I2L, Opcodes.I2D, Opcodes.L2D, Opcodes.F2L, Opcodes.F2D,
                    Opcodes.D2L -> LibraryValue.WIDE;
            default -> LibraryValue.OTHER;
        };
    }

    @Override
    public LibraryValue binaryOperation(AbstractInsnNode i, LibraryValue a, LibraryValue b) {
        int op = i.getOpcode();
        if (op == Opcodes.PUTFIELD && b.isStream()) {
            FieldInsnNode put = (FieldInsnNode) i;
            if (a.kind() == LibraryValue.Kind.THIS && put.owner.equals(method.owner().node().name)) {
                summary.fields().add(put.name);
            } else {
                object("keeps it in the field " + put.name + " of " + LibraryUse.simple(put.owner));
            }
        }
        boolean wide = a.getSize() == 2 && op != Opcodes.LCMP && op != Opcodes.DCMPL && op != Opcodes.DCMPG
                || op == Opcodes.LALOAD || op == Opcodes.DALOAD;
        return LibraryValue.other(wide ? 2 : 1);
    }

    @Override
    public LibraryValue ternaryOperation(AbstractInsnNode i, LibraryValue a, LibraryValue b, LibraryValue c) {
        if (i.getOpcode() == Opcodes.AASTORE && c.isStream()) {
            object("puts it into an array");
        }
        return LibraryValue.OTHER;
    }

    @Override
    public LibraryValue naryOperation(AbstractInsnNode i, List<? extends LibraryValue> values) {
        if (values.stream().anyMatch(LibraryValue::isStream)) {
            touching.add(i);
        }
        return use.call(this, method, i, values, summary, wrappers);
    }

    @Override
    public void returnOperation(AbstractInsnNode i, LibraryValue value, LibraryValue expected) {
        if (value.isStream()) {
            object("returns it");
        }
    }

    @Override
    public LibraryValue merge(LibraryValue a, LibraryValue b) {
        if (a.equals(b)) {
            return a;
        }
        return a.isStream() || b.isStream() ? LibraryValue.STREAM
                : a.getSize() == b.getSize() ? LibraryValue.other(a.getSize()) : LibraryValue.OTHER;
    }
}
