package dev.perfhint.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordWrapTest {
    @Test
    void wrapsAtWordsWithAHangingIndent() {
        assertThat(WordWrap.of("  note: one two three four\nshort\n", 16)).isEqualTo("  note: one two\n      three four\nshort\n");
        assertThat(WordWrap.of("  \u001b[1mnote:\u001b[0m one two three\n", 16)).isEqualTo("  \u001b[1mnote:\u001b[0m one two\n      three\n");
        assertThat(WordWrap.of("averyveryverylongword\n", 10)).isEqualTo("averyveryverylongword\n");
    }

    @Test
    void goesOnBelowTheTextBehindColumns() {
        assertThat(WordWrap.of("  83.6 %  fix          file-write: one two three four\n", 50))
                .isEqualTo("  83.6 %  fix          file-write: one two three\n" + " ".repeat(23) + "four\n");
        assertThat(WordWrap.of("  a-rule  one two three\n", 22)).isEqualTo("  a-rule  one two\n" + " ".repeat(10) + "three\n");
    }

    @Test
    void keepsAUnitWithItsNumber() {
        assertThat(WordWrap.of("saves 12.5 % of it\n", 11)).isEqualTo("saves\n    12.5 %\n    of it\n");
        assertThat(WordWrap.of("0.97 of 2.78 s more\n", 12)).isEqualTo("0.97 of\n    2.78 s\n    more\n");
        assertThat(WordWrap.of("one two some\n", 8)).isEqualTo("one two\n    some\n");
    }

    @Test
    void leavesLinesThatConsolesLink() {
        String text = "/a/b/Foo.java:12:3: warning: a long message here\n    at a.very.long.Name.method(Name.java:12)  100.0 %\n"
                + "next: perfhint analyze run.jfr --source src --fix\n";
        assertThat(WordWrap.of(text, 20)).isEqualTo(text);
    }
}
