package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends perfhint while it keeps standard input: nothing of it is left. */
@EnabledOnOs(OS.LINUX)
class KilledReadTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP", "KILL"})
    void leavesNothingOfStandardInput(String signal) throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Process process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Djava.io.tmpdir=" + temporary,
                        "-cp", System.getProperty("java.class.path"), Main.class.getName(), "hotspots", "-"))
                .redirectError(directory.resolve("err").toFile())
                .start();
        OutputStream in = process.getOutputStream();
        in.write(new byte[200_000]); // more than a pipe holds: it is at work
        in.flush();
        Path descriptors = Path.of("/proc", Long.toString(process.pid()), "fd");
        while (process.isAlive() && !keeps(descriptors, temporary)) {
            Thread.sleep(20);
        }
        assertThat(process.isAlive()).as(Files.readString(directory.resolve("err"))).isTrue();
        assertThat(temporary).isEmptyDirectory();
        if (Signals.areIgnored(process, signal)) {
            process.destroyForcibly();
            abort(signal + " is ignored here, as below nohup or in a background job");
        }
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor()).isZero();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(temporary).isEmptyDirectory();
    }

    private static boolean keeps(Path descriptors, Path temporary) throws Exception {
        try (var open = Files.list(descriptors)) {
            for (Path each : open.toList()) {
                if (Files.isSymbolicLink(each) && Files.readSymbolicLink(each).startsWith(temporary.toRealPath())) {
                    return true;
                }
            }
        } catch (java.io.IOException | java.io.UncheckedIOException closed) {
            return false;
        }
        return false;
    }
}
