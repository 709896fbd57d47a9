package dev.perfhint.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Verifies patches of programs as they are run: class directory, jar, signed jar, module, old class files, other class loaders. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "counts come from /proc/PID/io")
class HotPatchTest {
    private static final String BIN = Path.of(System.getProperty("java.home"), "bin").toString();
    private static final byte JAVA_5 = 49;
    private static final String WRITER = """
            package lib;
            import java.io.*;
            public class Writer {
                public static final int LIMIT = 3000;
                public static void write(File file) throws IOException {
                    try (OutputStream out = new FileOutputStream(file)) {
                        for (int i = 0; i < 3000; i++) {
                            out.write(i);
                        }
                    }
                }
            }
            """;
    private static final String MAIN = """
            package app;
            public class Main {
                public static void main(String[] args) throws Exception {
                    lib.Writer.write(new java.io.File("out"));
                    System.out.println("done");
                }
            }
            """;

    @TempDir
    private Path tree;

    @TempDir
    private Path elsewhere;

    private final Map<String, String> before = new TreeMap<>(Map.of("lib/Writer.java", WRITER, "app/Main.java", MAIN));
    private final Map<String, String> after = new TreeMap<>();

    @BeforeEach
    void buffer() throws IOException {
        AgentOfTests.use();
        after.put("lib/Writer.java", WRITER.replace("new FileOutputStream(file)",
                "new BufferedOutputStream(new FileOutputStream(file))"));
        Files.createDirectories(tree.resolve("lib"));
    }

    @Test
    void patchesAClassDirectory() throws Exception {
        javac("out-classes", "--release", "17");
        assertBetter(verify("java -cp out-classes app.Main"));
    }

    @Test
    void patchesAJarWithAManifestClassPath() throws Exception {
        javac("classes", "--release", "17");
        jar("lib/writer.jar", "-C", "classes", "lib");
        Files.writeString(tree.resolve("manifest"), "Main-Class: app.Main\nClass-Path: lib/writer.jar\n");
        run("jar", "cfm", "app.jar", "manifest", "-C", "classes", "app");
        TreeCopy.delete(tree.resolve("classes"));
        assertBetter(verify("java -jar app.jar"));
    }

    @Test
    void patchesASignedJarWithAnAddedClass() throws Exception {
        javac("classes", "--release", "17");
        jar("app.jar", "-C", "classes", ".");
        run("keytool", "-genkeypair", "-keystore", "keys", "-storepass", "secret", "-alias", "a", "-keyalg", "RSA",
                "-dname", "CN=a", "-validity", "10000");
        run("jarsigner", "-keystore", "keys", "-storepass", "secret", "app.jar", "a");
        TreeCopy.delete(tree.resolve("classes"));
        addClass();
        assertBetter(verify("java -cp app.jar app.Main"));
    }

    @Test
    void patchesAnAutomaticModule() throws Exception {
        javac("classes", "--release", "17");
        jar("lib/writer.jar", "-C", "classes", "lib");
        jar("lib/app.jar", "-C", "classes", "app");
        TreeCopy.delete(tree.resolve("classes"));
        addClass();
        assertBetter(verify("java -p lib --add-modules writer,app -m app/app.Main"));
    }

    @Test
    void patchesClassFilesOfAnOldRelease() throws Exception {
        javac("classes", "--release", "8");
        for (String name : List.of("app/Main.class", "lib/Writer.class")) {
            Path file = tree.resolve("classes").resolve(name);
            byte[] bytes = Files.readAllBytes(file);
            bytes[7] = JAVA_5;
            Files.write(file, bytes);
        }
        assertBetter(verify("java -cp classes app.Main"));
    }

    @Test
    void patchesWhatAScriptStarts() throws Exception {
        javac("classes", "--release", "17");
        Files.writeString(tree.resolve("start.sh"), "cd classes && exec java -cp . app.Main\n");
        assertBetter(verify("sh start.sh"));
    }

    @Test
    void putsAnAddedClassBetweenAClassAndItsSuperclass() throws Exception {
        before.put("lib/Writer.java", WRITER.replace("new FileOutputStream(file)", "new Out(file)"));
        before.put("lib/Out.java", """
                package lib;
                final class Out extends java.io.FileOutputStream {
                    Out(java.io.File file) throws java.io.IOException {
                        super(file);
                    }
                }
                """);
        after.clear();
        after.putAll(before);
        after.put("lib/Out.java", before.get("lib/Out.java").replace("java.io.FileOutputStream", "Collected"));
        after.put("lib/Collected.java", """
                package lib;
                import java.io.*;
                class Collected extends FileOutputStream {
                    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
                    Collected(File file) throws IOException {
                        super(file);
                    }
                    @Override
                    public void write(int value) {
                        held.write(value);
                    }
                    @Override
                    public void close() throws IOException {
                        write(held.toByteArray());
                        super.close();
                    }
                }
                """);
        javac("classes", "--release", "17");
        assertBetter(verify("java -cp classes app.Main"));
    }

