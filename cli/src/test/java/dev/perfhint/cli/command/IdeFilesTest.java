package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Runs the regular expressions of the shipped editor files over real output. */
class IdeFilesTest {
    private static final Path IDE = Path.of("../docs/guide/ide");
    private static final String STREAM = Path.of(Example.SOURCE, "src/org/example/export/ExtOutputStream.java").toString();
    private static String output;

    @BeforeAll
    static void analyze() {
        output = Invocation.of("analyze", "--color", "never", "--absolute-paths", Example.CPU, "--source", Example.SOURCE).out();
    }

    @Test
    void intellijLinksFindingsAndCalls() throws Exception {
        String filter = option("REGEXP");
        // what IDEA's RegexpFilter puts in place of its macros
        Pattern pattern = Pattern.compile(filter
                .replace("$FILE_PATH$", "((?:\\p{Alpha}\\:)?[0-9 a-z_A-Z\\-\\\\./]+)")
                .replace("$LINE$", "([0-9]+)")
                .replace("$COLUMN$", "([0-9]+)"));
        List<String> links = matches(pattern);
        assertThat(links).contains(STREAM + ":13").hasSize(2);
    }

    @Test
    void intellijRunsWhatThereIs() throws Exception {
        assertThat(option("COMMAND")).isEqualTo("perfhint");
        assertThat(option("PARAMETERS")).isEqualTo("analyze --color never --absolute-paths --source \"$ProjectFileDir$\" \"$FilePath$\"");
        assertThat(Files.readString(IDE.resolve("README.md"))).contains(option("PARAMETERS"));
    }

    @Test
    void visualStudioCodeFindsProblems() throws IOException {
        JsonObject task = JsonParser.parseString(Files.readString(IDE.resolve("tasks.json"))).getAsJsonObject()
                .getAsJsonArray("tasks").get(0).getAsJsonObject();
        JsonObject matcher = task.getAsJsonObject("problemMatcher").getAsJsonObject("pattern");
        Pattern pattern = Pattern.compile(matcher.get("regexp").getAsString(), Pattern.MULTILINE);
        List<String> problems = new ArrayList<>();
        for (Matcher match = pattern.matcher(output); match.find();) {
            problems.add(match.group(matcher.get("file").getAsInt()) + ":" + match.group(matcher.get("line").getAsInt())
                    + " " + match.group(matcher.get("code").getAsInt()));
            assertThat(Integer.parseInt(match.group(matcher.get("column").getAsInt()))).isPositive();
            assertThat(match.group(matcher.get("message").getAsInt())).isNotBlank();
        }
        assertThat(problems).contains(STREAM + ":13 unbuffered-file-write").hasSize(2);
    }

    @Test
    void vimFillsTheQuickfixList() throws IOException {
        Matcher setting = Pattern.compile("CompilerSet errorformat=(.*)").matcher(Files.readString(IDE.resolve("perfhint.vim")));
        assertThat(setting.find()).isTrue();
        List<String> places = new ArrayList<>();
        for (String format : setting.group(1).replace("\\ ", " ").split(",")) {
            if (format.startsWith("%-G")) {
                continue;
            }
            String regex = format.replace("%f", "(/\\S+?)").replace("%l", "(\\d+)").replace("%c", "\\d+")
                    .replace("%m", ".*");
            for (Matcher match = Pattern.compile("^" + regex + "$", Pattern.MULTILINE).matcher(output); match.find();) {
                places.add(match.group(1) + ":" + match.group(2));
            }
        }
        assertThat(places).contains(STREAM + ":13").hasSize(2);
    }

    @Test
    void chainLinesLookLikeAStackTrace() {
        // the form that IDEA, Eclipse and VS Code link
        Pattern frame = Pattern.compile("^\\s+at [\\w.$]+\\.[\\w<>$]+\\((\\w+\\.java):(\\d+)\\)", Pattern.MULTILINE);
        String details = Invocation.of("analyze", "--color", "never", "--verbose", Example.CPU, "--source", Example.SOURCE).out();
        assertThat(frame.matcher(details).results().map(match -> match.group(1) + ":" + match.group(2)))
                .contains("ExtOutputStream.java:19", "OutImpl.java:16", "Export.java:21");
    }

    @Test
    void withoutSourcesNothingLooksLikeAPath() {
        String text = Invocation.of("analyze", "--color", "never", Example.CPU).out();
        assertThat(text).contains("\norg/example/export/ExtOutputStream.java:19: high: ").doesNotContainPattern("(?m)^/");
    }

    private static List<String> matches(Pattern pattern) {
        return pattern.matcher(output).results().map(match -> match.group(1) + ":" + match.group(2)).toList();
    }

    private static String option(String name) throws Exception {
        String xml = Files.readString(IDE.resolve("perfhint-intellij.xml"));
        NodeList options = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml))).getElementsByTagName("option");
        for (int i = 0; i < options.getLength(); i++) {
            Element option = (Element) options.item(i);
            if (option.getAttribute("name").equals(name)) {
                return option.getAttribute("value");
            }
        }
        throw new AssertionError("no option " + name);
    }
}
