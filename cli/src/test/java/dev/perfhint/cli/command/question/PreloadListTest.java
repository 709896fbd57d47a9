package dev.perfhint.cli.command.question;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.javaparser.JavaParser;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.perfhint.cli.command.Invocation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import jdk.jfr.Event;
import jdk.jfr.Name;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The list of {@code --preload} of three frameworks: a program that loads it goes on, and loads next to nothing later. */
class PreloadListTest {
    @TempDir
    private Path directory;

    @Name("app.First")
    static final class First extends Event {}

    /** Uses a framework for the first time, after it has loaded a list if there is one. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws Exception {
            new First().commit();
            Callable<?> use = switch (args[0]) {
                case "jackson" -> () -> new ObjectMapper().writeValueAsString(Map.of("name", List.of(1, 2, 3)));
                case "picocli" -> () -> new CommandLine(new Options()).parseArgs("--number", "7").originalArgs();
                default -> () -> new JavaParser().parse("class A { int b() { return java.util.List.of(1).size(); } }").getResult();
            };
            if (args.length > 1) {
                load(Path.of(args[1]));
            }
            First first = new First();
            first.begin();
            System.out.println("used " + use.call());
            first.commit();
        }

        /** As advised. */
        private static void load(Path list) throws java.io.IOException {
            for (String name : Files.readAllLines(list)) {
                try {
                    if (!name.startsWith("#")) {
                        Class.forName(name, true, Thread.currentThread().getContextClassLoader());
                    }
                } catch (ClassNotFoundException | LinkageError e) {
                    System.out.println("not loaded " + name);
                }
            }
        }
    }

    @CommandLine.Command(name = "options")
    static final class Options {
        @CommandLine.Option(names = "--number")
        private int number;
    }

    @ParameterizedTest
    @ValueSource(strings = {"jackson", "picocli", "javaparser"})
    void leavesLittleToLoad(String framework) throws Exception {
        Path list = directory.resolve("preload.txt");
        int before = loaded(framework, list);
        assertThat(before).isGreaterThan(30);
        Files.writeString(list, Files.readString(list) + "no.such.Type\n");
        int after = loaded(framework, list, list.toString());
        assertThat(after).isLessThan(before / 5);
    }

    /** Returns how many classes with a name the framework's first use loaded; writes them if there is no list yet. */
    private int loaded(String framework, Path list, String... more) throws Exception {
        Path recording = directory.resolve("run" + more.length + ".jfr");
        String[] record = {"record", "--for", "latency", "-o", recording.toString(), "--",
            System.getProperty("java.home") + "/bin/java", "-cp", System.getProperty("java.class.path"), Program.class.getName(), framework};
        Process process = new ProcessBuilder(concat(List.of(System.getProperty("java.home") + "/bin/java", "-cp",
                System.getProperty("java.class.path"), "dev.perfhint.cli.command.Main"), record, more)).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("used ");
        Path written = more.length == 0 ? list : directory.resolve("later.txt");
        Invocation latency = Invocation.of("latency", recording.toString(), "--operation", "app.First", "--preload",
                written.toString(), "--format", "json");
        assertThat(latency.code()).as(latency.err()).isZero();
        JsonObject preload = JsonParser.parseString(latency.out()).getAsJsonObject().getAsJsonObject("preload");
        assertThat(Files.readAllLines(written)).hasSize(1 + preload.getAsJsonArray("classes").size()).first().asString().startsWith("# ");
        return preload.getAsJsonArray("classes").size();
    }

    private static List<String> concat(List<String> start, String[]... more) {
        List<String> all = new java.util.ArrayList<>(start);
        for (String[] each : more) {
            all.addAll(List.of(each));
        }
        return all;
    }
}
