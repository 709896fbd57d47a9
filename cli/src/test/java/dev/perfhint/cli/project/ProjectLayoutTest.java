package dev.perfhint.cli.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects as they lie on disk, asked from their top and from below. */
class ProjectLayoutTest {
    @TempDir
    Path root;

    private void write(String file, String text) throws Exception {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private List<String> sources(String directory) {
        return ProjectLayout.of(root.resolve(directory)).map(ProjectLayout::sources).orElse(List.of()).stream()
                .map(each -> root.relativize(each).toString())
                .toList();
    }

    @Test
    void readsMavenModulesAndTheirNamedDirectories() throws Exception {
        write("pom.xml", "<project><modules><module>core</module></modules>"
                + "<profiles><profile><modules><module>extra</module></modules></profile></profiles></project>");
        write("core/pom.xml", "<project><build><sourceDirectory>code</sourceDirectory></build></project>");
        write("core/code/A.java", "class A {}");
        write("core/src/main/java/Old.java", "class Old {}");
        write("extra/pom.xml", "<project/>");
        write("extra/src/main/java/B.java", "class B {}");
        write("extra/src/test/java/BTest.java", "class BTest {}");
        write("samples/one/pom.xml", "<project/>");
        write("samples/one/src/main/java/A.java", "class A {}");

        assertThat(sources("")).containsExactly("core/code", "extra/src/main/java", "extra/src/test/java");
        assertThat(sources("extra/src/main/java")).isEqualTo(sources(""));
        assertThat(sources("samples/one")).as("no module: a project of its own").containsExactly(
                "samples/one/src/main/java");
        write("samples/two/pom.xml", "<project><modules><module>app</module></modules></project>");
        write("samples/two/app/pom.xml", "<project/>");
        write("samples/two/app/src/main/java/A.java", "class A {}");
        assertThat(sources("samples/two")).containsExactly("samples/two/app/src/main/java");
        assertThat(sources("samples/two/app")).containsExactly("samples/two/app/src/main/java");
        assertThat(ProjectLayout.of(root).orElseThrow().buildFile()).isEqualTo("pom.xml");
    }

    @Test
    void leavesAMavenDirectoryOutsideOfTheProject() throws Exception {
        write("project/pom.xml", "<project><modules><module>../other</module></modules>"
                + "<build><sourceDirectory>../../etc</sourceDirectory></build></project>");
        write("project/.git/HEAD", "ref: refs/heads/main");
        write("project/src/test/java/T.java", "class T {}");
        write("other/pom.xml", "<project/>");
        write("other/src/main/java/A.java", "class A {}");

        assertThat(sources("project")).containsExactly("project/src/test/java");
    }

    @Test
    void findsGradleSourceSetsButNoOutputs() throws Exception {
        write("settings.gradle.kts", "include(\"app\", \"lib:io\")");
        write("app/build.gradle.kts", "plugins { application }");
        write("app/src/main/java/A.java", "class A {}");
        write("app/src/integrationTest/java/T.java", "class T {}");
        write("app/src/test/resources/sample/src/main/java/S.java", "class S {}");
        write("lib/io/src/main/java/B.java", "class B {}");
        write("app/build/generated/src/main/java/G.java", "class G {}");
        write("lib/kt/src/main/kotlin/K.kt", "class K");

        assertThat(sources("lib/io")).containsExactly(
                "app/src/integrationTest/java", "app/src/main/java", "lib/io/src/main/java");
    }

    @Test
    void takesAPlainSourceDirectoryWithItsJars() throws Exception {
        write("src/org/example/A.java", "package org.example; class A {}");
        write("lib/b.jar", "");
        write("lib/a.jar", "");
        write("lib/readme.txt", "");

        ProjectLayout layout = ProjectLayout.of(root).orElseThrow();
        assertThat(sources("")).containsExactly("src");
        assertThat(layout.libraries()).containsExactly(root.resolve("lib/a.jar"), root.resolve("lib/b.jar"));
    }

    @Test
    void followsNoLinkAndNoDirectoryAboveTheRepository() throws Exception {
        write("pom.xml", "<project/>");
        write("src/main/java/Above.java", "class Above {}");
        write("clone/.git/HEAD", "ref: refs/heads/main");
        write("clone/build.gradle", "");
        write("clone/src/main/java/A.java", "class A {}");
        Files.createSymbolicLink(root.resolve("clone/linked"), root.resolve("src"));

        assertThat(sources("clone")).containsExactly("clone/src/main/java");
    }

    @Test
    void isEmptyWithoutSources() throws Exception {
        write("pom.xml", "<project/>");
        write("docs/readme.md", "");

        assertThat(ProjectLayout.of(root)).isEmpty();
        assertThat(ProjectLayout.of(root.resolve("docs"))).isEmpty();
    }
}
