package dev.perfhint.source.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Checks.Compiled;
import dev.perfhint.source.compile.CompileCheck;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small Maven and Gradle projects on disk, with libraries compiled into a local repository and a Gradle cache. */
class BuildFilesTest {
    @TempDir
    Path directory;

    private LocalArtifacts artifacts() {
        return new LocalArtifacts(directory.resolve("m2"), directory.resolve("gradle"));
    }

    private void write(String file, String text) throws Exception {
        Path path = directory.resolve("project").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** Compiles {@code package lib.NAME; public class NAME} into the Maven repository, or the Gradle cache. */
    private void library(boolean gradle, String name, String version, String pomBody) throws Exception {
        Path sources = Files.createDirectories(directory.resolve("lib-" + name + version));
        String type = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        Path source = sources.resolve(type + ".java");
        Files.writeString(source, "package lib." + name + "; public class " + type + " { public static int v() { return 1; } }");
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, errors, errors, "-d", sources.toString(), source.toString()))
                .as(errors.toString()).isZero();
        Path jar = gradle ? directory.resolve("gradle/lib/" + name + "/" + version + "/aa11")
                : directory.resolve("m2/lib/" + name + "/" + version);
        Path pom = gradle ? jar.resolveSibling("bb22") : jar;
        Files.createDirectories(jar);
        Files.createDirectories(pom);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar.resolve(name + "-" + version + ".jar")))) {
            out.putNextEntry(new JarEntry("lib/" + name + "/" + type + ".class"));
            out.write(Files.readAllBytes(sources.resolve("lib/" + name + "/" + type + ".class")));
        }
        Files.writeString(pom.resolve(name + "-" + version + ".pom"), pom("lib", name, version, pomBody));
    }

    private static String pom(String group, String name, String version, String body) {
        return "<?xml version=\"1.0\"?>\n<!-- <project> --><project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n<groupId>" + group
                + "</groupId><artifactId>" + name + "</artifactId><version>" + version + "</version>\n" + body + "\n</project>\n";
    }

    private static String dependency(String name, String version) {
        return "<dependency><groupId>lib</groupId><artifactId>" + name + "</artifactId>"
                + (version.isEmpty() ? "" : "<version>" + version + "</version>") + "</dependency>";
    }

    private Sources sources() throws Exception {
        return Sources.open(new SourceOptions(List.of(directory.resolve("project")), Optional.empty(), List.of()));
    }

    private CompileCheck check(Sources sources, String... classes) {
        List<SourceFile> files = new ArrayList<>();
        for (String each : classes) {
            files.add(sources.find(each).orElseThrow());
        }
        return CompileCheck.of(sources, files, List.of(), artifacts(), Duration.ofMinutes(1));
    }

    private Compiled compiled(String className) throws Exception {
        Sources sources = sources();
        return check(sources, className).compiled(sources.find(className).orElseThrow().path());
    }

    private Optional<String> release(String className) throws Exception {
        Sources sources = sources();
        return BuildFiles.release(List.of(sources.find(className).orElseThrow().path()), sources.base(), artifacts());
    }

    /** Parent above, properties, managed versions, a bill of materials, a transitive library, a sibling module. */
    @Test
    void readsMavenProjectWithModules() throws Exception {
        library(false, "first", "1.2", "");
        library(false, "second", "3.0", "<dependencies>" + dependency("third", "") + "</dependencies>"
                + "<dependencyManagement><dependencies>" + dependency("third", "${third}") + "</dependencies></dependencyManagement>"
                + "<properties><third>0.9</third></properties>");
        library(false, "third", "0.9", "");
        library(false, "fourth", "4", "");
        library(false, "bill", "7", "<dependencyManagement><dependencies>" + dependency("fourth", "4")
                + "</dependencies></dependencyManagement>");
        write("pom.xml", pom("org.example", "parent", "1-SNAPSHOT", """
                <packaging>pom</packaging>
                <modules><module>core</module><module>nested/app</module></modules>
                <properties><lib.version>1.2</lib.version><level>17</level>
                <maven.compiler.release>${level}</maven.compiler.release></properties>
                <dependencyManagement><dependencies>
                <dependency><groupId>lib</groupId><artifactId>bill</artifactId><version>7</version><type>pom</type><scope>import</scope></dependency>
                %s</dependencies></dependencyManagement>
                <dependencies>%s</dependencies>
                <build><plugins><plugin><artifactId>x</artifactId><version>9.9</version></plugin></plugins></build>
                """.formatted(dependency("second", "3.0"), dependency("fourth", ""))));
        String parent = "<parent><groupId>org.example</groupId><artifactId>parent</artifactId><version>1-SNAPSHOT</version>%s</parent>";
        write("core/pom.xml", "<project>" + parent.formatted("") + "<artifactId>core</artifactId>"
                + "<dependencies>" + dependency("first", "${lib.version}") + "</dependencies></project>");
        write("core/src/main/java/core/Core.java", "package core; public class Core { public static int v() { return lib.first.First.v(); } }");
        write("nested/app/pom.xml", "<project>" + parent.formatted("<relativePath>../../pom.xml</relativePath>")
                + "<artifactId>app</artifactId><dependencies>" + dependency("second", "")
                + "<dependency><groupId>${project.groupId}</groupId><artifactId>core</artifactId><version>${project.version}</version></dependency>"
                + "</dependencies></project>");
        write("nested/app/src/main/java/app/App.java", """
                package app;
                class App {
                    int sum() {
                        return lib.first.First.v() + lib.second.Second.v() + lib.third.Third.v() + lib.fourth.Fourth.v()
                                + core.Core.v() + Other.v();
                    }
                }
                """);
        write("nested/app/src/main/java/app/Other.java", "package app; class Other { static int v() { return 2; } }");
        write("nested/app/src/test/java/app/AppTest.java", "package app; class AppTest { int v() { return new App().sum(); } }");
        assertThat(compiled("app.App")).isEqualTo(Compiled.FULL);
        assertThat(compiled("app.AppTest")).isEqualTo(Compiled.FULL);
        assertThat(compiled("core.Core")).isEqualTo(Compiled.FULL);
        assertThat(release("app.App")).contains("17");
        Sources sources = sources();
        SourceFile app = sources.find("app.App").orElseThrow();
        assertThat(check(sources, "app.App").compile(Map.of(app, app.text().replace("Other.v()", "Other.w()"))).worse()).hasSize(1);
    }

    @Test
    void usesTheCompiledClassesOfASibling() throws Exception {
        write("pom.xml", pom("g", "parent", "1", "<modules><module>a</module><module>b</module></modules>"));
        String parent = "<parent><groupId>g</groupId><artifactId>parent</artifactId><version>1</version></parent>";
        write("a/pom.xml", "<project>" + parent + "<artifactId>a</artifactId></project>");
        write("b/pom.xml", "<project>" + parent + "<artifactId>b</artifactId><dependencies><dependency><groupId>g</groupId>"
                + "<artifactId>a</artifactId><version>1</version></dependency></dependencies></project>");
        // a is generated: there are classes and no sources
        library(false, "made", "1", "");
        Path classes = directory.resolve("project/a/target/classes/lib/made");
        Files.createDirectories(classes);
        Files.copy(directory.resolve("lib-made1/lib/made/Made.class"), classes.resolve("Made.class"));
        write("b/src/main/java/b/B.java", "package b; class B { int v = lib.made.Made.v(); }");
        assertThat(compiled("b.B")).isEqualTo(Compiled.FULL);
    }

    @Test
    void saysWhereTheClassPathIsNotFull() throws Exception {
        write("pom.xml", pom("g", "a", "1", "<dependencies>" + dependency("missing", "1") + "</dependencies>"));
        write("src/main/java/a/A.java", "package a; class A { int v = 1; B b; }");
        write("src/main/java/a/B.java", "package a; class B { lib.missing.Missing m; }");
        write("src/main/java/a/C.java", "package a; class C { lib.missing.Missing m; }");
        Sources sources = sources();
        CompileCheck check = check(sources, "a.A", "a.C");
        assertThat(check.compiled(sources.find("a.A").orElseThrow().path())).isEqualTo(Compiled.PARTIAL);
        assertThat(check.compiled(sources.find("a.C").orElseThrow().path())).isEqualTo(Compiled.NO);
        String remedy = "run mvn dependency:go-offline, or give the class path with --classpath";
        assertThat(check.notes()).containsExactly("not compiled against missing: " + remedy);
        assertThat(check.whyNot(sources.find("a.C").orElseThrow().path()))
                .isEqualTo("the class has errors before the edit: package lib.missing does not exist; " + remedy);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "<properties><maven.compiler.release>11</maven.compiler.release></properties>|11",
        "<properties><maven.compiler.source>1.8</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>|8",
        "<properties><maven.compiler.source>8</maven.compiler.source><maven.compiler.release>11</maven.compiler.release></properties>|11",
        "<properties><java.version>17</java.version></properties>|17",
        "<properties><j>11</j></properties><build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><configuration><release>${j}</release></configuration></plugin></plugins></build>|11",
        "<build><pluginManagement><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><configuration><source>1.8</source></configuration></plugin></plugins></pluginManagement></build>|8",
        "<build><plugins><plugin><artifactId>other</artifactId><configuration><release>11</release></configuration></plugin></plugins></build>|",
        "<!-- <properties><maven.compiler.release>11</maven.compiler.release></properties> -->|",
        "<properties><maven.compiler.release>${unknown}</maven.compiler.release></properties>|",
        "<properties><maven.compiler.release>99</maven.compiler.release></properties>|",
    })
    void readsMavenLevel(String body, String level) throws Exception {
        write("pom.xml", pom("g", "a", "1", body));
        write("src/main/java/a/A.java", "package a; class A {}");
        assertThat(release("a.A")).isEqualTo(Optional.ofNullable(level));
    }

    @Test
    void inheritsLevelFromAParentInTheRepository() throws Exception {
        library(false, "corporate", "5", "<properties><maven.compiler.release>${java.version}</maven.compiler.release>"
                + "<java.version>8</java.version></properties>");
        write("pom.xml", "<project><parent><groupId>lib</groupId><artifactId>corporate</artifactId><version>5</version>"
                + "<relativePath/></parent><artifactId>a</artifactId><properties><java.version>11</java.version></properties></project>");
        write("src/main/java/a/A.java", "package a; class A {}");
        assertThat(release("a.A")).contains("11");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "build.gradle|sourceCompatibility = '1.8'|8",
        "build.gradle|sourceCompatibility = JavaVersion.VERSION_1_8|8",
        "build.gradle|sourceCompatibility JavaVersion.VERSION_17|17",
        "build.gradle|java { toolchain { languageVersion = JavaLanguageVersion.of(17) } }|17",
        "build.gradle|java { toolchain { languageVersion = JavaLanguageVersion.of(17) } }; tasks.withType(JavaCompile) { options.release = 11 }|11",
        "build.gradle|// sourceCompatibility = 8|",
        "build.gradle.kts|java { sourceCompatibility = JavaVersion.VERSION_11 }|11",
        "build.gradle.kts|kotlin { jvmToolchain(17) }|17",
        "build.gradle.kts|tasks.withType<JavaCompile>().configureEach { options.release.set(11) }|11",
        "build.gradle.kts|val javaVersion = \"17\"; java { sourceCompatibility = JavaVersion.toVersion(\"$javaVersion\") }|17",
    })
    void readsGradleLevel(String file, String text, String level) throws Exception {
        write(file, text.replace("; ", "\n"));
        write("src/main/java/a/A.java", "package a; class A {}");
        assertThat(release("a.A")).isEqualTo(Optional.ofNullable(level));
    }

    @ParameterizedTest
    @CsvSource({"build.gradle", "build.gradle.kts"})
    void readsGradleBuildWithProjects(String script) throws Exception {
        boolean kotlin = script.endsWith(".kts");
        library(true, "first", "1.2", "");
        library(true, "second", "3.0", "<dependencies>" + dependency("third", "0.9") + "</dependencies>");
        library(true, "third", "0.9", "");
        library(false, "fourth", "4", "");
        library(true, "fifth", "5.5", "");
        write(kotlin ? "settings.gradle.kts" : "settings.gradle", "include(\":core\", \":app\")");
        write("gradle.properties", "fourthVersion=4\n");
        write("gradle/libs.versions.toml", """
                [versions]
                second = "3.0"
                [libraries]
                second = { module = "lib:second", version.ref = "second" }
                """);
        write(script, "subprojects { java { toolchain { languageVersion.set(JavaLanguageVersion.of(17)) } } }");
        write("core/" + script, "dependencies { api(\"lib:first:1.2\") }");
        write("core/src/main/java/core/Core.java", "package core; public class Core { public static int v() { return 1; } }");
        write("app/" + script, kotlin
                ? "val fifth = \"5.5\"\ndependencies {\n implementation(project(\":core\"))\n implementation(libs.second)\n"
                        + " implementation(\"lib:fourth:${property}\")\n implementation(\"lib:fourth:$fourthVersion\")\n"
                        + " implementation(\"lib:fifth:$fifth\") // \"lib:none:1\"\n}\n"
                : "def fifth = '5.5'\ndependencies {\n implementation project(':core')\n implementation libs.second\n"
                        + " implementation \"lib:fourth:${fourthVersion}\"\n"
                        + " implementation group: 'lib', name: 'fifth', version: '5.5'\n}\n");
        write("app/src/main/java/app/App.java", """
                package app;
                class App {
                    int sum() {
                        return lib.first.First.v() + lib.second.Second.v() + lib.third.Third.v() + lib.fourth.Fourth.v()
                                + lib.fifth.Fifth.v() + core.Core.v();
                    }
                }
                """);
        assertThat(compiled("app.App")).isEqualTo(Compiled.FULL);
        assertThat(release("app.App")).contains("17");
    }

    @Test
    void readsConventionPlugins() throws Exception {
        write("settings.gradle.kts", "include(\"app\")");
        write("buildSrc/src/main/kotlin/java-conventions.gradle.kts",
                "java { toolchain { languageVersion = JavaLanguageVersion.of(11) } }\n"
                        + "tasks.withType<JavaCompile> { options.encoding = \"ISO-8859-1\" }\n");
        write("app/build.gradle.kts", "plugins { id(\"java-conventions\") }");
        write("app/src/main/java/a/A.java", "package a; class A {}");
        assertThat(release("a.A")).contains("11");
        assertThat(BuildFiles.encoding(directory.resolve("project/app"))).contains("ISO-8859-1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "pom.xml|<project><properties><project.build.sourceEncoding>ISO-8859-1</project.build.sourceEncoding></properties></project>|ISO-8859-1",
        "pom.xml|<project><properties><e>windows-1252</e><project.build.sourceEncoding>${e}</project.build.sourceEncoding></properties></project>|windows-1252",
        "pom.xml|<project><build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><configuration><encoding>ISO-8859-15</encoding></configuration></plugin></plugins></build></project>|ISO-8859-15",
        "pom.xml|<project><build><plugins><plugin><artifactId>maven-resources-plugin</artifactId><configuration><encoding>ISO-8859-15</encoding></configuration></plugin></plugins></build></project>|UTF-8",
        "pom.xml|<project><!-- <properties><project.build.sourceEncoding>ISO-8859-1</project.build.sourceEncoding></properties> --></project>|UTF-8",
        "pom.xml|<project><properties><project.build.sourceEncoding>no-such</project.build.sourceEncoding></properties></project>|UTF-8",
        "build.gradle|compileJava.options.encoding = 'ISO-8859-1'|ISO-8859-1",
        "build.gradle|tasks.withType(JavaCompile) { options.encoding 'windows-1252' }|windows-1252",
        "build.gradle|// options.encoding = 'ISO-8859-1'|UTF-8",
        "build.gradle.kts|tasks.withType<JavaCompile> { options.encoding = \"ISO-8859-1\" }|ISO-8859-1",
    })
    void decodesSourcesAsTheBuildDoes(String file, String text, String charset) throws Exception {
        write(file, text);
        Path source = directory.resolve("project/module/src/main/java/a/A.java");
        Files.createDirectories(source.getParent());
        Files.write(source, "package a; class A { String s = \"caf\u00e9\"; }".getBytes(Charset.forName(charset)));
        SourceFile read = sources().find("a.A").orElseThrow();
        assertThat(read.charset()).isEqualTo(Charset.forName(charset));
        assertThat(read.text()).contains("caf\u00e9");
    }

    @Test
    void refusesSourcesThatAreNotInTheStatedEncoding() throws Exception {
        write("pom.xml", pom("g", "a", "1", "<properties><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>"));
        Path source = directory.resolve("project/src/main/java/a/A.java");
        Files.createDirectories(source.getParent());
        Files.write(source, "package a; class A { String s = \"caf\u00e9\"; }".getBytes(StandardCharsets.ISO_8859_1));
        Sources sources = sources();
        assertThat(sources.find("a.A")).isEmpty();
        assertThat(sources.warnings()).containsExactly(
                "src/main/java/a/A.java: is not valid UTF-8, not edited; name its encoding with --encoding");
    }

    @Test
    void readsWhatADamagedBuildFileStillTells() {
        XmlElement damaged = XmlElement.parse("<!DOCTYPE x><a><b x='1'>1 &lt; <![CDATA[<2>]]></b><c/><d>open <e");
        assertThat(damaged.at("a", "b").orElseThrow().text()).isEqualTo("1 < <2>");
        assertThat(damaged.at("a", "d").orElseThrow().text()).isEqualTo("open");
        assertThat(XmlElement.parse("").children()).isEmpty();
        assertThat(XmlElement.parse("<a>".repeat(100_000)).children()).hasSize(1);
    }
}
