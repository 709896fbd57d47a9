package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.Sources;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.jdk.JdkMethods;
import dev.perfhint.source.resolve.MethodKey;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Finds out from bytecode what a library method does with a stream that it is given.
 *
 * <p>Only straight use is proven: written, flushed or read through, and handed to code of which the same is shown. The
 * rest is an objection that says what the code does. Follows a bounded number of methods.
 */
final class LibraryUse {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_METHODS = 120;
    private static final int MAX_INSTRUCTIONS = 20_000;
    private static final Set<String> CATCHES_ERRORS =
            Set.of("java/io/IOException", "java/lang/Exception", "java/lang/Throwable");
    private static final Set<String> RAW = Set.of("java/io/FileOutputStream", "java/io/FileInputStream");

    /**
     * What the code does with the stream.
     *
     * @param objections each goes on from "the stream is passed to X, which"
     * @param fields fields of the object that keep the stream
     */
    record Summary(Set<JdkEffect> effects, Set<String> objections, Set<String> fields) {
        static Summary empty() {
            return new Summary(EnumSet.noneOf(JdkEffect.class), new LinkedHashSet<>(), new TreeSet<>());
        }
    }

    private final LibraryClasses classes;
    private final Sources sources;
    private final Resolver resolver;
    private final JdkLookup jdk;
    private final StreamPolicy policy;
    private final Deque<MethodNode> running = new ArrayDeque<>();
    private int followed;
    private Set<JdkEffect> effects = Set.of();

    LibraryUse(LibraryClasses classes, Sources sources, StreamPolicy policy) {
        this.classes = classes;
        this.sources = sources;
        this.resolver = Resolver.of(sources);
        this.jdk = JdkLookup.of(sources);
        this.policy = policy;
    }

    /** Returns why the method or constructor may not get a buffered stream; empty if its bytecode shows that it may. */
    Optional<String> objection(ExecutableElement method, int argument, Node call) {
        MethodKey key = resolver.key(method);
        TypeElement type = (TypeElement) method.getEnclosingElement();
        boolean constructor = key.name().equals("<init>");
        String name = call instanceof MethodCallExpr m ? m.getNameAsString() + "()"
                : "the constructor of " + ((ObjectCreationExpr) call).getTypeAsString();
        if (resolver.isPlatform(type) || resolver.hasSource(type)) {
            return Optional.of("the stream is passed to " + name + ", whose code cannot be seen");
        }
        Optional<LibraryClasses.FoundMethod> found =
                classes.method(key.owner().replace('.', '/'), key.name(), key.descriptor());
        if (found.isEmpty()) {
            return Optional.of("the stream is passed to " + name + ", whose code cannot be seen"
                    + (classes.isEmpty() ? "" : " on the class path"));
        }
        String shown = simple(key.owner().replace('.', '/'));
        String to = "the stream is passed to " + (constructor ? "the constructor of " + shown : shown + "." + name)
                + " ("
                + found.get().owner().home() + ")";
        Summary summary = Summary.empty();
        boolean exact = constructor || call instanceof MethodCallExpr m
                && m.getScope().flatMap(e -> ExactClass.of(resolver, e)).filter(type::equals).isPresent();
        if (!exact && !found.get().isFixed()) {
            summary.objections().add("a subclass may override");
        }
        String parameter = Type.getArgumentTypes(key.descriptor())[argument].getInternalName();
        if (RAW.contains(parameter)) {
            summary.objections().add("asks for a " + simple(parameter));
        }
        add(summary, of(found.get(), argument));
        effects = Set.copyOf(summary.effects());
        List<String> lines = new ArrayList<>();
        for (String field : summary.fields()) {
            lines.add(keeps(field, ofField(found.get().owner(), field)));
        }
        lines.addAll(summary.objections());
        return lines.isEmpty() ? Optional.empty() : Optional.of(to + ", which " + String.join(" and ", lines));
    }

    /** Returns what the code that was asked about last does with the stream. */
    Set<JdkEffect> effects() {
        return effects;
    }

    /**
     * Returns what of the sources may run in the place of a JDK method that is given the stream; empty if not all is
     * known.
     */
    Optional<List<MethodDeclaration>> replacements(ExecutableElement method, MethodCallExpr call) {
        boolean fixed = method.getModifiers().contains(Modifier.STATIC)
                || method.getModifiers().contains(Modifier.FINAL)
                || method.getEnclosingElement().getModifiers().contains(Modifier.FINAL)
                || call.getScope().filter(Expression::isSuperExpr).isPresent()
                || call.getScope().flatMap(e -> ExactClass.of(resolver, e)).filter(resolver::isPlatform).isPresent();
        return fixed ? Optional.of(List.of()) : Mentions.of(sources).overriding(method);
    }

