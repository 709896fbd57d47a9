package dev.perfhint.observer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles and runs small programs in JVMs of their own. */
final class AgentRun {
    /** What a program printed, standard error included, and how it ended. */
    record Ended(String output, int exitCode) {}

    private AgentRun() {}

    /** Compiles sources, given as pairs of file name and text, to class files of Java 17. */
    static Path compile(Path folder, String name, List<Path> classPath, String... sources) throws IOException {
        Path from = folder.resolve(name + "-sources");
        Path to = Files.createDirectories(folder.resolve(name));
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < sources.length; i += 2) {
            Path file = from.resolve(sources[i]);
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, sources[i + 1]));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options = new ArrayList<>(List.of("-d", to.toString(), "--release", "17", "-g"));
        if (!classPath.isEmpty()) {
            options.addAll(List.of("-cp", String.join(":", classPath.stream().map(Path::toString).toList())));
        }
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean compiled = compiler.getTask(
                    messages, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files)).call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
        return to;
    }

    /** Runs {@code java} of this JDK with the given arguments. */
    static Ended java(String... arguments) throws IOException, InterruptedException {
        Process process = start(arguments);
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(output, process.waitFor());
    }

    static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
