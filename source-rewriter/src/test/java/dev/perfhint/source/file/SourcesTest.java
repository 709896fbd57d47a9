package dev.perfhint.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.Trace;
import dev.perfhint.source.fix.StreamTracer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTest {
    @TempDir
    Path directory;

    private Path write(String name, String text) throws Exception {
        return write(name, text, StandardCharsets.UTF_8);
    }

    private Path write(String name, String text, Charset charset) throws Exception {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, text.getBytes(charset));
    }

    private Sources open(String... roots) throws SourceException {
        List<Path> paths = List.of(roots).stream().map(directory::resolve).toList();
        return Sources.open(new SourceOptions(paths, Optional.empty(), List.of()));
    }

    @Test
    void findsClassUnderAnyDirectory() throws Exception {
        write("app/module/src/main/java/a/b/Foo.java", "package a.b; class Foo { class Inner {} }");
        for (String root : List.of(".", "app", "app/module/src/main/java", "app/module/src/main/java/a")) {
            Sources sources = open(root);
            assertThat(sources.find("a.b.Foo")).isPresent();
            assertThat(sources.contains("a.b.Foo$Inner")).isTrue();
            assertThat(sources.find("a.b.Foo$1")).isPresent();
            assertThat(sources.contains("b.Foo")).isFalse();
            assertThat(sources.warnings()).isEmpty();
        }
    }

    @Test
    void findsClassWhoseDirectoryIsNotItsPackage() throws Exception {
        write("scripts/Foo.java", "// package wrong;\npackage x.y;\nclass Foo {}");
        assertThat(open("scripts").find("x.y.Foo")).isPresent();
        assertThat(open("scripts").contains("wrong.Foo")).isFalse();
        assertThat(open("scripts").contains("Foo")).isFalse();
    }

    @Test
    void findsSecondTopLevelClassOfAnotherFile() throws Exception {
        write("src/a/Foo.java", "package a; public class Foo {} class Helper { } // class Ghost {}");
        Sources sources = open("src");
        assertThat(sources.find("a.Helper")).hasValueSatisfying(file -> assertThat(file.path()).hasFileName("Foo.java"));
        assertThat(sources.contains("a.Ghost")).isFalse();
    }

    @Test
    void refusesTwoDifferentFilesOfOneClassAndTakesEqualOnesOnce() throws Exception {
        write("one/a/Foo.java", "package a; class Foo {}");
        write("two/a/Foo.java", "package a; class Foo { int x; }");
        Sources sources = open("one", "two");
        assertThat(sources.contains("a.Foo")).isTrue();
        assertThat(sources.find("a.Foo")).isEmpty();
        assertThat(sources.warnings())
                .containsExactly("a.Foo: two different source files, one/a/Foo.java and two/a/Foo.java, neither is edited");
        write("two/a/Foo.java", "package a; class Foo {}");
        assertThat(open("one", "two").find("a.Foo")).isPresent();
    }

    @Test
    void listsNestedRootsAndLinksOnce() throws Exception {
        write("src/a/Foo.java", "package a; class Foo {}");
        Files.createSymbolicLink(directory.resolve("src/loop"), directory.resolve("src"));
        Sources sources = open("src", "src/a", ".");
        assertThat(sources.find("a.Foo")).isPresent();
        assertThat(sources.warnings()).isEmpty();
        assertThat(sources.javaFiles()).hasSize(1);
    }

    @Test
    void refusesNameThatLeavesTheRoot() throws Exception {
        write("secret/Foo.java", "class Foo {}");
        write("src/a/Bar.java", "package a; class Bar {}");
        Sources sources = open("src");
        assertThat(sources.find("../secret/Foo")).isEmpty();
        assertThat(sources.find("a/../../secret/Foo")).isEmpty();
        assertThat(sources.warnings()).contains("'../secret/Foo' is not a class name: no source looked up");
        assertThat(sources.file(directory.resolve("src/../secret/Foo.java"))).isEmpty();
    }

    @Test
    void readsEncodingOfBuildFile() throws Exception {
        write("pom.xml", "<project><properties><project.build.sourceEncoding>ISO-8859-1</project.build.sourceEncoding>");
        write("src/a/Foo.java", "package a; /* \u00e9 */ class Foo {}", StandardCharsets.ISO_8859_1);
        assertThat(open("src").find("a.Foo")).hasValueSatisfying(file -> {
            assertThat(file.charset()).isEqualTo(StandardCharsets.ISO_8859_1);
            assertThat(file.text()).contains("\u00e9");
        });
    }

    @Test
    void refusesMalformedInput() throws Exception {
        write("src/a/Foo.java", "package a; /* \u00e9 */ class Foo {}", StandardCharsets.ISO_8859_1);
        Sources sources = open("src");
        assertThat(sources.find("a.Foo")).isEmpty();
        assertThat(sources.warnings())
                .containsExactly("src/a/Foo.java: is not valid UTF-8, not edited; name its encoding with --encoding"
                        .substring("src/".length()));
    }

    @Test
    void saysThatSourceDoesNotParse() throws Exception {
        write("src/a/Foo.java", "package a;\nclass Foo {\n  void m( {}\n}\n");
        Sources sources = open("src");
        assertThat(sources.find("a.Foo")).isEmpty();
        assertThat(sources.warnings()).hasSize(1);
        assertThat(sources.warnings().get(0)).startsWith("a/Foo.java: does not parse (line 3").endsWith("not edited");
    }

    @Test
    void namesOtherLanguages() throws Exception {
        write("src/a/Main.kt", "package a\nfun main() {}");
        Sources sources = open("src");
        assertThat(sources.contains("a.MainKt")).isTrue();
        assertThat(sources.find("a.MainKt")).isEmpty();
        Trace trace = new StreamTracer(sources)
                .trace(List.of(new CallSite("java.io.FileOutputStream", "write", 0), new CallSite("a.MainKt", "main", 2)));
        assertThat(trace.note()).isEqualTo("a/Main.kt is not Java source: reported, not rewritten");
    }

    @Test
    void takesGitTopLevelAsBase() throws Exception {
        write("repo/app/src/a/Foo.java", "package a; class Foo {}");
        Files.createDirectories(directory.resolve("repo/.git"));
        assertThat(open("repo/app/src").base()).isEqualTo(directory.resolve("repo"));
        write("x/a/Foo.java", "package a; class Foo {}");
        write("x/b/Foo.java", "package b; class Foo {}");
        assertThat(open("x/a", "x/b").base()).isEqualTo(directory.resolve("x"));
    }

    @Test
    void parsesEverySyntaxUpToTheNewest() throws Exception {
        write("src/a/Foo.java", """
                package a;
                import module java.base;
                sealed interface Foo permits Foo.One, Foo.Two {
                    record One(int x) implements Foo {}
                    record Two(String s) implements Foo {}
                    static String text(Object o) {
                        return switch (o) {
                            case One(var x) when x > 1 -> \"""
                                block\""";
                            case Two(String _) -> "two";
                            default -> "";
                        };
                    }
                }
                """);
        write("src/Compact.java", "void main() { IO.println(1); }\n");
        Sources sources = open("src");
        assertThat(sources.find("a.Foo")).isPresent();
        assertThat(sources.find("Compact")).isPresent();
        assertThat(sources.warnings()).isEmpty();
    }

    @Test
    void refusesMissingRoot() {
        assertThatThrownBy(() -> open("nowhere"))
                .isInstanceOf(SourceException.class)
                .hasMessage(directory.resolve("nowhere") + ": no such source directory");
    }
}
