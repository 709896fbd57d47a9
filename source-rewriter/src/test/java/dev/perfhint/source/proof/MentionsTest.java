package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.Repair;
import dev.perfhint.source.SourceOptions;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MentionsTest {
    @TempDir
    Path directory;

    @Test
    void parsesOnlyFilesThatMayMakeAnObject() throws Exception {
        write("Kept", "class Kept { void f(Kept k) { } }");
        write("Maker", "class Maker { Kept made = new Kept(); }");
        write("Below", "class Below extends Kept { }");
        write("Anonymous", "class Anonymous { Object o = new Kept() { }; }");
        write("Referring", "class Referring { java.util.function.Supplier<Kept> s = Kept::new; }");
        write("Reflecting", "class Reflecting { Object f(Kept k) throws Exception { return g(Kept . class); }"
                + " Object g(Class<?> c) { return c; } }");
        write("ByName", "class ByName { Kept k; Object f() throws Exception { return Class.forName(\"p.Kept\"); } }");
        write("Copying", "class Copying { Kept k; Object f(Object[] o, Kept k) throws Exception { return k.clone(); } }");
        write("User", "class User { private final Kept kept; User(Kept kept) { this.kept = kept; }"
                + " void g() { kept.f(kept); Kept.class$(); } }");
        Sources sources = open();
        TypeElement type = Resolver.of(sources).classNamed("p.Kept").orElseThrow();
        Mentions.Uses uses = Mentions.of(sources).uses(type);
        assertThat(uses.complete()).isTrue();
        assertThat(uses.creations()).hasSize(1);
        assertThat(uses.others()).hasSize(6);
        assertThat(sources.parsed()).extracting(file -> file.getFileName().toString()).contains("Maker.java", "Below.java")
                .doesNotContain("User.java", "Kept.java");
    }

    @Test
    void parsesOnlyFilesThatMayCall() throws Exception {
        write("Kept", "class Kept { Kept(int a) { } Kept() { this(1); } void größe() { } void put() { größe(); } }");
        write("Below", "class Below extends Kept { Below() { super(2); } }");
        write("Maker", "class Maker { Kept made = new Kept(3); void f() { made.größe(); } }");
        write("Caller", "class Caller { void f(Kept kept) { kept.put(); } }");
        write("Other", "class Other { int put; void f(Kept kept) { put = 1; } }");
        Sources sources = open();
        TypeElement type = Resolver.of(sources).classNamed("p.Kept").orElseThrow();
        assertThat(calls(sources, type, "put")).hasSize(1);
        assertThat(sources.parsed()).extracting(file -> file.getFileName().toString()).contains("Caller.java")
                .doesNotContain("Other.java", "Maker.java");
        assertThat(calls(sources, type, "<init>")).hasSize(3);
        assertThat(sources.parsed()).extracting(file -> file.getFileName().toString()).doesNotContain("Other.java");
        assertThat(calls(sources, type, "größe")).hasSize(2);
    }

    @Test
    void asksWithoutParsingWhetherAMethodHasSource() throws Exception {
        write("T", "import java.io.*; import java.util.*; class T { void run(File f) throws IOException {"
                + " try (FileOutputStream out = new FileOutputStream(f)) { out.write(1); } }"
                + " void other(Far far) { far.each(name -> name.length()); } }");
        write("Far", "class Far { void each(java.util.function.Function<String, Integer> f) { f.apply(\"a\"); } }");
        Sources sources = open();
        Cases.prove(sources, directory.resolve("p/T.java"), Repair.BUFFER_FILE_OUTPUT);
        assertThat(sources.parsed()).extracting(file -> file.getFileName().toString()).containsExactly("T.java");
    }

    private static List<Node> calls(Sources sources, TypeElement type, String name) {
        ExecutableElement method = type.getEnclosedElements().stream()
                .filter(each -> each.getSimpleName().contentEquals(name)).map(ExecutableElement.class::cast)
                .findFirst().orElseThrow();
        return Mentions.of(sources).calls(type, method).orElseThrow();
    }

    private Sources open() throws Exception {
        return Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
    }

    private void write(String name, String text) throws Exception {
        Path home = Files.createDirectories(directory.resolve("p"));
        Files.writeString(home.resolve(name + ".java"), "package p; " + text + "\n");
    }
}
