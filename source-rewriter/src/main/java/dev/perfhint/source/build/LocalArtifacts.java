package dev.perfhint.source.build;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The artifacts that build tools have fetched to this machine already; nothing is downloaded.
 *
 * @param mavenRepository {@code ~/.m2/repository}, or what the user's settings name
 * @param gradleCache {@code ~/.gradle/caches/modules-2/files-2.1}
 */
public record LocalArtifacts(Path mavenRepository, Path gradleCache) {
    public static LocalArtifacts ofUser() {
        Path home = Path.of(System.getProperty("user.home"));
        String gradle = System.getenv().getOrDefault("GRADLE_USER_HOME", home.resolve(".gradle").toString());
        return new LocalArtifacts(mavenRepository(home), Path.of(gradle, "caches", "modules-2", "files-2.1"));
    }

    private static Path mavenRepository(Path home) {
        String option = System.getProperty("maven.repo.local", "");
        String setting = XmlElement.parse(BuildFiles.read(home.resolve(".m2/settings.xml")))
                .at("settings", "localRepository")
                .map(element -> element.text().replace("${user.home}", home.toString())).orElse("");
        String named = option.isEmpty() ? setting : option;
        return named.isEmpty() ? home.resolve(".m2").resolve("repository") : Path.of(named);
    }

    Optional<Path> jar(Coordinates artifact) {
        return find(artifact, ".jar");
    }

    Optional<Path> pom(Coordinates artifact) {
        return find(artifact, ".pom");
    }

    private Optional<Path> find(Coordinates artifact, String extension) {
        if (!artifact.isPlain()) {
            return Optional.empty();
        }
        String file = artifact.name() + "-" + artifact.version() + extension;
        try {
            Path maven = mavenRepository.resolve(artifact.group().replace('.', '/'))
                    .resolve(artifact.name()).resolve(artifact.version()).resolve(file);
            return Files.isRegularFile(maven) ? Optional.of(maven) : inGradleCache(artifact, file);
        } catch (InvalidPathException noSuchName) {
            return Optional.empty();
        }
    }

    /** Gradle keeps each file in a directory named by its hash. */
    private Optional<Path> inGradleCache(Coordinates artifact, String file) {
        Path versions = gradleCache.resolve(artifact.group()).resolve(artifact.name()).resolve(artifact.version());
        if (!Files.isDirectory(versions)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> hashes = Files.newDirectoryStream(versions)) {
            for (Path hash : hashes) {
                if (Files.isRegularFile(hash.resolve(file))) {
                    return Optional.of(hash.resolve(file));
                }
            }
        } catch (IOException unreadable) {
            // the jar then counts as missing, which the compile check reports
        }
        return Optional.empty();
    }
}
