package dev.perfhint.cli.verify;

import dev.perfhint.cli.record.ObserverJar;
import dev.perfhint.source.compile.ChangedClasses;
import dev.perfhint.source.compile.RunningCode;
import dev.perfhint.source.patch.FileChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Gives the JVMs of a command patched classes, by an agent in {@code JAVA_TOOL_OPTIONS}.
 *
 * <p>Runs without the patch have the same agent and an empty folder, so that both pay for it, and what a JVM says of
 * its options is the same.
 */
final class HotPatch {
    private static final String OBSERVED = "observed";

    private final Path scratch;
    private final Optional<Path> jar;
    private final String more;
    private final String observe;
    private int compiled;

    HotPatch(Path scratch) throws IOException {
        this(scratch, ObserverJar.find(), "", "");
        Files.createDirectories(classes());
        Files.createDirectories(reports());
    }

    private HotPatch(Path scratch, Optional<Path> jar, String more, String observe) {
        this.scratch = scratch;
        this.jar = jar;
        this.more = more;
        this.observe = observe;
    }

    /** Returns the same with further options for the JVMs. */
    HotPatch with(String options) {
        return new HotPatch(scratch, jar, options, "");
    }

    /** Returns the same, with an agent that observes streams; empty without the agent. */
    Optional<HotPatch> observing() throws IOException {
        Files.createDirectories(scratch.resolve(OBSERVED));
        return jar.map(file -> new HotPatch(scratch, jar, "",
                ",observe=" + scratch.resolve(OBSERVED).resolve("observed-%p.txt")));
    }

    /** Returns what the agent wrote in all JVMs of the observed run. */
    String observed() throws IOException {
        StringBuilder text = new StringBuilder();
        for (List<String> lines : reports(scratch.resolve(OBSERVED), "observed-")) {
            lines.forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    /** Returns whether it is for more than patched classes. */
    boolean records() {
        return !more.isEmpty() || !observe.isEmpty();
    }

    private Path classes() {
        return scratch.resolve("patched");
    }

    private Path reports() {
        return scratch.resolve("code");
    }

    /** Returns what goes into {@code JAVA_TOOL_OPTIONS}; empty without the agent. */
    String jvmOptions() {
        String agent = jar.map(file -> "-javaagent:" + file + "=patch=" + classes() + ",code=" + reports() + observe)
                .orElse("");
        return (agent + " " + more).strip();
    }

    /** Fills the folder for the next runs. */
    void place(Map<String, byte[]> classes) throws IOException {
        TreeCopy.delete(classes());
        Files.createDirectories(classes());
        for (Map.Entry<String, byte[]> each : classes.entrySet()) {
            Path file = classes().resolve(each.getKey() + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
    }

    /** Compiles changed files against what the JVMs of earlier runs had; refused where there was none. */
    ChangedClasses compile(List<FileChange> changes) throws IOException {
        Optional<RunningCode> code = code();
        if (code.isEmpty()) {
            String why = jar.isEmpty() ? "perfhint's agent is not installed here"
                    : "the run starts no JVM of Java 17 or newer, or none that takes JAVA_TOOL_OPTIONS";
            return new ChangedClasses(Map.of(), Optional.of(why));
        }
        return ChangedClasses.compile(changes, code.get(), Files.createDirectories(scratch.resolve("compile-"
                + compiled++)));
    }

    /** Returns the classes of all JVMs of the runs until now, with the newest release among them. */
    Optional<RunningCode> code() throws IOException {
        Set<Path> classPath = new LinkedHashSet<>();
        int release = 0;
        Path home = null;
        for (List<String> lines : reports(reports(), "code-")) {
            int own = Integer.parseInt(value(lines, "release").orElse("0"));
            if (own > release) {
                release = own;
                home = Path.of(value(lines, "home").orElseThrow());
            }
            lines.stream().filter(line -> line.startsWith("path\t")).map(line -> line.substring(5))
                    .map(Path::of).filter(Files::exists).forEach(classPath::add);
        }
        return home == null ? Optional.empty() : Optional.of(new RunningCode(release, home, List.copyOf(classPath)));
    }

    /**
     * What the JVMs of a run did with patched classes.
     *
     * @param classes the names, with {@code /}, of those that they loaded
     * @param refusal why a JVM did not take one
     */
    record Taken(Set<String> classes, Optional<String> refusal) {
        boolean has(String name) {
            return classes.stream().anyMatch(each -> each.equals(name) || each.startsWith(name + "$"));
        }
    }

    /** Returns what the JVMs of the runs since the last change took. */
    Taken taken() throws IOException {
        Set<String> lines = reportLines();
        return new Taken(lines.stream().filter(line -> line.startsWith("patched\t"))
                .map(line -> line.split("\t")[1].replace('.', '/')).collect(Collectors.toSet()),
                lines.stream().filter(line -> line.startsWith("refused\t")).map(line -> line.split("\t", 3))
                        .map(columns -> "the JVM keeps its own " + columns[1] + ": " + columns[2]).findFirst());
    }

    private Set<String> reportLines() throws IOException {
        Set<String> lines = new HashSet<>();
        reports(classes(), "report-").forEach(lines::addAll);
        return lines;
    }

    private static Optional<String> value(List<String> lines, String key) {
        return lines.stream().filter(line -> line.startsWith(key + "\t")).map(line -> line.substring(key.length() + 1))
                .findFirst();
    }

    private static List<List<String>> reports(Path directory, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<List<String>> all = new java.util.ArrayList<>();
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith(prefix)).sorted().toList()) {
                all.add(Files.readAllLines(file, StandardCharsets.UTF_8));
            }
            return all;
        }
    }
}
