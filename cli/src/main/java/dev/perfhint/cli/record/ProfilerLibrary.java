package dev.perfhint.cli.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Optional;

/** async-profiler's native library, unpacked once from its jar. Exists for Linux on x64 and arm64 and for macOS. */
final class ProfilerLibrary {
    private static final String FILE_NAME = "libasyncProfiler.so";

    private ProfilerLibrary() {}

    /** Returns the unpacked library, empty where async-profiler does not run. */
    static Optional<Path> unpack() throws RecordException {
        Optional<String> platform = platform(System.getProperty("os.name"), System.getProperty("os.arch"));
        if (platform.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream in = ProfilerLibrary.class.getResourceAsStream("/" + platform.get() + "/" + FILE_NAME)) {
            return in == null ? Optional.empty() : Optional.of(unpack(in.readAllBytes()));
        } catch (IOException e) {
            throw new RecordException("cannot unpack async-profiler's library: " + e.getMessage(), e);
        }
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

    private static Path unpack(byte[] content) throws IOException {
        Path directory = cacheDirectory().resolve("async-profiler-" + Integer.toHexString(content.length));
        Path library = directory.resolve(FILE_NAME);
        if (Files.isReadable(library) && Files.size(library) == content.length) {
            return library;
        }
        Files.createDirectories(directory);
        // Moved into place so that a second perfhint never loads half a library.
        Path part = Files.createTempFile(directory, "lib", ".part");
        Files.write(part, content);
        Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rwxr-xr-x"));
        return Files.move(part, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path cacheDirectory() {
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path cache = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return cache.resolve("perfhint");
    }
}
