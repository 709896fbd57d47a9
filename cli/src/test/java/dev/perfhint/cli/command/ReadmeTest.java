package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds the README's screen to what the program prints. {@code -Dperfhint.bless=true} writes it anew. */
class ReadmeTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path README = ROOT.resolve("README.md");
    private static final Pattern SCREEN = Pattern.compile("```\\n\\$ \\./perfhint ([^\\n]+)\\n(.*?)```\\n", Pattern.DOTALL);

    @TempDir
    private Path directory;

    @Test
    void showsWhatTheProgramPrints() throws IOException {
        String readme = Files.readString(README);
        Matcher screen = SCREEN.matcher(readme);
        assertThat(screen.find()).isTrue();
        String printed = run(screen.group(1));
        if (Boolean.getBoolean("perfhint.bless")) {
            Files.writeString(README, readme.substring(0, screen.start(2)) + printed + readme.substring(screen.end(2)));
            return;
        }
        assertThat(printed).isEqualTo(screen.group(2));
    }

    @Test
    void namesRulesAndCommandsThatExist() throws IOException {
        Matcher command = Pattern.compile("`(?:\\./)?perfhint ([a-z]+)[ `]").matcher(Files.readString(README));
        List<String> commands = new ArrayList<>();
        while (command.find()) {
            commands.add(command.group(1));
        }
        String help = Invocation.of("--help").out();
        assertThat(commands).isNotEmpty().allSatisfy(name -> assertThat(help).contains("\n  " + name + " "));
    }

    private String run(String commandLine) {
        List<String> args = new ArrayList<>();
        for (String word : commandLine.split(" ")) {
            args.add(word.startsWith("fixtures/") ? ROOT.resolve(word).toString() : word);
        }
        args.addAll(List.of("--patch", directory.resolve("perfhint.patch").toString()));
        Invocation run = Invocation.of(args.toArray(new String[0]));
        assertThat(run.code()).describedAs(run.err()).isZero();
        return run.out().replace(ROOT.toString(), "~/perfhint");
    }
}
