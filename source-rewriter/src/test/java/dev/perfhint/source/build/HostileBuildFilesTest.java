package dev.perfhint.source.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Build files whose authors want other files to be read, or their reading never to end. */
class HostileBuildFilesTest {
    /** What takes hours if a search is quadratic and a second if it is not; no measure of speed. */
    private static final Duration END = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    private Path tree;
    private LocalArtifacts artifacts;

    @BeforeEach
    void makeTree() throws IOException {
        tree = Files.createDirectories(directory.resolve("tree")).toRealPath();
        artifacts = new LocalArtifacts(directory.resolve("m2"), directory.resolve("gradle"));
        Files.createDirectories(artifacts.mavenRepository());
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** A group of an empty first part is an absolute path, which may be this process's working directory. */
    @Test
    void findsNoArtifactOutsideTheRepository() throws Exception {
        Path outside = directory.resolve("outside");
        write(outside.resolve("evil/1/evil-1.jar"), "");
        String absolute = outside.toString().replace('/', '.').replaceAll("[^\\w.-]", "");
        assertThat(artifacts.jar(new Coordinates(absolute, "evil", "1"))).isEmpty();
        assertThat(artifacts.jar(new Coordinates(".proc.self.cwd", "evil", "1"))).isEmpty();
        assertThat(artifacts.jar(new Coordinates("g", "../../outside/evil", "1"))).isEmpty();
        write(directory.resolve("m2/g/a/x-1.jar"), "");
        assertThat(artifacts.jar(new Coordinates("g", "a", ".."))).isEmpty();
        write(directory.resolve("gradle/x/a/1/h/a-1.jar"), "");
        assertThat(artifacts.jar(new Coordinates("../gradle/x", "a", "1"))).isEmpty();
        write(directory.resolve("m2/org/example/a/1.2/a-1.2.jar"), "");
        assertThat(artifacts.jar(new Coordinates("org.example", "a", "1.2"))).isPresent();
        assertThat(new Coordinates("com.google.guava", "guava", "33.0.0-jre+1_x").isPlain()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\n", "\t\n", "/*", "//", "a", "a.", "x=", "$a", "'a:b:", "group", "encoding ", "'", "project(':",
        "libs.", "sourceCompatibility", "release =", "{", "\"", "}"})
    void readsEachGradleFileInOnePass(String piece) {
        int count = 300_000 / piece.length();
        List<Function<String, String>> around = List.of(text -> text, text -> "a = { " + text + " }",
                text -> "sourceCompatibility" + text, text -> "release" + text, text -> "encoding" + text,
                text -> "group: 'a', name: 'b'" + text, text -> "/*" + text, text -> "libs.a\na = '" + text);
        assertTimeoutPreemptively(END, () -> {
            for (Function<String, String> each : around) {
                String text = each.apply(piece.repeat(count));
                for (String file : List.of("build.gradle", "gradle.properties", "gradle/libs.versions.toml",
                        "buildSrc/src/main/groovy/a.gradle")) {
                    write(tree.resolve(file), file.equals("build.gradle") ? text + " libs.x" : text);
                }
                GradleProject project = GradleProject.of(tree.resolve("build.gradle"));
                project.level();
                project.encoding();
                project.dependencies();
                project.projects();
            }
        });
    }

    @Test
    void readsNoBuildFileOfSeveralMegabytes() throws Exception {
        write(tree.resolve("pom.xml"), "<project>" + " ".repeat(1 << 20) + "</project>");
        assertThat(BuildFiles.read(tree.resolve("pom.xml"))).isEmpty();
    }

    /** Each of a hundred bills of materials imports all hundred: eight levels of that are never done. */
    @Test
    void importsEachBillOfMaterialsOnce() throws Exception {
        String imports = IntStream.range(0, 100)
                .mapToObj(i -> "<dependency><groupId>g</groupId><artifactId>bom" + i
                        + "</artifactId><version>1</version><scope>import</scope></dependency>")
                .collect(Collectors.joining());
        String managed = "<dependencyManagement><dependencies>" + imports + "</dependencies></dependencyManagement>";
        for (int i = 0; i < 100; i++) {
            write(directory.resolve("m2/g/bom" + i + "/1/bom" + i + "-1.pom"), "<project><artifactId>bom" + i + "</artifactId>"
                    + managed + "</project>");
        }
        write(tree.resolve("pom.xml"), "<project><artifactId>a</artifactId>" + managed
                + "<dependencies><dependency><groupId>g</groupId><artifactId>b</artifactId></dependency></dependencies></project>");
        assertTimeoutPreemptively(END, () ->
                assertThat(MavenProject.of(tree.resolve("pom.xml"), artifacts).dependencies()).hasSize(1));
    }

    @Test
    void endsWhereAPomIsItsOwnParent() throws Exception {
        write(tree.resolve("pom.xml"), "<project><parent><artifactId>a</artifactId><relativePath>pom.xml</relativePath></parent>"
                + "<artifactId>a</artifactId><properties><a>${b}${b}</a><b>${a}${a}</b></properties><version>${a}</version></project>");
        assertThat(MavenProject.of(tree.resolve("pom.xml"), artifacts).coordinates().name()).isEqualTo("a");
    }

    @Test
    void readsNothingAboveTheGitTopLevel() throws Exception {
        Files.createDirectories(tree.resolve(".git"));
        write(directory.resolve("pom.xml"), "<project><artifactId>up</artifactId><properties>"
                + "<maven.compiler.release>11</maven.compiler.release></properties></project>");
        write(tree.resolve("pom.xml"), "<project><parent><artifactId>up</artifactId></parent>"
                + "<artifactId>a</artifactId><modules><module>../up</module></modules></project>");
        assertThat(MavenProject.of(tree.resolve("pom.xml"), artifacts).level()).isEmpty();
        write(directory.resolve("settings.gradle"), "");
        write(directory.resolve("gradle.properties"), "v=1.8");
        write(tree.resolve("g/build.gradle"), "sourceCompatibility = \"$v\"");
        assertThat(GradleProject.of(tree.resolve("g/build.gradle")).level()).isEmpty();
        write(tree.resolve("settings.gradle"), "");
        write(tree.resolve("gradle.properties"), "v=1.8");
        assertThat(GradleProject.of(tree.resolve("g/build.gradle")).level()).contains("1.8");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void readsNoBuildFileThroughALinkOutOfTheRepository() throws Exception {
        Files.createDirectories(tree.resolve(".git"));
        write(directory.resolve("secret.xml"), "<project/>");
        Files.createSymbolicLink(tree.resolve("pom.xml"), directory.resolve("secret.xml"));
        assertThat(BuildFiles.read(tree.resolve("pom.xml"))).isEmpty();
    }

    @Test
    void namesNoProjectOutsideTheBuild() throws Exception {
        write(tree.resolve("settings.gradle"), "");
        Files.createDirectories(directory.resolve("other"));
        Files.createDirectories(tree.resolve("inner"));
        write(tree.resolve("build.gradle"), "implementation project(':..:other')\nimplementation project(':inner')");
        assertThat(GradleProject.of(tree.resolve("build.gradle")).projects()).containsExactly(tree.resolve("inner"));
    }

    @Test
    void readsXmlUpToItsDamageAndNothingThatItRefersTo() throws Exception {
        assertThat(XmlElement.parse("<a><b>x</b><c>y").at("a").orElseThrow().value("b")).isEqualTo("x");
        assertThat(XmlElement.parse("<a><b>1 &lt; <![CDATA[2]]></b></a>").at("a", "b").orElseThrow().text()).isEqualTo("1 < 2");
        assertThat(XmlElement.parse("\uFEFF<?xml version=\"1.0\"?><p:a xsi:x=\"1\"><b/></p:a>").at("p:a", "b")).isPresent();
        Path secret = directory.resolve("secret");
        write(secret, "secret");
        String external = "<!DOCTYPE a [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]><a><b>x</b><c>&e;</c></a>";
        assertThat(XmlElement.parse(external).toString()).doesNotContain("secret");
        String laughs = "<!DOCTYPE a [<!ENTITY e0 \"ha\">" + IntStream.range(1, 40)
                .mapToObj(i -> "<!ENTITY e" + i + " \"&e" + (i - 1) + ";&e" + (i - 1) + ";\">")
                .collect(Collectors.joining()) + "]><a>&e39;</a>";
        assertThat(XmlElement.parse(laughs).toString()).hasSizeLessThan(1000);
        assertThat(XmlElement.parse("<a>".repeat(100_000)).at("a")).isPresent();
    }
}
