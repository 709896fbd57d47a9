import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.AccountVerdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Draws lines of accounts, as {@code analyze} prints them, at random, half of them {@code inherent}, and writes their stacks without the verdicts for a
 * reader, and the verdicts for the comparison:
 * {@code java -cp 'cli/target/app/lib/*' corpus/applications/Verdicts.java RECORDINGS SEED COUNT STACKS.md KEY.md}.
 * Lines called small and those of the environment are left out: their cause alone decides.
 */
final class Verdicts {
    private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final int MAX_FRAMES = 60;
    private static final int MAX_STACKS = 4;

    /** A line of an account, with its recording: the rows of one finding, or of one cause, performer, object and verdict. */
    record Line(String application, Profile profile, CpuTotals totals, List<AccountRow> account, List<AccountRow> rows) {
        boolean inherent() {
            return first().verdict() == AccountVerdict.INHERENT;
        }

        AccountRow first() {
            return rows.get(0);
        }

        double share() {
            return rows.stream().mapToDouble(AccountRow::share).sum();
        }
    }

    public static void main(String[] args) throws Exception {
        List<Line> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of(args[0]))) {
            for (Path file : files.filter(one -> one.toString().endsWith(".jfr")).sorted().toList()) {
                lines.addAll(read(file));
            }
        }
        Collections.shuffle(lines, new Random(Long.parseLong(args[1])));
        int half = Integer.parseInt(args[2]) / 2;
        List<Line> drawn = new ArrayList<>(lines.stream().filter(Line::inherent).limit(half).toList());
        drawn.addAll(lines.stream().filter(line -> !line.inherent()).limit(half).toList());
        Collections.shuffle(drawn, new Random(Long.parseLong(args[1])));

        StringBuilder stacks = new StringBuilder(Files.readString(Path.of("corpus/applications/verdicts.md")));
        StringBuilder key = new StringBuilder("| no | application | cause | performer | object | verdict | why |\n|--:|---|---|---|---|---|---|\n");
        for (int i = 0; i < drawn.size(); i++) {
            Line line = drawn.get(i);
            AccountRow row = line.first();
            stacks.append(describe(i + 1, line));
            key.append("| ").append(String.join(" | ", String.valueOf(i + 1), line.application(), row.cause().label(),
                    row.performer().label(), row.object(), row.verdict().label(), row.why().replace("|", "/"))).append(" |\n");
        }
        Files.writeString(Path.of(args[3]), stacks);
        Files.writeString(Path.of(args[4]), key);
    }

    private static List<Line> read(Path file) throws Exception {
        Profile profile = Recordings.read(List.of(file), ReadOptions.DEFAULTS);
        List<AccountRow> account = Analysis.run(profile, Optional.empty(), AnalysisOptions.DEFAULTS).account();
        String name = file.getFileName().toString().replace(".jfr", "");
        Map<Object, List<AccountRow>> lines = new LinkedHashMap<>();
        account.stream()
                .filter(row -> row.verdict() != AccountVerdict.SMALL && row.verdict() != AccountVerdict.ENVIRONMENT)
                .forEach(row -> lines.computeIfAbsent(row.findings().isEmpty()
                        ? List.of(row.cause(), row.performer(), row.object(), row.verdict()) : row.findings(),
                        key -> new ArrayList<>()).add(row));
        return lines.values().stream()
                .map(rows -> new Line(name, profile, CpuTotals.best(profile), account, rows))
                .toList();
    }

    private static String describe(int number, Line line) throws Exception {
        Map<String, Double> causes = new TreeMap<>();
        line.account().forEach(row -> causes.merge(row.cause().label(), row.share(), Double::sum));
        String rest = causes.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(5)
                .map(cause -> String.format(Locale.ROOT, "%s %.0f %%", cause.getKey(), 100 * cause.getValue()))
                .collect(Collectors.joining(", "));
        double system = line.totals().systemShare();
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT,
                "%n## %d %s%n%s%n%nThis line: %.1f %% of the system CPU, %.2f %% of all CPU, %d samples. "
                        + "The recording: system CPU is %.0f %% of all CPU; of it %s.%n",
                number, line.application(), purpose(line.application()), 100 * line.share(), 100 * line.share() * system,
                line.rows().stream().mapToLong(AccountRow::samples).sum(), 100 * system, rest));
        // the heaviest stack of each row first
        for (int rank = 0, shown = 0; rank < 3; rank++) {
            for (AccountRow row : line.rows()) {
                if (rank < row.leaves().size() && shown++ < MAX_STACKS) {
                    text.append("- ").append(stack(line.profile(), row.leaves().get(rank))).append('\n');
                }
            }
        }
        return text.toString();
    }

    // what the driver's own comment says
    private static String purpose(String application) throws Exception {
        String name = Arrays.stream(application.split("-"))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
        Path driver = Path.of("corpus/applications/drivers", name + ".java");
        Matcher comment = COMMENT.matcher(Files.exists(driver) ? Files.readString(driver) : "");
        return comment.find() ? comment.group(1).replaceAll("\\s*\\n\\s*\\* ?", " ").strip() : "";
    }

    private static String stack(Profile profile, int leaf) {
        CallTree tree = profile.tree();
        List<String> frames = new ArrayList<>();
        for (int node = leaf; node > CallTree.ROOT; node = tree.parent(node)) {
            String name = profile.methods().name(tree.method(node));
            frames.add(tree.kind(node) == FrameKind.KERNEL ? name + " [k]" : name);
        }
        return String.join(" < ", frames.subList(0, Math.min(MAX_FRAMES, frames.size())))
                + (frames.size() > MAX_FRAMES ? " < ..." : "");
    }

    private Verdicts() {}
}
