package dev.perfhint.cli.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
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
 */
record Workspace(Path directory, Path output) {
    private static final Pattern PLAIN = Pattern.compile("[\\w./+@~-]+");

    /**
     * Checks that the output can be written and makes the directory.
     *
     * @param user the user who runs the target, where that is not the user of this process
     */
    static Workspace create(Path output, OptionalInt user) throws RecordException {
        Path absolute = output.toAbsolutePath();
        Path parent = absolute.getParent();
        if (parent == null || Files.isDirectory(absolute)) {
            throw new RecordException(output + ": is a directory: name a file with -o");
        }
        if (!Files.isDirectory(parent)) {
            throw new RecordException(output + ": there is no directory " + parent + ": make it, or choose another with -o");
        }
        if (!Files.isWritable(parent)) {
            throw new RecordException(output + ": cannot write in " + parent + ": choose another directory with -o");
        }
        boolean beside = user.isEmpty() && PLAIN.matcher(parent.toString()).matches();
        try {
            Path directory = Files.createTempDirectory(beside ? parent : temporary(), ".perfhint-");
            if (user.isPresent()) {
                Files.setAttribute(directory, "unix:uid", user.getAsInt());
            }
            return new Workspace(directory, output);
        } catch (IOException e) {
            throw new RecordException(
                    output + ": cannot make a directory for the recording in " + (beside ? parent : temporary()), e);
        }
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
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
    List<Path> collect() throws RecordException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> recordings = files.filter(file -> file.toString().endsWith(".jfr"))
                    .filter(file -> file.toFile().length() > 0)
                    .sorted(Comparator.comparingLong((Path file) -> -file.toFile().length()).thenComparing(file -> file))
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
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(f -> !f.toString().endsWith(".jfr") || f.toFile().length() == 0).toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            directory.toFile().deleteOnExit();
        }
    }
}
