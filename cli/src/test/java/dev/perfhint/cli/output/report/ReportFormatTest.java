package dev.perfhint.cli.output.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Example;
import dev.perfhint.cli.command.Invocation;
import dev.perfhint.rules.model.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each place that a format of the report needs: whoever adds one and forgets a place is told which. */
class ReportFormatTest {
    private static final Path CLASSES = Path.of("target/classes/dev/perfhint/cli/output");
    private static final Path LIST = Path.of("src/main/java/dev/perfhint/cli/output/report/ReportFormat.java");
    private static final Path PAGE = Path.of("../docs/guide/analyze.md");
    private static final Path TESTS = Path.of("src/test/java/dev/perfhint/cli");

    @Test
    void listsEachClassThatWritesAReport() throws Exception {
        String list = Files.readString(LIST);
        try (Stream<Path> files = Files.walk(CLASSES)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                String name = "dev.perfhint.cli.output." + CLASSES.relativize(file).toString().replace('/', '.').replace(".class", "");
                Method[] methods = name.endsWith("package-info") ? new Method[0]
                        : Class.forName(name, false, getClass().getClassLoader()).getDeclaredMethods();
                boolean writes = Arrays.stream(methods).anyMatch(method -> method.getName().equals("of")
                        && Modifier.isPublic(method.getModifiers()) && Modifier.isStatic(method.getModifiers())
                        && method.getReturnType() == String.class && method.getParameterTypes()[0] == Report.class);
                String simple = name.substring(name.lastIndexOf('.') + 1);
                assertThat(!writes || list.contains(" " + simple + ".of(")).as("ReportFormat has no line for %s: add one", simple)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void isInTheTableOfThePage(ReportFormat format) throws IOException {
        assertThat(Files.readAllLines(PAGE).stream().filter(line -> line.startsWith("| ")).map(line -> line.split("\\|")[1]))
                .as("docs/guide/analyze.md: the table of formats has no row for `%s`", format)
                .anyMatch(cell -> cell.contains("`" + format + "`"));
    }

    @ParameterizedTest
    @EnumSource
    void isInTheChangelog(ReportFormat format) throws IOException {
        assertThat(Files.readAllLines(Path.of("../CHANGELOG.md")))
                .as("CHANGELOG.md: no line on reports names %s", format)
                .anyMatch(line -> line.startsWith("- Reports as ") && line.toLowerCase(Locale.ROOT).contains(format.toString()));
    }

    @ParameterizedTest
    @EnumSource
    void isWrittenByATest(ReportFormat format) throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            assertThat(files.filter(file -> file.toString().endsWith("Test.java")))
                    .as("no test writes --format %s: ToolFormatsTest checks a report against its schema", format)
                    .anyMatch(file -> text(file).contains("\"--format\", \"" + format + "\""));
        }
    }

    /** A recording without sources has findings without a file. */
    @ParameterizedTest
    @EnumSource
    void leavesOutFindingsOnlyWhereItSaysSo(ReportFormat format) {
        Invocation run = Invocation.of("analyze", Example.CPU, "--no-project", "--format", format.toString());
        assertThat(run.code()).isZero();
        assertThat(run.out().contains("unbuffered-file-write"))
                .as("%s needs a source file for each finding: ReportFormat says %s", format, format.needsSource())
                .isNotEqualTo(format.needsSource());
    }

    @Test
    void isNamedByTheHelp() {
        String help = Invocation.of("analyze", "--help").out().replaceAll("\\s+", " ");
        assertThat(help).contains("Form of the report: " + String.join(", ", List.of(ReportFormat.values()).stream()
                .map(ReportFormat::toString).toList()) + " (default: text).");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
