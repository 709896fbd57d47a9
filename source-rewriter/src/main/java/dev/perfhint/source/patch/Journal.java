package dev.perfhint.source.patch;

import dev.perfhint.source.file.SourceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
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
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

/**
 * Replaces the content of several files so that after a kill at any moment each is wholly old or wholly new.
 *
 * <p>The new contents are written beside the files and forced to disk, then the journal is committed, then each is
 * renamed over its file. A journal without its commit line is rolled back by the next {@code --apply}, one with it is
 * finished.
 *
 * <p>The journal lies in the user's own {@link StateDirectory}, one for each source base: a file of that name in the
 * analysed tree means nothing. Of what it names only files below the source roots are touched.
 */
public final class Journal {
    private static final String COMMIT = "commit";
    /** Stands for the old content of a file that is made. */
    private static final String ABSENT = "-";

    private final StateDirectory state;
    private final Path file;
    private final Path lock;
    private final List<Path> roots;

    /** @param next where the new content is written first, beside the target under a name that no other file has */
    private record Step(Path target, Path next, String oldHash, String newHash) {
        String line() {
            return String.join(" ", encoded(target.toString()), encoded(next.toString()), oldHash, newHash);
        }

        static Step of(String line) {
            String[] parts = line.split(" ");
            return new Step(Path.of(decoded(parts[0])), Path.of(decoded(parts[1])), parts[2], parts[3]);
        }
    }

    /** Something to do while no other process applies to the same source base. */
    private interface Work<T> {
        T run() throws IOException, SourceException;
    }

    private Journal(StateDirectory state, Path base, List<Path> roots) {
        this.state = state;
        this.roots = roots;
        String key = key(base.toString());
        this.file = state.file(key + ".journal");
        this.lock = state.file(key + ".lock");
    }

