package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills {@code perfhint analyze --apply}, a process of its own, with SIGKILL: every second one at any time, the others once
 * it has begun to write.
 *
 * <p>{@code -Dperfhint.kills=200} for more; {@code bench/kill-apply.sh} does the same with the launcher.
 */
@EnabledOnOs(OS.LINUX)
class KilledAnalyzeTest {
    private static final int KILLS = Integer.getInteger("perfhint.kills", 6);
    private static final long SEED = Long.getLong("perfhint.seed", 20261121);
    private static final Path APP = Path.of("../fixtures/worked-example").toAbsolutePath().normalize();
    private static final String EMPTY = "../fixtures/recordings/async-profiler-4.6/cycles-empty.jfr";
    private static final String PACKAGE = "src/org/example/export";
    private static final List<String> FILES = List.of("Export.java", "ExtOutputStream.java");

    @TempDir
    private Path directory;

    private Path sources;
    private List<byte[]> before;
    private List<byte[]> after;

    @Test
    void leavesEveryFileWhollyOldOrWhollyNew() throws Exception {
        sources = Files.createDirectories(directory.resolve("app").resolve(PACKAGE));
        Path elsewhere = Files.createDirectories(directory.resolve("app/src/elsewhere"));
        for (String file : FILES) {
            Files.copy(APP.resolve("app").resolve(PACKAGE).resolve(file), sources.resolve(file));
        }
        Files.move(sources.resolve("Export.java"), elsewhere.resolve("Real.java"));
        Files.createSymbolicLink(sources.resolve("Export.java"), Path.of("../../../elsewhere/Real.java"));
        Files.setPosixFilePermissions(sources.resolve("ExtOutputStream.java"), PosixFilePermissions.fromString("rwxr-----"));
        before = contents();
        assertThat(analyze("--apply").err()).contains("applied 2 fixes in 2 files");
        after = contents();
        assertThat(after).hasSize(2).doesNotContainAnyElementsOf(before);
        Random random = new Random(SEED);
        long wholeRunMillis = 3000;
        int writing = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            restore();
            Process victim = start();
            long start = System.nanoTime();
            if (kill % 2 == 0) {
                Thread.sleep(random.nextInt((int) wholeRunMillis + 1));
            } else {
                while (victim.isAlive() && leftovers().isEmpty()) {
                    Thread.onSpinWait();
                }
                wholeRunMillis = (System.nanoTime() - start) / 1_000_000;
                Thread.sleep(random.nextInt(kill % 4 == 1 ? 2 : 20));
            }
            victim.destroyForcibly().waitFor();
            writing += leftovers().isEmpty() ? 0 : 1;
            versions("after kill " + kill);
            assertThat(Invocation.of("analyze", EMPTY, "--source", directory.resolve("app").toString(), "--apply").code())
                    .isZero();
            List<Integer> recovered = versions("after recovering from kill " + kill);
            assertThat(recovered.stream().distinct()).as("kill %d, seed %d: %s", kill, SEED, recovered).hasSize(1);
            assertThat(leftovers()).isEmpty();
            if (recovered.get(0) == 0) {
                assertThat(analyze("--apply").code()).isZero();
                assertThat(versions("after the next run")).containsOnly(1);
            }
        }
        System.out.println(KILLS + " kills, " + writing + " of them while files were being changed");
        if (KILLS >= 50) {
            assertThat(writing).as("kills while files were being changed").isPositive();
        }
        assertThat(Files.isSymbolicLink(sources.resolve("Export.java"))).isTrue();
        assertThat(Files.getPosixFilePermissions(sources.resolve("ExtOutputStream.java"), LinkOption.NOFOLLOW_LINKS))
                .isEqualTo(PosixFilePermissions.fromString("rwxr-----"));
    }

    private List<String> arguments(String... more) {
        List<String> arguments = new ArrayList<>(List.of("analyze", Example.CPU, "--source", directory.resolve("app").toString(),
                "--classpath", APP.resolve("lib/textformat-1.0.jar").toString()));
        arguments.addAll(List.of(more));
        if (more.length > 0) {
            arguments.add("--unsafe-fixes");
        }
        return arguments;
    }

    private Invocation analyze(String... more) {
        Invocation run = Invocation.of(arguments(more).toArray(new String[0]));
        assertThat(run.code()).as(run.err()).isZero();
        return run;
    }

    private Process start() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(arguments("--apply"));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(new File("/dev/null"))
                .start();
    }

    private void restore() throws IOException {
        for (int i = 0; i < FILES.size(); i++) {
            Path real = sources.resolve(FILES.get(i)).toRealPath();
            Path part = directory.resolve("part");
            Files.write(part, before.get(i));
            Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(real));
            Files.move(part, real, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private List<byte[]> contents() throws IOException {
        List<byte[]> contents = new ArrayList<>();
        for (String file : FILES) {
            contents.add(Files.readAllBytes(sources.resolve(file)));
        }
        return contents;
    }

    /** Returns 0 for old and 1 for new; anything else is a torn file. */
    private List<Integer> versions(String when) throws IOException {
        List<byte[]> now = contents();
        List<Integer> versions = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            boolean old = Arrays.equals(now.get(i), before.get(i));
            assertThat(old || Arrays.equals(now.get(i), after.get(i)))
                    .as("%s is torn %s, seed %d", FILES.get(i), when, SEED)
                    .isTrue();
            versions.add(old ? 0 : 1);
        }
        return versions;
    }

    private List<Path> leftovers() throws IOException {
        while (true) {
            try (Stream<Path> all = Files.walk(directory)) {
                return all.filter(path -> path.getFileName().toString().contains("perfhint-")).toList();
            } catch (UncheckedIOException e) {
                if (!(e.getCause() instanceof NoSuchFileException)) {
                    throw e;
                }
                // the victim renamed a file during the walk: look again
            }
        }
    }
}
