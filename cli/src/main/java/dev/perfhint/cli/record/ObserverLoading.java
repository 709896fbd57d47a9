package dev.perfhint.cli.record;

import dev.perfhint.cli.record.jvm.JavaImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Decides whether the JVMs of a command are observed, and with what option.
 *
 * @param option the JVM option; empty where they are not
 * @param obstacle why not; empty also where nobody asked for it
 */
record ObserverLoading(Optional<String> option, Optional<String> obstacle) {
    static final String SUFFIX = ".observed";
    static final String COPY = "observer.jar";
    private static final int MIN_RELEASE = 17;
    /** An agent turns an archive of this release off, with messages on standard output. */
    private static final int MIN_NOISY_RELEASE = 19;
    /** Below, a JVM that is not the command itself leaves no file. */
    private static final int MIN_CALLS = 1000;
    /** In {@code -javaagent:JAR=ARGUMENTS}, inside {@code JAVA_TOOL_OPTIONS}. */
    private static final Pattern PLAIN = Pattern.compile("[\\w./+@~-]+");

    static ObserverLoading of(RecordOptions options, Workspace workspace) {
        if (!options.observed()) {
            return new ObserverLoading(Optional.empty(), Optional.empty());
        }
        Optional<Path> jar = ObserverJar.find();
        if (jar.isEmpty()) {
            return refused("perfhint runs without its application directory");
        }
        boolean java = Launch.isJava(options.command());
        Optional<String> obstacle = java ? obstacle(options.command()) : obstacleOfTool(options.command());
        if (obstacle.isPresent()) {
            return refused(obstacle.get());
        }
        try {
            String file = workspace.directory().resolve("%p" + SUFFIX).toString();
            return new ObserverLoading(Optional.of("-javaagent:" + plain(jar.get(), workspace) + "=observe=" + file
                    + (java ? "" : ",worth=" + MIN_CALLS)), Optional.empty());
        } catch (IOException e) {
            return refused(workspace.directory() + ": " + e.getMessage());
        }
    }

    private static ObserverLoading refused(String why) {
        return new ObserverLoading(Optional.empty(), Optional.of("streams are not observed: " + why));
    }

    /** Returns the jar, or a copy where its name cannot stand in an option or the target's user cannot read it. */
    static Path plain(Path jar, Workspace workspace) throws IOException {
        boolean as = workspace.owner().isEmpty() && !workspace.isInContainer()
                && PLAIN.matcher(jar.toString()).matches();
        return as ? jar : workspace.write(COPY, Files.readAllBytes(jar));
    }

    /** Returns why the JVM of a command {@code java ...} is not observed. */
    private static Optional<String> obstacle(List<String> command) {
        Optional<JavaImage> image = JavaImage.ofCommand(command.get(0));
        OptionalInt release = image.map(JavaImage::release).orElse(OptionalInt.empty());
        if (release.isEmpty()) {
            return Optional.of("the release of " + command.get(0) + " is unknown");
        }
        if (release.getAsInt() < MIN_RELEASE) {
            return Optional.of("Java " + release.getAsInt() + " is older than " + MIN_RELEASE);
        }
        if (!image.get().loadsAgents()) {
            return Optional.of("the Java image has no module java.instrument");
        }
        List<String> options = new ArrayList<>(command);
        options.addAll(List.of(System.getenv().getOrDefault("JDK_JAVA_OPTIONS", "").split("\\s+")));
        options.addAll(List.of(System.getenv().getOrDefault("JAVA_TOOL_OPTIONS", "").split("\\s+")));
        for (String option : options) {
            if (option.startsWith("-Djava.security.manager") && !option.endsWith("=disallow")) {
                return Optional.of("the program has a security manager");
            }
            boolean archive = option.startsWith("-XX:SharedArchiveFile=") || option.startsWith("-XX:AOTCache");
            if (archive && release.getAsInt() >= MIN_NOISY_RELEASE) {
                return Optional.of("it would turn " + option.substring(4).split("=")[0].toLowerCase(Locale.ROOT)
                        + " off");
            }
        }
        return Optional.empty();
    }

    /** A JVM without the module does not start with an agent, so those that a tool may start are looked at. */
    private static Optional<String> obstacleOfTool(List<String> command) {
        List<Optional<JavaImage>> images = new ArrayList<>();
        images.add(JavaImage.ofCommand("java"));
        images.add(JavaImage.ofCommand(command.get(0)));
        String home = System.getenv("JAVA_HOME");
        if (home != null) {
            images.add(JavaImage.ofCommand(Path.of(home, "bin", "java").toString()));
        }
        return images.stream().flatMap(Optional::stream).filter(image -> !image.loadsAgents()).findFirst()
                .map(image -> image.home() + " has no module java.instrument");
    }
}
