package dev.perfhint.observer.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happens to a program, it prints the same and ends the same with the agent. */
class UndisturbedProgramTest {
    @TempDir
    Path folder;
    private Path agent;
    private Path classes;

    @BeforeEach
    void compile() throws IOException {
        agent = AgentJar.in(folder);
        classes = AgentRun.compile(folder, "program", List.of(), "Main.java", """
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        for (int i = 0; i < 1_000; i++) {
                            try (OutputStream out = new FileOutputStream(args[1])) {
                                out.write(i);
                            }
                        }
                        System.out.println(new File(args[1]).length());
                        switch (args[0]) {
                            case "throw" -> throw new IllegalStateException("as planned");
                            case "halt" -> Runtime.getRuntime().halt(5);
                            case "forever" -> {
                                while (true) {
                                    Thread.sleep(1000);
                                }
                            }
                            case "manage" -> {
                                System.setSecurityManager(new SecurityManager());
                                try {
                                    new FileOutputStream("/tmp/refused");
                                } catch (SecurityException e) {
                                    System.out.println(e.getMessage());
                                }
                            }
                            case "memory" -> {
                                java.util.List<byte[]> all = new java.util.ArrayList<>();
                                try {
                                    while (true) {
                                        all.add(new byte[1 << 20]);
                                    }
                                } catch (OutOfMemoryError e) {
                                    all = null;
                                    System.out.println("no more");
                                }
                            }
                            default -> { }
                        }
                    }
                }
                """);
    }

    @Test
    void throwsAndHaltsAsEver() throws Exception {
        same(1, "throw");
        same(5, "halt");
    }

    @Test
    void runsInASmallHeapAndOutOfMemory() throws Exception {
        same(0, "none", "-Xmx64m");
        same(0, "memory", "-Xmx64m");
        assertThat(observed()).exists();
    }

    @Test
    void runsWithTheAgentTwice() throws Exception {
        same(0, "none", "-javaagent:" + agent + "=observe=" + folder.resolve("second"));
    }

    @Test
    void runsUnderASecurityManager() throws Exception {
        assumeTrue(Runtime.version().feature() < 24, "security managers were removed in JDK 24");
        same(1, "none", "-Djava.security.manager");
        same(0, "manage", "-Djava.security.manager=allow");
        assertThat(observed()).exists();
    }

    @Test
    void leavesWhatWasSeenTenSecondsBeforeItIsKilled() throws Exception {
        Process process = AgentRun.start(
                "-javaagent:" + agent + "=observe=" + observed(), "-cp", classes.toString(), "Main", "forever", data());
        while (!Files.exists(observed()) && process.isAlive()) {
            Thread.sleep(100);
        }
        new ProcessBuilder("kill", "-9", Long.toString(process.pid())).start().waitFor();
        assertThat(process.waitFor()).isEqualTo(128 + 9);
        ObservedText text = ObservedText.read(observed());
        assertThat(text.calls(text.sites("main", "file-out"), "write")).isPositive();
        assertThat(text.of("end")).containsExactly(List.of("end", "complete", "running"));
    }

    private void same(int exitCode, String what, String... options) throws Exception {
        AgentRun.Ended plain = run(what, List.of(options));
        List<String> with = new ArrayList<>(List.of(options));
        with.add("-javaagent:" + agent + "=observe=" + observed());
        AgentRun.Ended observed = run(what, with);
        assertThat(plain.exitCode()).as(plain.output()).isEqualTo(exitCode);
        assertThat(observed).isEqualTo(plain);
    }

    private AgentRun.Ended run(String what, List<String> options) throws Exception {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("-cp", classes.toString(), "Main", what, data()));
        return AgentRun.java(arguments.toArray(new String[0]));
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private Path observed() {
        return folder.resolve("observed");
    }
}
