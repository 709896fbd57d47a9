package dev.perfhint.source.proof;

import dev.perfhint.source.Sources;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.resolve.MethodKey;
import dev.perfhint.source.resolve.Resolver;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Finds out from bytecode whether a library method opens a file, whose path it is given, for reading only.
 *
 * <p>Follows the path through methods that no subclass replaces and through private fields. Whatever else is done with
 * it proves nothing.
 */
final class LibraryPaths {
    private static final int MAX_METHODS = 200;
    private static final Set<JdkEffect> HARMLESS =
            EnumSet.of(JdkEffect.OPENS_READ, JdkEffect.LOOKS, JdkEffect.NAMES, JdkEffect.QUIET, JdkEffect.SAME);
    private static final Set<String> FILES = Set.of("java.io.File", "java.nio.file.Path");
    private static final Set<String> PATHS = Set.of("java.io.File", "java.nio.file.Path", "java.lang.String",
            "java.lang.Object");
    private static final String OPTIONS = "java/nio/file/StandardOpenOption";

    private final LibraryClasses classes;
    private final Resolver resolver;
    private final JdkLookup jdk;
    private final Map<ExecutableElement, Boolean> known = new HashMap<>();
    private final Set<String> asked = new HashSet<>();

    private LibraryPaths(Sources sources) {
        this.classes = LibraryClasses.of(sources);
        this.resolver = Resolver.of(sources);
        this.jdk = JdkLookup.of(sources);
    }

    static LibraryPaths of(Sources sources) {
        return sources.attached(LibraryPaths.class, LibraryPaths::new);
    }

    /** Returns whether the method or constructor is a library's that only reads the files it is given. */
    boolean onlyReads(ExecutableElement method) {
        return !resolver.isPlatform(method) && known.computeIfAbsent(method, this::isFollowed);
    }

    private boolean isFollowed(ExecutableElement method) {
        MethodKey key = resolver.key(method);
        Optional<LibraryClasses.FoundMethod> found =
                classes.method(key.owner().replace('.', '/'), key.name(), key.descriptor())
                        .filter(LibraryClasses.FoundMethod::isFixed);
        Type[] given = Type.getArgumentTypes(key.descriptor());
        asked.clear();
        boolean all = found.isPresent();
        for (int i = 0; i < given.length && all; i++) {
            all = !FILES.contains(given[i].getClassName()) || isHarmless(found.get(), i);
        }
        return all;
    }

    private boolean isHarmless(LibraryClasses.FoundMethod method, int parameter) {
        LibraryClasses.Found owner = method.owner();
        String name = owner.node().name + '.' + method.node().name + method.node().desc + parameter;
        return !asked.add(name)
                || method.hasCode() && analyse(method, LibraryUse.slot(method, parameter), "");
    }

    private boolean analyse(LibraryClasses.FoundMethod method, int slot, String field) {
        LibraryUse.Summary summary = LibraryUse.Summary.empty();
        Set<AbstractInsnNode> made = new HashSet<>();
        int before;
        try {
            do {
                before = made.size();
                new Analyzer<>(new LibraryInterpreter(this::call, method, slot, field, made, summary))
                        .analyze(method.owner().node().name, method.node());
            } while (made.size() > before);
        } catch (AnalyzerException | RuntimeException damaged) {
            return false;
        }
        return asked.size() < MAX_METHODS && summary.objections().isEmpty()
                && summary.fields().stream().allMatch(each -> isHarmless(method.owner(), each));
    }

    /** A field is followed in its class, which alone may get at it. */
    private boolean isHarmless(LibraryClasses.Found type, String field) {
        if (!asked.add(type.node().name + '.' + field)) {
            return true;
        }
        boolean own = type.node().fields.stream().anyMatch(each -> each.name.equals(field)
                && (each.access & Opcodes.ACC_PRIVATE) != 0);
        for (InnerClassNode inner : type.node().innerClasses) {
            boolean nested = inner.name.startsWith(type.node().name + '$');
            own &= !nested || classes.find(inner.name).filter(each -> each.node().methods.stream()
                    .allMatch(method -> isOwn(method, each.node().name, type.node().name, field))).isPresent();
        }
        return own && type.node().methods.stream().allMatch(method -> method.instructions.size() == 0
                || isOwn(method, type.node().name, type.node().name, field)
                        && analyse(new LibraryClasses.FoundMethod(type, method), -1, field));
    }

