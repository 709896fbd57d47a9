package dev.perfhint.source.proof;

import dev.perfhint.source.proof.LibraryMethod.Handler;
import dev.perfhint.source.proof.LibraryMethod.Instruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Runs one library method abstractly and notes what becomes of the stream on its stack and in its variables. */
final class LibraryRun {
    private static final int MAXIMUM_STEPS = 60_000;
    private static final int VARIABLES = 256;
    private static final int OTHER = 0;
    private static final int THIS = 1;
    private static final int STREAM = 2;
    /** Added to the index of the instruction that creates an object. */
    private static final int CREATED = 16;

    private static final Set<String> GENERAL = Set.of(
            "java/io/OutputStream", "java/io/InputStream", "java/io/Writer", "java/io/Reader", "java/lang/Object",
            "java/io/Closeable", "java/io/Flushable", "java/lang/AutoCloseable", "java/io/FilterOutputStream");
    private static final Set<String> CATCHES_ERRORS =
            Set.of("java/io/IOException", "java/lang/Exception", "java/lang/Throwable");

    /** What is known before an instruction: the variables, then the stack, both in slots. */
    private record State(int[] variables, int[] stack) {}

    private final LibraryUse use;
    private final LibraryMethod method;
    private final String field;
    private final LibraryUse.Summary summary;
    private final State[] states;
    private final BitSet touching = new BitSet();
    private final Deque<Integer> work = new ArrayDeque<>();
    private int[] variables = new int[VARIABLES];
    private List<Integer> stack = new ArrayList<>();
    private boolean returns;

    /** The stream is in the slot when the method starts, or whatever the named field of the object holds. */
    LibraryRun(LibraryUse use, LibraryMethod method, int slot, String field, LibraryUse.Summary summary) {
        this.use = use;
        this.method = method;
        this.field = field;
        this.summary = summary;
        this.states = new State[method.code().size() + 1];
        if (!method.isStatic()) {
            variables[0] = THIS;
        }
        if (slot >= 0 && slot < VARIABLES) {
            variables[slot] = STREAM;
        }
    }

    void run() {
        flow(0);
        int steps = 0;
        while (!work.isEmpty()) {
            int at = work.pop();
            if (++steps > MAXIMUM_STEPS) {
                object("is too large to be followed");
                return;
            }
            variables = states[at].variables().clone();
            stack = new ArrayList<>(Arrays.stream(states[at].stack()).boxed().toList());
            try {
                step(at, method.code().get(at));
            } catch (IndexOutOfBoundsException e) {
                object("has bytecode that is not understood");
                return;
            }
        }
        errors();
        if (!returns && !summary.effects().isEmpty()) {
            object("may never return");
        }
    }

    /** A handler that takes a write's error must pass it on. */
    private void errors() {
        for (Handler handler : method.handlers()) {
            boolean guards = touching.get(handler.start(), Math.max(handler.start(), handler.end())).cardinality() > 0;
            boolean passesOn = handler.type().isEmpty() && !reachesReturn(handler.target());
            if (guards && !passesOn && (handler.type().isEmpty() || CATCHES_ERRORS.contains(handler.type()))) {
                object("catches errors of using it");
            }
        }
    }

