package dev.perfhint.source.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeclaredNamesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "package a.b; class T {} | a.b",
        "/* package c; */ package a . b ; class T {} | a.b",
        "// package c;%npackage d; | d",
        "@Deprecated(since = \"package c;\") package e; | e",
        "class T { String s = \"package c; \"; } | ''",
    })
    void findsThePackage(String text, String name) {
        assertThat(DeclaredNames.of(text.replace("%n", "\n")).packageName()).isEqualTo(name);
    }

    @Test
    void findsTypesOutsideOfCommentsAndStrings() {
        DeclaredNames names = DeclaredNames.of("""
                package a; // class Comment
                class One { char c = '"'; } /* interface Other */
                interface Two<T> { String s = "\\"class Quoted"; }
                enum Three { A } record Four(int a) {} @interface Five {}
                class Block { String s = \"""
                    class Inner "quoted"
                    \"""; }
                """);

        assertThat(names.types()).containsExactly("One", "Two", "Three", "Four", "Five", "Block");
    }
}
