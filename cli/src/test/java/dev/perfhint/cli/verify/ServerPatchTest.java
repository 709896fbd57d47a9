package dev.perfhint.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Verifies patches of a server of lines under load: one keeps every client served, one leaves a client waiting. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "/proc shows when a server listens")
class ServerPatchTest {
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String SERVER = """
            import java.io.*;
            import java.net.*;

            public class Server {
                public static void main(String[] args) throws IOException {
                    try (ServerSocket server = new ServerSocket(Integer.parseInt(args[0]))) {
                        while (true) {
                            try (Socket client = server.accept()) {
                                serve(client);
                            }
                        }
                    }
                }

                static void serve(Socket client) throws IOException {
                    client.setTcpNoDelay(true);
                    BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream()));
                    OutputStream out = client.getOutputStream();
                    for (String key; (key = in.readLine()) != null; ) {
                        answer(key, out);
                    }
                }

                static void answer(String key, OutputStream out) throws IOException {
                    if (key.endsWith("7")) {
                        out.write("MISSING".getBytes());
                        out.write('\\n');
                        return;
                    }
                    out.write("VALUE ".getBytes());
                    out.write(key.getBytes());
                    out.write('\\n');
                }
            }
            """;
    private static final String CLIENT = """
            import java.io.*;
            import java.net.*;

            public class Client {
                public static void main(String[] args) throws IOException {
                    try (Socket socket = new Socket("localhost", Integer.parseInt(args[0]))) {
                        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
                        long sum = 0;
                        for (int i = 0; i < 3000; i++) {
                            socket.getOutputStream().write(("key " + i + "\\n").getBytes());
                            sum = sum * 31 + in.readLine().hashCode();
                        }
                        System.out.println("sum " + sum);
                        System.out.println("3000 requests, " + System.nanoTime() / 1000 + " requests/s");
                    }
                }
            }
            """;
    private static final String BUFFERED =
            SERVER.replace("out = client.getOutputStream()", "out = new BufferedOutputStream(client.getOutputStream())");

    @TempDir
    private Path tree;

    @TempDir
    private Path elsewhere;

    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

    @BeforeEach
    void compile() throws IOException {
        AgentOfTests.use();
        Path server = Files.writeString(Files.createDirectories(tree.resolve("src")).resolve("Server.java"), SERVER);
        Path client = Files.writeString(tree.resolve("src/Client.java"), CLIENT);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-g", "-d", tree.resolve("classes").toString(),
                server.toString(), client.toString())).isZero();
    }

    @Test
    void verifiesAPatchThatFlushesWhereTheServerWaits() throws Exception {
        Verification verification = verify(BUFFERED.replace("answer(key, out);", "answer(key, out); out.flush();"), "");
        assertThat(verification.verdict()).as(String.join("\n", VerificationText.lines(verification)))
                .isEqualTo(Verification.Verdict.BETTER);
        assertThat(VerificationText.lines(verification))
                .anyMatch(line -> line.startsWith("requests per second")).anyMatch(line -> line.startsWith("the load, ms"))
                .contains("identical in all runs: exit code, standard output, standard error, output of the load, exit code of the load")
                .contains("not compared, differs without the patch: output of the load (1 of 2 lines)");
        Stats[] writes = verification.measures().get(Run.Measure.WRITE_CALLS);
        assertThat(writes[0].median() - writes[1].median()).isBetween(5000L, 6000L);
    }

    @Test
    void callsAPatchThatForgetsAFlushAHangAndNamesIt() throws Exception {
        String heading = """
                # perfhint: read larger blocks (unsafe)
                #  edits line 17 of src/Server.java
                # perfhint: buffer the answers and flush each (unsafe)
                #  edits lines 18, 32 of src/Server.java
                """;
        String forgetful = BUFFERED.replace("out.write(key.getBytes());\n        out.write('\\n');",
                "out.write(key.getBytes());\n        out.write('\\n');\n        out.flush();")
                .replace("client.getInputStream()));", "client.getInputStream()), 1 << 16);");
        Verification verification = verify(forgetful, heading);
        assertThat(verification.failed()).as(messages.toString(StandardCharsets.UTF_8)).containsOnlyKeys(1);
        assertThat(verification.failed().get(1)).matches("hangs: the load does not end within \\d+ s");
        assertThat(verification.passed()).containsExactly(0);
        assertThat(messages.toString(StandardCharsets.UTF_8)).contains("looking for the fix by bisection");
    }

    private Verification verify(String patched, String heading) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path copy = Files.createDirectories(elsewhere.resolve("b/src"));
        Files.writeString(copy.resolve("Server.java"), patched);
        Files.writeString(Files.createDirectories(elsewhere.resolve("a/src")).resolve("Server.java"), SERVER);
        Path diff = elsewhere.resolve("diff");
        new ProcessBuilder("diff", "-U1", "a/src/Server.java", "b/src/Server.java").directory(elsewhere.toFile())
                .redirectOutput(diff.toFile()).start().waitFor();
        Path patch = Files.writeString(elsewhere.resolve("change.patch"), heading + Files.readString(diff));
        VerifyOptions options = new VerifyOptions(tree, Path.of(""), Path.of(""), JAVA + " -cp classes Server " + port,
                Optional.empty(), Optional.empty(), Optional.of(JAVA + " -cp classes Client " + port), List.of(),
                Optional.empty(), 2, Duration.ofSeconds(20), false);
        return new Verifier(options, new PrintStream(messages, true), new Terminal(0, false, false, false, "")).run(patch);
    }
}
