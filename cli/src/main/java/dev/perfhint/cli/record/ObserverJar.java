package dev.perfhint.cli.record;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the jar of the agent that other JVMs are started with. */
public final class ObserverJar {
    /** System property that names another jar. */
    public static final String PROPERTY = "perfhint.observer";
    /** It stands beside the application's jars, in a directory of this name. */
    private static final String BESIDE = "observer";

    private ObserverJar() {}

    /** Returns it; empty where perfhint runs as a library, without its application directory. */
    public static Optional<Path> find() {
        String named = System.getProperty(PROPERTY);
        if (named != null) {
            return Optional.of(Path.of(named).toAbsolutePath());
        }
        try {
            Path own = Path.of(ObserverJar.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            try (Stream<Path> files = Files.list(own.resolveSibling("..").resolve(BESIDE).normalize())) {
                return files.filter(file -> file.toString().endsWith(".jar")).sorted().findFirst();
            }
        } catch (IOException | URISyntaxException elsewhere) {
            return Optional.empty();
        }
    }
}
