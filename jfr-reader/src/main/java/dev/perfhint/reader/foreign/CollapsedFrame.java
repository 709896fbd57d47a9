package dev.perfhint.reader.foreign;

import dev.perfhint.profile.FrameKind;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One frame of collapsed text: {@code java/io/FileOutputStream.write_[j]}, {@code vfs_write_[k]}, {@code __GI_write}.
 *
 * @param className empty for native and kernel functions
 * @param line source line, 0 if the text has none
 */
record CollapsedFrame(String className, String methodName, int line, FrameKind kind) {
    private static final Pattern THREAD = Pattern.compile("\\[(?:(.*) )?tid=\\d+]");
    private static final Pattern PROCESS = Pattern.compile("([^/;.]+)-(?:\\?|\\d+)/\\d+");
    private static final Pattern LINE = Pattern.compile("(.*[^:]):(\\d{1,9})");
    private static final Pattern BYTECODE_INDEX = Pattern.compile("(.*)@\\d{1,9}");
    private static final Pattern DOTTED_METHOD =
            Pattern.compile("(?:[\\p{L}_$][\\w$]*\\.)*[\\p{Lu}_$][\\w$]*(?:\\.0x[0-9a-f]+)?"
                    + "\\.(?:[\\p{L}_$][\\w$]*|<init>|<clinit>)(?:\\(.*)?(?:[:@]\\d+)?");
    /** What the JVM generates and a perf map names beside the methods. */
    private static final Pattern GENERATED =
            Pattern.compile("Interpreter|call_stub|StubRoutines.*|RuntimeStub.*|[vi]table (?:stub|chunks).*|\\w*Blob");
    private static final Pattern LIBRARY = Pattern.compile(".*\\.so(?:\\.\\d+)*");

    /**
     * Returns the name in a frame that async-profiler writes for a thread, {@code [main tid=1]}; empty if it is none.
     */
    static Optional<String> thread(String frame) {
        Matcher thread = THREAD.matcher(frame);
        return thread.matches() ? Optional.of(thread.group(1) == null ? "" : thread.group(1)) : Optional.empty();
    }

    /**
     * Returns the thread in a frame that stackcollapse-perf.pl --tid writes, {@code java-100/101}, or {@code
     * java-?/101} where perf printed the thread only; empty if it is none.
     */
    static Optional<String> process(String frame) {
        Matcher process = PROCESS.matcher(frame);
        return process.matches() ? Optional.of(process.group(1)) : Optional.empty();
    }

    /** Parses one frame; in annotated text a frame without suffix is native, otherwise its form decides. */
    static CollapsedFrame of(String text, boolean annotated) {
        String name = text;
        boolean java = false;
        if (name.length() > 4 && name.endsWith("]") && name.startsWith("_[", name.length() - 4)) {
            char suffix = name.charAt(name.length() - 2);
            name = name.substring(0, name.length() - 4);
            if (suffix == 'k') {
                return new CollapsedFrame("", name, 0, FrameKind.KERNEL);
            }
            java = suffix == 'j' || suffix == 'i' || suffix == '0' || suffix == '1';
            name = java ? name : text;
        }
        if (!java && (annotated || !looksLikeJava(name))) {
            boolean mark = name.startsWith("[") && name.endsWith("]");
            return new CollapsedFrame("", name, 0, name.contains("::") && !mark ? FrameKind.CPP : FrameKind.NATIVE);
        }
        return javaFrame(name);
    }

    private static CollapsedFrame javaFrame(String text) {
        String name = text;
        int line = 0;
        Matcher bytecodeIndex = BYTECODE_INDEX.matcher(name);
        if (bytecodeIndex.matches()) {
            name = bytecodeIndex.group(1);
        }
        Matcher numbered = LINE.matcher(name);
        if (numbered.matches()) {
            name = numbered.group(1);
            line = Integer.parseInt(numbered.group(2));
        }
        int descriptor = name.indexOf('(');
        name = descriptor > 0 ? name.substring(0, descriptor) : name;
        int dot = name.lastIndexOf('.');
        if (dot < 0 && GENERATED.matcher(name).matches()) {
            return new CollapsedFrame("", name, 0, FrameKind.NATIVE);
        }
        // stackcollapse-perf.pl leaves one of the colons before a method
        int end = dot > 1 && name.charAt(dot - 1) == ':' ? dot - 1 : dot;
        // a class alone is a leaf of allocation and lock profiles
        return dot <= 0
                ? new CollapsedFrame("", name, line, FrameKind.JAVA)
                : new CollapsedFrame(name.substring(0, end), name.substring(dot + 1), line, FrameKind.JAVA);
    }

    /** Returns whether a text has the form of a method of a class, its packages separated by dots. */
    static boolean isMethod(String text) {
        return DOTTED_METHOD.matcher(text).matches();
    }

    private static boolean looksLikeJava(String name) {
        if (name.startsWith("[") || name.contains("::") || name.indexOf('`') >= 0 || LIBRARY.matcher(name).matches()) {
            return false;
        }
        return name.indexOf('/') > 0 && name.indexOf('.') > 0 || isMethod(name);
    }
}
