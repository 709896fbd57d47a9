package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SourceOutlineTest {
    @Test
    void readsTheHeadsOfClasses() {
        SourceOutline outline = SourceOutline.of("""
                package a.b; // class No extends Such { }
                import java.io.InputStream; import static java.util.Map.entry; import java.util.*;
                @Named("class Other extends One {") public class /* { */ Own<T extends Number> extends @Mark({1}) lib.Base<String>
                        implements Runnable, Outer<T>.Inner {
                    record Pair(@Mark({2}) int a, String b) implements Comparable<Pair> { }
                    enum Kind implements Marker { A { int size() { return 1; } } }
                    interface Both extends One, Two { }
                    String text = "class Quoted extends One {"; char c = '"'; Class<?> k = Own.class;
                    Object o = \"""
                            class Block extends One { \"""; }
                """);
        assertThat(outline.above()).containsOnlyKeys("Own", "Pair", "Kind", "Both");
        assertThat(outline.above().get("Own")).contains("lib.Base", "Runnable", "Outer.Inner").doesNotContain("Number");
        assertThat(outline.above().get("Pair")).containsExactly("Comparable");
        assertThat(outline.above().get("Kind")).containsExactly("Marker");
        assertThat(outline.above().get("Both")).containsExactlyInAnyOrder("One", "Two");
        assertThat(outline.imports()).containsEntry("InputStream", "java.io.InputStream");
        assertThat(outline.packages()).containsExactlyInAnyOrder("a.b", "java.util");
        assertThat(outline.isExact()).isTrue();
    }

    @Test
    void tellsAnonymousClassesFromObjects() {
        SourceOutline outline = SourceOutline.of("""
                class T { Object a = new One(new Two(f(1)) { }, 2), b = new Three<String>() { }, c = new Four[] { },
                    d = new x.Five((e -> new Six() { })) { int g() { if (new Seven().h()) { return 1; } return 2; } }; }
                """);
        assertThat(outline.anonymous()).isEqualTo(Set.of("Two", "Three", "Six", "x.Five"));
    }

    @Test
    void tellsDeclarationsFromCalls() {
        SourceOutline outline = SourceOutline.of("""
                class T { int[]first() { second(); return third(1); } List<T>fourth() { throw fifth(); }
                    public void sixth () { new seventh(); } /* of */eighth() { } }
                """);
        assertThat(Set.of("first", "fourth", "sixth", "eighth")).allMatch(outline::mayDeclare);
        assertThat(Set.of("second", "third", "fifth", "seventh", "ninth")).noneMatch(outline::mayDeclare);
    }

    @Test
    void tellsWhereAnObjectMayBeCreated() {
        assertThat(List.of("new T()", "new a.b.T ()", "o.new T<>(1)", "new <S> T()", "new @A T()", "new @a.B(1) T()",
                "new /* */ T()", "new // now\n T()", "new T // (\n ()", "new\n T()", "new \\u0054()"))
                .allMatch(text -> SourceOutline.mayCreate(text, "T"));
        assertThat(List.of("import a.T;", "class T { T t; T(int a) { } }", "return T(1);", "(T) x", "new T[1]", "newT()",
                "new TT()", "new S<T>()", "T.f(new S())"))
                .noneMatch(text -> SourceOutline.mayCreate(text, "T"));
    }

    @Test
    void tellsWhereAnObjectMayBeMade() {
        assertThat(List.of("new T()", "T::new", "T.class", "f(a.b.T . class)", "T // c\n .class", "T. /* c */ class",
                "T t; t.clone ()", "o.getClass() /* T */", "\\u0054.class",
                "class S extends a.T { }", "interface S extends R, T { }", "class S implements \\u0054 { }"))
                .allMatch(text -> SourceOutline.mayMake(text, "T"));
        assertThat(List.of("import a.T;", "class T { T t; void f(T a) { a.g(); T.h(); } }", "T::f", "TT.class", "T.classes()",
                "T[] a", "List<T> l = new L<>()", "S.class", "class S<U extends T> implements L<T> { T extend; }"))
                .noneMatch(text -> SourceOutline.mayMake(text, "T"));
    }

    @Test
    void tellsWhereAMethodMayBeCalled() {
        assertThat(List.of("f()", "o.f (1)", "T::f", "T:: f;", "T::<S>f", "T:: // no\n f", "f /* */ ()", "\\u0066()"))
                .allMatch(text -> SourceOutline.mayCall(text, "f"));
        assertThat(List.of("int f;", "o.f = 1", "ff()", "f1()", "(f)", "/** f */", "import static a.f;", "of()"))
                .noneMatch(text -> SourceOutline.mayCall(text, "f"));
    }

    @Test
    void saysWhereNamesCannotBeCompared() {
        assertThat(SourceOutline.of("class T extends \\u0042ase { }").isExact()).isFalse();
        assertThat(SourceOutline.of("class Gr\u00F6\u00DFe { }").isExact()).isFalse();
        assertThat(SourceOutline.of("c\0l\0a\0s\0s\0 \0T\0").isExact()).isFalse();
        assertThat(SourceOutline.of("\uFEFFclass T { String s = \"Gr\u00F6\u00DFe \\u00B5 \"; /* \u00E4 */ }").isExact()).isTrue();
        assertThat(SourceOutline.of("\u00EF\u00BB\u00BFpackage p; class T { }").packages()).containsExactly("p");
    }

    @Test
    void takesRecordForANameWhereItIsOne() {
        assertThat(SourceOutline.of("class T { void f() { record = 1; record x = new One() { }; } }").anonymous())
                .containsExactly("One");
    }

    @Test
    void readsThePackageOnly() {
        assertThat(SourceOutline.declaredPackage("/* package no; */ @A(\"package x;\") package a . b;")).isEqualTo("a.b");
        assertThat(SourceOutline.declaredPackage("import a.b; class T { }")).isEmpty();
    }
}
