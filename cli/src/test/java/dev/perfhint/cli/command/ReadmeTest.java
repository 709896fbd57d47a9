package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
