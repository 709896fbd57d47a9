package dev.perfhint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages for contributors name classes and files that exist. */
class HandoverPagesTest {
    private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern CLASS = Pattern.compile("(?<![\\w./-])[A-Z]\\w*[a-z]\\w*(?![\\w.]*/)(?!\\.md)");
    private static final Pattern FILE = Pattern.compile("[\\w.-]+\\.(?:txt|tsv|js|jfc|py|sh|java|md)");
    private static final Set<String> SKIPPED = Set.of("target", ".git", "node_modules");

    @ParameterizedTest
    @ValueSource(strings = {"docs/architecture.md", "CONTRIBUTING.md"})
    void namesClassesAndFilesThatExist(String page) throws IOException {
        Set<String> files = files();
        Set<String> missing = new TreeSet<>();
        int named = 0;
        Matcher code = CODE.matcher(Files.readString(TOP.resolve(page)));
        while (code.find()) {
            if (code.group(1).contains("<")) {
                continue;
            }
            Matcher type = CLASS.matcher(code.group(1));
            while (type.find()) {
                named++;
                if (!files.contains(type.group() + ".java")) {
                    missing.add(type.group());
                }
            }
            String name = code.group(1).substring(code.group(1).lastIndexOf('/') + 1);
            if (FILE.matcher(name).matches() && !files.contains(name)) {
                missing.add(name);
            }
        }
        assertThat(named).isGreaterThan(5);
        assertThat(missing).as(page).isEmpty();
    }

    @Test
    void architectureIsReadInAQuarterOfAnHour() throws IOException {
        List<String> lines = Files.readAllLines(TOP.resolve("docs/architecture.md"));
        assertThat(lines).hasSizeLessThanOrEqualTo(100);
    }

    private static Set<String> files() throws IOException {
        Set<String> names = new HashSet<>();
        Files.walkFileTree(TOP, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return SKIPPED.contains(String.valueOf(directory.getFileName())) ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                names.add(file.getFileName().toString());
                return FileVisitResult.CONTINUE;
            }
        });
        return names;
    }
}