    @Test
    void changesSettingsWhereTheProgramReadsThem() throws Exception {
        before.put("lib/Writer.java", WRITER.replace("new FileOutputStream(file)", "open(file)").replace("LIMIT = 3000;",
                """
                LIMIT = 3000;
                    static OutputStream open(File file) throws IOException {
                        java.util.Properties settings = new java.util.Properties();
                        settings.load(Writer.class.getResourceAsStream("/lib/app.properties"));
                        OutputStream out = new FileOutputStream(file);
                        return settings.get("buffered").equals("true") ? new BufferedOutputStream(out) : out;
                    }
                """));
        before.put("lib/app.properties", "buffered=false\n");
        after.clear();
        after.putAll(before);
        after.put("lib/app.properties", "buffered=true\n");
        javac("classes", "--release", "17");
        Files.writeString(tree.resolve("classes/lib/app.properties"), before.get("lib/app.properties"));
        assertBetter(verify("java -cp classes app.Main"));
        jar("app.jar", "-C", "classes", ".");
        TreeCopy.delete(tree.resolve("classes"));
        refused("java -cp app.jar app.Main", "the program reads app.properties from app.jar: needs --build COMMAND");
    }

    @Test
    void namesWhatNeedsABuild() throws Exception {
        javac("classes", "--release", "17");
        String command = "java -cp classes app.Main";
        after.put("lib/Writer.java", after.get("lib/Writer.java").replace("LIMIT = 3000", "LIMIT = 4000"));
        refused(command, "lib.Writer fits other classes only after a build: its constant LIMIT changes, which other"
                + " classes hold a copy of: needs --build COMMAND");
        after.put("lib/Writer.java", WRITER.replace("static void write(", "static int write(")
                .replace("}\n    }\n", "}\n    return 1; }\n"));
        refused(command, "lib.Writer fits other classes only after a build: it loses write() or its type changes");
        after.put("lib/Writer.java", WRITER.replace("(File file)", "(@lombok.NonNull File file)"));
        refused(command, "it does not compile against the running class path without a build: Writer.java:5: package"
                + " lombok does not exist (annotation processors do not run): needs --build COMMAND");
    }

    @Test
    void namesARelocatedClass() throws Exception {
        before.put("app/Main.java", MAIN.replace("lib.Writer", "shaded.lib.Writer"));
        before.put("shaded/lib/Writer.java", WRITER.replace("package lib", "package shaded.lib"));
        before.remove("lib/Writer.java");
        javac("classes", "--release", "17");
        jar("app.jar", "-C", "classes", ".");
        TreeCopy.delete(tree.resolve("classes"));
        before.put("lib/Writer.java", WRITER);
        refused("java -cp app.jar app.Main",
                "lib.Writer runs as shaded.lib.Writer, to which a build renames it: needs --build COMMAND");
    }

    @Test
    void doesNotCallAClassVerifiedThatTheRunDoesNotLoad() throws Exception {
        before.put("app/Main.java", MAIN.replace("lib.Writer.write(new java.io.File(\"out\"));", ""));
        javac("classes", "--release", "17");
        refused("java -cp classes app.Main", "no fix can be tried: the run does not load lib.Writer");
    }

    @Test
    void verifiesAFixWhoseClassIsNotLoadedWhereAnotherFixFails() throws Exception {
        String first = "package lib;\npublic class First { public static boolean go() { return true; } }\n";
        before.put("lib/First.java", first);
        before.put("app/Main.java", MAIN.replace("lib.Writer.write", "if (lib.First.go()) lib.Writer.write"));
        after.put("lib/First.java", first.replace("true", "false"));
        javac("classes", "--release", "17");
        Verification verification = verify("java -cp classes app.Main");
        assertThat(verification.untried()).isEmpty();
        assertThat(verification.failed()).containsOnlyKeys(0);
        assertThat(verification.passed()).containsExactly(1);
        assertThat(new String(verification.patch(), java.nio.charset.StandardCharsets.UTF_8)).contains("BufferedOutputStream");
    }

