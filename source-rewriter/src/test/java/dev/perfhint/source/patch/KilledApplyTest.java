package dev.perfhint.source.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process with SIGKILL while it changes files over and over.
 *
 * <p>{@code -Dperfhint.kills=200} for the full run; the seed is printed with a failure.
 */
@EnabledOnOs(OS.LINUX)
class KilledApplyTest {
    private static final int FILES = 6;
    private static final int KILLS = Integer.getInteger("perfhint.kills", 12);
    private static final long SEED = Long.getLong("perfhint.seed", 20261121);

    @TempDir
    Path directory;

    @Test
    void leavesEveryFileWhollyOldOrWhollyNew() throws Exception {
        Path root = Files.createDirectories(directory.resolve("src"));
        Path elsewhere = Files.createDirectories(root.resolve("real"));
        for (int i = 0; i < FILES; i++) {
            Files.write(i == 0 ? elsewhere.resolve("F0.java") : root.resolve("F" + i + ".java"), content(i, 0));
        }
        Files.createSymbolicLink(root.resolve("F0.java"), elsewhere.resolve("F0.java"));
        Files.setPosixFilePermissions(root.resolve("F1.java"), PosixFilePermissions.fromString("rwxr-x---"));
        Random random = new Random(SEED);
        int recovered = 0;
        TreeSet<Integer> finals = new TreeSet<>();
        // on a busy machine the process may not run before it is killed: then more of them
        for (int kill = 0; kill < KILLS || recovered == 0 && kill < 10 * KILLS; kill++) {
            Process victim = start(root);
            assertThat(victim.getInputStream().read()).isEqualTo('r');
            Thread.sleep(random.nextInt(60));
            victim.destroyForcibly().waitFor();
            for (int i = 0; i < FILES; i++) {
                version(root, i);
            }
            recovered += journal(root).recover().size();
            int version = version(root, 0);
            for (int i = 1; i < FILES; i++) {
                assertThat(version(root, i)).as("file %d after kill %d, seed %d", i, kill, SEED).isEqualTo(version);
            }
            finals.add(version);
            assertThat(leftovers(root)).isEmpty();
        }
        assertThat(Files.isSymbolicLink(root.resolve("F0.java"))).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("F1.java"))))
                .isEqualTo("rwxr-x---");
        assertThat(recovered).as("kills that hit a change, of %d", 10 * KILLS).isPositive();
    }

    private static Journal journal(Path root) {
        return Journal.of(new StateDirectory(root.resolveSibling("state")), root, List.of(root));
    }

    private static Process start(Path root) throws Exception {
        String classPath = System.getProperty("java.class.path");
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        Victim.class.getName(),
                        root.toString())
                .redirectError(new File("/dev/null"))
                .start();
    }

    /** Returns 0 or 1; anything else in the file is a torn write. */
    private static int version(Path root, int file) throws Exception {
        byte[] bytes = Files.readAllBytes(root.resolve("F" + file + ".java"));
        for (int version = 0; version < 2; version++) {
            if (java.util.Arrays.equals(bytes, content(file, version))) {
                return version;
            }
        }
        throw new AssertionError("F" + file + ".java is neither old nor new: " + bytes.length + " bytes, seed " + SEED);
    }

    private static List<Path> leftovers(Path root) throws Exception {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> path.getFileName().toString().startsWith(".")).toList();
        }
    }

    private static byte[] content(int file, int version) {
        return ("// file " + file + " version " + version + "\n")
                .repeat(2000 + 500 * version)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Changes all files from one version to the other until it is killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) throws Exception {
            Path root = Path.of(args[0]);
            journal(root).recover();
            for (int round = 0; ; round++) {
                int from = version(root, 0);
                List<FileChange> changes = new ArrayList<>();
                for (int i = 0; i < FILES; i++) {
                    changes.add(new FileChange(
                            root.resolve("F" + i + ".java"), "F" + i + ".java", content(i, from), content(i, 1 - from)));
                }
                journal(root).apply(changes);
                if (round == 0) {
                    System.out.write('r');
                    System.out.flush();
                }
            }
        }
    }
}