    /** Returns whether the method gets the field from no object but its own. */
    private static boolean isOwn(MethodNode method, String type, String owner, String field) {
        for (AbstractInsnNode i : method.instructions) {
            boolean self = type.equals(owner) && (method.access & Opcodes.ACC_STATIC) == 0
                    && i.getPrevious() instanceof VarInsnNode load && load.var == 0;
            if (i.getOpcode() == Opcodes.GETFIELD && ((FieldInsnNode) i).name.equals(field)
                    && ((FieldInsnNode) i).owner.equals(owner) && !self) {
                return false;
            }
        }
        return true;
    }

    private LibraryValue call(LibraryInterpreter interpreter, LibraryClasses.FoundMethod from, AbstractInsnNode i,
            List<? extends LibraryValue> values, LibraryUse.Summary summary, Set<AbstractInsnNode> made) {
        boolean given = values.stream().anyMatch(LibraryValue::isStream);
        if (!(i instanceof MethodInsnNode call)) {
            if (given) {
                interpreter.object("captures it");
            }
            return i instanceof InvokeDynamicInsnNode dynamic
                    ? interpreter.newValue(Type.getReturnType(dynamic.desc)) : LibraryValue.OTHER;
        }
        LibraryValue result = interpreter.newValue(Type.getReturnType(call.desc));
        if (!given) {
            return result;
        }
        String owner = call.owner.replace('/', '.');
        boolean passes = resolver.classNamed(owner).filter(resolver::isPlatform).isPresent()
                ? jdk.effect(owner, call.name, call.desc).filter(HARMLESS::contains).isPresent() || opensToRead(call)
                : isFollowed(call, values);
        if (!passes) {
            interpreter.object("hands it to " + LibraryUse.label(call));
        }
        if (call.name.equals("<init>") && PATHS.contains(owner)) {
            LibraryUse.creation(call).ifPresentOrElse(made::add, () -> interpreter.object("makes a path of it"));
        }
        return PATHS.contains(Type.getReturnType(call.desc).getClassName()) ? LibraryValue.STREAM : result;
    }

    private boolean isFollowed(MethodInsnNode call, List<? extends LibraryValue> values) {
        int first = call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
        Optional<LibraryClasses.FoundMethod> called = classes.method(call.owner, call.name, call.desc)
                .filter(each -> each.isFixed() || call.getOpcode() == Opcodes.INVOKESPECIAL);
        boolean all = called.isPresent() && (first == 0 || !values.get(0).isStream());
        for (int i = first; i < values.size() && all; i++) {
            all = !values.get(i).isStream() || isHarmless(called.get(), i - first);
        }
        return all;
    }

    /** A channel with the one option, which stands where the array for it is made. */
    private static boolean opensToRead(MethodInsnNode call) {
        AbstractInsnNode store = before(call);
        AbstractInsnNode option = store == null ? null : before(store);
        AbstractInsnNode array = option;
        for (int i = 0; i < 3 && array != null; i++) {
            array = before(array);
        }
        AbstractInsnNode size = array == null ? null : before(array);
        return call.owner.equals("java/nio/channels/FileChannel") && call.name.equals("open")
                && call.desc.startsWith("(Ljava/nio/file/Path;[") && size != null
                && store.getOpcode() == Opcodes.AASTORE && array.getOpcode() == Opcodes.ANEWARRAY
                && size.getOpcode() == Opcodes.ICONST_1
                && option instanceof FieldInsnNode read && read.owner.equals(OPTIONS) && read.name.equals("READ");
    }

    private static AbstractInsnNode before(AbstractInsnNode i) {
        AbstractInsnNode at = i.getPrevious();
        while (at instanceof LabelNode) {
            at = at.getPrevious();
        }
        return at;
    }
}
