package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the README and the pages to what the program prints: each screen whose command names files of {@code fixtures/}, and
 * each command and option that a page names. {@code -Dperfhint.bless=true} writes the screens anew.
 */
class ReadmeTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern SCREEN =
            Pattern.compile("```\\n\\$ (?:\\./)?perfhint ([^\\n]*fixtures/[^\\n]*)\\n(.*?)```\\n", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("(?<=^|`|\\$ )(?:\\./)?perfhint ([a-z]+)((?: [^`\\n#]*)?)", Pattern.MULTILINE);
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--?[a-z][a-z-]*");
    private static final Map<String, String> HELP = new HashMap<>();
    /** What starts no program and needs no store, process or network; the others have tests of their own. */
    private static final Set<String> RUN = Set.of("analyze", "hotspots", "callers", "callees", "compare", "latency", "scaling", "export",
            "explain", "rules", "config", "doctor");
    private static final Map<String, String> WORDS = Map.of("PID", Long.toString(ProcessHandle.current().pid()), "METHOD", "FileOutputStream.write", "CAUSE", "file-write", "RULE",
            "unbuffered-file-write", "app.Order", "jdk.FileWrite",
            "org.example.Shop.order", "org.example.export.Export.main");

    @TempDir
    private Path directory;

    static Stream<String> pages() throws IOException {
        List<String> pages = new ArrayList<>(List.of("README.md"));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).map(file -> ROOT.relativize(file).toString()).sorted().forEach(pages::add);
        }
        return pages.stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void showsWhatTheProgramPrints(String page) throws IOException {
        String text = Files.readString(ROOT.resolve(page));
        StringBuilder blessed = new StringBuilder();
        Matcher screen = SCREEN.matcher(text);
        int end = 0;
        while (screen.find()) {
            String printed = run(screen.group(1));
            blessed.append(text, end, screen.start(2)).append(printed);
            end = screen.end(2);
            if (!Boolean.getBoolean("perfhint.bless")) {
                assertThat(screen.group(2)).as("%s: %s", page, screen.group(1)).isEqualTo(printed);
            }
        }
        assertThat(page.equals("README.md") && end == 0).isFalse();
        if (Boolean.getBoolean("perfhint.bless")) {
            Files.writeString(ROOT.resolve(page), blessed.append(text.substring(end)));
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void namesCommandsAndOptionsThatExist(String page) throws IOException {
        String code = String.join("\n", Pattern.compile("```.*?```|`[^`\n]+`", Pattern.DOTALL).matcher(Files.readString(ROOT.resolve(page)))
                .results().map(match -> match.group()).toList());
        Matcher command = COMMAND.matcher(code);
        while (command.find()) {
            String name = command.group(1);
            assertThat(Commands.names()).as(command.group()).contains(name);
            String own = command.group(2).replaceAll(" \\\\| .*| -- .*", "").replaceAll("'[^']*'", "");
            String help = HELP.computeIfAbsent(name, key -> Invocation.of(key, "--help").out());
            assertThat(OPTION.matcher(own).results().map(match -> match.group()).filter(option -> !help.contains(option)).toList())
                    .as(command.group()).isEmpty();
        }
    }

    /** Every command of the pages and of the help that reads recordings, with recordings of the fixtures for the names in it. */
    @Test
    void runsWhatThePagesName() throws IOException {
        List<String> texts = new ArrayList<>(List.of(Files.readString(Path.of("src/main/resources/dev/perfhint/cli/command/setup/examples.txt"))));
        for (String page : pages().toList()) {
            texts.add(Files.readString(ROOT.resolve(page)));
        }
        Set<String> commands = new TreeSet<>();
        for (String text : texts) {
            COMMAND.matcher(text).results().map(match -> match.group(1) + match.group(2).replaceAll(" \\|.*|  .*", "")).map(String::strip)
                    .filter(command -> RUN.contains(command.split(" ")[0]) && !command.contains("--calibration FILE") && !command.equals("export --format profile") && !command.matches(".*[\\[\u2026*].*|.*\\.\\.\\..*|.*[|].*"))
                    .filter(command -> command.split(" ").length > 1).forEach(commands::add);
        }
        assertThat(commands).hasSizeGreaterThan(35);
        List<String> failed = new ArrayList<>();
        for (String command : commands) {
            List<String> words = words(command);
            if (words.isEmpty()) {
                continue;
            }
            Invocation run = Invocation.with(Map.of(), Map.of("user.dir", directory.toString()), words.toArray(new String[0]));
            if (run.code() > 1) {
                failed.add(command + ": " + words + ": " + run.err());
            }
        }
        assertThat(failed).isEmpty();
    }

    private List<String> words(String command) {
        boolean latency = command.startsWith("latency");
        String recording = latency ? ROOT.resolve("fixtures/recordings/jfr-17/io-exact.jfr").toString()
                : command.contains("thread-handoff") || command.contains("LockSupport")
                ? ROOT.resolve("fixtures/recordings/events/switches.jfr.gz").toString() : Example.CPU;
        List<String> words = new ArrayList<>();
        String before = "";
        for (String word : command.replaceAll("'([^' ]*)'", "$1").split(" ")) {
            String file = word.replaceAll(".*[=,]", "");
            boolean output = before.equals("-o") || before.equals("--patch") || before.equals("--write-baseline") || before.equals("--output");
            if (output) {
                words.add(word.replace(file, directory.resolve("out-" + words.size() + "-" + file.replace('/', '-')).toString()));
            } else if (word.startsWith("fixtures/")) {
                words.add(ROOT.resolve(word).toString());
            } else if (file.startsWith("after") || word.equals("AFTER")) {
                words.add(Path.of(Example.CPU).resolveSibling("patched-cpu.jfr").toString());
            } else if (file.matches(".*\\.(jfr|profile|php)|RECORDING|BEFORE")) {
                words.add(word.replaceAll("[^=,]+\\.(jfr|profile|php)|RECORDING|BEFORE", Matcher.quoteReplacement(recording)));
            } else if (List.of("--source", "--source-before").contains(before)) {
                words.add(Example.SOURCE);
            } else {
                words.add(WORDS.getOrDefault(word, word));
            }
            before = word;
        }
        if (words.contains("--fix") && !words.contains("--source")) { // found by the project there
            words.addAll(List.of("--source", Example.SOURCE));
        }
        if (words.contains("--fix") && !words.contains("--patch")) {
            words.addAll(List.of("--patch", directory.resolve("fix-" + Math.abs(command.hashCode()) + ".patch").toString()));
        }
        return words;
    }

    private String run(String commandLine) {
        List<String> args = new ArrayList<>();
        for (String word : commandLine.split(" ")) {
            args.add(word.replace("fixtures/", ROOT.resolve("fixtures") + "/"));
        }
        if (args.contains("--fix")) {
            args.addAll(List.of("--patch", directory.resolve("perfhint.patch").toString()));
        }
        Invocation run = Invocation.with(Map.of(), Map.of("user.dir", ROOT.toString()), args.toArray(new String[0]));
        assertThat(run.code()).describedAs(run.err()).isZero();
        return run.out().replace(ROOT + "/", "");
    }
}
