package dev.perfhint.source.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Checks.Compiled;
import dev.perfhint.source.Creation;
import dev.perfhint.source.Fix;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Repair;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The compile check of a project that is a module: found missing by the fixes forced in hsqldb. */
class CompileCheckTest {
    private static final String SOURCE = "package p;\n\nclass A {\n    int f() {\n        return 1;\n    }\n}\n";

    @Test
    void findsAnErrorInsideAModule(@TempDir Path root) throws Exception {
        Files.writeString(root.resolve("module-info.java"), "module m {}\n");
        Files.writeString(Files.createDirectories(root.resolve("p")).resolve("A.java"), SOURCE);
        Sources sources = Sources.open(
                new SourceOptions(List.of(root), Optional.empty(), List.of(Files.createDirectory(root.resolve("lib")))));
        SourceFile file = sources.find("p.A").orElseThrow();
        CompileCheck check = CompileCheck.of(sources, List.of(file), List.of());
        assertThat(check.compiled(file.path())).isEqualTo(Compiled.FULL);
        assertThat(check.compile(Map.of(file, SOURCE.replace("return 1", "return 2"))).worse()).isEmpty();
        assertThat(check.compile(Map.of(file, SOURCE.replace("return 1", "return g()"))).worse()).hasSize(1);
    }