    @Test
    void patchesWhatAnotherClassLoaderLoads() throws Exception {
        Path home = Files.createDirectories(elsewhere.resolve("maven/lib"));
        javac("classes", "--release", "17");
        jar("plugin.jar", "-C", "classes", ".");
        TreeCopy.delete(tree.resolve("classes"));
        Path launcher = Files.createDirectories(elsewhere.resolve("launcher"));
        Files.writeString(launcher.resolve("Launcher.java"), """
                import java.net.*;
                import java.nio.file.*;
                public class Launcher {
                    public static void main(String[] args) throws Exception {
                        URLClassLoader realm = new URLClassLoader(new URL[] {Path.of(args[0]).toUri().toURL()}, null);
                        realm.loadClass("app.Main").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                    }
                }
                """);
        new ProcessBuilder(BIN + "/javac", "-d", home.toString(), launcher.resolve("Launcher.java").toString())
                .inheritIO().start().waitFor();
        assertBetter(verify("java -cp " + home + " Launcher plugin.jar"));
    }

    @Test
    void patchesWhatMavenRunsInItsOwnJvm() throws Exception {
        Path plugin = Path.of(System.getProperty("user.home"), ".m2/repository/org/codehaus/mojo/exec-maven-plugin");
        Assumptions.assumeTrue(Files.isDirectory(plugin), "exec-maven-plugin is not in the local repository");
        String version;
        try (Stream<Path> versions = Files.list(plugin)) {
            version = versions.map(each -> each.getFileName().toString()).filter(each -> each.matches("\\d.*")).findFirst().orElseThrow();
        }
        javac("target/classes", "--release", "17");
        Files.writeString(tree.resolve("pom.xml"), "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId>"
                + "<artifactId>a</artifactId><version>1</version></project>");
        assertBetter(verify(Path.of("../mvnw").toAbsolutePath().normalize() + " -o -q org.codehaus.mojo:exec-maven-plugin:" + version
                + ":java -Dexec.mainClass=app.Main"));
    }

    private void addClass() {
        after.put("lib/Writer.java", WRITER.replace("new FileOutputStream(file)", "new Buffer(new FileOutputStream(file))"));
        after.put("lib/Buffer.java", """
                package lib;
                final class Buffer extends java.io.BufferedOutputStream {
                    Buffer(java.io.OutputStream out) {
                        super(out);
                    }
                }
                """);
    }

    private static void assertBetter(Verification verification) {
        assertThat(verification.verdict()).as(String.join("\n", VerificationText.lines(verification)))
                .isEqualTo(Verification.Verdict.BETTER);
        Stats[] writes = verification.measures().get(Run.Measure.WRITE_CALLS);
        assertThat(writes[0].median() - writes[1].median()).isBetween(2990L, 3010L);
        assertThat(verification.comparison().compared()).containsExactly(Run.STANDARD_OUTPUT, Run.STANDARD_ERROR,
                verification.comparison().compared().get(2)).last().asString().endsWith("out");
    }

    private void refused(String command, String why) {
        assertThatThrownBy(() -> verify(command)).isInstanceOf(CliException.class).hasMessageContaining(why);
    }

    private Verification verify(String command) throws Exception {
        String run = command.replaceFirst("(^|exec )java", "$1" + BIN + "/java");
        VerifyOptions options = new VerifyOptions(tree, Path.of(""), run, Optional.empty(), List.of(), Optional.empty(),
                2, Duration.ofSeconds(60), false);
        return new Verifier(options, new PrintStream(new ByteArrayOutputStream(), true),
                new Terminal(0, false, false, false, "")).run(patch());
    }

    private Path patch() throws Exception {
        Path a = elsewhere.resolve("a");
        Path b = elsewhere.resolve("b");
        for (Path each : List.of(a, b, tree.resolve("src"))) {
            if (Files.exists(each)) {
                TreeCopy.delete(each);
            }
            write(each.resolve(each.endsWith("src") ? "" : "src"), before);
        }
        write(b.resolve("src"), after);
        Path patch = elsewhere.resolve("change.patch");
        new ProcessBuilder("diff", "-ruN", "a", "b").directory(elsewhere.toFile()).redirectOutput(patch.toFile())
                .start().waitFor();
        return patch;
    }

    private static void write(Path directory, Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = directory.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }

    private void javac(String classes, String... options) throws Exception {
        Path sources = elsewhere.resolve("sources");
        write(sources, before);
        List<String> command = new ArrayList<>(List.of("javac", "-Xlint:-options", "-d", classes));
        command.addAll(Arrays.asList(options));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> command.add(file.toString()));
        }
        run(command.toArray(String[]::new));
    }

    private void jar(String name, String... content) throws Exception {
        List<String> command = new ArrayList<>(List.of("jar", "cf", name));
        command.addAll(Arrays.asList(content));
        run(command.toArray(String[]::new));
    }

    private void run(String... command) throws Exception {
        command[0] = BIN + File.separator + command[0];
        Process process = new ProcessBuilder(command).directory(tree.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
    }
}
