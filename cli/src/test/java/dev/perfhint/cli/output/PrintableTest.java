package dev.perfhint.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void leavesOrdinaryNames() {
        assertThat(Printable.name("org.example.Größe.<init>")).isEqualTo("org.example.Größe.<init>");
        assertThat(Printable.name("日本語.write")).isEqualTo("日本語.write");
    }

    @Test
    void escapesControlCharacters() {
        assertThat(Printable.name("a\u001b]0;title\u0007b\r\n\tc\u009b")).isEqualTo("a\\x1b]0;title\\x07b\\x0d\\x0a\\x09c\\x9b");
    }

    @Test
    void escapesBidirectionalOverrides() {
        assertThat(Printable.name("safe\u202etxt\u2066.\u200f")).isEqualTo("safe\\u202etxt\\u2066.\\u200f");
    }

    @Test
    void escapesLoneSurrogates() {
        assertThat(Printable.name("a\ud800b")).isEqualTo("a\\ud800b");
    }

    @Test
    void cutsTheMiddleOfLongNames() {
        assertThat(Printable.fit("org.example.deep.Name.write", 13)).isEqualTo("org.\u2026me.write").hasSize(13);
        assertThat(Printable.name("x".repeat(1 << 20))).hasSize(2000);
        assertThat(Printable.name("\u001b".repeat(1 << 20))).hasSizeLessThanOrEqualTo(2000);
    }

    @Test
    void shortensPackagesBeforeClassesAndMethods() {
        String name = "org.example.deep.Name.write";
        assertThat(Printable.fitName(name, 27)).isEqualTo(name);
        assertThat(Printable.fitName(name, 26)).isEqualTo("o.example.deep.Name.write");
        assertThat(Printable.fitName(name, 16)).isEqualTo("o.e.d.Name.write");
        assertThat(Printable.fitName(name, 9)).isEqualTo("\u2026me.write").hasSize(9);
        assertThat(Printable.fitName("java.io.FileOutputStream.write", 21)).isNotEqualTo(Printable.fitName("java.io.BufferedOutputStream.write", 21));
        assertThat(Printable.fitName("a thread with. a long name", 10)).isEqualTo(Printable.fit("a thread with. a long name", 10));
    }

    @Test
    void cutsBetweenCharactersNotWithinThem() {
        assertThat(Printable.fit("\ud83d\ude00".repeat(10), 5)).isEqualTo(
                "\ud83d\ude00\u2026\ud83d\ude00\ud83d\ude00\ud83d\ude00");
    }

    @Test
    void putsAMessageOnOneLine() {
        assertThat(Printable.line("  one\n\ttwo\r\n three ")).isEqualTo("one two three");
    }
}
