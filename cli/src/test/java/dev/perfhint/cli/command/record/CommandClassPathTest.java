package dev.perfhint.cli.command.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The class path that a command line names, of files that there are. */
class CommandClassPathTest {
    @TempDir
    private Path directory;

    private void jar(String name, String classPath) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!classPath.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
    }

    private String of(String... command) {
        return Arrays.stream(CommandClassPath.of(List.of(command), directory).split(File.pathSeparator))
                .map(entry -> entry.replace(directory + "/", "")).collect(Collectors.joining(" "));
    }

    @Test
    void takesTheJarAndWhatItsManifestNames() throws IOException {
        jar("target/shop.jar", "lib/json.jar lib/gone.jar ../conf/");
        jar("target/lib/json.jar", "");
        jar("target/lib/other.jar", "");
        Files.createDirectories(directory.resolve("conf"));
        assertThat(of("java", "-Xmx1g", "-cp", "conf", "-jar", "target/shop.jar", "-cp", "x"))
                .isEqualTo("target/shop.jar target/lib/json.jar conf");
    }

    @Test
    void takesTheLastClassPathOption() throws IOException {
        jar("lib/b.jar", "");
        jar("lib/a.jar", "");
        Files.createDirectories(directory.resolve("classes"));
        Files.writeString(directory.resolve("lib/text.jar"), "no jar");
        String list = String.join(File.pathSeparator, "classes", "lib/*", "", "gone");
        assertThat(of("java", "-cp", "lib/a.jar", "--class-path", list, "--add-modules", "m", "org.example.Main", "-cp", "lib/b.jar"))
                .isEqualTo("classes lib/a.jar lib/b.jar");
        assertThat(of("java", "org.example.Main")).isEmpty();
        assertThat(of("java", "-jar", "gone.jar")).isEmpty();
    }

    @Test
    void readsThatOfARunningJvm() {
        List<String> own = List.of(CommandClassPath.of(ProcessHandle.current().pid()).split(File.pathSeparator));
        assertThat(own).isNotEmpty().allSatisfy(entry -> assertThat(Path.of(entry)).exists());
    }
}
