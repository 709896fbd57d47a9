package dev.perfhint.cli.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** async-profiler's native library, unpacked from its jar. Exists for Linux on x64 and arm64 and for macOS. */
final class ProfilerLibrary {
    static final String FILE_NAME = "libasyncProfiler.so";
    /** In {@code -agentpath:LIBRARY=ARGUMENTS}, inside {@code JAVA_TOOL_OPTIONS}. */
    private static final Pattern PLAIN = Pattern.compile("[\\w./+@~-]+");

    private ProfilerLibrary() {}

    /** Returns whether there is one for this platform. */
    static boolean exists() {
        return resource().isPresent();
    }

    /** Unpacks it into the user's cache, once; where that cannot be written, into {@code otherwise}. */
    static Path unpack(Workspace otherwise) {
        byte[] content = content();
        try {
            Path directory = UserCache.directory()
                    .resolve("async-profiler-" + Integer.toHexString(Arrays.hashCode(content)));
            if (PLAIN.matcher(directory.toString()).matches()) {
                return write(content, directory);
            }
        } catch (IOException e) {
            // No home directory, or a read-only one: nothing that the user has to know.
        }
        return unpackInto(otherwise);
    }

    /** Unpacks it where the target's user can read it. */
    static Path unpackInto(Workspace workspace) {
        try {
            return workspace.write(FILE_NAME, content());
        } catch (IOException e) {
            throw new RecordException(workspace.directory() + ": cannot unpack async-profiler's library: "
                    + e.getMessage(), e);
        }
    }

    private static byte[] content() {
        String name = resource().orElseThrow(() -> new RecordException("async-profiler does not run on "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ": use --engine jfr"));
        try (InputStream in = ProfilerLibrary.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new RecordException("cannot read async-profiler's library: " + e.getMessage(), e);
        }
    }

    private static Optional<String> resource() {
        return platform(System.getProperty("os.name"), System.getProperty("os.arch"))
                .map(platform -> "/" + platform + "/" + FILE_NAME)
                .filter(name -> ProfilerLibrary.class.getResource(name) != null);
    }

    static Optional<String> platform(String osName, String osArch) {
        String os = osName.toLowerCase(Locale.ROOT);
        if (os.startsWith("mac")) {
            return Optional.of("macos");
        }
        if (!os.startsWith("linux")) {
            return Optional.empty();
        }
        return switch (osArch) {
            case "amd64", "x86_64" -> Optional.of("linux-x64");
            case "aarch64" -> Optional.of("linux-arm64");
            default -> Optional.empty();
        };
    }

    private static Path write(byte[] content, Path directory) throws IOException {
        Path library = directory.resolve(FILE_NAME);
        if (Files.isReadable(library) && Arrays.equals(Files.readAllBytes(library), content)) {
            return library;
        }
        Files.createDirectories(directory);
        // Moved into place so that a second perfhint never loads half a library.
        Path part = Files.createTempFile(directory, "lib", ".part");
        Files.write(part, content);
        Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rwxr-xr-x"));
        return Files.move(part, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
