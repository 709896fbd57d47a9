package dev.perfhint.observer.agent;

import dev.perfhint.observer.agent.Hooks.Hook;
import dev.perfhint.observer.agent.Hooks.Watched;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Puts the calls of the recorder into a class of the JDK. */
final class HookWriter extends ClassVisitor {
    private final Watched watched;
    private final Set<Hook> placed = new HashSet<>();
    private Optional<String> lockDescriptor = Optional.empty();

    private HookWriter(ClassVisitor next, Watched watched) {
        super(Opcodes.ASM9, next);
        this.watched = watched;
    }

    /**
     * Returns the changed class.
     *
     * @throws IllegalStateException if the class has not what the table says
     */
    static byte[] write(byte[] original, Watched watched) {
        ClassReader reader = new ClassReader(original);
        // frames are kept as they are: to compute them, classes would have to be loaded
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        HookWriter hooks = new HookWriter(writer, watched);
        reader.accept(hooks, ClassReader.EXPAND_FRAMES);
        hooks.check();
        return writer.toByteArray();
    }

    private void check() {
        if (watched.lock().isPresent() && lockDescriptor.isEmpty()) {
            throw new IllegalStateException(watched.name() + " has no field " + watched.lock().get());
        }
        for (Hook hook : watched.hooks()) {
            if (!hook.optional() && !placed.contains(hook)) {
                throw new IllegalStateException(watched.name() + " has no method " + hook.method());
            }
        }
    }

    @Override
    public org.objectweb.asm.FieldVisitor visitField(
            int access, String name, String descriptor, String signature, Object value) {
        if (watched.lock().isPresent() && name.equals(watched.lock().get())) {
            lockDescriptor = Optional.of(descriptor);
        }
        return super.visitField(access, name, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        Optional<Hook> hook = watched.of(name, descriptor);
        boolean code = (access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT | Opcodes.ACC_BRIDGE)) == 0;
        if (hook.isEmpty() || !code) {
            return next;
        }
        placed.add(hook.get());
        return new HookedMethod(next, watched, hook.get(), access, descriptor);
    }
}
