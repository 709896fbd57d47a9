package dev.perfhint.cli.command;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs typical commands in one JVM so that the launcher can archive the classes they load. The only argument is the
 * directory of the worked example; without it only the help is run.
 */
public final class StartupTraining {
    private StartupTraining() {}

    public static void main(String[] args) {
        for (String[] command : commands(Path.of(args[0]))) {
            Main.run(InputStream.nullInputStream(), OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), command);
        }
    }

    private static List<String[]> commands(Path example) {
        List<String[]> commands = new ArrayList<>();
        commands.add(new String[] {"--version"});
        commands.add(new String[] {"--help"});
        for (String name : List.of("cpu.jfr", "jfr-17.jfr")) {
            String recording = example.resolve("recordings").resolve(name).toString();
            commands.add(new String[] {"hotspots", recording});
            commands.add(new String[] {"analyze", recording});
            commands.add(new String[] {"analyze", recording, "--format", "json"});
            String sources = example.resolve("app").toString();
            commands.add(new String[] {"analyze", recording, "--source", sources, "--fix", "--unsafe-fixes", "--patch", "-"});
            commands.add(new String[] {"callers", recording, "FileOutputStream.write"});
        }
        return commands;
    }
}