    private static void add(Summary to, Summary from) {
        to.effects().addAll(from.effects());
        to.objections().addAll(from.objections());
        to.fields().addAll(from.fields());
    }

    private static String keeps(String field, Summary later) {
        Set<String> further = new LinkedHashSet<>(later.objections());
        boolean closes = further.remove("closes it");
        further.removeIf(o -> o.startsWith("calls ") && !o.endsWith("on it"));
        String kept = "keeps it in its field " + field + " and " + (closes ? "closes it by itself" : "never closes it");
        return further.isEmpty() ? kept
                : kept + ", and which " + further.stream().limit(2).collect(Collectors.joining(" and "));
    }

    /** Summarises a method whose given parameter, counted from 0 without the receiver, is the stream; -1 for none. */
    private Summary of(LibraryClasses.FoundMethod method, int parameter) {
        Summary summary = Summary.empty();
        if (!method.hasCode()) {
            summary.objections().add("has no code to look at");
        } else if (!running.contains(method.node())) {
            if (running.size() >= MAX_DEPTH || ++followed > MAX_METHODS
                    || method.node().instructions.size() > MAX_INSTRUCTIONS) {
                summary.objections().add("runs more code than is followed");
                return summary;
            }
            analyse(method, slot(method, parameter), "", summary);
        }
        return summary;
    }

    /** Summarises what all methods of a class do with the stream that one of its fields keeps. */
    private Summary ofField(LibraryClasses.Found type, String field) {
        Summary summary = Summary.empty();
        for (MethodNode method : type.node().methods) {
            if (method.instructions.size() > 0 && method.instructions.size() <= MAX_INSTRUCTIONS) {
                analyse(new LibraryClasses.FoundMethod(type, method), -1, field, summary);
            }
        }
        return summary;
    }

    static int slot(LibraryClasses.FoundMethod method, int parameter) {
        if (parameter < 0) {
            return -1;
        }
        Type[] types = Type.getArgumentTypes(method.node().desc);
        int slot = method.isStatic() ? 0 : 1;
        for (int i = 0; i < parameter; i++) {
            slot += types[i].getSize();
        }
        return slot;
    }

    private void analyse(LibraryClasses.FoundMethod method, int slot, String field, Summary summary) {
        running.push(method.node());
        Set<AbstractInsnNode> wrappers = new HashSet<>();
        int known;
        LibraryInterpreter interpreter;
        try {
            do {
                known = wrappers.size();
                interpreter = new LibraryInterpreter(this::call, method, slot, field, wrappers, summary);
                new Analyzer<>(interpreter).analyze(method.owner().node().name, method.node());
            } while (wrappers.size() > known);
            if (policy.isOutput()) {
                errors(method.node(), interpreter);
            }
            boolean returns = false;
            for (AbstractInsnNode i : method.node().instructions) {
                returns |= i.getOpcode() >= Opcodes.IRETURN && i.getOpcode() <= Opcodes.RETURN;
            }
            if (!returns && !summary.effects().isEmpty()) {
                summary.objections().add("may never return");
            }
        } catch (AnalyzerException | RuntimeException damaged) {
            summary.objections().add("has bytecode that is not understood");
        }
        running.pop();
    }

    /** A handler that takes a write's error must pass it on. */
    private static void errors(MethodNode method, LibraryInterpreter interpreter) {
        for (TryCatchBlockNode handler : method.tryCatchBlocks) {
            int from = method.instructions.indexOf(handler.start);
            int to = method.instructions.indexOf(handler.end);
            boolean guards = interpreter.touching().stream().mapToInt(method.instructions::indexOf)
                    .anyMatch(at -> at >= from && at < to);
            boolean passesOn = handler.type == null && !reachesReturn(method, handler.handler);
            if (guards && !passesOn && (handler.type == null || CATCHES_ERRORS.contains(handler.type))) {
                interpreter.object("catches errors of using it");
            }
        }
    }