    /** Records are no Java 11: what the compiler says of the rest of that file means nothing, and it says so of the original. */
    @Test
    void judgesNothingInAFileThatTheCompilerCannotRead(@TempDir Path root) throws Exception {
        Files.writeString(root.resolve("pom.xml"), "<project><artifactId>a</artifactId><properties>"
                + "<maven.compiler.release>11</maven.compiler.release></properties></project>");
        Path sources = Files.createDirectories(root.resolve("src/main/java/p"));
        String text = SOURCE + "record R(int x) {}\n";
        Files.writeString(sources.resolve("A.java"), text);
        Files.writeString(sources.resolve("B.java"), SOURCE.replace("class A", "class B"));
        Sources all = Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of()));
        SourceFile unread = all.find("p.A").orElseThrow();
        SourceFile read = all.find("p.B").orElseThrow();
        CompileCheck check = CompileCheck.of(all, List.of(unread, read), List.of());
        assertThat(check.compiled(unread.path())).isEqualTo(Compiled.NO);
        assertThat(check.compile(Map.of(unread, text.replace("return 1", "return g()"))).worse()).isEmpty();
        assertThat(check.compile(Map.of(read, read.text().replace("return 1", "return g()"))).files())
                .containsExactly(read.path());
    }

    private static final String GENERATED = """
            package p;
            import java.io.*;
            import lombok.Data;
            import org.slf4j.Logger;
            @Data
            class A {
                private final int size;
                static void save(String name) throws IOException {
                    try (OutputStream out = new FileOutputStream(name)) {
                        for (int i = 0; i < 10; i++) {
                            out.write(i);
                        }
                    }
                }
                static int size(A a) {
                    return a.getSize();
                }
            }
            """;

    private Fix fix(Path root, String text) throws Exception {
        return fix(root, text, Applicability.SAFE);
    }

    private Fix fix(Path root, String text, Applicability expected) throws Exception {
        Path file = Files.createDirectories(root.resolve("p")).resolve("A.java");
        Files.writeString(file, text);
        int line = (int) text.substring(0, text.indexOf("out.write")).lines().count();
        List<CallSite> stack = List.of(new CallSite("java.io.FileOutputStream", "write", 0), new CallSite("p.A", "save", line));
        Sources sources = Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of()));
        Fixer fixer = new Fixer(sources);
        Fix fix = fixer.propose(new FixRequest("f", Repair.BUFFER_FILE_OUTPUT,
                new Creation("p.A", "save", file, line - 2, 1, "FileOutputStream", false), stack, stack, OptionalDouble.of(1)))
                .orElseThrow();
        assertThat(fix.applicability()).as("%s", fix.reasons()).isEqualTo(expected);
        FixSet set = fixer.finish(List.of(fix), true);
        notes = set.notes();
        return set.fixes().get(0);
    }

    private List<String> notes;

    @Test
    void staysSafeWhereOnlyOtherMembersMissWhatIsGenerated(@TempDir Path root) throws Exception {
        Fix fix = fix(root, GENERATED);
        assertThat(fix.checks().compiled()).isEqualTo(Compiled.PARTIAL);
        assertThat(fix.applicability()).as("%s", fix.reasons()).isEqualTo(Applicability.SAFE);
        assertThat(notes).containsExactly("not compiled against lombok, org.slf4j: give the class path with --classpath");
    }

    @Test
    void isNotSafeWhereTheEditedMemberOrTheBaseClassIsUnknown(@TempDir Path root) throws Exception {
        Fix inMember = fix(root, GENERATED.replace("10; i++", "new A().getSize(); i++"), Applicability.SAFE);
        assertThat(inMember.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(inMember.reasons()).anyMatch(reason -> reason.startsWith("not compiled: the class has errors before the edit: "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"extends Missing", "implements Missing"})
    void countsAsNotCompiledBelowAnUnknownType(String header, @TempDir Path root) throws Exception {
        Path file = Files.createDirectories(root.resolve("p")).resolve("A.java");
        Files.writeString(file, "package p;\nclass A " + header + " {\n    int f() {\n        return 1;\n    }\n}\n");
        Sources sources = Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of()));
        SourceFile source = sources.find("p.A").orElseThrow();
        CompileCheck check = CompileCheck.of(sources, List.of(source), List.of());
        int one = source.text().indexOf("1;");
        assertThat(check.compiled(file, List.of(source.edit(one, one + 1, "2")))).isEqualTo(Compiled.NO);
    }

    @Test
    void compilesAgainstWhatAnIdeHasCompiled(@TempDir Path root, @TempDir Path outside) throws Exception {
        Path idea = Files.createDirectories(root.resolve("out/production/lib"));
        Path library = Files.createDirectories(root.resolve("lib"));
        compile(root, idea, "package made; public class Idea {}");
        Path eclipse = Files.createDirectories(root.resolve("eclipse-out"));
        compile(root, eclipse, "package made; public class Eclipse {}");
        compile(root, outside, "package made; public class Outside {}");
        Files.createDirectories(library);
        Files.writeString(root.resolve(".classpath"), "<classpath><classpathentry kind=\"src\" path=\"src\"/>"
                + "<classpathentry kind=\"output\" path=\"eclipse-out\"/><classpathentry kind=\"lib\" path=\"" + outside
                + "\"/></classpath>");
        Path source = Files.createDirectories(root.resolve("src/p"));
        for (String type : List.of("Idea", "Eclipse", "Outside")) {
            Files.writeString(source.resolve(type + "User.java"), "package p;\nclass " + type + "User {\n    made." + type + " x;\n}\n");
        }
        Files.createDirectory(root.resolve(".git"));
        Sources sources = Sources.open(new SourceOptions(List.of(root.resolve("src")), Optional.empty(), List.of()));
        List<SourceFile> files = List.of(sources.find("p.IdeaUser").orElseThrow(), sources.find("p.EclipseUser").orElseThrow(),
                sources.find("p.OutsideUser").orElseThrow());
        CompileCheck check = CompileCheck.of(sources, files, List.of());
        assertThat(files).extracting(file -> check.compiled(file.path()))
                .containsExactly(Compiled.PARTIAL, Compiled.PARTIAL, Compiled.NO);
    }

    private static void compile(Path root, Path classes, String text) throws Exception {
        String name = text.substring(text.indexOf("class ") + 6, text.indexOf(" {"));
        Path file = Files.createDirectories(root.resolve("tmp-" + name)).resolve(name + ".java");
        Files.writeString(file, text);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), file.toString())).isZero();
    }
}
