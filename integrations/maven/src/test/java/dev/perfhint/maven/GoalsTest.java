package dev.perfhint.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.cli.record.Engine;
import dev.perfhint.cli.record.TestRunRecording;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.maven.model.Build;
import org.apache.maven.model.Model;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3DomBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the goals ask of perfhint; the goals themselves run in try.sh, with Maven. */
final class GoalsTest {
    private static final Path EXAMPLE = Path.of("../../fixtures/worked-example");

    @TempDir
    private Path directory;

    private BuildModule module(String name, String... libraries) throws Exception {
        Path target = Files.createDirectories(directory.resolve(name + "/target"));
        return new BuildModule(target, List.of(directory.resolve(name + "/src")),
                List.of(libraries).stream().map(directory::resolve).toList());
    }

    @Test
    void takesSourcesAndClassPathOfAllModulesOnce() throws Exception {
        List<BuildModule> modules = List.of(module("model", "shared.jar"), module("app", "model/target/classes", "shared.jar"));
        Path recording = Files.writeString(modules.get(1).buildDirectory().resolve("perfhint-7.jfr"), "x");
        Files.createFile(modules.get(0).buildDirectory().resolve("empty.jfr"));
        Files.writeString(modules.get(0).buildDirectory().resolve("app.jar"), "x");
        assertThat(AnalyzeCall.arguments(modules, null, List.of("--fail-on", "high"), " --min-share  2 ")).containsExactly(
                "analyze", "--no-next", recording.toString(),
                "--source", directory.resolve("model/src").toString(), "--source", directory.resolve("app/src").toString(),
                "--classpath", directory.resolve("shared.jar") + File.pathSeparator + directory.resolve("model/target/classes"),
                "--fail-on", "high", "--min-share", "2");
    }

    @Test
    void runsTheTestsOfTheChosenModulesInTheCopy() throws Exception {
        Path root = Files.createDirectories(directory.resolve("back end/app"));
        Files.createDirectory(directory.resolve(".git"));
        List<String> arguments = TestCommand.arguments(root, List.of(root, root.resolve("a"), root.resolve("b")), true);
        assertThat(arguments.get(1)).startsWith("cd 'back end/app' && ")
                .containsPattern("mvn'? -q -B -o").endsWith(" -q -B -o -am -pl 'a,b' test > /dev/null");
        assertThat(arguments.subList(2, 4)).containsExactly("--verify-test-reports", "back end/app");
    }

    @Test
    void namesWhereItLookedForRecordings() throws Exception {
        List<BuildModule> modules = List.of(module("model"), module("app"));
        assertThatThrownBy(() -> AnalyzeCall.arguments(modules, "", List.of(), null))
                .isInstanceOf(MojoExecutionException.class)
                .hasMessage("no recording in " + directory.resolve("model/target") + ", " + directory.resolve("app/target")
                        + ": make one with 'mvn perfhint:record test', or name one with -Dperfhint.recording=FILE");
        assertThat(AnalyzeCall.arguments(modules, "run.jfr", List.of(), null))
                .contains(Path.of("run.jfr").toAbsolutePath().toString());
    }

    @Test
    void failsTheBuildForFindingsAndForBadInput() throws Exception {
        String recording = EXAMPLE.resolve("recordings/cpu.jfr").toAbsolutePath().toString();
        PrintStream before = System.out;
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        System.setOut(new PrintStream(report, true, StandardCharsets.UTF_8));
        try {
            CommandRun.run(directory, List.of("analyze", recording), new SystemStreamLog());
            assertThat(report.toString(StandardCharsets.UTF_8)).contains("[unbuffered-file-write]");
            assertThatThrownBy(() -> CommandRun.run(
                    directory, List.of("analyze", recording, "--fail-on", "info"), new SystemStreamLog()))
                    .isInstanceOf(MojoFailureException.class);
            assertThatThrownBy(() -> CommandRun.run(
                    directory, List.of("analyze", "missing.jfr"), new SystemStreamLog()))
                    .isInstanceOf(MojoExecutionException.class)
                    .hasMessageContaining("missing.jfr");
            Files.writeString(directory.resolve("perfhint.toml"), "colour = \"red\"\n");
            assertThatThrownBy(() -> CommandRun.run(directory, List.of("analyze", recording), new SystemStreamLog()))
                    .as("the project's perfhint.toml counts").hasMessageContaining("unknown key 'colour'");
        } finally {
            System.setOut(before);
        }
    }

    @Test
    void recordsWhatTheTestsRun() throws Exception {
        Path target = directory.resolve("app/target");
        String options = TestRunRecording.jvmOptions(target, Optional.of(Engine.JFR), Duration.ofMillis(10), 17);
        assertThat(options).contains("-XX:StartFlightRecording=").contains("filename=" + target);
        assertThat(target.resolve("perfhint.jfc")).exists();
        assertThat(RecordMojo.joined(options, "-Xmx1g")).isEqualTo(options + " -Xmx1g");
        assertThat(RecordMojo.joined(options, null)).isEqualTo(options);
        Files.createFile(target.resolve("perfhint-12.jfr"));
        Files.createFile(target.resolve("mine.jfr"));
        TestRunRecording.deleteEarlier(target);
        assertThat(target.resolve("perfhint-12.jfr")).doesNotExist();
        assertThat(target.resolve("mine.jfr")).exists();
        assertThatThrownBy(() -> TestRunRecording.jvmOptions(
                directory.resolve("my app"), Optional.empty(), Duration.ofMillis(10), 17)).hasMessageContaining("my app: ");
        assertThat(RecordMojo.engine("CTIMER")).contains(Engine.CTIMER);
        assertThatThrownBy(() -> RecordMojo.engine("vtune")).hasMessage("perfhint.engine is 'vtune': perf, ctimer or jfr");
    }

    @Test
    void warnsOfAnArgLineThatKeepsTheProfilerOut() throws Exception {
        assertThat(ArgLines.overridden(project("<configuration><argLine>-Xmx1g</argLine></configuration>"), "argLine"))
                .contains("the tests are not recorded: maven-surefire-plugin sets its <argLine>; write @{argLine} in it");
        assertThat(ArgLines.overridden(project("<configuration><argLine>@{argLine} -Xmx1g</argLine></configuration>"), "argLine"))
                .isEmpty();
        assertThat(ArgLines.overridden(project("<configuration/>"), "argLine")).isEmpty();
        assertThat(ArgLines.overridden(new MavenProject(new Model()), "argLine")).isEmpty();
    }

    private static MavenProject project(String configuration) throws Exception {
        Plugin plugin = new Plugin();
        plugin.setGroupId("org.apache.maven.plugins");
        plugin.setArtifactId("maven-surefire-plugin");
        plugin.setConfiguration(Xpp3DomBuilder.build(new java.io.StringReader(configuration)));
        Model model = new Model();
        model.setBuild(new Build());
        model.getBuild().addPlugin(plugin);
        return new MavenProject(model);
    }
}
