package dev.perfhint.reader.foreign;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One function on a stack, of a format that names each: its name without what profilers write into the same text.
 *
 * <p>Names were read in files of Pyroscope ({@code libc-2.31.so.__write}, {@code .vfs_write}), OpenTelemetry's eBPF
 * profiler and the JVM's perf map ({@code void app.Main.run(int)}), and perf-map-agent ({@code Lapp/Main;::run}).
 *
 * @param name a Java method as {@code app/Main.run}, else a function
 * @param line 0 if unknown
 * @param loadedFrom a library, {@code [kernel.kallsyms]}, or empty
 * @param file the source that it was compiled from, or empty
 */
record NamedFrame(String name, int line, String loadedFrom, String file, Type type) {
    /** What a frame is, as far as the format says so. */
    enum Type { JAVA, NATIVE, KERNEL, UNKNOWN }

    /** What stands for a frame that a profile refers to and does not hold. */
    static final NamedFrame UNKNOWN = new NamedFrame("[unknown]", 0, "", "", Type.UNKNOWN);

    private static final String NAME_CUT = "[unknown]";
    private static final Set<String> NO_TYPE = Set.of("", "unknown", "<invalid>");
    /** Any package may be called so; the name of a library begins with lib, or its function is no method. */
    private static final Pattern LIBRARY =
            Pattern.compile("(\\[?vdso]?|[^\\s(:]*?\\.so(?:\\.\\d+)*]?)\\.(?!\\d)(\\S.*)");
    private static final Pattern SIGNATURE =
            Pattern.compile("(?:[^\\s(:]+ )?([^\\s(:]+)\\.([^\\s.(:]+)\\(.*\\)");
    /** With two colons, a colon and a dot, or a dot; FlameGraph makes the semicolon a colon; long names are cut. */
    private static final Pattern PERF_MAP_AGENT =
            Pattern.compile("L([^\\s;:(]+/[^\\s;:(]+|[^\\s;:(]+(?=;))(?:[;:](?::?[:.]([^\\s:(]+)(?:\\(.*)?)?)?");

    /**
     * Returns the frame of a name as a profiler wrote it.
     *
     * @param frameType OpenTelemetry's name of the type, or empty
     */
    static NamedFrame of(String written, int line, String loadedFrom, String file, String frameType) {
        if (loadedFrom.startsWith("[kernel") || loadedFrom.startsWith("[guest.kernel") || frameType.equals("kernel")) {
            return new NamedFrame(withoutClass(written), line, loadedFrom, file, Type.KERNEL);
        }
        Optional<String> method = method(written);
        if (method.isPresent()) {
            return new NamedFrame(method.get(), line, loadedFrom, file, Type.JAVA);
        }
        String function = withoutLibrary(withoutClass(written));
        boolean known = !function.equals(written) || !NO_TYPE.contains(frameType) && !frameType.equals("jvm");
        return new NamedFrame(function, line, loadedFrom, file, known ? Type.NATIVE : Type.UNKNOWN);
    }

    /** Returns a method as {@code app/Main.run} if a text is a method with its signature. */
    static Optional<String> method(String text) {
        for (Pattern form : new Pattern[] {SIGNATURE, PERF_MAP_AGENT}) {
            Matcher method = form.matcher(text);
            if (method.matches()) {
                String name = method.group(2) == null ? NAME_CUT : method.group(2);
                return Optional.of(method.group(1).replace('.', '/') + "." + name);
            }
        }
        return Optional.empty();
    }

    // Pyroscope writes a class and a method, also where there is no class
    private static String withoutClass(String text) {
        return text.length() > 1 && text.charAt(0) == '.' ? text.substring(1) : text;
    }

    private static String withoutLibrary(String text) {
        Matcher library = text.indexOf(".so") < 0 && !text.contains("vdso") ? null : LIBRARY.matcher(text);
        if (library == null || !library.matches() || !text.startsWith("lib") && CollapsedFrame.isMethod(text)) {
            return text;
        }
        return library.group(2);
    }
}
