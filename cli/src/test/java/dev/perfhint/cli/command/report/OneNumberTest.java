package dev.perfhint.cli.command.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.perfhint.cli.command.Invocation;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One recording has one set of numbers: what every output says of the same thing rounds to the number of the JSON. */
public class OneNumberTest {
    private static final Pattern NUMBER = Pattern.compile("[\\d,]+(?:\\.\\d+)?");
    private static final String FIXTURES = "../fixtures/";
    private static final String NUMBERS = "([\\d,.]+)";

    /** Read by the test of the page too, which shows them in a browser. */
    public static List<String> recordings() {
        return List.of(
                "worked-example/recordings/cpu.jfr",
                "worked-example/recordings/ctimer.jfr",
                "worked-example/recordings/jfr-17.jfr",
                "recordings/events/ledger.jfr.gz",
                "recordings/events/switches.jfr.gz",
                "recordings/events/pinned.jfr.gz",
                "recordings/server/busy.jfr.gz",
                "recordings/server/writes.jfr.gz",
                "recordings/rules/thread-handoff/positives-17.jfr.gz",
                "recordings/rules/page-fault-churn/positives-17.jfr.gz",
                "recordings/rules/open-per-use/positives-17.jfr.gz");
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyOutputRoundsToTheSameNumbers(String name) {
        String recording = FIXTURES + name;
        JsonObject report = JsonParser.parseString(run("analyze", recording, "--format", "json")).getAsJsonObject();
        holdsTotals(recording, report.getAsJsonObject("cpu"));
        holdsHeads(recording, report.getAsJsonObject("cpu"));
        holdsTables(recording, report.getAsJsonObject("cpu"));
        holdsFindings(recording, report);
    }

    private static void holdsTotals(String recording, JsonObject cpu) {
        double share = cpu.get("systemShare").getAsDouble();
        double seconds = cpu.get("nanos").getAsDouble() / 1e9;
        String samples = String.format(Locale.ROOT, "%,d", cpu.get("samples").getAsLong());

        String screen = run("analyze", recording);
        Matcher system = Pattern.compile("\\(?" + NUMBERS + " % system time;|system time is " + NUMBERS + " % of")
                .matcher(screen);
        // a program that waits and has no finding is told what it waits for
        assertThat(system.find() || screen.contains("this program waits")).as(screen).isTrue();
        if (!system.reset().find()) {
            return;
        }
        assertThat(screen).contains(samples + " sample");
        rounds(system.group(1) == null ? system.group(2) : system.group(1), 100 * share);
        rounds(first(screen, NUMBERS + " s of CPU time"), seconds);
    }

    private static void holdsHeads(String recording, JsonObject cpu) {
        double share = cpu.get("systemShare").getAsDouble();
        double seconds = cpu.get("nanos").getAsDouble() / 1e9;
        String samples = String.format(Locale.ROOT, "%,d", cpu.get("samples").getAsLong());

        String head = run("hotspots", recording).lines().findFirst().orElseThrow();
        assertThat(head).contains(samples);
        rounds(first(head, "^system CPU: " + NUMBERS + " %"), 100 * share);
        rounds(first(head, " " + NUMBERS + " of [\\d,.]+ s"), cpu.get("systemNanos").getAsDouble() / 1e9);
        rounds(first(head, " of " + NUMBERS + " s"), seconds);
        assertThat(run("analyze", "--verbose", recording)).contains(head + "\n");
        assertThat(run("analyze", "--format", "markdown", recording)).contains(head.strip());
        assertThat(run("callers", recording, topMethod(recording))).startsWith(head + "\n");
    }

    private static void holdsTables(String recording, JsonObject cpu) {
        JsonObject tables = JsonParser.parseString(run("hotspots", recording, "--format", "json", "--top", "100000"))
                .getAsJsonObject();
        long systemSamples = cpu.get("systemSamples").getAsLong();
        assertThat(sum(tables, "methods", "exclusive")).isEqualTo(systemSamples);
        assertThat(sum(tables, "threads", "samples")).isEqualTo(systemSamples);
        assertThat(sum(tables, "subsystems", "samples")).isEqualTo(systemSamples);
        assertThat((double) sum(tables, "methods", "exclusiveNanos"))
                .isCloseTo(cpu.get("systemNanos").getAsDouble(), within(1e6));

        JsonObject top = tables.getAsJsonArray("methods").get(0).getAsJsonObject();
        String row = run("hotspots", recording).lines().filter(line -> line.contains(top.get("method").getAsString()))
                .findFirst().orElseThrow();
        List<String> cells = NUMBER.matcher(row).results().map(found -> found.group()).toList();
        rounds(cells.get(0), 100 * top.get("exclusiveShare").getAsDouble());
        String callers = run("callers", recording, topMethod(recording));
        rounds(first(callers, "inclusive " + NUMBERS + " % of system CPU"),
                100 * top.get("inclusiveShare").getAsDouble());
        assertThat(callers).contains("exclusive " + cells.get(0) + " % of system CPU");
    }

    private static void holdsFindings(String recording, JsonObject report) {
        String all = run("analyze", "--verbose", recording);
        String markdown = run("analyze", "--format", "markdown", recording);
        String sarif = run("analyze", "--format", "sarif", recording);
        String screen = run("analyze", recording);
        double account = 0;
        for (JsonElement row : report.getAsJsonArray("account")) {
            account += row.getAsJsonObject().get("share").getAsDouble();
        }
        assertThat(account).isCloseTo(1, within(1e-4));
        for (JsonElement each : report.getAsJsonArray("findings")) {
            JsonObject finding = each.getAsJsonObject();
            if (finding.get("confidence").getAsString().equals("low")) {
                continue;
            }
            double system = finding.get("systemShare").getAsDouble();
            double cpu = finding.get("cpuShare").getAsDouble();
            assertThat(system).isCloseTo(finding.get("nanos").getAsDouble()
                    / report.getAsJsonObject("cpu").get("systemNanos").getAsDouble(), within(1e-5));
            String cost = percent(cpu) + " of all CPU";
            assertThat(all).contains(" of system CPU, " + cost);
            assertThat(markdown).contains("| " + percent(system) + " | " + percent(cpu) + " |");
            if (!finding.getAsJsonObject("site").get("path").isJsonNull()) {
                assertThat(sarif).contains(percent(system) + " of system CPU, " + cost);
            }
            String place = finding.getAsJsonObject("site").get("method").getAsString();
            screen.lines().filter(line -> line.contains(" of all CPU time (kernel)") && line.contains("." + place + ":"))
                    .forEach(line -> assertThat(line).matches(shown -> report.getAsJsonArray("findings").asList()
                            .stream().anyMatch(one -> isRounded(first(shown, NUMBERS + " % of all CPU time"),
                                    100 * one.getAsJsonObject().get("cpuShare").getAsDouble()))));
        }
    }

    private static String topMethod(String recording) {
        JsonObject tables = JsonParser.parseString(run("hotspots", recording, "--format", "json")).getAsJsonObject();
        return tables.getAsJsonArray("methods").get(0).getAsJsonObject().get("method").getAsString();
    }

    private static long sum(JsonObject tables, String table, String column) {
        return StreamSupport.stream(tables.getAsJsonArray(table).spliterator(), false)
                .mapToLong(row -> row.getAsJsonObject().get(column).getAsLong()).sum();
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", Math.rint(share * 1000) / 10);
    }

    private static String first(String text, String pattern) {
        Matcher found = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
        assertThat(found.find()).as(pattern + " in " + text).isTrue();
        return found.group(1);
    }

    private static void rounds(String shown, double value) {
        assertThat(isRounded(shown, value)).as(shown + " for " + value).isTrue();
    }

    private static boolean isRounded(String shown, double value) {
        int point = shown.indexOf('.');
        int digits = point < 0 ? 0 : shown.length() - point - 1;
        return Math.abs(Double.parseDouble(shown.replace(",", "")) - value) <= 0.5001 * Math.pow(10, -digits);
    }

    private static String run(String... arguments) {
        Invocation run = Invocation.of(arguments);
        assertThat(run.code()).as(run.err()).isZero();
        return run.out();
    }
}