    private boolean reachesReturn(int from) {
        BitSet seen = new BitSet();
        Deque<Integer> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            int at = next.pop();
            if (at >= method.code().size() || seen.get(at)) {
                continue;
            }
            seen.set(at);
            Instruction i = method.code().get(at);
            if (i.opcode() >= Opcodes.IRETURN && i.opcode() <= Opcodes.RETURN) {
                return true;
            }
            next.addAll(i.targets());
            if (goesOn(i.opcode())) {
                next.add(at + 1);
            }
        }
        return false;
    }

    private static boolean goesOn(int opcode) {
        return opcode != Opcodes.GOTO && opcode != Opcodes.ATHROW && opcode != Opcodes.TABLESWITCH
                && opcode != Opcodes.LOOKUPSWITCH && !(opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
    }

    private void object(String what) {
        summary.objections().add(what);
    }

    private void step(int at, Instruction i) {
        for (Handler handler : method.handlers()) {
            if (at >= handler.start() && at < handler.end()) {
                List<Integer> before = stack;
                stack = new ArrayList<>(List.of(OTHER));
                flow(handler.target());
                stack = before;
            }
        }
        execute(at, i);
        i.targets().forEach(this::flow);
        if (goesOn(i.opcode())) {
            flow(at + 1);
        }
    }

    /** Passes the present state on to an instruction, which runs again if it learns something. */
    private void flow(int target) {
        State known = states[target];
        int[] now = stack.stream().mapToInt(Integer::intValue).toArray();
        if (known == null) {
            states[target] = new State(variables.clone(), now);
            work.push(target);
            return;
        }
        if (known.stack().length != now.length) {
            throw new IndexOutOfBoundsException("stacks of different height meet");
        }
        int[] mergedVariables = merge(known.variables(), variables);
        int[] mergedStack = merge(known.stack(), now);
        if (!Arrays.equals(mergedVariables, known.variables()) || !Arrays.equals(mergedStack, known.stack())) {
            states[target] = new State(mergedVariables, mergedStack);
            work.push(target);
        }
    }

    private static int[] merge(int[] a, int[] b) {
        int[] merged = a.clone();
        for (int k = 0; k < a.length; k++) {
            merged[k] = a[k] == b[k] ? a[k] : a[k] == STREAM || b[k] == STREAM ? STREAM : OTHER;
        }
        return merged;
    }

    private int pop() {
        return stack.remove(stack.size() - 1);
    }

    private void drop(int slots, String becomes) {
        for (int k = 0; k < slots; k++) {
            if (pop() == STREAM && !becomes.isEmpty()) {
                object(becomes);
            }
        }
    }

    private void push(int value, int slots) {
        for (int k = 0; k < slots; k++) {
            stack.add(value);
        }
    }

    private void execute(int at, Instruction i) {
        int op = i.opcode();
        if (op == Opcodes.JSR || op == Opcodes.RET) {
            throw new IndexOutOfBoundsException("subroutine");
        } else if (op == Opcodes.ALOAD) {
            push(variables[i.slot()], 1);
        } else if (op == Opcodes.ASTORE) {
            variables[i.slot()] = pop();
        } else if (op == Opcodes.ISTORE || op == Opcodes.FSTORE) {
            pop();
            variables[i.slot()] = OTHER;
        } else if (op == Opcodes.LSTORE || op == Opcodes.DSTORE) {
            drop(2, "");
            variables[i.slot()] = OTHER;
        } else if (op >= Opcodes.POP && op <= Opcodes.SWAP) {
            shuffle(op);
        } else if (op == Opcodes.AASTORE) {
            drop(1, "puts it into an array");
            drop(2, "");
        } else if (op == Opcodes.ARETURN) {
            drop(1, "returns it");
            returns = true;
        } else if (op >= Opcodes.IRETURN && op <= Opcodes.RETURN) {
            returns = true;
        } else if (op >= Opcodes.GETSTATIC && op <= Opcodes.PUTFIELD) {
            member(i);
        } else if (op >= Opcodes.INVOKEVIRTUAL && op <= Opcodes.INVOKEDYNAMIC) {
            touching.set(at, call(i) || touching.get(at));
        } else if (op == Opcodes.NEW) {
            push(CREATED + at, 1);
        } else if (op == Opcodes.CHECKCAST) {
            int value = pop();
            if (value == STREAM && !GENERAL.contains(i.owner())) {
                object("casts it to " + simple(i.owner()));
            }
            push(value, 1);
        } else if (op == Opcodes.INSTANCEOF) {
            drop(1, "tests its class");
            push(OTHER, 1);
        } else if (op == Opcodes.MONITORENTER) {
            drop(1, "synchronises on it");
        } else if (op == Opcodes.IF_ACMPEQ || op == Opcodes.IF_ACMPNE) {
            drop(2, "compares it with another object");
        } else {
            drop(StackEffects.pops(i), "");
            push(OTHER, StackEffects.pushes(i));
        }
    }

    private void shuffle(int op) {
        int a = pop();
        if (op == Opcodes.POP) {
            return;
        }
        if (op == Opcodes.DUP) {
            stack.addAll(List.of(a, a));
            return;
        }
        int b = pop();
        switch (op) {
            case Opcodes.POP2 -> { }
            case Opcodes.DUP_X1 -> stack.addAll(List.of(a, b, a));
            case Opcodes.DUP2 -> stack.addAll(List.of(b, a, b, a));
            case Opcodes.SWAP -> stack.addAll(List.of(a, b));
            default -> {
                int c = pop();
                switch (op) {
                    case Opcodes.DUP_X2 -> stack.addAll(List.of(a, c, b, a));
                    case Opcodes.DUP2_X1 -> stack.addAll(List.of(b, a, c, b, a));
                    default -> {
                        int d = pop();
                        stack.addAll(List.of(b, a, d, c, b, a));
                    }
                }
            }
        }
    }

    private void member(Instruction i) {
        int size = Type.getType(i.descriptor()).getSize();
        switch (i.opcode()) {
            case Opcodes.GETSTATIC -> push(OTHER, size);
            case Opcodes.GETFIELD -> {
                int owner = pop();
                boolean kept = owner == THIS && i.name().equals(field);
                push(kept ? STREAM : OTHER, size);
            }
            case Opcodes.PUTSTATIC -> drop(size, "keeps it in the static field " + i.name());
            default -> {
                boolean stream = stack.subList(stack.size() - size, stack.size()).contains(STREAM);
                drop(size, "");
                int owner = pop();
                if (stream && owner == THIS && i.owner().equals(method.owner())) {
                    summary.fields().add(i.name());
                } else if (stream) {
                    object("keeps it in the field " + i.name() + " of " + simple(i.owner()));
                }
            }
        }
    }

    /** Returns whether the call uses the stream. */
    private boolean call(Instruction i) {
        Type[] types = Type.getArgumentTypes(i.descriptor());
        int[] arguments = new int[types.length];
        for (int k = types.length - 1; k >= 0; k--) {
            for (int s = 0; s < types[k].getSize(); s++) {
                arguments[k] = pop();
            }
        }
        boolean ofObject = i.opcode() != Opcodes.INVOKESTATIC && i.opcode() != Opcodes.INVOKEDYNAMIC;
        int receiver = ofObject ? pop() : OTHER;
        int taken = -1;
        for (int k = 0; k < arguments.length; k++) {
            taken = arguments[k] == STREAM ? k : taken;
        }
        int result = OTHER;
        if (i.opcode() == Opcodes.INVOKEDYNAMIC) {
            if (taken >= 0) {
                object("captures it in a lambda");
            } else if (!i.owner().equals("java/lang/invoke/StringConcatFactory")) {
                object("makes a lambda, which may run while bytes are in the buffer");
            }
        } else if (receiver == STREAM) {
            result = onStream(i);
        } else {
            result = elsewhere(i, receiver, taken);
        }
        push(result, Type.getReturnType(i.descriptor()).getSize());
        return receiver == STREAM || taken >= 0;
    }

    private int onStream(Instruction i) {
        StreamMethods.Effect effect = use.ofOutput() ? StreamMethods.onOutput(i.name())
                : StreamMethods.onInput(simple(i.owner()), i.name());
        if (effect == StreamMethods.Effect.FOREIGN) {
            object("calls " + simple(i.owner()) + "." + i.name() + "() on it");
        }
        if (effect == StreamMethods.Effect.CLOSE) {
            object("closes it");
        }
        summary.effects().add(effect);
        boolean chained = Set.of("append", "printf", "format").contains(i.name());
        return chained ? STREAM : OTHER;
    }

    private int elsewhere(Instruction i, int receiver, int taken) {
        if (i.owner().startsWith("[")) {
            return OTHER;
        }
        Optional<Class<?>> jdk = StaticTypes.platformClass(i.owner());
        boolean constructor = i.name().equals("<init>");
        if (jdk.isPresent() && taken >= 0 && constructor && receiver == THIS) {
            object("keeps it, being a " + simple(i.owner()));
            return OTHER;
        }
        if (jdk.isPresent() && taken >= 0) {
            boolean wrapper = constructor && taken == 0 && (use.ofOutput() ? StreamMethods.isOutputWrapper(jdk.get())
                    : StreamMethods.isInputWrapper(jdk.get()));
            if (wrapper && !StreamMethods.swallowsErrors(jdk.get().getSimpleName()) && receiver >= CREATED) {
                replace(receiver, STREAM);
            } else {
                object("hands it to " + label(i));
            }
            return OTHER;
        }
        if (jdk.isPresent()) {
            if (JdkCalls.of(jdk.get(), i.name()) != JdkCalls.Kind.HARMLESS) {
                object("calls " + label(i) + " while bytes may be in the buffer");
            }
            return OTHER;
        }
        Optional<LibraryClass> owner = use.classes().find(i.owner());
        Optional<LibraryMethod> called = use.classes().method(i.owner(), i.name(), i.descriptor());
        boolean fixed = called.isPresent() && (called.get().isFixed() || owner.get().isFinal()
                || i.opcode() == Opcodes.INVOKESPECIAL);
        if (called.isEmpty()) {
            object((taken >= 0 ? "hands it to " : "calls ") + label(i) + ", which is not on the class path");
        } else if (!fixed) {
            object((taken >= 0 ? "hands it to " : "calls ") + label(i) + ", which a subclass may override");
        } else {
            LibraryUse.Summary inner = use.of(called.get(), taken);
            summary.effects().addAll(inner.effects());
            inner.objections().forEach(o -> object(taken >= 0 ? "hands it to " + label(i) + ", which " + o : o));
            if (receiver == THIS && owner.get().name().equals(method.owner())) {
                summary.fields().addAll(inner.fields());
            } else {
                inner.fields().forEach(f -> object("hands it to " + label(i) + ", which keeps it in its field " + f));
            }
        }
        return OTHER;
    }

    private void replace(int value, int by) {
        stack.replaceAll(v -> v == value ? by : v);
        for (int k = 0; k < variables.length; k++) {
            variables[k] = variables[k] == value ? by : variables[k];
        }
    }

    private static String label(Instruction i) {
        return i.name().equals("<init>") ? "new " + simple(i.owner()) + "()" : simple(i.owner()) + "." + i.name()
                + "()";
    }

    private static String simple(String internalName) {
        return internalName.substring(internalName.lastIndexOf('/') + 1).replace('$', '.');
    }
}
