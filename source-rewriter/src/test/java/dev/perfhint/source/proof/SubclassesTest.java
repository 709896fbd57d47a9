package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.SourceOptions;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SubclassesTest {
    @TempDir
    Path directory;

    @Test
    void findsOverridingMethodsThroughClassesOfTheJdk() throws Exception {
        write("Base", "import java.io.*; class Base extends InputStream { public int read() { return -1; } }");
        write("Filter", "import java.io.*; class Filter extends FilterInputStream { Filter() { super(null); }"
                + " public int read() throws IOException { return 1; } }");
        write("Near", "class Near extends Filter { public int read() { return 2; } }");
        write("Made", "class Made { Object o = new Near() { public int read() { return 3; } }; }");
        write("Named", "class Named extends java.util.zip.GZIPInputStream { Named() throws java.io.IOException"
                + " { super(null); } public int read() { return 4; } }");
        write("Other", "class Other { int read() { return 5; } }");
        write("Silent", "class Silent extends Near { }");
        assertThat(candidates("java.io.InputStream", "read"))
                .containsExactlyInAnyOrder("Base", "Filter", "Near", "Made", "Named");
        assertThat(candidates("Near", "read")).containsExactlyInAnyOrder("Near", "Made");
    }

    @Test
    void findsWhatIsWrittenInAnotherWay() throws Exception {
        write("Shape", "interface Shape { double size(); }");
        write("Escaped", "class Escaped implements Sha\\u0070e { public double size() { return 1; } }");
        write("Kind", "enum Kind implements Shape { ONE { public double size() { return 1; } } }");
        write("Outer", "class Outer { static class Shape { double size() { return 2; } } }");
        write("Local", "class Local { void f() { record R(int a) implements Shape { public double size() { return a; } } } }");
        write("Round", "package p; class Round implements java.io.Closeable, Comparable<Round> { public double size() { return 3; } }");
        assertThat(candidates("Shape", "size"))
                .contains("Shape", "Escaped", "Kind", "Local").doesNotContain("Round");
    }

    private void write(String name, String text) throws Exception {
        Files.writeString(directory.resolve(name + ".java"), text + "\n");
    }

    private List<String> candidates(String type, String name) throws Exception {
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        TypeElement owner = Resolver.of(sources).classNamed(type).orElseThrow();
        ExecutableElement method = ElementFilter.methodsIn(owner.getEnclosedElements()).stream()
                .filter(each -> each.getSimpleName().contentEquals(name) && each.getParameters().isEmpty())
                .findFirst().orElseThrow();
        return Subclasses.of(sources).orElseThrow().declaring(method).stream()
                .map(file -> file.getFileName().toString().replace(".java", "")).toList();
    }
}
