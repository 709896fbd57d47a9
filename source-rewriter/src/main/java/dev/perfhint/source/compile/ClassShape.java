package dev.perfhint.source.compile;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What other classes are compiled against: superclass, members that are not private, values of constants.
 *
 * @param members by name and descriptor, with the value of a constant, else empty
 */
record ClassShape(String superName, Map<String, String> members) {
    private static final int API = Opcodes.ASM9;

    static ClassShape of(byte[] bytes) {
        Map<String, String> members = new TreeMap<>();
        ClassReader reader = new ClassReader(bytes);
        reader.accept(new ClassVisitor(API) {
            @Override
            public FieldVisitor visitField(int access, String name, String type, String signature, Object value) {
                add(access, name + ":" + type, value);
                return null;
            }

            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                add(access, name + type, null);
                return null;
            }

            private void add(int access, String member, Object value) {
                if ((access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC)) == 0) {
                    members.put(member, value == null ? "" : value.toString());
                }
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new ClassShape(String.valueOf(reader.getSuperName()), members);
    }

    /** Returns what classes that were compiled against this one would miss in the other; empty for nothing. */
    Optional<String> lostIn(ClassShape other) {
        if (!superName.equals(other.superName)) {
            return Optional.of("its superclass changes");
        }
        for (Map.Entry<String, String> member : members.entrySet()) {
            String name = member.getKey().replaceFirst("[(:].*", "");
            String value = other.members.get(member.getKey());
            if (value == null) {
                return Optional.of("it loses " + (member.getKey().contains("(") ? name + "()" : name)
                        + " or its type changes");
            }
            if (!value.equals(member.getValue())) {
                return Optional.of("its constant " + name + " changes, which other classes hold a copy of");
            }
        }
        return Optional.empty();
    }
}
