package dev.perfhint.observer.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Holds each kind of call to what strace counts of the same run. */
class CoverageTest {
    private static final Pattern CALL = Pattern.compile("^\\d+ +(\\w+)\\(.*");
    private static final Pattern MARK = Pattern.compile(".*\"/perfhint-mark/([\\w-]+)\".*");
    private static final Pattern START = Pattern.compile("^(\\d+) +(?:<\\.\\.\\. )?clone3?\\b.* = (\\d+)$");
    private static final int RUNS = 2;

    @TempDir
    static Path folder;

    /** A row: a method of the program, and what is observed of it = system calls. */
    private record Row(String method, List<String> equations) {}

    @Test
    void everyHookFitsThisJdk() throws IOException {
        Map<String, Hooks.Watched> watched = Hooks.read();
        assertThat(watched).hasSizeGreaterThan(15);
        for (Hooks.Watched each : watched.values()) {
            try (InputStream original = Object.class.getResourceAsStream("/" + each.name() + ".class")) {
                assertThat(HookWriter.write(original.readAllBytes(), each)).as(each.name()).isNotEmpty();
            }
        }
    }

    @TestFactory
    List<DynamicTest> countsWhatStraceCounts() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/strace")), "strace is not installed");
        List<Row> rows = rows();
        Path trace = folder.resolve("strace");
        Path observed = folder.resolve("observed");
        run(rows, trace, observed);
        Map<String, Map<String, Integer>> counted = sections(trace);
        ObservedText text = ObservedText.read(observed);
        List<DynamicTest> tests = new ArrayList<>();
        for (Row row : rows) {
            for (String equation : row.equations()) {
                tests.add(DynamicTest.dynamicTest(row.method() + " " + equation, () -> {
                    String[] sides = equation.split("=");
                    Map<String, Integer> calls = counted.get(row.method());
                    long expected = Stream.of(sides[1].split(",")).mapToLong(call -> call.startsWith("-")
                            ? Long.parseLong(call) : calls.getOrDefault(call, 0)).sum();
                    assertThat(expected).as("%s: system calls %s", row.method(), calls).isPositive();
                    assertThat(observed(text, row.method(), sides[0])).as(row.method() + " " + equation + " " + calls)
                            .isEqualTo(RUNS * expected);
                }));
            }
        }
        return tests;
    }

    private static long observed(ObservedText text, String method, String what) {
        int star = what.matches(".*\\*\\d") ? what.lastIndexOf('*') : what.length();
        long factor = star < what.length() ? what.charAt(star + 1) - '0' : 1;
        String[] parts = what.substring(0, star).split(":");
        long calls = switch (parts[0]) {
            case "meta" -> text.metadata(parts[1], parts[2]);
            case "polls" -> text.polls("select");
            case "kind" -> text.calls(text.sites("", parts[1]), parts[2]);
            default -> parts.length == 2
                    ? text.calls(text.sites(method, parts[0]), parts[1])
                    : text.calls(text.sites(method, ""), parts[0]);
        };
        return calls * factor;
    }

    private static void run(List<Row> rows, Path trace, Path observed) throws Exception {
        Path agent = AgentJar.in(folder);
        Path classes = AgentRun.compile(folder, "calls", List.of(), "Calls.java", resource("Calls.java"));
        Process process = new ProcessBuilder("/usr/bin/strace", "-f", "-qq", "-o", trace.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UseContainerSupport", "-javaagent:" + agent + "=observe=" + observed, "-cp", classes.toString(), "Calls",
                Files.createDirectory(folder.resolve("files")).toString(),
                rows.stream().map(Row::method).collect(Collectors.joining(",")))
                .redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    /**
     * Counts the system calls of the thread that sets the marks and of those that it starts in between; those of child
     * processes belong to them, and those of the JVM's own threads, which map and open files when they like, to nobody.
     */
    private static Map<String, Map<String, Integer>> sections(Path trace) throws IOException {
        List<String> lines = Files.readAllLines(trace, StandardCharsets.ISO_8859_1);
        Map<String, Map<String, Integer>> sections = new HashMap<>();
        Set<String> program = threads(lines);
        String section = "-";
        for (String line : lines) {
            Matcher mark = MARK.matcher(line);
            Matcher call = CALL.matcher(line);
            String thread = line.substring(0, line.indexOf(' '));
            if (line.contains(" execve(") && !sections.isEmpty()) {
                program.remove(thread);
            }
            if (!program.contains(thread)) {
                continue;
            }
            if (mark.matches()) {
                section = mark.group(1);
            } else if (call.matches()) {
                sections.computeIfAbsent(section, none -> new HashMap<>()).merge(call.group(1), 1, Integer::sum);
            }
        }
        return sections;
    }

    private static Set<String> threads(List<String> lines) {
        Set<String> threads = new HashSet<>();
        for (String line : lines) {
            Matcher start = START.matcher(line);
            if (MARK.matcher(line).matches()) {
                threads.add(line.substring(0, line.indexOf(' ')));
            } else if (start.matches() && threads.contains(start.group(1))) {
                threads.add(start.group(2));
            }
        }
        return threads;
    }

    private static List<Row> rows() throws IOException {
        return resource("coverage.txt").lines().filter(line -> !line.startsWith("#")).map(line -> {
            List<String> words = List.of(line.split(" +"));
            return new Row(words.get(0), words.subList(1, words.size()));
        }).toList();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = CoverageTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
