package dev.perfhint.source.proof;

import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.MethodKey;
import dev.perfhint.source.resolve.Resolver;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.ExecutableElement;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Tells from bytecode whether a library method that no subclass replaces calls quiet code only, as those do that check
 * their arguments.
 *
 * <p>It may throw, and makes the exception then. It sets no static field, locks nothing and initialises no class that
 * has code for it.
 */
public final class QuietLibrary {
    private static final int MAX_METHODS = 50;
    private static final String CONCATENATION = "java/lang/invoke/StringConcatFactory";

    private final LibraryClasses classes;
    private final Resolver resolver;

    private QuietLibrary(Sources sources) {
        this.classes = LibraryClasses.of(sources);
        this.resolver = Resolver.of(sources);
    }

    public static QuietLibrary of(Sources sources) {
        return sources.attached(QuietLibrary.class, QuietLibrary::new);
    }

    /**
     * Returns whether the method is a library's and quiet.
     *
     * @param quiet whether all methods of a class of the JDK are
     */
    public boolean isQuiet(ExecutableElement method, Predicate<String> quiet) {
        if (classes.isEmpty() || resolver.isPlatform(method) || resolver.hasSource(method)) {
            return false;
        }
        MethodKey key = resolver.key(method);
        return isQuiet(key.owner().replace('.', '/'), key.name(), key.descriptor(), quiet, new HashSet<>());
    }

    private boolean isQuiet(String owner, String name, String descriptor, Predicate<String> quiet, Set<String> seen) {
        if (quiet.test(owner.replace('/', '.'))) {
            return true;
        }
        Optional<LibraryClasses.FoundMethod> found = classes.method(owner, name, descriptor)
                .filter(method -> method.isFixed() && method.hasCode())
                .filter(method -> method.owner().node().methods.stream()
                        .noneMatch(each -> each.name.equals("<clinit>")));
        if (found.isEmpty() || (found.get().node().access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            return false;
        }
        if (!seen.add(owner + '.' + name + descriptor)) {
            return true;
        }
        for (AbstractInsnNode each : found.get().node().instructions) {
            if (seen.size() > MAX_METHODS || !isQuiet(each, quiet, seen)) {
                return false;
            }
        }
        return true;
    }

    private boolean isQuiet(AbstractInsnNode instruction, Predicate<String> quiet, Set<String> seen) {
        if (instruction instanceof MethodInsnNode call) {
            boolean made = call.name.equals("<init>") && call.owner.equals("java/lang/Object");
            return made || isQuiet(call.owner, call.name, call.desc, quiet, seen);
        }
        if (instruction instanceof InvokeDynamicInsnNode dynamic) {
            return dynamic.bsm.getOwner().equals(CONCATENATION);
        }
        boolean shared = instruction instanceof FieldInsnNode field
                && (field.getOpcode() == Opcodes.PUTSTATIC || field.getOpcode() == Opcodes.GETSTATIC
                        && !quiet.test(field.owner.replace('/', '.')));
        return !shared && instruction.getOpcode() != Opcodes.MONITORENTER;
    }
}
