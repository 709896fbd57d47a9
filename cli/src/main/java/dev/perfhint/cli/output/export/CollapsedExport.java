package dev.perfhint.cli.output.export;

import java.util.TreeMap;

/** Writes samples as collapsed stacks with async-profiler's suffixes, which {@code analyze --event} reads again. */
public final class CollapsedExport {
    private CollapsedExport() {}

    public static String of(ExportedStacks stacks) {
        TreeMap<String, Long> lines = new TreeMap<>();
        StringBuilder line = new StringBuilder();
        stacks.forEach((thread, nodes, samples, nanos) -> {
            line.setLength(0);
            line.append('[').append(clean(thread)).append(" tid=0]");
            for (int node : nodes) {
                line.append(';').append(clean(stacks.name(node)));
                if (stacks.line(node) > 0) {
                    line.append(':').append(stacks.line(node));
                }
                line.append(switch (stacks.kind(node)) {
                    case JAVA -> "_[j]";
                    case KERNEL -> "_[k]";
                    default -> "";
                });
            }
            lines.merge(line.toString(), samples, Long::sum);
        });
        StringBuilder text = new StringBuilder();
        lines.forEach((stack, samples) -> text.append(stack).append(' ').append(samples).append('\n'));
        return text.toString();
    }

    /** A separator in a name would make two frames of it. */
    private static String clean(String name) {
        return name.replace(';', ':').replace('\n', ' ').replace('\r', ' ');
    }
}
