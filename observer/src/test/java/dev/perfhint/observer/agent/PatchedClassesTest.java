package dev.perfhint.observer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatchedClassesTest {
    private static final String MAIN = """
            package app;
            public class Main {
                public static void main(String[] args) throws Exception {
                    System.out.println(new Greeter().greet());
                    if (args.length > 0) {
                        System.in.read();
                        System.out.println(new Greeter().greet());
                    }
                }
            }
            """;
    private static final String GREETER = """
            package app;
            class Greeter {
                String greet() {
                    return "before";
                }
            }
            """;
    private static final String PATCHED_GREETER = """
            package app;
            class Greeter {
                private final Words words = new Words() {};
                String greet() {
                    java.util.function.Supplier<String> word = words::word;
                    return word.get() + " " + (Words.class.getProtectionDomain() == Greeter.class.getProtectionDomain());
                }
            }
            """;
    private static final String WORDS = """
            package app;
            abstract class Words {
                String word() {
                    return "after";
                }
            }
            """;

    @TempDir
    Path folder;
    private Path agent;
    private Path classes;

    @BeforeEach
    void compile() throws IOException {
        agent = AgentJar.in(folder);
        classes = AgentRun.compile(folder, "classes", List.of(), "app/Main.java", MAIN, "app/Greeter.java", GREETER);
    }

    @Test
    void patchesClassAndDefinesWhatItAdds() throws Exception {
        Path patch = AgentRun.compile(folder, "patch", List.of(), "app/Greeter.java", PATCHED_GREETER, "app/Words.java", WORDS);
        assertThat(AgentRun.java("-javaagent:" + agent + "=patch=" + patch, "-cp", classes.toString(), "app.Main"))
                .isEqualTo(new AgentRun.Ended("after true\n", 0));
        assertThat(report(patch)).containsExactly(
                "added\tapp.Words\t", "added\tapp.Greeter$1\t", "patched\tapp.Greeter\tloaded");
    }

    @Test
    void patchesClassOfSignedJar() throws Exception {
        Path jar = signed(classes);
        Path patch = AgentRun.compile(folder, "patch", List.of(), "app/Greeter.java", PATCHED_GREETER, "app/Words.java", WORDS);
        assertThat(AgentRun.java("-javaagent:" + agent + "=patch=" + patch, "-cp", jar.toString(), "app.Main"))
                .isEqualTo(new AgentRun.Ended("after true\n", 0));
    }

    @Test
    void patchesClassOfNamedModule() throws Exception {
        Path jar = folder.resolve("greetings.jar");
        assertThat(tool("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), ".")).isZero();
        Path patch = AgentRun.compile(folder, "patch", List.of(), "app/Greeter.java", PATCHED_GREETER, "app/Words.java", WORDS);
        assertThat(AgentRun.java("-javaagent:" + agent + "=patch=" + patch, "-p", jar.toString(), "-m", "greetings/app.Main"))
                .isEqualTo(new AgentRun.Ended("after true\n", 0));
    }

    @Test
    void definesWhatAPatchedClassOfAnotherPackageUses() throws Exception {
        String main = """
                package app;
                public class Main {
                    public static void main(String[] args) {
                        System.out.println(new lib.Greeter().greet(%s));
                    }
                }
                """;
        String greeter = """
                package lib;
                public class Greeter {
                    public String greet(Object words) {
                        return words.toString();
                    }
                }
                """;
        Path plain = AgentRun.compile(folder, "plain", List.of(), "app/Main.java", main.formatted("\"before\""),
                "lib/Greeter.java", greeter);
        Path patch = AgentRun.compile(folder, "patch", List.of(), "app/Main.java", main.formatted("(Object) new lib.Words()"),
                "lib/Greeter.java", greeter, "lib/Words.java", """
                package lib;
                public class Words {
                    @Override
                    public String toString() {
                        return "after";
                    }
                }
                """);
        assertThat(AgentRun.java("-javaagent:" + agent + "=patch=" + patch, "-cp", plain.toString(), "app.Main"))
                .isEqualTo(new AgentRun.Ended("after\n", 0));
    }

    @Test
    void leavesClassThatAnAddedOneExtends() throws Exception {
        Path patch = AgentRun.compile(folder, "patch", List.of(), "app/Greeter.java", """
                package app;
                class Greeter {
                    String greet() {
                        return new Greeter() {
                            @Override
                            String greet() {
                                return "after";
                            }
                        }.greet();
                    }
                }
                """);
        assertThat(AgentRun.java("-javaagent:" + agent + "=patch=" + patch, "-cp", classes.toString(), "app.Main"))
                .isEqualTo(new AgentRun.Ended("before\n", 0));
        assertThat(report(patch)).containsExactly(
                "refused\tapp.Greeter$1\textends the patched app.Greeter",
                "refused\tapp.Greeter\tthe added app.Greeter$1 extends it");
    }

    @Test
    void redefinesLoadedClassAfterWhatItAdds() throws Exception {
        Path patch = AgentRun.compile(folder, "patch", List.of(), "app/Greeter.java", """
                package app;
                class Greeter {
                    String greet() {
                        return new Words().word();
                    }
                }
                """, "app/Words.java", WORDS.replace("abstract ", ""));
        assertThat(attachAndGreet(patch)).isEqualTo("after");
        assertThat(report(patch)).contains("patched\tapp.Greeter\tredefined");
    }

    @Test
    void reportsLoadedClassThatTheJvmDoesNotRedefine() throws Exception {
        Path patch = AgentRun.compile(folder, "patch", List.of(), "app/Greeter.java", PATCHED_GREETER, "app/Words.java", WORDS);
        assertThat(attachAndGreet(patch)).isEqualTo("before");
        assertThat(report(patch)).anySatisfy(line -> assertThat(line)
                .startsWith("refused\tapp.Greeter\tjava.lang.UnsupportedOperationException: class redefinition failed"));
    }

    private String attachAndGreet(Path patch) throws Exception {
        Process process = AgentRun.start("-XX:+EnableDynamicAgentLoading", "-cp", classes.toString(), "app.Main", "twice");
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("before");
            VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
            machine.loadAgent(agent.toString(), "patch=" + patch);
            machine.detach();
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            return out.readLine();
        } finally {
            process.destroy();
        }
    }

    private Path signed(Path classes) throws Exception {
        Path jar = folder.resolve("signed.jar");
        String keys = folder.resolve("keys").toString();
        assertThat(tool("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), ".")).isZero();
        assertThat(tool("keytool", "-genkeypair", "-alias", "a", "-keyalg", "EC", "-dname", "CN=a",
                "-keystore", keys, "-storepass", "secret")).isZero();
        assertThat(tool("jarsigner", "-keystore", keys, "-storepass", "secret", jar.toString(), "a")).isZero();
        return jar;
    }

    private static int tool(String name, String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", name).toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        return process.waitFor();
    }

    private static List<String> report(Path patch) throws IOException {
        try (Stream<Path> files = Files.list(patch)) {
            Path report = files.filter(file -> file.getFileName().toString().startsWith("report-")).findFirst().orElseThrow();
            return Files.readAllLines(report);
        }
    }
}
