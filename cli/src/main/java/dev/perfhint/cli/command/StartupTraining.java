package dev.perfhint.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs typical commands in one JVM so that the launcher can archive the classes they load. The only argument is the
 * directory of the worked example.
 */
public final class StartupTraining {
    private static final List<String> RECORDINGS = List.of("cpu.jfr", "jfr-17.jfr", "jfr-25.jfr");
    /** Whose fixtures lead through most of the rewriter; a release has none of them. */
    private static final List<String> RULES = List.of("unbuffered-file-write", "unbuffered-file-read");
    private static final List<String> PROGRAM = List.of("Program.java", "Starter.java");

    private StartupTraining() {}

    public static void main(String[] args) throws IOException {
        Path example = Path.of(args[0]);
        Path chunks = chunks(example);
        Path program = Files.createTempDirectory("perfhint-training");
        Path sources = Files.createDirectory(program.resolve("training"));
        Path stacks = program.resolve("stacks.txt");
        try {
            for (String name : PROGRAM) {
                copy(name + ".txt", sources.resolve(name));
            }
            copy("stacks.txt", stacks);
            for (String[] command : commands(example, chunks, stacks)) {
                Main.run(InputStream.nullInputStream(), OutputStream.nullOutputStream(),
                        OutputStream.nullOutputStream(), command);
            }
            for (Path directory : List.of(program, example)) {
                Main.runIn(directory, OutputStream.nullOutputStream(), OutputStream.nullOutputStream(),
                        "analyze", recording(example, RECORDINGS.get(0)).toAbsolutePath().toString());
            }
        } finally {
            for (String name : PROGRAM) {
                Files.deleteIfExists(sources.resolve(name));
            }
            for (Path each : List.of(chunks, sources, stacks, program)) {
                Files.deleteIfExists(each);
            }
        }
    }

    /** Makes a recording of several chunks: such are read by several threads. */
    private static Path chunks(Path example) throws IOException {
        Path chunks = Files.createTempFile("perfhint-", ".jfr");
        for (String name : RECORDINGS) {
            Files.write(chunks, Files.readAllBytes(recording(example, name)), StandardOpenOption.APPEND);
        }
        return chunks;
    }

    /** Copies one of the files that hold a program with a stream in a field, and a profile of it. */
    private static void copy(String name, Path target) throws IOException {
        try (InputStream in = StartupTraining.class.getResourceAsStream("training/" + name)) {
            Files.copy(in, target);
        }
    }

    private static Path recording(Path example, String name) {
        return example.resolve("recordings").resolve(name);
    }

    private static List<String[]> commands(Path example, Path chunks, Path stacks) {
        List<String[]> commands = new ArrayList<>();
        commands.add(new String[] {"--version"});
        commands.add(new String[] {"--help"});
        commands.add(new String[] {"hotspots", chunks.toString()});
        String library = example.resolve("lib").resolve("textformat-1.0.jar").toString();
        String program = stacks.getParent().toString();
        commands.add(new String[] {"analyze", stacks.toString(), "--source", program, "--classpath", library});
        commands.add(new String[] {
            "analyze", stacks.toString(), "--source", program, "--fix", "--unsafe-fixes", "--patch", "-"
        });
        for (String name : RECORDINGS) {
            String recording = recording(example, name).toString();
            commands.add(new String[] {"hotspots", recording});
            commands.add(new String[] {"analyze", recording});
            commands.add(new String[] {"analyze", recording, "--format", "json"});
            String sources = example.resolve("app").toString();
            commands.add(
                    new String[] {"analyze", recording, "--source", sources, "--classpath", library, "--fix",
                            "--unsafe-fixes", "--patch", "-"});
            commands.add(new String[] {"callers", recording, "FileOutputStream.write"});
        }
        for (String rule : RULES) {
            Path recording = example.resolveSibling("recordings").resolve("rules").resolve(rule)
                    .resolve("positives-17.jfr.gz");
            String sources = example.resolveSibling("programs").resolve(rule).resolve("positives").toString();
            commands.add(new String[] {"analyze", recording.toString(), "--source", sources});
        }
        return commands;
    }
}