    /** Returns a file name for a path: its last letters for the reader, all of them in a number (FNV-1a). */
    private static String key(String path) {
        long number = 0xcbf29ce484222325L;
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            number = (number ^ c) * 0x100000001b3L;
            letters.append(c < 128 && Character.isLetterOrDigit(c) ? c : '-');
        }
        return letters.substring(Math.max(0, letters.length() - 60)) + "-" + Long.toHexString(number);
    }

    public static Journal of(StateDirectory state, Path base, List<Path> roots) {
        return new Journal(state, base, roots);
    }

    /** Returns whether an earlier run was killed while it changed files below this source base. */
    public boolean isPending() {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Finishes or rolls back what an earlier run left; returns what was done, one line each. */
    public List<String> recover() throws SourceException {
        return isPending() ? locked(this::recovered) : List.of();
    }

    /** Changes the files, all or none. */
    public void apply(List<FileChange> changes) throws SourceException {
        if (changes.isEmpty()) {
            return;
        }
        locked(() -> {
            recovered();
            List<Step> steps = new ArrayList<>();
            for (FileChange change : changes) {
                steps.add(step(change));
            }
            prepareOrRollBack(steps, changes);
            try {
                finish(steps);
            } catch (IOException problem) {
                throw new SourceException(reason(problem)
                        + ": not all files are changed, run perfhint with --apply again to finish", problem);
            }
            return List.of();
        });
    }

    /** The lock ends with the process, so that a journal left by a killed one can be taken over. */
    private <T> T locked(Work<T> work) throws SourceException {
        state.make();
        try (FileChannel channel = FileChannel.open(lock,
                        Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, LinkOption.NOFOLLOW_LINKS),
                        StateDirectory.ownerOnly(lock, "rw-------"));
                FileLock held = channel.tryLock()) {
            if (held == null) {
                throw anotherRun();
            }
            return work.run();
        } catch (OverlappingFileLockException sameProcess) {
            throw anotherRun();
        } catch (IOException problem) {
            throw new SourceException(reason(problem) + ": the apply journal cannot be kept, no file was changed",
                    problem);
        }
    }

    private static SourceException anotherRun() {
        return new SourceException(
                "another perfhint --apply is running on these sources, no file was changed: wait for it");
    }

    private List<String> recovered() throws SourceException {
        if (!isPending()) {
            return List.of();
        }
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.US_ASCII);
            boolean committed = !lines.isEmpty() && lines.get(lines.size() - 1).equals(COMMIT);
            List<Step> steps = new ArrayList<>();
            for (String line : lines) {
                if (line.split(" ").length == 4) {
                    steps.add(inside(Step.of(line)));
                }
            }
            if (!committed) {
                rollBack(steps);
                return List.of("an earlier run was killed before it changed a file, its temporary files are removed");
            }
            finish(steps);
            return List.of("an earlier run was killed while it changed " + steps.size() + " files, it is finished now");
        } catch (IOException | IllegalArgumentException problem) {
            throw new SourceException(file + ": an earlier run's journal cannot be finished: "
                    + problem.getMessage() + ": compare the sources with their repository and delete it", problem);
        }
    }

    /**
     * Checks that a step read from the journal stays below the roots, through no link, and writes beside its target.
     */
    private Step inside(Step step) throws IOException, SourceException {
        Path directory = step.target().getParent();
        boolean straight = directory != null && directory.toRealPath().equals(directory)
                && directory.equals(step.next().getParent())
                && step.next().getFileName().toString().startsWith("." + step.target().getFileName() + ".perfhint-");
        if (!straight || !belowRoots(step.target())) {
            throw new SourceException(file + ": an earlier run's journal names " + step.target()
                    + ", which is not below the source directories: run --apply with the --source of that run");
        }
        return step;
    }

    private boolean belowRoots(Path target) throws IOException {
        for (Path root : roots) {
            if (target.startsWith(root.toRealPath())) {
                return true;
            }
        }
        return false;
    }

    private Step step(FileChange change) throws SourceException {
        try {
            Path target = change.create()
                    ? change.file().getParent().toRealPath().resolve(change.file().getFileName())
                    : change.file().toRealPath();
            if (!belowRoots(target)) {
                throw new SourceException(change.file() + ": leads outside the source directories, not changed");
            }
            Path next = target.resolveSibling("." + target.getFileName() + ".perfhint-" + UUID.randomUUID());
            return new Step(target, next, change.create() ? ABSENT : hash(change.before()), hash(change.after()));
        } catch (IOException gone) {
            throw new SourceException(change.file() + ": cannot be read any more, no file was changed", gone);
        }
    }

    private void prepareOrRollBack(List<Step> steps, List<FileChange> changes) throws SourceException {
        try {
            prepare(steps, changes);
        } catch (IOException problem) {
            rollBack(steps);
            throw new SourceException(reason(problem) + ", no file was changed", problem);
        } catch (SourceException refused) {
            rollBack(steps);
            throw refused;
        }
    }

    private void prepare(List<Step> steps, List<FileChange> changes) throws IOException, SourceException {
        StringBuilder intent = new StringBuilder();
        steps.forEach(step -> intent.append(step.line()).append('\n'));
        try (FileChannel journal = FileChannel.open(file,
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                StateDirectory.ownerOnly(file, "rw-------"))) {
            write(journal, intent.toString().getBytes(StandardCharsets.US_ASCII));
            force(file.getParent());
            for (int i = 0; i < steps.size(); i++) {
                Step step = steps.get(i);
                try (FileChannel next =
                        FileChannel.open(step.next(), StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
                    write(next, changes.get(i).after());
                }
                if (!step.oldHash().equals(ABSENT)) {
                    copyAttributes(step.target(), step.next());
                }
            }
            for (Path directory : directories(steps)) {
                force(directory);
            }
            for (int i = 0; i < steps.size(); i++) {
                check(steps.get(i).target(), changes.get(i));
            }
            write(journal, (COMMIT + "\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static void check(Path target, FileChange change) throws IOException, SourceException {
        if (change.create()) {
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                throw new SourceException(change.file() + ": exists already, no file was changed");
            }
            return;
        }
        if (!Arrays.equals(Files.readAllBytes(target), change.before())) {
            throw new SourceException(
                    change.file() + ": changed while perfhint was running, no file was changed; run it again");
        }
        if (!Files.isWritable(target)) {
            throw new SourceException(change.file() + ": is not writable, no file was changed");
        }
    }

    private void finish(List<Step> steps) throws IOException {
        for (Step step : steps) {
            if (!Files.isRegularFile(step.next(), LinkOption.NOFOLLOW_LINKS)) {
                continue;
            }
            boolean whole = hash(Files.readAllBytes(step.next())).equals(step.newHash());
            boolean old = step.oldHash().equals(ABSENT)
                    ? !Files.exists(step.target(), LinkOption.NOFOLLOW_LINKS)
                    : Files.isRegularFile(step.target(), LinkOption.NOFOLLOW_LINKS)
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
        Files.deleteIfExists(file);
        force(file.getParent());
    }

    private void rollBack(List<Step> steps) {
        try {
            for (Step step : steps) {
                Files.deleteIfExists(step.next());
            }
            Files.deleteIfExists(file);
        } catch (IOException kept) {
            // the journal stays and the next run rolls back
        }
    }

    /** Says in words what the system answered: which file or directory, and why not. */
    private static String reason(IOException problem) {
        if (problem instanceof AccessDeniedException denied) {
            return Path.of(denied.getFile()).getParent() + ": may not be written in";
        }
        return problem instanceof FileSystemException failed && failed.getReason() != null
                ? failed.getFile() + ": " + failed.getReason().toLowerCase(Locale.ROOT) : problem.getMessage();
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
        PosixFileAttributeView source =
                Files.getFileAttributeView(from, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        PosixFileAttributeView target =
                Files.getFileAttributeView(to, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
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
