package dev.perfhint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What perfhint prints and documents uses the field's words and short messages; {@code voice.txt} lists the others. */
class VoiceTest {
    /** For contributors, and written from the pages of the rules. */
    private static final List<String> UNCOUNTED = List.of("docs/architecture.md", "docs/rules/README.md");
    private static final Path TOP = Path.of("..");
    private static final int MAX_MESSAGE = 160;
    private static final List<String> LISTED = listed();
    private static final List<String> ALLOWED = LISTED.stream().filter(line -> line.startsWith("allow ")).map(line -> line.substring(6)).toList();
    private static final Pattern WORDS = Pattern.compile(
            LISTED.stream().filter(line -> !line.startsWith("allow ")).collect(Collectors.joining("|")), Pattern.CASE_INSENSITIVE);

    /** A comment, a character, or a literal, in group 1 a text block's content, in group 2 a string's. */
    private static final Pattern TOKEN = Pattern.compile("/\\*.*?\\*/|//[^\\n]*|'(?:[^'\\\\\\n]|\\\\.)+'"
            + "|\"\"\"\\s*\\n(.*?)\"\"\"|\"((?:[^\"\\\\\\n]|\\\\.)*)\"", Pattern.DOTALL);
    private static final Pattern JOIN = Pattern.compile("\\s*\\+\\s*");
    private static final Pattern PROSE = Pattern.compile(".*\\.(?:md|yml|xml|el|vim|json|sh|txt)");

    /** A text and where it is. */
    private record Said(Path file, String text) {
        boolean isWrong() {
            String rest = text;
            for (String right : ALLOWED) {
                rest = rest.replace(right, "");
            }
            return WORDS.matcher(rest).find();
        }
    }

    @Test
    void messagesUseTheFieldsWords() throws IOException {
        List<Said> messages = messages();
        assertThat(messages).hasSizeGreaterThan(8000);
        assertThat(modules(messages.stream().map(Said::file)))
                .contains("cli", "fleet", "integrations", "jfr-reader", "observer", "rules", "source-rewriter");
        assertThat(messages.stream().filter(Said::isWrong).toList()).isEmpty();
    }

    @Test
    void messagesHaveAtMost160Characters() throws IOException {
        assertThat(messages().stream().filter(said -> said.text().length() > MAX_MESSAGE && isSentence(said.text())).toList()).isEmpty();
        assertThat(resources().stream().filter(said -> said.file().toString().contains("/rules/")).flatMap(said -> Stream.of(said.text().split(" \\| |\\\\n")).map(part -> new Said(said.file(), part)))
                .filter(said -> said.text().length() > MAX_MESSAGE && isSentence(said.text()) && !said.text().startsWith("#"))
                .toList()).isEmpty();
    }

    /** Tables of texts, added classes, settings, the page's HTML, CSS and programs, and the launchers, with their comments. */
    @Test
    void resourcesUseTheFieldsWords() throws IOException {
        List<Said> lines = resources();
        assertThat(lines.stream().map(said -> said.file().getFileName().toString()).distinct().toList()).contains("remedies.txt",
                "components.txt", "causes.txt", "examples.txt", "BufferedRandomAccessFile.txt", "perfhint.jfc", "page.html", "page.css",
                "findings.js", "text.js", "perfhint", "release");
        assertThat(lines.stream().filter(Said::isWrong).toList()).isEmpty();
    }

