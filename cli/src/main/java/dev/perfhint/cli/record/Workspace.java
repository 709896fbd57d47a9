package dev.perfhint.cli.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory beside the output in which the target JVMs write, so that the output appears complete or not at all.
 *
 * @param directory absolute; its files are named {@code PID.jfr}
 */
record Workspace(Path directory, Path output) {

    static Workspace create(Path output) throws RecordException {
        Path absolute = output.toAbsolutePath();
        if (Files.isDirectory(absolute)) {
            throw new RecordException(output + ": is a directory: name a file with -o");
        }
        try {
            return new Workspace(Files.createTempDirectory(absolute.getParent(), ".perfhint-"), absolute);
        } catch (IOException e) {
            throw new RecordException(
                    output + ": cannot write there (" + e.getMessage() + "): choose another file with -o", e);
        }
    }

    /** Returns a file name in which async-profiler and Flight Recorder put the process id for {@code %p}. */
    Path perProcessFile() {
        return directory.resolve("%p.jfr");
    }

    /**
     * Moves the recordings out: the largest to the output, others, from further JVMs of the command, beside it with the
     * process id in their name. Returns them in that order; empty if no JVM wrote one.
     */
    List<Path> collect() throws RecordException {
        List<Path> collected = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> recordings = files.filter(file -> file.toString().endsWith(".jfr"))
                    .filter(file -> file.toFile().length() > 0)
                    .sorted(Comparator.comparingLong((Path file) -> -file.toFile().length()).thenComparing(file -> file))
                    .toList();
            for (Path recording : recordings) {
                Path target = collected.isEmpty() ? output : output.resolveSibling(recording.getFileName() + "-" + output.getFileName());
                collected.add(Files.move(recording, target, StandardCopyOption.REPLACE_EXISTING));
            }
            return collected;
        } catch (IOException e) {
            throw new RecordException(output + ": cannot keep the recording: " + e.getMessage() + " (it is in " + directory + ")", e);
        } finally {
            delete();
        }
    }

    /** Removes what is left, without complaint: what matters has been moved. */
    void delete() {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(f -> !f.toString().endsWith(".jfr")).toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            directory.toFile().deleteOnExit();
        }
    }
}
