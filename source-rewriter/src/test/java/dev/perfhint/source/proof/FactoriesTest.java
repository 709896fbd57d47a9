package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Repair;
import dev.perfhint.source.SourceOptions;
import dev.perfhint.source.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams that a method of the package returns to callers in other files. */
class FactoriesTest {
    private static final String OPENS = """
            package a; import java.io.*;
            class Opens { static OutputStream open(String f) throws IOException { return new FileOutputStream(f); } }
            """;
    private static final String CLOSES = """
            package a; import java.io.*;
            class Closes { void run(String f) throws IOException { try (OutputStream o = Opens.open(f)) { o.write(1); } } }
            """;
    private static final String LEAKS =
            "class Leaks { void run(String f) throws Exception { Opens.open(f).write(1); } }";

    @TempDir
    Path directory;

    @Test
    void followsACallerInAnotherFile() throws Exception {
        assertThat(reasons(Map.of("a/Closes.java", CLOSES))).isEmpty();
    }

    @Test
    void findsASecondCallerThatDoesNotClose() throws Exception {
        assertThat(reasons(Map.of("a/Closes.java", CLOSES, "a/Leaks.java", "package a; " + LEAKS)))
                .anyMatch(reason -> reason.contains("not closed"));
    }

    @Test
    void leavesACallerOfAClassOfTheSameNameAlone() throws Exception {
        String other = "package b; class Opens { static java.io.OutputStream open(String f) { return System.out; } }";
        assertThat(reasons(Map.of("a/Closes.java", CLOSES, "b/Opens.java", other,
                "b/Leaks.java", "package b; /* a */ " + LEAKS))).isEmpty();
    }

    @Test
    void findsACallerThatInheritsTheMethodAndNeverNamesItsClass() throws Exception {
        String middle = "package a; class Middle extends Opens { }";
        String leaks = "package a; class Leaks extends Middle { void run(String f) throws Exception { open(f).write(1); } }";
        assertThat(reasons(Map.of("a/Closes.java", CLOSES, "a/Middle.java", middle, "a/Leaks.java", leaks)))
                .anyMatch(reason -> reason.contains("not closed"));
    }

    @Test
    void doubtsACallThatIsNotResolved() throws Exception {
        String unknown = "package a; class Unknown { void run(lib.Missing m) { m.open(\"f\"); } }";
        assertThat(reasons(Map.of("a/Closes.java", CLOSES, "a/Unknown.java", unknown)))
                .anyMatch(reason -> reason.contains("returned to code that is not followed"));
    }

    private List<String> reasons(Map<String, String> others) throws Exception {
        Path file = write("a/Opens.java", OPENS);
        for (Map.Entry<String, String> other : others.entrySet()) {
            write(other.getKey(), other.getValue());
        }
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        return Cases.prove(sources, file, Repair.BUFFER_FILE_OUTPUT).reasons();
    }

    private Path write(String name, String text) throws Exception {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
