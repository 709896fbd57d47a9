package dev.perfhint.source.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.perfhint.source.file.SourceException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    @TempDir
    private Path directory;

    private Path tree;
    private Path state;
    private Journal journal;

    @BeforeEach
    void makeTree() throws Exception {
        tree = Files.createDirectory(directory.resolve("tree")).toRealPath();
        state = tree.resolveSibling("state").resolve("perfhint");
        journal = Journal.of(new StateDirectory(state), tree, List.of(tree));
    }

    private FileChange change(String name, String before, String after) {
        return new FileChange(tree.resolve(name), name, bytes(before), bytes(after));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String encoded(Path path) {
        return Base64.getEncoder().encodeToString(bytes(path.toString()));
    }

    private static String hash(String text) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(text)));
    }

    /** Returns a journal that would replace the target by what is beside it. */
    private static String committed(Path target, Path next, String oldText, String newText) throws Exception {
        return String.join(" ", encoded(target), encoded(next), hash(oldText), hash(newText)) + "\ncommit\n";
    }

    /** Makes the state directory, and a journal in it under the name that this tree's has. */
    private Path leaveJournal(String text) throws Exception {
        Files.writeString(tree.resolve("A.java"), "a");
        journal.apply(List.of(change("A.java", "a", "b")));
        Files.writeString(tree.resolve("A.java"), "a");
        try (Stream<Path> files = Files.list(state)) {
            String lock = files.findFirst().orElseThrow().getFileName().toString();
            return Files.writeString(state.resolve(lock.replace(".lock", ".journal")), text);
        }
    }

    @Test
    void changesAllFiles() throws Exception {
        Files.writeString(tree.resolve("A.java"), "a");
        Files.writeString(tree.resolve("B.java"), "b");
        journal.apply(List.of(change("A.java", "a", "aa"), change("B.java", "b", "bb")));
        assertThat(tree.resolve("A.java")).hasContent("aa");
        assertThat(tree.resolve("B.java")).hasContent("bb");
        assertThat(tree.toFile().list()).hasSize(2);
        assertThat(journal.isPending()).isFalse();
    }

    @Test
    void changesNoneWhereOneHasChangedMeanwhile() throws Exception {
        Files.writeString(tree.resolve("A.java"), "a");
        Files.writeString(tree.resolve("B.java"), "edited");
        assertThatThrownBy(() -> journal.apply(List.of(change("A.java", "a", "aa"), change("B.java", "b", "bb"))))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("B.java: changed while perfhint was running, no file was changed");
        assertThat(tree.resolve("A.java")).hasContent("a");
        assertThat(tree.toFile().list()).hasSize(2);
    }

    @Test
    void refusesFileOutsideTheRoots() throws Exception {
        Path outside = Files.createDirectories(tree.resolve("other")).resolve("A.java");
        Files.writeString(outside, "a");
        Path root = Files.createDirectories(tree.resolve("src"));
        Files.createSymbolicLink(root.resolve("A.java"), outside);
        assertThatThrownBy(() -> Journal.of(new StateDirectory(state), tree, List.of(root))
                        .apply(List.of(change("src/A.java", "a", "aa"))))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("leads outside the source directories, not changed");
        assertThat(outside).hasContent("a");
    }

    @Test
    void rollsBackWhatWasNotCommitted() throws Exception {
        leaveJournal("torn li");
        assertThat(journal.isPending()).isTrue();
        assertThat(journal.recover()).hasSize(1);
        assertThat(journal.isPending()).isFalse();
        assertThat(tree.toFile().list()).containsExactly("A.java");
    }

    /** A checkout can hold a file of any name; as a journal it would overwrite and delete what it names. */
    @Test
    void believesNoJournalInTheTree() throws Exception {
        Path victim = Files.writeString(directory.resolve("victim"), "precious");
        Path planted = Files.writeString(tree.resolve(".victim.perfhint-1"), "evil");
        Files.writeString(tree.resolve(".perfhint-apply.journal"), committed(victim, planted, "precious", "evil"));
        Files.writeString(tree.resolve("A.java"), "a");
        assertThat(journal.recover()).isEmpty();
        journal.apply(List.of(change("A.java", "a", "aa")));
        assertThat(victim).hasContent("precious");
        assertThat(planted).hasContent("evil");
        assertThat(tree.resolve(".perfhint-apply.journal")).exists();
        assertThat(tree.resolve("A.java")).hasContent("aa");
    }

    @Test
    void touchesNothingOutsideTheRootsEvenByItsOwnJournal() throws Exception {
        Path victim = Files.writeString(directory.resolve("victim"), "precious");
        Path next = Files.writeString(directory.resolve(".victim.perfhint-1"), "evil");
        leaveJournal(committed(victim.toRealPath(), next.toRealPath(), "precious", "evil"));
        assertThatThrownBy(journal::recover).hasMessageContaining("which is not below the source directories");
        assertThat(victim).hasContent("precious");
        assertThat(next).hasContent("evil");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void touchesNothingThroughALink() throws Exception {
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Path victim = Files.writeString(outside.resolve("victim"), "precious");
        Files.writeString(outside.resolve(".victim.perfhint-1"), "evil");
        Path link = Files.createSymbolicLink(tree.resolve("link"), outside);
        leaveJournal(committed(link.resolve("victim"), link.resolve(".victim.perfhint-1"), "precious", "evil"));
        assertThatThrownBy(journal::recover).isInstanceOf(SourceException.class);
        assertThat(victim).hasContent("precious");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void keepsItsStateToItself() throws Exception {
        leaveJournal("");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state))).isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(state)) {
            assertThat(files.filter(file -> file.toString().endsWith(".lock")))
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void trustsNoStateThatOthersCanWrite() throws Exception {
        leaveJournal("");
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(journal::recover).hasMessageContaining("others may write in it");
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwx------"));
        assumeThat(Files.getAttribute(Path.of("/proc/self"), "unix:uid")).as("only root gives directories away").isEqualTo(0);
        Files.setAttribute(state, "unix:uid", 65534);
        assertThatThrownBy(journal::recover).hasMessageContaining("is not a directory of the current user");
    }

    @Test
    void saysThatAnotherApplyIsRunning() throws Exception {
        Path file = leaveJournal("");
        Files.delete(file);
        Path lock = Path.of(file.toString().replace(".journal", ".lock"));
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE); FileLock held = channel.lock()) {
            assertThat(held.isValid()).isTrue();
            assertThatThrownBy(() -> journal.apply(List.of(change("A.java", "a", "aa"))))
                    .hasMessage("another perfhint --apply is running on these sources, no file was changed: wait for it");
        }
    }

    @Test
    void saysWhichDirectoryCannotBeWrittenIn() throws Exception {
        Path blocked = Files.writeString(directory.resolve("file"), "");
        Journal stateless = Journal.of(new StateDirectory(blocked.resolve("perfhint")), tree, List.of(tree));
        assertThatThrownBy(() -> stateless.apply(List.of(change("A.java", "a", "aa"))))
                .hasMessageContaining("set XDG_STATE_HOME to a directory that you can write in");
    }

    /** Root may write anywhere but on a file system that is read-only, which the kernel's own is in places. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void saysThatADirectoryIsReadOnly() throws Exception {
        Path readOnly = Path.of("/sys/kernel/mm/transparent_hugepage");
        Path file = readOnly.resolve("enabled");
        assumeThat(file).isReadable();
        byte[] content = Files.readAllBytes(file);
        Journal sys = Journal.of(new StateDirectory(state), readOnly, List.of(readOnly));
        assertThatThrownBy(() -> sys.apply(List.of(new FileChange(file, "enabled", content, bytes("x")))))
                .hasMessageContaining(readOnly.toString())
                .hasMessageEndingWith("no file was changed");
        assertThat(sys.isPending()).isFalse();
    }
}
