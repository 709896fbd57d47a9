package dev.perfhint.cli.calibrate;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.OutputFile;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Keeps calibrations in the user's cache, one for each host and JVM, for nobody else to read. */
public final class CalibrationStore {
    private final Path directory;

    private CalibrationStore(Path directory) {
        this.directory = directory;
    }

    /** Opens the store below the user's cache, or says before any work why nothing can be kept there. */
    public static CalibrationStore open(Path cache) {
        Path directory = cache.resolve("calibration");
        try {
            Files.createDirectories(directory,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Files.delete(Files.createTempFile(directory, "probe", ".part"));
        } catch (IOException e) {
            throw unwritable(directory, e);
        }
        return new CalibrationStore(directory);
    }

    /**
     * Writes a calibration and returns its file; a reader sees the old content or the new, never a part.
     *
     * @param all whether every primitive was measured; else the file is another one, so that a whole result stays
     */
    public Path keep(JvmCosts costs, boolean all, String content) {
        Path file = directory.resolve(plain(hostName()) + "-" + plain(costs.version()) + "-"
                + Integer.toHexString(costs.home().hashCode()) + (all ? "" : "-some") + ".json");
        try {
            Path part = Files.createTempFile(directory, "calibration", ".part");
            try {
                Files.write(part, content.getBytes(StandardCharsets.UTF_8));
                return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw unwritable(directory, e);
        }
    }

    /** Returns what the machine calls itself. */
    public static String hostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (IOException unknown) {
                return "localhost";
            }
        }
    }

    private static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9.+-]", "_");
    }

    private static CliException unwritable(Path directory, IOException e) {
        return new CliException("cannot keep the result in " + directory + ": " + OutputFile.reason(e)
                + ": set XDG_CACHE_HOME to a directory that you can write", e);
    }
}
