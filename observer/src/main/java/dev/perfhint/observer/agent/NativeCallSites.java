package dev.perfhint.observer.agent;

import java.io.FileDescriptor;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Watches public native methods where the program calls them: the JVM adds no method to a loaded class that could stand
 * round a native one.
 */
final class NativeCallSites extends ClassVisitor {
    private static final String RANDOM = "java/io/RandomAccessFile";
    private static final String DESCRIPTOR = "java/io/FileDescriptor";
    private static final int POSITION = 11;
    private static final int LENGTH = 6;
    private static final int TRUNCATE = 9;

    private final Set<String> natives;
    private boolean changed;

    private NativeCallSites(ClassVisitor next, Set<String> natives) {
        super(Opcodes.ASM9, next);
        this.natives = natives;
    }

    /** Returns the native ones among the public methods of the two classes: JDKs differ in them. */
    static Set<String> ofThisJdk() {
        return Stream.of(RandomAccessFile.class, FileDescriptor.class)
                .flatMap(type -> Stream.of(type.getMethods()))
                .filter(method -> Modifier.isNative(method.getModifiers()))
                .map(Method::getName)
                .collect(Collectors.toSet());
    }

    /** Returns the changed class, null where it calls none of them. */
    static byte[] write(byte[] original, Set<String> natives) {
        boolean user = contains(original, RANDOM) || contains(original, DESCRIPTOR);
        if (!user || natives.stream().noneMatch(name -> contains(original, name))) {
            return null;
        }
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        NativeCallSites sites = new NativeCallSites(writer, natives);
        reader.accept(sites, 0);
        return sites.changed ? writer.toByteArray() : null;
    }

    /** Searches the bytes, for most classes call none of these methods and need not be parsed. */
    private static boolean contains(byte[] bytes, String text) {
        byte[] wanted = text.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i <= bytes.length - wanted.length; i++) {
            int j = 0;
            while (j < wanted.length && bytes[i + j] == wanted[j]) {
                j++;
            }
            if (j == wanted.length) {
                return true;
            }
        }
        return false;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                if (owner.equals(RANDOM) && natives.contains(called)) {
                    random(called + type, opcode == Opcodes.INVOKESPECIAL);
                } else if (owner.equals(DESCRIPTOR) && natives.contains(called) && called.equals("sync")) {
                    super.visitInsn(Opcodes.DUP);
                    call("synced", "(Ljava/io/FileDescriptor;)V");
                }
                super.visitMethodInsn(opcode, owner, called, type, isInterface);
            }

            private void random(String method, boolean special) {
                if (method.equals("getFilePointer()J")) {
                    super.visitInsn(Opcodes.DUP);
                    before(POSITION, special);
                } else if (method.equals("length()J")) {
                    super.visitInsn(Opcodes.DUP);
                    before(LENGTH, special);
                } else if (method.equals("setLength(J)V")) {
                    super.visitInsn(Opcodes.DUP2_X1);
                    super.visitInsn(Opcodes.POP2);
                    super.visitInsn(Opcodes.DUP_X2);
                    before(TRUNCATE, special);
                }
            }

            private void before(int operation, boolean special) {
                super.visitIntInsn(Opcodes.BIPUSH, operation);
                super.visitInsn(special ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
                call("random", "(L" + RANDOM + ";IZ)V");
            }

            private void call(String hook, String type) {
                changed = true;
                super.visitMethodInsn(Opcodes.INVOKESTATIC, HookedMethod.RECORDER, hook, type, false);
            }
        };
    }
}
