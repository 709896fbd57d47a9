package dev.perfhint.cli.record;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A directory in which the target JVMs write, so that the output appears complete or not at all.
 *
 * <p>It lies beside the output, or in the temporary directory where the output's path holds a character that the
 * profilers' argument lists give a meaning to ({@code , % "} and blanks), or where the target's user cannot go.
 *
 * @param directory absolute; its recordings are named {@code PID.jfr}
 * @param output where the recording goes, as the user wrote it
 * @param owner the target's user, where that is another one: the directory is theirs, and nothing in it is touched as
 *     root
 */
record Workspace(Path directory, Path output, Optional<OtherUser> owner) {
    /** The one recording of an attached JVM of another user. */
    private static final String RECORDING = "recording.jfr";
    private static final String OBSERVED = "running" + ObserverLoading.SUFFIX;
    private static final long MAX_FOREIGN_BYTES = 32L << 30;
    private static final long RESERVED_BYTES = 64L << 20;
    private static final long WATCH_MILLIS = 500;
    private static final Pattern PLAIN = Pattern.compile("[\\w./+@~-]+");

    /**
     * Checks that the output can be written and makes the directory.
     *
     * @param owner the user who runs the target, where that is not the user of this process
     */
    static Workspace create(Path output, Optional<OtherUser> owner) {
        return create(output, owner, Optional.empty());
    }

    /** @param container where the target sees other files: the directory is then there */
    static Workspace create(Path output, Optional<OtherUser> owner, Optional<Container> container) {
        Path absolute = output.toAbsolutePath();
        Path parent = absolute.getParent();
        if (parent == null || Files.isDirectory(absolute)) {
            throw new RecordException(output + ": is a directory: name a file with -o");
        }
        if (!Files.isDirectory(parent)) {
            throw new RecordException(output + ": there is no directory " + parent
                    + ": make it, or choose another with -o");
        }
        if (!Files.isWritable(parent)) {
            throw new RecordException(output + ": cannot write in " + parent + ": choose another directory with -o");
        }
        boolean beside = owner.isEmpty() && container.isEmpty() && PLAIN.matcher(parent.toString()).matches();
        try {
            Path directory = owner.isPresent()
                    ? owner.get().makeDirectory()
                    : Files.createTempDirectory(container.map(Container::temporary)
                            .orElse(beside ? parent : temporary()), ".perfhint-");
            return new Workspace(directory, output, owner);
        } catch (IOException e) {
            throw new RecordException(
                    output + ": cannot make a directory for the recording in " + (beside ? parent : temporary()), e);
        }
    }

    /** Writes a file that the target is to read. */
    Path write(String name, byte[] content) throws IOException {
        Path file = directory.resolve(name);
        return owner.isPresent() ? owner.get().write(file, content) : Files.write(file, content);
    }

    boolean isInContainer() {
        return !Container.inside(directory).equals(directory);
    }

    /** Returns whether a file of the workspace is empty or not there; of another user's none is looked at. */
    boolean isMissing(Path file) {
        return owner.isEmpty() && file.toFile().length() == 0;
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Returns the file that the one JVM with that id records to, once it is attached to. */
    Path recording(long pid) {
        return owner.isPresent() ? recording() : directory.resolve(pid + ".jfr");
    }

    /** Returns the processes that record into the directory. */
    List<Long> recorded() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.matches("\\d{1,18}\\.jfr"))
                    .map(name -> Long.parseLong(name.substring(0, name.length() - 4))).toList();
        } catch (IOException gone) {
            return List.of();
        }
    }

    /** Returns a file name in which async-profiler puts the process id for {@code %p}. */
    Path perProcessFile() {
        return directory.resolve("%p.jfr");
    }

    /** Returns where async-profiler writes its messages, which would go to the target's standard output. */
    Path log() {
        return directory.resolve("profiler.log");
    }

    /**
     * Moves the recordings out: the largest to the output, others, from further JVMs of the command, beside it with the
     * process id in their name. Returns them in that order; empty if no JVM wrote one.
     */
    List<Path> collect() {
        return owner.isPresent() ? collectFrom(owner.get()) : collectOwn();
    }

    private List<Path> collectFrom(OtherUser user) {
        try {
            Path parent = output.toAbsolutePath().getParent();
            // made for its owner only
            Path part = Files.createTempFile(parent, ".perfhint-", ".part");
            long limit = Math.min(MAX_FOREIGN_BYTES, Files.getFileStore(parent).getUsableSpace() - RESERVED_BYTES);
            long copied = 0;
            try {
                try (OutputStream out = Files.newOutputStream(part)) {
                    copied = user.copy(recording(), out, limit);
                }
                if (copied > 0) {
                    Files.move(part, output, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                }
            } finally {
                Files.deleteIfExists(part);
            }
            return copied == 0 ? List.of() : List.of(output);
        } catch (IOException e) {
            throw new RecordException(output + ": cannot keep the recording: " + e.getMessage(), e);
        }
    }

    /** Returns the file of the one observed JVM of another user. */
    Path observed() {
        return directory.resolve(OBSERVED);
    }

    private Path recording() {
        return directory.resolve(RECORDING);
    }

    private List<Path> collectOwn() {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> recordings = files.filter(file -> file.toString().endsWith(".jfr"))
                    .filter(file -> file.toFile().length() > 0)
                    .sorted(Comparator.comparingLong((Path file) -> -file.toFile().length())
                            .thenComparing(file -> file))
                    .toList();
            List<Path> collected = new ArrayList<>();
            for (Path recording : recordings) {
                Path target = collected.isEmpty() ? output : output.resolveSibling(further(recording));
                collected.add(place(recording, target));
            }
            return collected;
        } catch (IOException e) {
            throw new RecordException(
                    output + ": cannot keep the recording: " + e.getMessage() + ": it is in " + directory, e);
        }
    }

    private String further(Path recording) {
        String pid = recording.getFileName().toString().replaceAll("\\D+", " ").trim().split(" ")[0];
        String name = output.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot <= 0 ? name + "-" + pid : name.substring(0, dot) + "-" + pid + name.substring(dot);
    }

    /** Moves in one step; from another file system it copies to a neighbour first. */
    private static Path place(Path recording, Path target) throws IOException {
        Path parent = target.toAbsolutePath().getParent();
        Path part = Files.createTempFile(parent, ".perfhint-", ".part");
        Files.copy(recording, part, StandardCopyOption.REPLACE_EXISTING);
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.delete(recording);
        return target;
    }

    /** Removes what is left, without complaint; a recording that could not be moved stays. */
    void delete() {
        if (owner.isPresent()) {
            deleteFrom(owner.get());
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(f -> !f.toString().endsWith(".jfr") || f.toFile().length() == 0).toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            directory.toFile().deleteOnExit();
        }
    }

    private void deleteFrom(OtherUser user) {
        try {
            user.remove(directory, List.of(recording(), log(), observed(), directory.resolve(ObserverLoading.COPY),
                    directory.resolve(ProfilerLibrary.FILE_NAME), directory.resolve(AgentArguments.SETTINGS)));
        } catch (IOException | RecordException kept) {
            // it lies in the temporary directory and belongs to that user
        }
    }

    /** Looks at the recorded JVMs twice a second, in a thread of its own, until the look returns false. */
    void watch(String thread, BooleanSupplier look) {
        Thread watching = new Thread(() -> {
            try {
                while (look.getAsBoolean()) {
                    Thread.sleep(WATCH_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, thread);
        watching.setDaemon(true);
        watching.start();
    }
}
