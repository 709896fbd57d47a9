package dev.perfhint.cli.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A copy of the worked example's sources in a git repository of its own. */
public record ExampleTree(Path root) {
    public static final String STREAM = "src/org/example/export/ExtOutputStream.java";
    public static final String EXPORT = "src/org/example/export/Export.java";

    public static ExampleTree in(Path directory) throws IOException {
        Path root = directory.resolve("tree");
        Path from = Path.of(Example.SOURCE);
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Path to = root.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(path, to);
                }
            }
        }
        ExampleTree tree = new ExampleTree(root);
        tree.git("init", "-q");
        return tree;
    }

    /** Runs git in the tree and returns what it printed; fails unless it exits with 0. */
    public String git(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of("git", "-C", root.toString(),
                "-c", "user.name=nobody", "-c", "user.email=nobody@example.org"));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new AssertionError(command + ": " + output);
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return output;
    }

    /** Runs {@code analyze} on the example's recording with these sources. */
    public Invocation analyze(String... options) {
        List<String> args = new ArrayList<>(List.of("analyze", Example.CPU, "--source", root.toString()));
        args.addAll(List.of(options));
        return Invocation.of(args.toArray(String[]::new));
    }

    public String read(String path) throws IOException {
        return Files.readString(root.resolve(path));
    }

    public void write(String path, String text) throws IOException {
        Files.writeString(root.resolve(path), text);
    }

    /** Returns the text of all Java files by path. */
    public Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.filter(path -> path.toString().endsWith(".java")).toList()) {
                files.put(root.relativize(path).toString(), Files.readString(path));
            }
        }
        return files;
    }
}
