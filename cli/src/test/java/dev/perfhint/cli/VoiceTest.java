package dev.perfhint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What perfhint prints and documents uses the field's words and short messages. */
class VoiceTest {
    private static final Path TOP = Path.of("..");
    private static final int MAX_MESSAGE = 160;

    /** Words that are not the field's, and what was said with them before. */
    private static final Pattern WORDS = Pattern.compile(String.join("|",
            "\\btells?\\b", "\\btold\\b", "\\bstands?\\b(?! for)", "\\bwho\\b", "\\bnobody\\b", "\\b(?:of|by) its own\\b",
            "\\bof their own\\b", "\\bbehind\\b", "\\bpieces?\\b", "\\bhand(?:s|ed|ing)? over\\b", "\\bin view\\b",
            "\\bmeanwhile\\b", "\\bwhat is\\b", "\\bthere is none\\b", "\\bassuming that\\b", "\\bnot the program's doing\\b",
            "\\bspent for\\b", "\\bin smaller parts\\b", "\\blittle to gain\\b", "\\btaken for granted\\b", "\\bpasses by\\b",
            "\\bgoes round\\b", "\\bcannot be told\\b", "\\ball the time\\b", "\\bagain and again\\b"),
            Pattern.CASE_INSENSITIVE);

    /** Where such a word is right: an identifier, a quotation, SVG. */
    private static final Set<String> ALLOWED = Set.of("tell application");

    private static final Pattern LITERAL = Pattern.compile(
            "\"((?:[^\"\\\\\n]|\\\\.)*)\"(?:\\s*\\+\\s*\"((?:[^\"\\\\\n]|\\\\.)*)\")*");
    private static final Pattern SCRIPT_TEXT = Pattern.compile("'(?:[^'\\\\\n]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`|>[^<>{}]+<");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|(?m)^\\s*//.*$", Pattern.DOTALL);
    private static final Pattern PART = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");

    /** A text and where it is. */
    private record Said(Path file, String text) {}

    @Test
    void messagesUseTheFieldsWords() throws IOException {
        assertThat(messages().filter(said -> WORDS.matcher(said.text()).find())
                .filter(said -> ALLOWED.stream().noneMatch(said.text()::contains)).toList()).isEmpty();
    }

    @Test
    void messagesHaveAtMost160Characters() throws IOException {
        assertThat(messages().filter(said -> said.text().length() > MAX_MESSAGE && isSentence(said.text()))
                .filter(said -> !said.file().endsWith("FleetHtml.java") || said.text().contains("-> ")).toList()).isEmpty();
    }

    @Test
    void thePageUsesTheFieldsWords() throws IOException {
        List<Said> said = new ArrayList<>();
        try (Stream<Path> files = Files.list(TOP.resolve("cli/src/main/page"))) {
            for (Path file : files.filter(each -> each.toString().matches(".*\\.(js|html)")).toList()) {
                String code = Files.readString(file).replaceAll("(?m)^\\s*(//|/?\\*).*$", "");
                SCRIPT_TEXT.matcher(code).results().forEach(text -> said.add(new Said(file, text.group())));
            }
        }
        assertThat(said).hasSizeGreaterThan(400);
        assertThat(said.stream().filter(each -> WORDS.matcher(each.text()).find()).toList()).isEmpty();
    }

    @Test
    void pagesAreShortAndUseTheFieldsWords() throws IOException {
        long words = 0;
        List<Said> said = new ArrayList<>();
        try (Stream<Path> files = Stream.concat(Stream.of(TOP.resolve("README.md")), Files.walk(TOP.resolve("docs")))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".md")).toList()) {
                List<String> lines = Files.readAllLines(file);
                assertThat(lines.size()).as(file.toString()).isLessThanOrEqualTo(file.startsWith(TOP.resolve("docs")) ? 120 : 130);
                words += lines.stream().flatMap(line -> Stream.of(line.trim().split("\\s+"))).filter(word -> !word.isEmpty()).count();
                lines.stream().filter(line -> WORDS.matcher(line).find()).forEach(line -> said.add(new Said(file, line)));
            }
        }
        assertThat(words).isLessThanOrEqualTo(25_000);
        assertThat(said).isEmpty();
    }

    @Test
    void findsWhatItLooksFor() {
        assertThat(WORDS.matcher("the stream comes from code that is not in view").find()).isTrue();
        assertThat(WORDS.matcher("the samples stand for 3 s").find()).isFalse();
        assertThat(literals("say(\"this \" /* no */\n + \"stands\")\n// \"who\"\n")).containsExactly("this stands");
    }

    private static boolean isSentence(String text) {
        return text.chars().filter(character -> character == ' ').count() > 12 && !text.contains("\\n")
                && !text.contains("%n");
    }

    private static Stream<Said> messages() throws IOException {
        List<Said> said = new ArrayList<>();
        try (Stream<Path> files = Files.walk(TOP)) {
            for (Path file : files.filter(VoiceTest::isMainCode).toList()) {
                literals(Files.readString(file)).forEach(text -> said.add(new Said(file, text)));
            }
        }
        assertThat(said).hasSizeGreaterThan(3000);
        return said.stream();
    }

    private static boolean isMainCode(Path file) {
        String path = file.toString().replace('\\', '/');
        return path.endsWith(".java") && path.contains("/src/main/java/") && !path.contains("/target/");
    }

    private static List<String> literals(String code) {
        List<String> texts = new ArrayList<>();
        Matcher literals = LITERAL.matcher(COMMENT.matcher(code).replaceAll(""));
        while (literals.find()) {
            StringBuilder text = new StringBuilder();
            PART.matcher(literals.group()).results().forEach(part -> text.append(part.group(1)));
            texts.add(text.toString());
        }
        return texts;
    }
}
