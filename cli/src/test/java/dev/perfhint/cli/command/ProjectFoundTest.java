package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.lsp4j.Diagnostic;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The worked example as a Maven, Gradle and plain project: no option adds anything to what is found there. */
class ProjectFoundTest {
    private static final Path EXAMPLE = Path.of(Example.SOURCE).getParent();
    private static final String PATCHED = EXAMPLE.resolve("recordings/patched-cpu.jfr").toString();

    @TempDir
    private Path directory;

    /** How a project lies on disk; the library is the one that the application calls. */
    enum Shape {
        MAVEN("app/src/main/java", "lib/target/classes"),
        GRADLE("app/src/main/java", "lib/build/classes/java/main"),
        PLAIN("src", "lib/textformat-1.0.jar");

        private final String sources;
        private final String library;

        Shape(String sources, String library) {
            this.sources = sources;
            this.library = library;
        }

        Path in(Path root) throws Exception {
            copy(Path.of(Example.SOURCE, "src"), root.resolve(sources));
            Files.createDirectories(root.resolve(library).getParent());
            Path jar = EXAMPLE.resolve("lib/textformat-1.0.jar");
            if (this == PLAIN) {
                Files.copy(jar, root.resolve(library));
            } else {
                new ProcessBuilder("unzip", "-q", jar.toString(), "-d", root.resolve(library).toString())
                        .inheritIO().start().waitFor();
                describe(root);
            }
            new ProcessBuilder("git", "init", "-q", root.toString()).start().waitFor();
            return root;
        }

        private void describe(Path root) throws IOException {
            if (this == GRADLE) {
                Files.writeString(root.resolve("settings.gradle"), "include 'app', 'lib'\n");
                Files.writeString(root.resolve("app/build.gradle"), "dependencies { implementation project(':lib') }\n");
                Files.writeString(root.resolve("lib/build.gradle"), "plugins { id 'java' }\n");
                return;
            }
            Files.writeString(root.resolve("pom.xml"), pom("parent", "<packaging>pom</packaging>"
                    + "<modules><module>lib</module><module>app</module></modules>"));
            Files.writeString(root.resolve("lib/pom.xml"), pom("lib", ""));
            Files.writeString(root.resolve("app/pom.xml"), pom("app", "<dependencies><dependency>"
                    + "<groupId>org.example</groupId><artifactId>lib</artifactId><version>1</version>"
                    + "</dependency></dependencies>"));
        }

        private static String pom(String name, String rest) {
            return "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>" + name
                    + "</artifactId><version>1</version>" + rest + "</project>";
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(path).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(path, copy);
            }
        }
    }

    private static String run(Path root, List<String> options, String... command) {
        List<String> args = new ArrayList<>(List.of(command));
        args.addAll(options);
        Invocation run = Invocation.with(Map.of(), Map.of("user.dir", root.toString()), args.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err().contains("sources of ")).as(run.err()).isEqualTo(options.isEmpty());
        return run.out();
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void givesTheSameWithAndWithoutOptions(Shape shape) throws Exception {
        Path root = shape.in(directory.toRealPath().resolve("project"));
        List<String> named = List.of("--source", root.resolve(shape.sources).toString(),
                "--classpath", root.resolve(shape.library).toString());
        Path patch = directory.resolve("perfhint.patch");
        List<String> fix = List.of("analyze", Example.CPU, "--fix", "--unsafe-fixes", "--patch", patch.toString(), "--format", "json");
        for (List<String> command : List.of(List.of("analyze", Example.CPU, "--format", "json"), fix,
                List.of("compare", Example.CPU, PATCHED, "--format", "json"))) {
            String[] args = command.toArray(String[]::new);
            String found = run(root, List.of(), args);
            assertThat(found).as("%s", command).isEqualTo(run(root, named, args));
            assertThat(found).contains(shape.sources);
            if (command == fix) {
                assertThat(found).as("the library is found too").contains("\"compiled\": \"full\"").doesNotContain("\"partial\"");
            }
        }
        assertThat(diagnostics(root, List.of())).isEqualTo(diagnostics(root, named)).isNotEmpty();
    }

    private List<Diagnostic> diagnostics(Path root, List<String> options) throws Exception {
        Path recording = root.resolve("perfhint.jfr");
        if (!Files.exists(recording)) {
            Files.copy(Path.of(Example.CPU), recording);
        }
        Path file;
        try (Stream<Path> paths = Files.walk(root)) {
            file = paths.filter(each -> each.endsWith("ExtOutputStream.java")).findFirst().orElseThrow();
        }
        try (EditorClient client = EditorClient.open(root, directory.resolve("errors.txt"), options.toArray(String[]::new))) {
            client.openFile(file.toUri().toString(), Files.readString(file));
            return client.await(file.toUri().toString(), list -> !list.isEmpty());
        }
    }
}
