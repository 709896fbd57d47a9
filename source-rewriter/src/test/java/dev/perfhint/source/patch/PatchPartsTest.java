package dev.perfhint.source.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatchPartsTest {
    private static final String BEFORE = """
            package a;
            import java.io.FileInputStream;
            class A {
                void one() {
                    open("1");
                    open("2");
                }
                void two() {
                    open("3");
                }
            }
            """;
    private static final String AFTER = """
            package a;
            import java.io.BufferedInputStream;
            import java.io.FileInputStream;
            class A {
                void one() {
                    buffered("1");
                    buffered("2");
                }
                void two() {
                    log();
                    buffered("3");
                }
            }
            """;

    @Test
    void leavesOutOneOfTwoNeighbouringLinesAndKeepsTheImport() {
        PatchParts parts = PatchParts.of(changes(BEFORE, AFTER), PatchHeading.read("""
                # perfhint: buffer 1 (safe, assuming that it is
                #   a file)
                #  edits lines 2, 5 of src/A.java
                # perfhint: buffer 2 (unsafe)
                #  review: it may fail
                #  edits lines 2, 6 of src/A.java
                # perfhint: buffer 3 (unsafe)
                #  edits line 9 of src/A.java
                diff --git a/src/A.java b/src/A.java
                """));
        assertThat(parts.parts()).extracting(PatchHeading.Entry::title).containsExactly(
                "buffer 1 in src/A.java:5", "buffer 2 in src/A.java:6", "buffer 3 in src/A.java:9");
        assertThat(parts.parts().get(1).comments()).hasSize(3);
        assertThat(diff(parts, List.of(1))).contains("+import java.io.BufferedInputStream;", "+        buffered(\"2\");")
                .doesNotContain("+        buffered(\"1\");", "+        buffered(\"3\");");
        assertThat(diff(parts, List.of(2))).contains("+        log();").doesNotContain("BufferedInputStream");
        assertThat(diff(parts, List.of(0, 1, 2))).isEqualTo(whole(BEFORE, AFTER));
    }

    @Test
    void namesTheFirstLineOfAFixBelowItsImports() {
        PatchParts parts = PatchParts.of(changes(BEFORE, AFTER), PatchHeading.read("""
                # perfhint: buffer all (safe)
                #  edits lines 2, 5, 6, 9 of src/A.java
                """));
        assertThat(parts.parts()).extracting(PatchHeading.Entry::title).containsExactly("buffer all in src/A.java:5");
    }

    @Test
    void takesFixesOfOneLineTogether() {
        PatchParts parts = PatchParts.of(changes(BEFORE, AFTER), PatchHeading.read("""
                # perfhint: buffer 1 (safe)
                #  edits lines 5-6 of src/A.java
                # perfhint: buffer 2 (safe)
                #  edits line 6 of src/A.java
                # perfhint: buffer 3 (safe)
                #  edits line 9 of src/A.java
                """));
        assertThat(parts.parts()).hasSize(2);
        assertThat(diff(parts, List.of(0))).contains("buffered(\"1\")", "buffered(\"2\")").doesNotContain("log");
    }

    @Test
    void splitsAPlainPatchByHunksAndKeepsAddedFilesAndImportsWithEach() {
        String far = AFTER.replace("    void two", "//\n".repeat(9) + "    void two");
        List<FileChange> changes = List.of(
                change(BEFORE.replace("    void two", "//\n".repeat(9) + "    void two"), far, "src/A.java", false),
                change("", "class B {}\n", "src/B.java", true));
        PatchParts parts = PatchParts.of(changes, List.of());
        assertThat(parts.parts()).extracting(PatchHeading.Entry::title)
                .containsExactly("the change at src/A.java:5", "the change at src/A.java:18");
        assertThat(diff(parts, List.of(1))).contains("+class B", "+import", "buffered(\"3\")")
                .doesNotContain("buffered(\"1\")");
        assertThat(diff(parts, List.of())).isEmpty();
    }

    @Test
    void splitsByHunksWhereTheHeadingDoesNotAccountForAllChanges() {
        PatchParts parts = PatchParts.of(changes(BEFORE, AFTER), PatchHeading.read("""
                # perfhint: buffer 1 (safe)
                #  edits line 5 of src/Other.java
                """));
        assertThat(parts.parts().get(0).title()).isEqualTo("the change at src/A.java:5");
    }

    private static List<FileChange> changes(String before, String after) {
        return List.of(change(before, after, "src/A.java", false));
    }

    private static FileChange change(String before, String after, String name, boolean create) {
        return new FileChange(Path.of("/" + name), name, before.getBytes(StandardCharsets.UTF_8),
                after.getBytes(StandardCharsets.UTF_8), create);
    }

    private static String whole(String before, String after) {
        return new String(UnifiedDiff.of(changes(before, after)), StandardCharsets.UTF_8);
    }

    private static String diff(PatchParts parts, List<Integer> kept) {
        return new String(parts.diff(kept), StandardCharsets.UTF_8);
    }
}
