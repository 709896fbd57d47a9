package dev.perfhint.rules.analysis;

import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.Decimals;
import dev.perfhint.rules.model.Shares;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import java.util.List;

/** Writes a finding in a library as Markdown for the library's maintainers: evidence, chain, bound, proposed change. */
final class LibraryReport {
    private static final int MAX_FRAMES = 12;

    private LibraryReport() {}

    static String of(Rule rule, Verdict verdict, Shares shares, String method, List<ChainFrame> chain,
            List<String> evidence) {
        StringBuilder text = new StringBuilder();
        text.append("## ").append(simple(method)).append(": ").append(verdict.message()).append("\n\n");
        text.append("A profile of an application that uses the library shows system time in calls of `")
                .append(method).append("`.\n\n");
        text.append("### Evidence\n\n");
        shares.system()
                .ifPresent(share -> text.append("- ").append(percent(share)).append(" of the system CPU of the run"));
        shares.cpu().ifPresent(share -> text.append(", ").append(percent(share)).append(" of all its CPU\n"));
        evidence.forEach(line -> text.append("- ").append(line).append('\n'));
        text.append("- rule `").append(rule.id()).append("`: ").append(rule.summary()).append("\n\n");
        text.append("### Call chain\n\n```\n");
        chain.stream().limit(MAX_FRAMES).forEach(frame -> text.append("at ").append(frame.text()).append("  ")
                .append(percent(frame.share())).append('\n'));
        text.append("```\n\n### Bound\n\n");
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
