package dev.perfhint.source.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Checks.Compiled;
import dev.perfhint.source.build.LocalArtifacts;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.file.SyntaxLimits;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees whose authors want the compile check to run their code, or never to end. */
class HostileCompilationTest {
    private static final String SOURCE = "package p;\n\nclass A {\n    int f() {\n        return 1;\n    }\n}\n";
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    private Path root;

    private Path marker;
    private Path tree;

    @BeforeEach
    void makeTree() throws IOException {
        marker = root.resolve("ran");
        tree = Files.createDirectories(root.resolve("tree"));
        Files.writeString(tree.resolve("pom.xml"), "<project><artifactId>a</artifactId></project>");
        write("p/A.java", SOURCE);
    }

    private Path write(String name, String text) throws IOException {
        Path file = tree.resolve("src/main/java").resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private CompileCheck check(List<Path> classPath, Duration limit, String... classes) throws Exception {
        Sources sources = Sources.open(new SourceOptions(List.of(tree), Optional.empty(), classPath));
        List<SourceFile> files = Stream.of(classes).map(name -> sources.find(name).orElseThrow()).toList();
        return CompileCheck.of(sources, files, List.of(), LocalArtifacts.ofUser(), limit);
    }

    /** Compiles a javac plugin and an annotation processor that leave a mark when they run. */
    private void plant(Path classes) throws IOException {
        Path source = Files.createDirectories(root.resolve("planted")).resolve("Planted.java");
        Files.writeString(source, """
                import com.sun.source.util.*;
                import java.util.*;
                import javax.annotation.processing.*;
                import javax.lang.model.element.TypeElement;
                public class Planted extends AbstractProcessor implements Plugin {
                    static { mark(); }
                    static void mark() {
                        try {
                            java.nio.file.Files.writeString(java.nio.file.Path.of("%s"), "ran");
                        } catch (java.io.IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    }
                    public String getName() { return "planted"; }
                    public boolean autoStart() { return true; }
                    public void init(JavacTask task, String... arguments) { mark(); }
                    public boolean process(Set<? extends TypeElement> a, RoundEnvironment e) { mark(); return false; }
                }
                """.formatted(marker));
        Files.createDirectories(classes.resolve("META-INF/services"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString()))
                .isZero();
        for (String service : List.of("com.sun.source.util.Plugin", "javax.annotation.processing.Processor")) {
            Files.writeString(classes.resolve("META-INF/services").resolve(service), "Planted\n");
        }
    }

    @Test
    void runsNoPluginOfTheTreesOwnClasses() throws Exception {
        plant(tree.resolve("target/classes"));
        assertThat(check(List.of(), MINUTE, "p.A").compiled(write("p/A.java", SOURCE))).isEqualTo(Compiled.FULL);
        assertThat(marker).doesNotExist();
    }

    @Test
    void runsNoPluginOfTheClassPath() throws Exception {
        Path classes = root.resolve("library");
        plant(classes);
        assertThat(check(List.of(classes), MINUTE, "p.A").compiled(write("p/A.java", SOURCE))).isEqualTo(Compiled.FULL);
        assertThat(marker).doesNotExist();
    }

    @Test
    void runsNoPluginOfAModule() throws Exception {
        write("module-info.java", "module m {}\n");
        plant(tree.resolve("target/classes"));
        check(List.of(), MINUTE, "p.A");
        assertThat(marker).doesNotExist();
    }

    /** In an option, the colon would make two entries of it, one of them outside the tree. */
    @Test
    void keepsADirectoryWithAColonInOnePiece() throws Exception {
        Path planted = root.resolve("planted-classes");
        Path library = Files.createDirectories(tree.resolve("lib" + File.pathSeparator + planted));
        Files.createDirectories(planted);
        ProjectPaths paths = ProjectPaths.of(
                Sources.open(new SourceOptions(List.of(tree), Optional.empty(), List.of(library))),
                List.of(), LocalArtifacts.ofUser());
        assertThat(paths.classPath()).containsExactly(library);
        assertThat(paths.options()).noneMatch(option -> option.contains(planted.toString()));
    }

    @Test
    void passesOnNoOptionOfTheBuild() throws Exception {
        Files.writeString(tree.resolve("pom.xml"), "<project><artifactId>a</artifactId><properties>"
                + "<maven.compiler.release>-J-Dx</maven.compiler.release><encoding>@args</encoding></properties><build><plugins>"
                + "<plugin><artifactId>maven-compiler-plugin</artifactId><configuration><compilerArgs><arg>-Xplugin:planted</arg>"
                + "<arg>-Akey=value</arg><arg>@file</arg></compilerArgs></configuration></plugin></plugins></build></project>");
        Sources sources = Sources.open(new SourceOptions(List.of(tree), Optional.empty(), List.of()));
        assertThat(ProjectPaths.of(sources, List.of(sources.find("p.A").orElseThrow()), LocalArtifacts.ofUser()).options())
                .containsExactly("-proc:none", "-implicit:none", "-Xmaxerrs", "0", "-Xmaxwarns", "0",
                        "-XDshould-stop.ifError=FLOW", "-XDshould-stop.ifNoError=FLOW", "-encoding", "UTF-8");
    }

    /** 130 characters that keep javac busy for longer than anybody waits. */
    @Test
    void givesUpOnInferenceWithoutEnd() throws Exception {
        String nested = "h(null)";
        for (int i = 0; i < 12; i++) {
            nested = "(b ? h(" + nested + ") : h(null))";
        }
        Path slow = write("p/Slow.java", "package p;\nclass Slow {\n    static <T> T h(T t) { return t; }\n"
                + "    static <T> T h(T... t) { return null; }\n    static boolean b;\n    Object a() { return " + nested + "; }\n}\n");
        CompileCheck check = check(List.of(), Duration.ofSeconds(1), "p.Slow");
        assertThat(check.compiled(slow)).isEqualTo(Compiled.NO);
        assertThat(check.whyNot(slow)).isEqualTo("the compiler gave up: more than 1 seconds");
        assertThat(check.compile(Map.of()).worse()).isEmpty();
    }

    @Test
    void leavesOutNestedLambdas() throws Exception {
        String nested = "0";
        for (int i = 0; i < 18; i++) {
            nested = "f(() -> " + nested + ")";
        }
        Path deep = write("p/Deep.java", "package p;\nimport java.util.concurrent.Callable;\nclass Deep {\n"
                + "    static <T> T f(Callable<T> c) { return null; }\n    Object a = " + nested + ";\n}\n");
        CompileCheck check = check(List.of(), MINUTE, "p.A", "p.Deep");
        assertThat(check.compiled(deep)).isEqualTo(Compiled.NO);
        assertThat(check.whyNot(deep)).isEqualTo("it has more than 10 lambdas in each other");
        assertThat(check.compiled(tree.resolve("src/main/java/p/A.java"))).isEqualTo(Compiled.FULL);
    }

    /** The compiler finds it by itself: the class under test names it. */
    @Test
    void leavesOutNestedLambdasOfTheSourcePath() throws Exception {
        String nested = "0";
        for (int i = 0; i < 18; i++) {
            nested = "\\u0066(() -\\u003e " + nested + ")";
        }
        write("p/Deep.java", "package p;\nimport java.util.concurrent.Callable;\nclass Deep {\n"
                + "    static <T> T f(Callable<T> c) { return null; }\n    Object a = " + nested + ";\n}\n");
        Path user = write("p/User.java", "package p;\nclass User {\n    Deep deep;\n}\n");
        assertThat(check(List.of(), MINUTE, "p.User").compiled(user)).isNotEqualTo(Compiled.FULL);
    }

    @Test
    void limitsAFileOfFieldsAndAnEndlessExpression() {
        String fields = "class F {" + IntStream.range(0, 110_000).mapToObj(i -> "int a" + i + ";").collect(Collectors.joining()) + "}";
        assertThat(SyntaxLimits.parsing(fields)).contains("more than 100000 declarations, statements and elements");
        assertThat(SyntaxLimits.parsing("class S { int f(int x) { return " + "x + ".repeat(3_000) + "x; } }"))
                .contains("more than 2500 words and signs in one expression");
        assertThat(SyntaxLimits.parsing("class S { int f() { return " + "(".repeat(300) + "1" + ")".repeat(300) + "; } }"))
                .contains("more than 250 brackets in each other");
    }

    @Test
    void limitsNoOrdinaryCode() throws IOException {
        StringBuilder many = new StringBuilder("class M {\n");
        for (int i = 0; i < 4_000; i++) {
            many.append("  @Deprecated int f").append(i).append("(int x) { if (x > 0) { return 1; } else { return x -> { y(); }; } }\n");
        }
        many.append("}\n");
        assertThat(SyntaxLimits.compiling(many.toString())).isEmpty();
        try (Stream<Path> sources = Files.walk(Path.of("src"))) {
            for (Path source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                assertThat(SyntaxLimits.compiling(Files.readString(source))).as(source.toString()).isEmpty();
            }
        }
    }
}
