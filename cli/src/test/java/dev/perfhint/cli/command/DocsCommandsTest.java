package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs what the pages and the help say to type, and what {@link ReadmeTest} does not: the commands that start programs or need a
 * store, a process or an editor. A shell runs them beside the files that they name; durations are cut to a second.
 */
@EnabledOnOs(OS.LINUX)
class DocsCommandsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern COMMAND = Pattern.compile(
            "(?<=^|`|\\$ |\\* {2})(?:\\./)?perfhint (run|record|verify|calibrate|fleet|lsp|ide|install|analyze)\\b((?: [^`\\n#]*)?)",
            Pattern.MULTILINE);
    private static final Set<String> WITHOUT_ARGUMENTS = Set.of("lsp", "calibrate", "install");
    /** A synopsis, a command in which something is left out, and the sentence that begins with the program's name. */
    private static final Pattern NOT_TYPED = Pattern.compile(".*(\\[|\\.\\.\\. *-|RECORDING|\u2026).*|record uses:.*|run.* from .*");
    private static final String PROGRAM = """
            public class Shop {
                public static void main(String[] args) throws Exception {
                    long end = System.nanoTime() + Long.parseLong(System.getProperty("seconds", "1")) * 1_000_000_000L;
                    try (var out = new java.io.FileOutputStream("shop.out")) {
                        for (int i = 0; System.nanoTime() < end; i++) {
                            out.write(1);
                            if (i % 1000 == 0) {
                                Thread.sleep(Long.getLong("pauseMillis", 0));
                            }
                        }
                    }
                }
            }
            """;
    private static final String BYTES = "dd if=/dev/zero of=out bs=1 count=3000 2> /dev/null\n";
    private static final String BLOCK = "dd if=/dev/zero of=out bs=3000 count=1 2> /dev/null\n";

    @TempDir
    private static Path directory;

    private static Process shop;

    static List<String> commands() throws IOException {
        Set<String> commands = new TreeSet<>();
        List<String> pages = new ArrayList<>(ReadmeTest.pages().toList());
        pages.add("cli/src/main/resources/dev/perfhint/cli/command/setup/examples.txt");
        for (String page : pages) {
            COMMAND.matcher(Files.readString(ROOT.resolve(page))).results()
                    .map(match -> match.group(1) + match.group(2).replaceAll(" \\|.*|  .*", "").stripTrailing())
                    .filter(command -> !NOT_TYPED.matcher(command).matches())
                    .filter(command -> !command.startsWith("analyze") || command.contains("--calibration") || command.contains("STORE"))
                    .filter(command -> command.contains(" ") || WITHOUT_ARGUMENTS.contains(command))
                    .filter(command -> command.startsWith("calibrate") || !command.matches("(?s)[a-z]+ [a-z]+ the .*"))
                    .forEach(commands::add);
        }
        return List.copyOf(commands);
    }

    @BeforeAll
    static void makeAWorkplace() throws Exception {
        String java = System.getProperty("java.home") + "/bin/java";
        Path bin = Files.createDirectories(directory.resolve("bin"));
        script(bin.resolve("perfhint"), "exec '" + java + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Duser.home=\"$HOME\" -Dperfhint.launcher='" + bin.resolve("perfhint")
                + "' -cp '" + System.getProperty("java.class.path") + "' " + Main.class.getName() + " \"$@\"");
        script(bin.resolve("mvn"), "exec '" + ROOT.resolve("mvnw") + "' -q -o \"$@\"");
        Files.createDirectories(directory.resolve("home/.config/JetBrains/IdeaIC2025.1"));
        jar();
        for (String place : List.of("run.jfr", "lake/service=shop/version=1.4/a.jfr", "lake/service=shop/version=1.5/b.jfr",
                "recordings/shop/a-1.jfr", "profiles/shop/a-1.jfr")) {
            Files.createDirectories(directory.resolve(place).getParent());
            Files.copy(Path.of(Example.CPU), directory.resolve(place));
        }
        Files.writeString(directory.resolve("run.sh"), BYTES);
        Files.writeString(directory.resolve("Makefile"), "all:\n\ttrue\n");
        Files.writeString(directory.resolve("pom.xml"), "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId>"
                + "<artifactId>shop</artifactId><version>1</version><packaging>pom</packaging></project>");
        assertThat(shell("git init -q . && git add -A")).isEmpty();
        assertThat(shell("perfhint fleet collect lake --store fleet-store")).contains("read 2 of 2 recordings");
        assertThat(shell("perfhint fleet collect lake --store var/lib/perfhint")).contains("read 2 of 2 recordings");
        assertThat(shell("perfhint fleet collect recordings --store store --layout '{service}/{host}-*.jfr'")).contains("read 1 of 1");
        assertThat(shell("perfhint calibrate --quick --primitive lseek")).contains("perfhint: kept in ");
        // it runs beside all commands: a loop without pauses would take half of a small machine from the other tests
        shop = process("exec java -Dseconds=3600 -DpauseMillis=3 -jar shop.jar").redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    @AfterAll
    static void endTheShop() throws InterruptedException {
        shop.destroy();
        shop.waitFor();
    }

    private static void script(Path file, String line) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static void jar() throws IOException {
        Path source = Files.writeString(directory.resolve("Shop.java"), PROGRAM);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-g", "-d", directory.toString(), source.toString())).isZero();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Shop");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(directory.resolve("shop.jar")), manifest)) {
            jar.putNextEntry(new JarEntry("Shop.class"));
            Files.copy(directory.resolve("Shop.class"), jar);
        }
    }

    private static ProcessBuilder process(String line) {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", line).directory(directory.toFile()).redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        shell.environment().put("HOME", directory.resolve("home").toString());
        shell.environment().put("XDG_CACHE_HOME", directory.resolve("cache").toString());
        shell.environment().put("PATH", directory.resolve("bin") + ":" + System.getProperty("java.home") + "/bin:" + System.getenv("PATH"));
        return shell;
    }

    private static String shell(String line) throws Exception {
        Process shell = process(line).start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor(2, TimeUnit.MINUTES)).isTrue();
        // 1 is an answer of these: a regression, a patch that is not better, an editor that goes away without a shutdown
        int most = line.matches("perfhint (verify|fleet compare|lsp).*") ? 1 : 0;
        assertThat(shell.exitValue()).as("%s: %s", line, output).isBetween(0, most);
        return output;
    }

    /** What a reader puts in for the names of the page. */
    private static String typed(String command) throws IOException {
        String typed = command.replaceAll("-d \\d+s?", "-d 1s").replaceAll("--observe \\d+s", "--observe 500ms")
                .replaceAll("\\b(4711|PID)\\b", Long.toString(shop.pid()))
                .replace("/var/lib", "var/lib").replace("/srv", "srv").replace("/opt", "opt").replace("/profiles", "profiles")
                .replace("EDITOR", "vscode").replaceAll("-- (java \\.\\.\\.|COMMAND)", "-- java -jar shop.jar")
                .replace("COMMAND", "'sh run.sh'").replace("org.example.Shop.order", "Shop.main")
                .replace("STORE", "fleet-store").replace("service=S/version=V", "service=shop/version=1.4").replace("SRC", Example.SOURCE);
        if (typed.startsWith("record") && !typed.contains(" -- ") && !typed.contains(" -d ")) {
            typed += " -- java -jar shop.jar"; // the page names an option
        }
        if (typed.startsWith("verify")) {
            typed += " --runs 1";
        }
        if (typed.startsWith("calibrate")) {
            typed = "calibrate --quick --primitive lseek";
        }
        if (typed.contains("--calibration FILE")) {
            try (var files = Files.list(directory.resolve("cache/perfhint/calibration"))) {
                typed = typed.replace("FILE", files.findFirst().orElseThrow().toString());
            }
        }
        return typed;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void runs(String command) throws Exception {
        assumeThat(command.contains("--trace-method") && Runtime.version().feature() < 25).as("--trace-method needs JDK 25").isFalse();
        Files.deleteIfExists(directory.resolve("shop.jfr"));
        Files.deleteIfExists(directory.resolve("perfhint.patch"));
        if (command.startsWith("verify")) {
            Files.writeString(directory.resolve("perfhint.patch"), "diff --git a/run.sh b/run.sh\n--- a/run.sh\n+++ b/run.sh\n"
                    + "@@ -1 +1 @@\n-" + BYTES + "+" + BLOCK);
        }
        Files.createDirectories(directory.resolve("srv/fleet"));
        shell("perfhint " + typed(command));
    }
}