    private static boolean reachesReturn(MethodNode method, AbstractInsnNode from) {
        Set<AbstractInsnNode> seen = new HashSet<>();
        Deque<AbstractInsnNode> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            AbstractInsnNode at = next.pop();
            if (at == null || !seen.add(at)) {
                continue;
            }
            int op = at.getOpcode();
            if (op >= Opcodes.IRETURN && op <= Opcodes.RETURN) {
                return true;
            }
            if (at instanceof org.objectweb.asm.tree.JumpInsnNode jump) {
                next.add(jump.label);
            } else if (at instanceof org.objectweb.asm.tree.TableSwitchInsnNode table) {
                next.addAll(table.labels);
                next.add(table.dflt);
            } else if (at instanceof org.objectweb.asm.tree.LookupSwitchInsnNode lookup) {
                next.addAll(lookup.labels);
                next.add(lookup.dflt);
            }
            boolean ends = op == Opcodes.GOTO || op == Opcodes.ATHROW || op == Opcodes.TABLESWITCH
                    || op == Opcodes.LOOKUPSWITCH;
            if (!ends && at.getNext() != null) {
                next.add(at.getNext());
            }
        }
        return false;
    }

    /** Runs a call of the interpreted method. */
    private LibraryValue call(LibraryInterpreter interpreter, LibraryClasses.FoundMethod method, AbstractInsnNode i,
            List<? extends LibraryValue> values, Summary summary, Set<AbstractInsnNode> wrappers) {
        boolean given = values.stream().anyMatch(LibraryValue::isStream);
        if (i instanceof InvokeDynamicInsnNode dynamic) {
            if (given && !policy.isOutput() && values.size() == 1 && isOfRead(dynamic)) {
                return LibraryValue.STREAM;
            }
            if (given) {
                interpreter.object("captures it in a lambda");
            }
            return interpreter.newValue(Type.getReturnType(dynamic.desc));
        }
        if (!(i instanceof MethodInsnNode call)) {
            return LibraryValue.OTHER;
        }
        LibraryValue result = interpreter.newValue(Type.getReturnType(call.desc));
        boolean ofObject = call.getOpcode() != Opcodes.INVOKESTATIC;
        int taken = -1;
        for (int k = values.size() - 1; k >= (ofObject ? 1 : 0); k--) {
            taken = values.get(k).isStream() ? k - (ofObject ? 1 : 0) : taken;
        }
        boolean onStream = ofObject && values.get(0).isStream();
        if (onStream && !call.name.equals("<init>")) {
            return onStream(interpreter, call, result, summary);
        }
        if (call.owner.startsWith("[")) {
            return result;
        }
        String owner = call.owner.replace('/', '.');
        if (taken == 0 && jdk.effect(owner, call.name, call.desc).filter(JdkEffect.SAME::equals).isPresent()) {
            return LibraryValue.STREAM;
        }
        if (resolver.classNamed(owner).filter(resolver::isPlatform).isPresent()) {
            ofJdk(interpreter, call, owner, taken, ofObject ? values.get(0) : LibraryValue.OTHER, wrappers);
        } else {
            elsewhere(interpreter, method, call, taken, ofObject ? values.get(0) : LibraryValue.OTHER, summary);
        }
        return result;
    }

    /** Returns whether a function is made that reads from the stream and does nothing else. */
    private boolean isOfRead(InvokeDynamicInsnNode dynamic) {
        return dynamic.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")
                && Stream.of(dynamic.bsmArgs).filter(Handle.class::isInstance).map(Handle.class::cast)
                        .allMatch(read -> read.getTag() == Opcodes.H_INVOKEVIRTUAL
                                && jdk.effect(read.getOwner().replace('/', '.'), read.getName(), read.getDesc())
                                        .filter(JdkEffect.READ::equals).isPresent());
    }

    /** Only a function that was made of a read is of a library's interface, by which it is then called. */
    private boolean isOfFunction(MethodInsnNode call) {
        return !policy.isOutput() && call.getOpcode() == Opcodes.INVOKEINTERFACE
                && classes.method(call.owner, call.name, call.desc)
                        .filter(each -> (each.node().access & Opcodes.ACC_ABSTRACT) != 0).isPresent();
    }

    private LibraryValue onStream(LibraryInterpreter interpreter, MethodInsnNode call, LibraryValue result,
            Summary summary) {
        Optional<JdkEffect> effect = isOfFunction(call) ? Optional.of(JdkEffect.READ)
                : jdk.effect(call.owner.replace('/', '.'), call.name, call.desc);
        boolean reads = effect.filter(it -> it == JdkEffect.READ).isPresent();
        boolean known = effect.filter(it -> TypestateRun.isOneOf(it, JdkEffect.WRITE, JdkEffect.LINE, JdkEffect.FLUSH,
                JdkEffect.CLOSE, JdkEffect.OWN, JdkEffect.READ)).isPresent() && reads != policy.isOutput() || effect
                .filter(it -> it == JdkEffect.OWN || it == JdkEffect.CLOSE).isPresent();
        if (!known) {
            interpreter.object("calls " + simple(call.owner) + "." + call.name + "() on it");
        }
        if (effect.filter(it -> it == JdkEffect.CLOSE && policy.isOutput()).isPresent()) {
            interpreter.object("closes it");
        }
        effect.ifPresent(summary.effects()::add);
        boolean chained = effect.filter(it -> it == JdkEffect.WRITE || it == JdkEffect.LINE).isPresent()
                && Type.getReturnType(call.desc).getSort() == Type.OBJECT;
        return chained ? LibraryValue.STREAM : result;
    }

    private void ofJdk(LibraryInterpreter interpreter, MethodInsnNode call, String owner, int taken,
            LibraryValue receiver,
            Set<AbstractInsnNode> wrappers) {
        boolean constructor = call.name.equals("<init>");
        if (taken >= 0 && constructor && receiver.kind() == LibraryValue.Kind.THIS) {
            interpreter.object("keeps it, being a " + simple(call.owner));
        } else if (taken >= 0) {
            boolean wrapper = constructor && taken == 0 && policy.wraps(owner) && !JdkMethods.swallowsErrors(owner);
            Optional<AbstractInsnNode> made = wrapper ? creation(call) : Optional.empty();
            made.ifPresentOrElse(wrappers::add, () -> interpreter.object("hands it to " + label(call)));
        } else if (jdk.effect(owner, call.name, call.desc).filter(it -> isNoticed(it)).isPresent()) {
            interpreter.object("calls " + label(call) + " while bytes may be in the buffer");
        }
    }

    private boolean isNoticed(JdkEffect effect) {
        boolean looks = TypestateRun.isOneOf(effect, JdkEffect.LOOKS, JdkEffect.OPENS_READ, JdkEffect.OPENS_WRITE,
                JdkEffect.STARTS, JdkEffect.EXITS);
        return looks || policy.servesPeer() && effect != JdkEffect.QUIET && effect != JdkEffect.OWN;
    }

    /**
     * Returns the instruction that makes the object which a constructor call initialises: NEW, DUP, the arguments, the
     * call.
     */
    static Optional<AbstractInsnNode> creation(MethodInsnNode constructor) {
        int open = 0;
        for (AbstractInsnNode at = constructor.getPrevious(); at != null; at = at.getPrevious()) {
            if (at instanceof MethodInsnNode inner && inner.name.equals("<init>")) {
                open++;
            } else if (at.getOpcode() == Opcodes.NEW) {
                if (open == 0) {
                    return ((TypeInsnNode) at).desc.equals(constructor.owner) ? Optional.of(at) : Optional.empty();
                }
                open--;
            }
        }
        return Optional.empty();
    }

    private void elsewhere(LibraryInterpreter interpreter, LibraryClasses.FoundMethod from, MethodInsnNode call,
            int taken,
            LibraryValue receiver, Summary summary) {
        Optional<LibraryClasses.FoundMethod> called = classes.method(call.owner, call.name, call.desc);
        if (taken < 0 && !policy.servesPeer()) {
            boolean own = receiver.kind() == LibraryValue.Kind.THIS && call.name.equals("<init>");
            if (own && called.isPresent()) {
                add(summary, of(called.get(), -1));
            }
            return;
        }
        boolean fixed = called.filter(LibraryClasses.FoundMethod::isFixed).isPresent()
                || called.isPresent() && call.getOpcode() == Opcodes.INVOKESPECIAL;
        if (called.isEmpty()) {
            interpreter.object((taken >= 0 ? "hands it to " : "calls ") + label(call)
                    + ", which is not on the class path");
        } else if (!fixed) {
            interpreter.object((taken >= 0 ? "hands it to " : "calls ") + label(call)
                    + ", which a subclass may override");
        } else {
            Summary inner = of(called.get(), taken);
            summary.effects().addAll(inner.effects());
            inner.objections()
                    .forEach(o -> interpreter.object(taken >= 0 ? "hands it to " + label(call) + ", which " + o : o));
            if (receiver.kind() == LibraryValue.Kind.THIS
                    && called.get().owner().node().name.equals(from.owner().node().name)) {
                summary.fields().addAll(inner.fields());
            } else {
                inner.fields()
                        .forEach(f ->
                                interpreter.object("hands it to " + label(call) + ", which keeps it in its field "
                                        + f));
            }
        }
    }

    static String label(MethodInsnNode call) {
        return call.name.equals("<init>") ? "new " + simple(call.owner) + "()"
                : simple(call.owner) + "." + call.name + "()";
    }

    static String simple(String internalName) {
        return internalName.substring(internalName.lastIndexOf('/') + 1).replace('$', '.');
    }
}
