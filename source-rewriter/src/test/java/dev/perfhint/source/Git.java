package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.fix.Patch;
import dev.perfhint.source.patch.FileChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The real git, which must take every patch at the source base and give perfhint's own bytes. */
final class Git {
    private Git() {}

    static void apply(Path base, Patch patch) throws IOException, InterruptedException {
        if (!Files.exists(base.resolve(".git"))) {
            run(base, "init", "-q");
        }
        Path file = Files.createTempFile("perfhint", ".patch");
        Files.write(file, patch.unifiedDiff());
        run(base, "apply", "--check", file.toString());
        run(base, "apply", "--whitespace=nowarn", file.toString());
        Files.delete(file);
        for (FileChange change : patch.changes()) {
            assertThat(Files.readAllBytes(change.file())).isEqualTo(change.after());
        }
    }

    private static void run(Path directory, String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 5];
        command[0] = "git";
        command[1] = "-c";
        command[2] = "core.autocrlf=false";
        command[3] = "-c";
        command[4] = "core.safecrlf=false";
        System.arraycopy(arguments, 0, command, 5, arguments.length);
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
    }
}
