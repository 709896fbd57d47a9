package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The account of system CPU as text: what it was spent for, largest part first, until 90 % of it is told. Parts that
 * are not the program's doing stand in one line of their own.
 */
final class AccountText {
    private static final double SHOWN_SHARE = 0.9;
    private static final int MAX_LINES = 12;
    /** Causes or performers of one line, the largest first. */
    private static final int MAX_NAMES = 3;
    private static final double LITTLE_SYSTEM_SHARE = 0.05;

    private static final String SOCKETS = "sockets";

    private AccountText() {}

    static String of(Report report, CpuTotals cpu, Palette palette) {
        StringBuilder text = new StringBuilder();
        if (cpu.nanos() > 0 && cpu.systemShare() < LITTLE_SYSTEM_SHARE) {
            text.append("negligible: all system CPU is ").append(Figures.percent(cpu.systemShare()))
                    .append(" of all CPU\n");
        }
        text.append(palette.bold("system CPU by cause")).append('\n');
        rows(text, report, SHOWN_SHARE, palette);
        unseen(cpu).forEach(line -> text.append(palette.cyan("note:")).append(' ').append(line).append('\n'));
        return text.toString();
    }

    private static void rows(StringBuilder text, Report report, double wanted, Palette palette) {
        Map<String, String> rules = new HashMap<>();
        for (Finding finding : report.findings()) {
            rules.put(finding.id(), finding.rule());
        }
        Set<String> changed = report.stale().stream().map(Finding::id).collect(Collectors.toSet());
        double told = 0;
        int lines = 0;
        for (Line line : merged(report)) {
            if (told >= wanted || lines == MAX_LINES) {
                break;
            }
            AccountRow row = line.row();
            told += line.share();
            lines++;
            if (SocketBalance.holds(row)) {
                text.append(Figures.pad(Figures.percent(line.share()), 8)).append("  ")
                        .append(verdict(row.verdict(), palette)).append("  sockets: ")
                        .append(SocketBalance.of(report.account(), report.profile())).append('\n');
                continue;
            }
            boolean stale = !row.findings().isEmpty() && changed.containsAll(row.findings());
            String rule = row.findings().isEmpty() ? "" : rules.getOrDefault(row.findings().get(0), "");
            text.append(Figures.pad(Figures.percent(line.share()), 8)).append("  ")
                    .append(stale ? palette.dim(pad("stale", 11)) : verdict(row.verdict(), palette)).append("  ")
                    .append(String.join(", ", line.causes()))
                    .append(row.object().isEmpty() ? "" : ", " + Printable.name(row.object()))
                    .append(" (").append(String.join(", ", line.performers())).append("): ")
                    .append(Printable.line(row.why())).append(rule.isEmpty() ? "" : " [" + rule + "]").append('\n');
        }
        if (told < 1 && lines > 0) {
            text.append(Figures.pad(Figures.percent(Math.max(0, 1 - told)), 8))
                    .append("  other (full list: --format json)\n");
        }
    }

    // one line for each finding or reason, whatever calls it is made of
    private static List<Line> merged(Report report) {
        Map<String, Line> lines = new LinkedHashMap<>();
        for (AccountRow row : report.account()) {
            String key = SocketBalance.holds(row) ? SOCKETS : row.findings().isEmpty()
                    ? String.join("\n", row.cause().label(), row.performer().label(), row.object(),
                            row.verdict().label())
                    : row.findings().get(0);
            lines.merge(key, Line.of(row), row.findings().isEmpty() ? Line::more : Line::plus);
        }
        List<Line> sorted = new ArrayList<>(alike(lines.values()).values());
        sorted.sort((a, b) -> Double.compare(b.share(), a.share()));
        return sorted;
    }

    // what is the same but for who spends it or by which calls needs the same words once
    private static Map<String, Line> alike(Collection<Line> lines) {
        Map<String, Line> joined = new LinkedHashMap<>();
        for (Line line : lines) {
            AccountRow row = line.row();
            String key = row.findings().isEmpty() && !SocketBalance.holds(row)
                    ? String.join("\n", row.object(), row.verdict().label(), row.why())
                    : String.valueOf(joined.size());
            joined.merge(key, line, Line::plus);
        }
        return joined;
    }

    private static List<String> unseen(CpuTotals cpu) {
        String causes = cpu.evidence().unseen().stream().sorted().map(Cause::label).collect(Collectors.joining(", "));
        return switch (cpu.evidence()) {
            case SYSCALL_STUBS ->
                    List.of("not visible without kernel frames, so not part of the shares: " + causes);
            case JFR_ESTIMATE -> List.of("plain JFR cannot separate these causes; their system CPU is "
                    + "spread over others: " + causes + "; async-profiler shows them, on Linux and macOS");
            default -> List.of();
        };
    }

    private static String verdict(AccountVerdict verdict, Palette palette) {
        String label = pad(verdict.label(), 11);
        return switch (verdict) {
            case FIX, CONFIGURE, REDESIGN -> palette.yellow(label);
            case UNKNOWN -> palette.red(label);
            default -> palette.dim(label);
        };
    }

    private static String pad(String text, int width) {
        return text.length() >= width ? text : text + " ".repeat(width - text.length());
    }

    private record Line(AccountRow row, double share, List<String> causes, List<String> performers) {
        static Line of(AccountRow row) {
            return new Line(row, row.share(), List.of(row.cause().label()), List.of(row.performer().label()));
        }

        /** Returns this line with another's share, under its own name. */
        Line more(Line other) {
            return new Line(row, share + other.share, causes, performers);
        }

        /** Returns both lines' shares and names. */
        Line plus(Line other) {
            return new Line(row, share + other.share, both(causes, other.causes), both(performers, other.performers));
        }

        private static List<String> both(List<String> some, List<String> more) {
            return Stream.concat(some.stream(), more.stream()).distinct().limit(MAX_NAMES).toList();
        }
    }
}
