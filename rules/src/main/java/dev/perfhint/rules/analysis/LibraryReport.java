package dev.perfhint.rules.analysis;

import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.Decimals;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.rules.model.Shares;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Sizes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes a finding in a library as Markdown that can be filed with its maintainers: library and version, JVM, what
 * it cost, the library's own frames, and the change. Nothing of the application is in it.
 */
final class LibraryReport {
    private static final int MAX_FRAMES = 12;

    private LibraryReport() {}

    /**
     * @param library name and version, empty where no jar of the class path holds the class
     * @param calls that were recorded, with their bytes; empty where none were counted
     */
    static String of(Rule rule, Verdict verdict, Shares shares, long nanos, String method, List<ChainFrame> chain,
            Optional<String> library, String jvm, Optional<Sizes.Calls> calls) {
        StringBuilder text = new StringBuilder();
        text.append("## ").append(simple(method)).append(": ").append(verdict.message()).append("\n\n");
        library.ifPresent(name -> text.append("Library: ").append(name).append("  \n"));
        text.append(jvm.isEmpty() ? "" : "JVM: " + jvm + "\n").append('\n');
        text.append("A profile of an application shows system time in calls of `").append(method).append("`.\n\n");
        text.append("### Evidence\n\n");
        shares.system().ifPresent(share -> text.append("- ").append(percent(share))
                .append(" of the system CPU of the run").append(nanos > 0 ? String.format(Locale.ROOT, ", %.2f s",
                        nanos / 1e9) : ""));
        shares.cpu().ifPresent(share -> text.append(", ").append(percent(share)).append(" of all its CPU\n"));
        calls.ifPresent(counted -> text.append(String.format(Locale.ROOT, "- %s%,d calls, %.1f bytes each%n",
                counted.sampled() ? "of the recorded " : "", counted.calls(),
                (double) counted.bytes() / Math.max(1, counted.calls()))));
        verdict.notes().forEach(line -> text.append("- ").append(line).append('\n'));
        text.append("- rule `").append(rule.id()).append("` of perfhint: ").append(rule.summary()).append("\n\n");
        text.append("### Call chain in the library\n\n```\n");
        chain.stream().filter(frame -> frame.owner() != Owner.APPLICATION).limit(MAX_FRAMES).forEach(frame -> text
                .append("at ").append(frame.text()).append("  ").append(percent(frame.share())).append('\n'));
        text.append("```\n\n### What it saves at most\n\n");
        shares.cpu()
                .ifPresent(share -> text.append("Removing these calls entirely saves at most ").append(percent(share))
                .append(" of the run's CPU time. The time that threads wait in them is not CPU and comes on top.\n"));
        text.append("\n### Proposed change\n\n");
        verdict.help().forEach(line -> text.append("- ").append(line).append('\n'));
        return text.toString();
    }

    private static String simple(String method) {
        int end = method.lastIndexOf('.');
        return method.substring(method.lastIndexOf('.', end - 1) + 1);
    }

    private static String percent(double share) {
        return Decimals.percent(share, 1);
    }
}
