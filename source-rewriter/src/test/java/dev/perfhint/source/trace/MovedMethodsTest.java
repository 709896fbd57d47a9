package dev.perfhint.source.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MovedMethodsTest {
    private static final CallSite WRITE = new CallSite("java.io.OutputStream", "write", 0);
    private static final CallSite FLUSH = new CallSite("java.io.OutputStream", "flush", 0);

    @TempDir
    private Path directory;

    /** Takes the lines of class {@code A} as they are now. */
    private MovedMethods now(String... lines) throws Exception {
        Files.writeString(directory.resolve("A.java"), String.join("\n", lines) + "\n");
        return new MovedMethods(Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of())));
    }

    private static CallSite in(String method, int line) {
        return new CallSite("A", method, line);
    }

    @Test
    void keepsLinesThatHoldTheirCalls() throws Exception {
        MovedMethods lines = now("class A {", "  void a(Out o) {", "    o.write(1);", "    o.write(2);", "  }", "}");
        lines.add(in("a", 3), WRITE);
        assertThat(lines.now(in("a", 3))).isEqualTo(in("a", 3));
        assertThat(lines.notes()).isEmpty();
    }

    @Test
    void followsEachMethodByItsOwnDistance() throws Exception {
        MovedMethods lines = now("", "class A {", "  void a(Out o) {", "    o.write(1);", "  }", "", "", "  void b(Out o) {",
                "    o.write(2);", "    o.flush();", "  }", "}");
        lines.add(in("a", 3), WRITE);
        lines.add(in("b", 6), WRITE);
        lines.add(in("b", 7), FLUSH);
        assertThat(lines.now(in("a", 3))).isEqualTo(in("a", 4));
        assertThat(lines.now(in("b", 6))).isEqualTo(in("b", 9));
        assertThat(lines.now(in("b", 7))).isEqualTo(in("b", 10));
        assertThat(lines.notes()).singleElement().asString().startsWith("A.java: lines have moved since the recording");
    }

    @Test
    void goesTheWayOfTheClassWhereSeveralCallsFit() throws Exception {
        MovedMethods lines = now("", "class A {", "  void a(Out o) {", "    o.flush();", "  }", "  void b(Out o) {",
                "    o.write(1);", "    ;", "    o.write(2);", "  }", "}");
        lines.add(in("b", 8), WRITE);
        assertThat(lines.now(in("b", 8))).as("one up or one down").isEqualTo(in("b", 8));
        MovedMethods known = now("", "class A {", "  void a(Out o) {", "    o.flush();", "  }", "  void b(Out o) {",
                "    o.write(1);", "    ;", "    o.write(2);", "  }", "}");
        known.add(in("b", 8), WRITE);
        known.add(in("a", 3), FLUSH);
        assertThat(known.now(in("b", 8))).isEqualTo(in("b", 9));
    }

    @Test
    void doesNotFollowACallThatAFixMovedOutOfItsLoop() throws Exception {
        MovedMethods lines = now("class A {", "  void a(Out o) {", "    for (;;) {", "      o.write(1);", "    }", "    o.flush();",
                "  }", "}");
        lines.add(in("a", 4), WRITE);
        lines.add(in("a", 5), FLUSH);
        assertThat(lines.now(in("a", 5))).isEqualTo(in("a", 5));
    }

    @Test
    void keepsLinesOfMultiLineCalls() throws Exception {
        MovedMethods lines = now("class A {", "  void a(Out o) {", "    o", "      .write(", "        1);", "  }", "}");
        for (int line = 3; line <= 5; line++) {
            lines.add(in("a", line), WRITE);
        }
        assertThat(List.of(3, 4, 5)).allSatisfy(line -> assertThat(lines.now(in("a", line))).isEqualTo(in("a", line)));
    }
}