    @Test
    void pagesAreShortAndUseTheFieldsWords() throws IOException {
        long words = 0;
        List<Said> said = new ArrayList<>();
        for (Path file : files(TOP.resolve("docs"), PROSE)) {
            List<String> lines = Files.readAllLines(file);
            if (file.toString().endsWith(".md")) {
                assertThat(lines.size()).as(file.toString()).isLessThanOrEqualTo(120);
                words += UNCOUNTED.stream().anyMatch(file::endsWith) ? 0 : words(lines);
            }
            lines.forEach(line -> said.add(new Said(file, line)));
        }
        for (String name : List.of("README.md", "CONTRIBUTING.md", "SECURITY.md")) {
            Files.readAllLines(TOP.resolve(name)).forEach(line -> said.add(new Said(Path.of(name), line)));
        }
        List<String> readme = Files.readAllLines(TOP.resolve("README.md"));
        words += words(readme);
        assertThat(readme).hasSizeLessThanOrEqualTo(130);
        assertThat(words).isLessThanOrEqualTo(29_000);
        assertThat(said.stream().filter(Said::isWrong).toList()).isEmpty();
    }

    /** Returns the words of a page, without the facts at its head. */
    private static long words(List<String> lines) {
        int head = lines.get(0).equals("---") ? lines.subList(1, lines.size()).indexOf("---") + 2 : 0;
        return lines.stream().skip(head).flatMap(line -> Stream.of(line.trim().split("\\s+"))).filter(word -> !word.isEmpty()).count();
    }

    @Test
    void findsWhatItLooksFor() {
        assertThat(new Said(TOP, "the stream comes from code that is not in view").isWrong()).isTrue();
        assertThat(new Said(TOP, "osascript: tell application Terminal").isWrong()).isFalse();
        assertThat(new Said(TOP, "the samples stand for 3 s").isWrong()).isFalse();
        assertThat(literals("say('\"', \"this \" /* no */\n + \"stands\")\n// \"who\"\n+ \"/* a\" + x + \"b */\"; \"\"\"\n  told\n  \"\"\""))
                .containsExactly("this stands", "/* a", "b */", "  told\n  ");
    }

    private static boolean isSentence(String text) {
        return text.chars().filter(character -> character == ' ').count() > 12 && !text.contains("\\n")
                && !text.contains("\n") && !text.contains("%n") && !text.contains("<");
    }

    private static List<String> listed() {
        try {
            return Files.readAllLines(Path.of("src/test/resources/voice.txt")).stream().filter(line -> !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> modules(Stream<Path> files) {
        return files.map(file -> TOP.relativize(file).getName(0).toString()).distinct().toList();
    }

    private static List<Path> files(Path directory, Pattern name) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> Files.isRegularFile(file) && name.matcher(file.toString().replace('\\', '/')).matches())
                    .filter(file -> !file.toString().contains("/target/")).toList();
        }
    }

    private static List<Said> messages() throws IOException {
        List<Said> said = new ArrayList<>();
        for (Path file : files(TOP, Pattern.compile(".*/src/main/java/.*\\.java"))) {
            literals(Files.readString(file)).forEach(text -> said.add(new Said(file, text)));
        }
        return said;
    }

    private static List<Said> resources() throws IOException {
        List<Path> files = new ArrayList<>(files(TOP, Pattern.compile(".*/src/main/(?:resources|page|launcher)/(?!.*/training/).*")));
        files.add(TOP.resolve("perfhint"));
        List<Said> said = new ArrayList<>();
        for (Path file : files) {
            Files.readAllLines(file).forEach(line -> said.add(new Said(file, line)));
        }
        return said;
    }

    /** Returns the string literals of Java code, those joined by + as one. */
    private static List<String> literals(String code) {
        List<String> texts = new ArrayList<>();
        Matcher tokens = TOKEN.matcher(code);
        int end = -1;
        while (tokens.find()) {
            String text = tokens.group(1) != null ? tokens.group(1) : tokens.group(2);
            if (text == null) {
                continue;
            }
            String between = end < 0 ? "" : TOKEN.matcher(code.substring(end, tokens.start())).replaceAll("");
            if (end >= 0 && JOIN.matcher(between).matches()) {
                texts.set(texts.size() - 1, texts.get(texts.size() - 1) + text);
            } else {
                texts.add(text);
            }
            end = tokens.end();
        }
        return texts;
    }
}
