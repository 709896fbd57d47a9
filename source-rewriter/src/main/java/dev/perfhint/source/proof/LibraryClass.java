package dev.perfhint.source.proof;

import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * A class without source, read from the class path.
 *
 * @param name internal name
 * @param home file name of the jar or directory that has it
 */
record LibraryClass(String name, String home, int access, String superName, List<LibraryMethod> methods) {
    boolean isFinal() {
        return (access & Opcodes.ACC_FINAL) != 0;
    }

    String simpleName() {
        return name.substring(name.lastIndexOf('/') + 1).replace('$', '.');
    }

    Optional<LibraryMethod> method(String method, String descriptor) {
        return methods.stream().filter(m -> m.name().equals(method) && m.descriptor().equals(descriptor)).findFirst();
    }
}
