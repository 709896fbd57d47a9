package dev.perfhint.reader;

import dev.perfhint.reader.chunk.ChunkWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes {@link #STACKS} in each input format: a new one needs its writer here, and a line in {@link #ADAPTERS}. */
public final class ForeignProfiles {
    private static final String KINDS = "JNCK";
    private static final int[] FLAME_TYPES = {1, 3, 4, 5};
    static final long INTERVAL_NANOS = 10_000_000;
    private static final int[] FRAME_TYPES = {ChunkWriter.JIT, ChunkWriter.NATIVE, ChunkWriter.NATIVE + 1, ChunkWriter.KERNEL};
    private static final List<String> SUFFIXES = List.of("_[j]", "", "", "_[k]");


    /** Thread, stack from the outermost frame, samples: the profile that each adapter writes in its format. */
    public static final List<Stack> STACKS = List.of(
            new Stack("writer-1", 3, "J app/Main.run", "J java/io/FileOutputStream.write", "N __GI_write", "K ksys_write"),
            new Stack("writer-2", 2, "J app/Main.run", "J java/io/FileOutputStream.write", "N __GI_write", "K ksys_write"),
            new Stack("writer-2", 1, "J app/Log.add", "J java/io/FileOutputStream.write", "N __GI_write", "K ksys_write"),
            new Stack("main", 4, "J app/Main.run", "J app/Main.compute"),
            new Stack("C1 CompilerThread0", 2, "C Thread::call_run", "C Compile::Compile", "K asm_exc_page_fault"));

    /**
     * Equal samples of the profile.
     *
     * @param frames from the outermost; J is Java, N native, C is C++, K kernel
     */
    public record Stack(String thread, int samples, String... frames) {}

    /**
     * A way to write the profile.
     *
     * @param format as the reader names it
     */
    public record Adapter(String format, String variant, byte[] content) {
        @Override
        public String toString() {
            return (format + " " + variant).strip();
        }
    }

    public static final List<Adapter> ADAPTERS = List.of(
            new Adapter("jfr", "", jfr()),
            new Adapter("collapsed", "annotated", collapsed(true)),
            new Adapter("collapsed", "plain", collapsed(false)),
            new Adapter("flamegraph", "", flameGraph()),
            new Adapter("flamegraph", "before version 3", oldFlameGraph()),
            new Adapter("flamegraph", "SVG of FlameGraph", svg("<g class=\"func_g\">\n<title>%s (%d samples, 1.00%%)</title>"
                    + "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"15.0\" fill=\"rgb(%s)\" rx=\"2\" />\n</g>\n", 10, 98.3)),
            new Adapter("flamegraph", "SVG of inferno", svg("<g><title>%s (%d samples, 1.00%%)</title><rect x=\"%.4f%%\" y=\"%d\""
                    + " width=\"%.4f%%\" height=\"15\" fill=\"rgb(%s)\"/></g>", 0, 100 / 12.0)),
            new Adapter("pprof", "", pprof()),
            new Adapter("pprof", "of Datadog", datadogPprof()),
            new Adapter("otlp", "", otlp()),
            new Adapter("otlp", "of the eBPF profiler", OtlpProfiles.withStacks()),
            new Adapter("otlp", "1.7", OtlpProfiles.withDictionary()),
            new Adapter("otlp", "1.6", OtlpProfiles.withTablesOfFile()),
            new Adapter("otlp", "1.5", OtlpProfiles.withTablesOfProfile()),
            new Adapter("perf-script", "", perfScript()),
            new Adapter("perf-script", "without times, dense", densePerfScript()));

    private ForeignProfiles() {}

    /** A frame of the picture, with what lies upon it. */
    private static final class Box {
        private final Map<String, Box> children = new LinkedHashMap<>();
        private long width;
    }

    private static Box boxes() {
        Box root = new Box();
        int tid = 100;
        for (Stack stack : STACKS) {
            List<String> titles = new ArrayList<>(List.of("N [" + stack.thread() + " tid=" + tid++ + "]"));
            titles.addAll(Arrays.asList(stack.frames()));
            Box box = root;
            box.width += stack.samples();
            for (String title : titles) {
                box = box.children.computeIfAbsent(title, key -> new Box());
                box.width += stack.samples();
            }
        }
        return root;
    }

    private static int type(String frame) {
        return FLAME_TYPES[KINDS.indexOf(frame.charAt(0))];
    }

    public static byte[] flameGraph() {
        List<String> pool = new ArrayList<>(List.of("all"));
        StringBuilder calls = new StringBuilder("n(3,12)\n");
        boxes().children.forEach((title, box) -> call(calls, pool, title, box, 1));
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html>\n<h1>CPU profile</h1>\n<canvas id='canvas'></canvas>\n"
                + "\tconst units = 'samples';\nconst cpool = [\n'all'");
        String last = "";
        for (String title : pool.subList(1, pool.size())) {
            int shared = 0;
            while (shared < Math.min(Math.min(last.length(), title.length()), 90) && last.charAt(shared) == title.charAt(shared)) {
                shared++;
            }
            page.append(",\n'").append(((char) (' ' + shared) + title.substring(shared)).replace("\\", "\\\\").replace("'", "\\'")).append('\'');
            last = title;
        }
        return page.append("\n];\nunpack(cpool);\n\n").append(calls).append("\nsearch();\n</script></body></html>\n").toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void call(StringBuilder calls, List<String> pool, String title, Box box, int level) {
        if (!pool.contains(title.substring(2))) {
            pool.add(title.substring(2));
        }
        calls.append("f(").append(pool.indexOf(title.substring(2)) << 3 | type(title)).append(',').append(level).append(",0,").append(box.width)
                .append(")\n");
        box.children.forEach((child, above) -> call(calls, pool, child, above, level + 1));
    }

    public static byte[] oldFlameGraph() {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html>\n<h1>Flame Graph</h1>\n<canvas id='canvas'></canvas>\nf(0,0,12,3,'all')\n");
        boxes().children.forEach((title, box) -> oldCall(page, title, box, 1));
        return page.append("search();\n</html>\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void oldCall(StringBuilder page, String title, Box box, int level) {
        page.append("f(").append(level).append(",0,").append(box.width).append(',').append(type(title)).append(",'").append(title.substring(2)).append("')\n");
        box.children.forEach((child, above) -> oldCall(page, child, above, level + 1));
    }

    /** @param point the width of a sample; a box at the bottom has the largest height */
    private static byte[] svg(String form, double left, double point) {
        StringBuilder page = new StringBuilder("<?xml version=\"1.0\" standalone=\"no\"?>\n<svg version=\"1.1\">\n");
        page.append(String.format(Locale.ROOT, form, "all", 12, left, 400, 12 * point, "250,100,100"));
        svgBoxes(page, form, boxes(), left, point, 384);
        return page.append("</svg>\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void svgBoxes(StringBuilder page, String form, Box box, double left, double point, int top) {
        double at = left;
        for (Map.Entry<String, Box> each : box.children.entrySet()) {
            String title = each.getKey().substring(2).replaceAll("\\[(.*) tid=(\\d+)]", "$1-100/$2");
            String colour = List.of("80,240,80", "230,80,80", "200,200,60", "240,140,0").get(KINDS.indexOf(each.getKey().charAt(0)));
            page.append(String.format(Locale.ROOT, form, title, each.getValue().width, at, top, each.getValue().width * point, colour));
            svgBoxes(page, form, each.getValue(), at, point, top - 16);
            at += each.getValue().width * point;
        }
    }

    static int index(List<String> strings, String text) {
        if (!strings.contains(text)) {
            strings.add(text);
        }
        return strings.indexOf(text);
    }

    static long[] leafFirst(Stack stack, List<String> functions) {
        long[] ids = new long[stack.frames().length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = index(functions, stack.frames()[ids.length - 1 - i]);
        }
        return ids;
    }

    public static byte[] pprof() {
        List<String> strings = new ArrayList<>(List.of(""));
        List<String> functions = new ArrayList<>(List.of(""));
        ProtobufWriter out = new ProtobufWriter();
        out.message(1, valueType(strings, "samples", "count")).message(1, valueType(strings, "cpu", "nanoseconds"));
        for (Stack stack : STACKS) {
            out.message(2, new ProtobufWriter().packed(1, leafFirst(stack, functions)).packed(2, stack.samples(), stack.samples() * INTERVAL_NANOS)
                    .message(3, new ProtobufWriter().number(1, index(strings, "thread")).number(2, index(strings, stack.thread()))));
        }
        out.message(3, new ProtobufWriter().number(1, 1).number(5, index(strings, "[kernel.kallsyms]")));
        for (int id = 1; id < functions.size(); id++) {
            boolean kernel = functions.get(id).startsWith("K");
            out.message(4, new ProtobufWriter().number(1, id).number(2, kernel ? 1 : 0).message(4, new ProtobufWriter().number(1, id)));
            out.message(5, new ProtobufWriter().number(1, id).number(2, index(strings, functions.get(id).substring(2)))
                    .number(4, file(strings, functions.get(id))));
        }
        out.message(11, valueType(strings, "cpu", "nanoseconds")).number(12, INTERVAL_NANOS);
        strings.forEach(text -> out.text(6, text));
        return out.toBytes();
    }

    /** Types under other names, frame types in the place of the linker's names, blanks in labels, the process outermost. */
    public static byte[] datadogPprof() {
        List<String> strings = new ArrayList<>(List.of(""));
        List<String> functions = new ArrayList<>(List.of(""));
        ProtobufWriter out = new ProtobufWriter();
        out.message(1, valueType(strings, "cpu-samples", "count")).message(1, valueType(strings, "cpu-time", "nanoseconds"));
        for (Stack stack : STACKS) {
            out.message(2, new ProtobufWriter().packed(1, leafFirst(stack, functions)).packed(2, stack.samples(), stack.samples() * INTERVAL_NANOS)
                    .message(3, new ProtobufWriter().number(1, index(strings, "process name")).number(2, index(strings, "java")))
                    .message(3, new ProtobufWriter().number(1, index(strings, "thread name")).number(2, index(strings, stack.thread()))));
        }
        for (int id = 1; id < functions.size(); id++) {
            out.message(4, new ProtobufWriter().number(1, id).message(4, new ProtobufWriter().number(1, id)));
            String name = functions.get(id);
            out.message(5, new ProtobufWriter().number(1, id).number(2, index(strings, signature(name)))
                    .number(3, index(strings, frameType(name))));
        }
        out.message(11, valueType(strings, "cpu-time", "nanoseconds")).number(12, INTERVAL_NANOS);
        strings.forEach(text -> out.text(6, text));
        return out.toBytes();
    }

    /** A method as OpenTelemetry's eBPF profiler and the JVM's perf map name it; other functions by their name. */
    static String signature(String frame) {
        return frame.startsWith("J") ? "void " + frame.substring(2).replace('/', '.') + "(byte[], int)" : frame.substring(2);
    }

    /** The name of the frame's type in OpenTelemetry's conventions. */
    static String frameType(String frame) {
        return List.of("jvm", "native", "native", "kernel").get(KINDS.indexOf(frame.charAt(0)));
    }

    /** All of the application's code is in one Kotlin file. */
    private static int file(List<String> strings, String function) {
        return function.startsWith("J app/") ? index(strings, "/home/me/src/app/Work.kt") : 0;
    }

    static ProtobufWriter valueType(List<String> strings, String type, String unit) {
        return new ProtobufWriter().number(1, index(strings, type)).number(2, index(strings, unit));
    }

    public static byte[] otlp() {
        List<String> strings = new ArrayList<>(List.of(""));
        List<String> functions = new ArrayList<>(List.of(""));
        ProtobufWriter dictionary = new ProtobufWriter().message(1, new ProtobufWriter());
        dictionary.message(6, new ProtobufWriter()).message(7, new ProtobufWriter());
        ProtobufWriter profile = new ProtobufWriter().message(1, valueType(strings, "cpu", "count")).message(5, valueType(strings, "cpu", "ns"))
                .number(6, INTERVAL_NANOS);
        int stackIndex = 1;
        for (Stack stack : STACKS) {
            dictionary.message(7, new ProtobufWriter().packed(1, leafFirst(stack, functions)));
            dictionary.message(6, new ProtobufWriter().number(1, index(strings, "thread.name"))
                    .message(2, new ProtobufWriter().text(1, stack.thread())));
            profile.message(2, new ProtobufWriter().number(1, stackIndex).packed(2, stackIndex).packed(4, stack.samples()));
            stackIndex++;
        }
        for (int id = 0; id < functions.size(); id++) {
            String name = functions.get(id);
            dictionary.message(2, id == 0 ? new ProtobufWriter() : new ProtobufWriter().message(3, new ProtobufWriter().number(1, id)));
            String written = id == 0 ? "" : name.substring(2) + (name.startsWith("K") ? "_[k]" : "");
            dictionary.message(3, new ProtobufWriter().number(1, index(strings, written)).number(3, file(strings, name)));
        }
        strings.forEach(text -> dictionary.text(5, text));
        return new ProtobufWriter().message(2, dictionary)
                .message(1, new ProtobufWriter().message(2, new ProtobufWriter().message(2, profile))).toBytes();
    }

    public static byte[] perfScript() {
        String[] symbols = {" (/tmp/perf-100.map)", " (/usr/lib/libc.so.6)", " (/jdk/lib/server/libjvm.so)", " ([kernel.kallsyms])"};
        StringBuilder text = new StringBuilder("# captured on a machine\n");
        int micros = 0;
        int tid = 100;
        for (Stack stack : STACKS) {
            tid++;
            for (int sample = 0; sample < stack.samples(); sample++) {
                text.append(String.format("%s 100/%d [000]   12.%06d:   10000000 cpu-clock:ppp: %n", stack.thread(), tid, micros += 500));
                for (int i = stack.frames().length - 1; i >= 0; i--) {
                    String frame = stack.frames()[i];
                    int kind = KINDS.indexOf(frame.charAt(0));
                    String name = frame.substring(2);
                    String symbol = kind != 0 ? name : i == 0 ? "L" + name.replace(".", ";::") : "void " + name.replace('/', '.') + "(int)";
                    text.append(kind == 3 ? "\tffffffff81000010 " : "\t    7f0000001000 ").append(symbol).append(kind == 0 ? "" : "+0x1f")
                            .append(symbols[kind]).append('\n');
                }
                text.append('\n');
            }
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** As {@code perf script -F comm,tid,event,ip,sym,dso} of old releases: no times, no periods, frames not indented. */
    public static byte[] densePerfScript() {
        String indented = new String(perfScript(), StandardCharsets.UTF_8);
        return indented.replaceAll("(?m)^(.*) 100/(\\d+) .*$", "$1 $2 cpu-clock:").replaceAll("(?m)^\\s+(?=[0-9a-f]{8})", "")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] jfr() {
        ChunkWriter chunk = ChunkWriter.cpu();
        int key = 0;
        for (Stack stack : STACKS) {
            key++;
            ChunkWriter.Frame[] innermostFirst = new ChunkWriter.Frame[stack.frames().length];
            for (int i = 0; i < innermostFirst.length; i++) {
                innermostFirst[i] = frame(stack.frames()[innermostFirst.length - 1 - i]);
            }
            chunk.thread(key, stack.thread()).stack(key, innermostFirst);
            for (int sample = 0; sample < stack.samples(); sample++) {
                chunk.sample(key, key);
            }
        }
        return chunk.toBytes();
    }

    private static ChunkWriter.Frame frame(String text) {
        int type = FRAME_TYPES[KINDS.indexOf(text.charAt(0))];
        String name = text.substring(2);
        int dot = type == ChunkWriter.JIT ? name.lastIndexOf('.') : -1;
        return new ChunkWriter.Frame(dot < 0 ? "" : name.substring(0, dot), name.substring(dot + 1), 0, type);
    }

    private static byte[] collapsed(boolean annotated) {
        StringBuilder text = new StringBuilder();
        int thread = 100;
        for (Stack stack : STACKS) {
            text.append('[').append(stack.thread()).append(" tid=").append(thread++).append(']');
            for (String frame : stack.frames()) {
                String suffix = SUFFIXES.get(KINDS.indexOf(frame.charAt(0)));
                text.append(';').append(frame.substring(2)).append(annotated || !suffix.equals("_[j]") ? suffix : "");
            }
            text.append(' ').append(stack.samples()).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
