package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Assumptions;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Repair;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.SourceOptions;
import dev.perfhint.source.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A method of an abstract class is run in all its forms where the program has no other class. */
class WholeProgramTest {
    private static final String MAIN = """
            package a;
            import java.io.*;
            public class Main {
                public static void main(String[] args) throws IOException {
                    try (OutputStream out = new FileOutputStream(args[0])) {
                        for (Part part : Parts.of(args)) { part.put(out); }
                    }
                }
            }
            """;
    private static final String PARTS = """
            package a;
            import java.io.*;
            public class Parts {
                static Part[] of(String[] args) { return new Part[] {new One(), new Two()}; }
                static class One extends Part { void put(OutputStream out) throws IOException { out.write(1); } }
                static class Two extends Part { void put(OutputStream out) throws IOException { %s } }
            }
            """;
    private static final String PART = """
            package a;
            public abstract class Part { %s abstract void put(java.io.OutputStream out) throws java.io.IOException; }
            """;
    private static final CallSite WRITE = new CallSite("java.io.FileOutputStream", "write", 0);
    private static final CallSite IN_MAIN = new CallSite("a.Main", "main", 6);

    @TempDir
    Path directory;

    private Outcome prove(String two, List<CallSite> frames, List<Path> classpath) throws Exception {
        Path home = Files.createDirectories(directory.resolve("src/a"));
        Path main = Files.writeString(home.resolve("Main.java"), MAIN);
        Files.writeString(home.resolve("Parts.java"), PARTS.formatted(two));
        Files.writeString(home.resolve("Part.java"), PART.formatted("static Object last;"));
        Sources sources = Sources.open(new SourceOptions(List.of(directory.resolve("src")), Optional.empty(), classpath));
        SourceFile file = sources.file(main).orElseThrow();
        return Prover.examine(new PlannedWrap(sources, file,
                file.unit().findFirst(ObjectCreationExpr.class).orElseThrow(), List.of(),
                Repair.BUFFER_FILE_OUTPUT, Set.of(), frames, Assumptions.DEFAULTS));
    }

    /** Compiles a class into a folder of its own, beside the abstract class. */
    private Path library(String text) throws Exception {
        Path home = Files.createDirectories(directory.resolve("library/b"));
        Path out = Files.createDirectories(directory.resolve("classes"));
        Path part = Files.writeString(home.resolve("Part.java"), PART.formatted("static Object last;"));
        Path other = Files.writeString(home.resolve("Other.java"), text);
        List<String> arguments = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", out.toString()));
        arguments.addAll(List.of(part.toString(), other.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new))).isZero();
        return out;
    }

    @Test
    void runsAllFormsOfAMethod() throws Exception {
        List<Path> classpath = List.of(library("package a; class Other { }"));
        assertThat(prove("out.write(2);", List.of(WRITE, IN_MAIN), classpath).reasons()).isEmpty();
    }

    /** A class that the sources extend has the forms that stand there, whoever calls. */
    @Test
    void runsWhatASubclassHasInThePlaceOfAMethod() {
        Outcome outcome = Cases.output("try (OutputStream out = new FileOutputStream(file)) { part.put(out); }", """
                private final Part part = other();
                static class Part { void put(OutputStream out) throws IOException { out.write(1); out.write(2); } }
                static Part other() { return new Part() { @Override void put(OutputStream out) { } }; }
                """);
        assertThat(outcome.reasons()).isEmpty();
    }

    @Test
    void seesWhatOneOfThemDoes() throws Exception {
        List<Path> classpath = List.of(library("package a; class Other { }"));
        assertThat(prove("last = out;", List.of(WRITE, IN_MAIN), classpath).applicability())
                .isEqualTo(Applicability.UNSAFE);
    }

    @Test
    void doubtsWhereTheStackDoesNotBeginInMain() throws Exception {
        List<Path> classpath = List.of(library("package a; class Other { }"));
        assertThat(prove("out.write(2);", List.of(), classpath).reasons())
                .anyMatch(reason -> reason.contains("put(), whose code cannot be seen"));
    }

    @Test
    void doubtsWhereTheClassPathIsNotKnown() throws Exception {
        assertThat(prove("out.write(2);", List.of(WRITE, IN_MAIN), List.of()).applicability())
                .isEqualTo(Applicability.UNSAFE);
    }

    /** The naive answer is wrong: main may get an object of that class from a library, which keeps the stream. */
    @Test
    void doubtsWhereAClassWithoutSourceExtends() throws Exception {
        List<Path> classpath = List.of(library("""
                package a;
                class Other extends Part { void put(java.io.OutputStream out) { last = out; } }
                """));
        assertThat(prove("out.write(2);", List.of(WRITE, IN_MAIN), classpath).reasons())
                .anyMatch(reason -> reason.contains("put(), whose code cannot be seen"));
    }
}
