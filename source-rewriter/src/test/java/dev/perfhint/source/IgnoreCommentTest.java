package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.MovedLines;
import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.SourceFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IgnoreCommentTest {
    @Test
    void speaksOfItsLineOrTheNextOneWithCode() throws SourceException {
        String text = """
                class A {
                    int a; // perfhint:ignore one-rule because of this
                    // perfhint:ignore second

                    // another comment
                    int b;
                    String s = "// perfhint:ignore no-comment";
                    int c = /* perfhint:ignore third  in the  middle */ 3;
                    /** perfhint:ignore javadoc
                     */
                    int d;
                }
                // perfhint:ignore last x""";
        SourceFile file = SourceFile.parse(Path.of("A.java"), StandardCharsets.UTF_8, text, Optional.empty());
        assertThat(IgnoreComment.all(file, "A.java")).containsExactly(
                new IgnoreComment("A.java", 2, 2, "one-rule", "because of this"),
                new IgnoreComment("A.java", 3, 6, "second", ""),
                new IgnoreComment("A.java", 8, 8, "third", "in the  middle"),
                new IgnoreComment("A.java", 13, 0, "last", "x"));
    }

    @Test
    void findsChangedLinesWhateverTheirEnds() {
        assertThat(MovedLines.changed("a\nb\nc\n", "a\r\nb\r\nc\r\n")).isEqualTo(new java.util.BitSet());
        assertThat(MovedLines.changed("a\nb\nc\n", "a\nx\nc\nd\n").stream()).containsExactly(2, 4);
    }
}
