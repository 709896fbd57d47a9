package dev.perfhint.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each flag and setting that the rules print has a row in advice.tsv: what shows its effect, and how much. */
class AdviceTableTest {
    private static final Path TABLE = Path.of("src/test/resources/advice.tsv");
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern FLAG = Pattern.compile("-XX:[+-]?\\w+|-D[a-z][\\w.]+|-Xm[sx]|\\bMALLOC_\\w+");
    private static final Set<String> SETTINGS = Set.of("jvm", "config", "os");
    // read from recordings, not advised
    private static final Set<String> NO_ADVICE = Set.of("-XX:ActiveProcessorCount");

    @Test
    void hasARowForEachFlag() throws IOException {
        Set<String> printed = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                LITERAL.matcher(Files.readString(file)).results().map(MatchResult::group).forEach(text -> addFlags(text, printed));
            }
        }
        remedies().forEach(line -> addFlags(line, printed));
        printed.removeAll(NO_ADVICE);

        assertThat(printed).hasSizeGreaterThan(10);
        Set<String> known = new TreeSet<>();
        rows().keySet().forEach(setting -> addFlags(setting, known));
        assertThat(known).containsExactlyElementsOf(printed);
    }

    @Test
    void hasARowForEachSettingOfAComponent() throws IOException {
        List<String> components = new ArrayList<>();
        for (String line : remedies()) {
            String[] cells = line.split(" \\| ");
            if (cells.length > 2 && SETTINGS.contains(cells[1].strip())) {
                String component = line.substring(0, line.indexOf(' '));
                components.add(component);
                assertThat(rows().keySet()).as(line).anyMatch(setting -> setting.startsWith(component + ' '));
            }
        }
        assertThat(components).hasSizeGreaterThan(10);
    }

    @Test
    void namesWhatMeasuresIt() throws IOException {
        rows().forEach((setting, row) -> {
            assertThat(Path.of("..").resolve(row[1].split(" ")[0])).as(setting).exists();
            assertThat(row[2]).as(setting).containsPattern("\\d");
        });
    }

    private static void addFlags(String text, Set<String> flags) {
        FLAG.matcher(text).results().map(MatchResult::group).forEach(flags::add);
    }

    private static List<String> remedies() throws IOException {
        return Files.readAllLines(Path.of("src/main/resources/dev/perfhint/rules/pattern/remedies.txt")).stream()
                .filter(line -> !line.startsWith("#") && !line.startsWith("label ")).toList();
    }

    private static TreeMap<String, String[]> rows() throws IOException {
        TreeMap<String, String[]> rows = new TreeMap<>();
        for (String line : Files.readAllLines(TABLE)) {
            if (!line.startsWith("#") && !line.isBlank()) {
                String[] cells = line.split("\t");
                assertThat(cells).as(line).hasSize(3);
                rows.put(cells[0], cells);
            }
        }
        return rows;
    }
}
