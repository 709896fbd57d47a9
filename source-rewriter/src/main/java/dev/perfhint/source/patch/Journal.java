package dev.perfhint.source.patch;

import dev.perfhint.source.SourceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Replaces the content of several files so that after a kill at any moment each is wholly old or wholly new.
 *
 * <p>The new contents are written beside the files and forced to disk, then the journal is committed, then each is
 * renamed over its file. A journal without its commit line is rolled back by the next run, one with it is finished.
 */
public final class Journal {
    private static final String NAME = ".perfhint-apply.journal";
    private static final String COMMIT = "commit";

    private record Step(Path target, Path next, String oldHash, String newHash) {
        String line() {
            return String.join(" ", encoded(target.toString()), encoded(next.toString()), oldHash, newHash);
        }

        static Step of(String line) {
            String[] parts = line.split(" ");
            return new Step(Path.of(decoded(parts[0])), Path.of(decoded(parts[1])), parts[2], parts[3]);
        }
    }

    private Journal() {}

    public static void apply(Path base, List<Path> roots, List<FileChange> changes) throws SourceException {
        if (changes.isEmpty()) {
            return;
        }
        recover(base);
        Path journal = base.resolve(NAME);
        List<Step> steps = new ArrayList<>();
        for (FileChange change : changes) {
            steps.add(step(roots, change));
        }
        try (FileChannel channel =
                FileChannel.open(journal, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            lock(channel, journal);
            prepareOrRollBack(channel, journal, steps, changes);
            finish(journal, steps);
        } catch (IOException problem) {
            throw new SourceException(
                    problem.getMessage() + ": changing files failed, run perfhint again to finish", problem);
        }
    }

    private static void prepareOrRollBack(
            FileChannel channel, Path journal, List<Step> steps, List<FileChange> changes) throws SourceException {
        try {
            prepare(channel, journal, steps, changes);
        } catch (IOException problem) {
            rollBack(journal, steps);
            throw new SourceException(problem.getMessage() + ": cannot be written, no file was changed", problem);
        } catch (SourceException refused) {
            rollBack(journal, steps);
            throw refused;
        }
    }

    /** The lock ends with the process, so that a journal left by a killed one can be taken over. */
    private static void lock(FileChannel channel, Path journal) throws IOException, SourceException {
        try {
            if (channel.tryLock() != null) {
                return;
            }
        } catch (OverlappingFileLockException sameProcess) {
            // the same answer
        }
        throw new SourceException(journal + ": another perfhint is changing files here, wait for it");
    }

    /** Finishes or rolls back what an earlier run left; returns what was done, one line each. */
    public static List<String> recover(Path base) throws SourceException {
        Path journal = base.resolve(NAME);
        if (!Files.exists(journal, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (FileChannel channel = FileChannel.open(journal, StandardOpenOption.WRITE)) {
            lock(channel, journal);
            List<String> lines = Files.readAllLines(journal, StandardCharsets.US_ASCII);
            boolean committed = !lines.isEmpty() && lines.get(lines.size() - 1).equals(COMMIT);
            List<Step> steps = new ArrayList<>();
            for (String line : lines) {
                if (line.split(" ").length == 4) {
                    steps.add(Step.of(line));
                }
            }
            if (!committed) {
                rollBack(journal, steps);
                return List.of("an earlier run was killed before it changed a file, its temporary files are removed");
            }
            finish(journal, steps);
            return List.of("an earlier run was killed while it changed " + steps.size() + " files, it is finished now");
        } catch (IOException | IllegalArgumentException problem) {
            throw new SourceException(journal + ": an earlier run's journal cannot be finished: "
                    + problem.getMessage(), problem);
        }
    }

    private static Step step(List<Path> roots, FileChange change) throws SourceException {
        try {
            Path target = change.file().toRealPath();
            boolean inside = false;
            for (Path root : roots) {
                inside |= target.startsWith(root.toRealPath());
            }
            if (!inside) {
                throw new SourceException(change.file() + ": leads outside the source directories, not changed");
            }
            Path next = target.resolveSibling("." + target.getFileName() + ".perfhint-"
                    + ProcessHandle.current().pid());
            return new Step(target, next, hash(change.before()), hash(change.after()));
        } catch (IOException gone) {
            throw new SourceException(change.file() + ": cannot be read any more, no file was changed", gone);
        }
    }

    private static void prepare(FileChannel channel, Path journal, List<Step> steps, List<FileChange> changes)
            throws IOException, SourceException {
        StringBuilder intent = new StringBuilder();
        steps.forEach(step -> intent.append(step.line()).append('\n'));
        write(channel, intent.toString().getBytes(StandardCharsets.US_ASCII));
        force(journal.getParent());
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            Files.deleteIfExists(step.next());
            try (FileChannel next =
                    FileChannel.open(step.next(), StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
                write(next, changes.get(i).after());
            }
            copyAttributes(step.target(), step.next());
        }
        for (Path directory : directories(steps)) {
            force(directory);
        }
        for (int i = 0; i < steps.size(); i++) {
            if (!Arrays.equals(Files.readAllBytes(steps.get(i).target()), changes.get(i).before())) {
                throw new SourceException(
                        changes.get(i).file()
                                + ": changed while perfhint was running, no file was changed; run it again");
            }
            if (!Files.isWritable(steps.get(i).target())) {
                throw new SourceException(changes.get(i).file() + ": is not writable, no file was changed");
            }
        }
        write(channel, (COMMIT + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static void finish(Path journal, List<Step> steps) throws IOException {
        for (Step step : steps) {
            if (!Files.exists(step.next())) {
                continue;
            }
            boolean whole = hash(Files.readAllBytes(step.next())).equals(step.newHash());
            boolean old = Files.exists(step.target())
                    && hash(Files.readAllBytes(step.target())).equals(step.oldHash());
            if (whole && old) {
                Files.move(step.next(), step.target(), StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.deleteIfExists(step.next());
            }
        }
        for (Path directory : directories(steps)) {
            force(directory);
        }
        Files.deleteIfExists(journal);
        force(journal.getParent());
    }

    private static void rollBack(Path journal, List<Step> steps) {
        try {
            for (Step step : steps) {
                Files.deleteIfExists(step.next());
            }
            Files.deleteIfExists(journal);
        } catch (IOException kept) {
            // the journal stays and the next run rolls back
        }
    }

    private static Set<Path> directories(List<Step> steps) {
        Set<Path> directories = new LinkedHashSet<>();
        steps.forEach(step -> directories.add(step.target().getParent()));
        return directories;
    }

    private static void write(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        channel.force(true);
    }

    /** Makes renames in the directory durable; not every system lets a directory be opened. */
    private static void force(Path directory) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException unsupported) {
            // the rename itself is atomic even so
        }
    }

    private static void copyAttributes(Path from, Path to) throws IOException {
        PosixFileAttributeView source = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        PosixFileAttributeView target = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        if (source == null || target == null) {
            return;
        }
        var attributes = source.readAttributes();
        try {
            target.setGroup(attributes.group());
            target.setOwner(attributes.owner());
        } catch (IOException notPermitted) {
            // only root may give files away; the mode below still holds
        }
        target.setPermissions(attributes.permissions());
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }
}
