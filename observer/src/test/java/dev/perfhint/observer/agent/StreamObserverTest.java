package dev.perfhint.observer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamObserverTest {
    @TempDir
    Path folder;
    private Path agent;

    @BeforeEach
    void makeJar() throws IOException {
        agent = AgentJar.in(folder);
    }

    @Test
    void namesCreationSizesOrderAndCloser() throws Exception {
        ObservedText text = observe("""
                OutputStream out = open(args[0]);
                for (int i = 0; i < 300; i++) {
                    out.write(new byte[4]);
                    out.write(new byte[17]);
                    out.flush();
                }
                close(out);
                """);
        Set<String> site = text.sites("open", "file-out");
        assertThat(site).hasSize(1);
        assertThat(fields(text, "life", site)).containsExactly("1 1 0 0 0 0 0");
        assertThat(fields(text, "op", site)).containsExactly("write 600 6300 0 3:300,5:300", "flush 300 0 0 ");
        assertThat(fields(text, "turn", site)).containsExactly("write flush 300", "flush write 299");
        assertThat(fields(text, "run", site)).containsExactly("write 2:300", "flush 1:300");
        assertThat(fields(text, "unit", site)).containsExactly("W4 W17 F 1");
        assertThat(text.of("close").filter(line -> site.contains(line.get(1))).map(line -> line.get(3)))
                .containsExactly("1");
        assertThat(fields(text, "path", site)).singleElement().asString().endsWith("/data 1");
    }

    @Test
    void seesWhatElseIsDoneToAnOpenFile() throws Exception {
        ObservedText text = observe("""
                OutputStream out = open(args[0]);
                out.write(1);
                for (int i = 0; i < 5; i++) {
                    new File(args[0]).length();
                }
                new FileInputStream(args[0]).close();
                new File(args[0]).renameTo(new File(args[0] + "2"));
                out.close();
                new File(args[0] + "2").length();
                """);
        Set<String> site = text.sites("open", "file-out");
        assertThat(text.of("other").filter(line -> site.contains(line.get(1)))
                .map(line -> line.get(2) + " " + line.get(4)))
                .containsExactlyInAnyOrder("attributes 5", "open 1", "rename 1");
    }

    @Test
    void seesAHandleThatWasOpenedBeforeTheStream() throws Exception {
        ObservedText text = observe("""
                RandomAccessFile fixed = new RandomAccessFile(args[0], "rw");
                OutputStream out = open(args[0]);
                out.write(1);
                fixed.write(2);
                out.close();
                fixed.close();
                """);
        Set<String> site = text.sites("open", "file-out");
        assertThat(text.of("other").filter(line -> site.contains(line.get(1)))
                .map(line -> line.get(2) + " " + line.get(4))).containsExactly("open 1");
    }

    /** Moving no bytes is no system call either. */
    @Test
    void takesAStreamAndItsChannelForOneHandle() throws Exception {
        ObservedText text = observe("""
                java.nio.ByteBuffer none = java.nio.ByteBuffer.allocate(0);
                try (FileOutputStream out = new FileOutputStream(args[0])) {
                    out.getChannel().write(java.nio.ByteBuffer.allocate(3));
                    out.getChannel().write(none);
                }
                try (FileInputStream in = new FileInputStream(args[0])) {
                    in.getChannel().read(java.nio.ByteBuffer.allocate(8));
                    in.getChannel().read(none);
                    in.getChannel().read(java.nio.ByteBuffer.allocate(8));
                }
                """);
        Set<String> sites = text.sites("main", "channel");
        assertThat(fields(text, "other", sites)).isEmpty();
        assertThat(fields(text, "op", sites)).contains("write 1 3 0 2:1").anyMatch(line -> line.startsWith("read 2 3 0 "));
    }

    @Test
    void countsStreamsThatAreNeverClosedAndOpensAndWritesThatFail() throws Exception {
        ObservedText text = observe("""
                for (int i = 0; i < 20; i++) {
                    OutputStream out = open(args[0]);
                    out.write(i);
                    if (i != 7) {
                        out.close();
                    }
                }
                try {
                    open("/no/such/folder/file");
                } catch (FileNotFoundException expected) {
                }
                OutputStream full = open("/dev/full");
                try {
                    full.write(1);
                } catch (IOException expected) {
                }
                full.close();
                """);
        Set<String> sites = text.sites("open", "file-out");
        assertThat(sites).hasSize(3);
        assertThat(fields(text, "life", sites)).containsExactlyInAnyOrder(
                "20 19 0 1 0 0 0", "0 0 1 0 0 0 0", "1 1 0 0 0 0 0");
        assertThat(fields(text, "op", sites)).containsExactlyInAnyOrder("write 20 20 0 1:20", "write 0 0 1 ");
    }

    @Test
    void tellsDistancesOfSeeks() throws Exception {
        ObservedText text = observe("""
                open(args[0]).write(new byte[5000]);
                try (RandomAccessFile file = new RandomAccessFile(args[0], "r")) {
                    for (int i = 0; i < 100; i++) {
                        file.seek(40 * i);
                        file.read(new byte[20]);
                    }
                    file.seek(0);
                }
                """);
        Set<String> site = text.sites("main", "random-access");
        assertThat(fields(text, "jump", site)).containsExactly("-12:1,0:1,5:99");
        assertThat(text.of("site").filter(line -> site.contains(line.get(1))).map(line -> line.get(4)))
                .containsExactly("r");
        assertThat(fields(text, "block", site)).containsExactly("read 1", "write 0");
    }

    @Test
    void tellsWhatBlocksLeave() throws Exception {
        ObservedText text = observe("""
                try (RandomAccessFile file = new RandomAccessFile(args[0], "rw")) {
                    for (int i = 0; i < 1000; i++) {
                        file.write(new byte[20]);
                    }
                    for (int i = 0; i < 100; i++) {
                        file.seek(40 * i);
                        file.write(1);
                    }
                    for (int i = 99; i >= 0; i--) {
                        file.seek(100 * i);
                        file.read();
                    }
                    file.seek(19_990);
                    file.readFully(new byte[10]);
                    file.read();
                }
                """);
        // 20,000 bytes in pieces of 20, then 100 single bytes; the blocks from 8192 and 0, that of the end, the end itself
        assertThat(fields(text, "block", text.sites("main", "random-access")))
                .containsExactly("read 4", "write 103");
    }

    /** Each record is read into the block anew, and its end is asked for. */
    @Test
    void tellsWhatBlocksLeaveOfAFileThatGrowsWhileItIsRead() throws Exception {
        ObservedText text = observe("""
                OutputStream out = open(args[0]);
                try (RandomAccessFile file = new RandomAccessFile(args[0], "r")) {
                    for (int i = 0; i < 100; i++) {
                        out.write(new byte[14]);
                        while (file.read() >= 0) { }
                    }
                }
                out.close();
                """);
        assertThat(fields(text, "block", text.sites("main", "random-access"))).contains("read 200");
    }

    @Test
    void tellsTheSizeOfAFileThatIsReadAgainAndAgain() throws Exception {
        ObservedText text = observe("""
                open(args[0]).write(new byte[5000]);
                try (RandomAccessFile file = new RandomAccessFile(args[0], "r")) {
                    for (int i = 0; i < 300; i++) {
                        file.seek(0);
                        file.readFully(new byte[5000]);
                    }
                }
                """);
        assertThat(fields(text, "op", text.sites("main", "random-access"))).contains("size 1 5000 0 ");
        assertThat(fields(text, "op", text.sites("open", "file-out"))).noneMatch(line -> line.startsWith("size"));
    }

    @Test
    void writesNoFileForAJvmWithLittleInputAndOutput() throws Exception {
        Path classes = compile("open(args[0]).write(1);");
        Path file = folder.resolve("observed");
        run(file + ",worth=500", classes);
        assertThat(file).doesNotExist();
        run(file + ",worth=1", classes);
        assertThat(file).exists();
    }

    @Test
    void leavesWhatTheProgramPrintsAndHowItEnds() throws Exception {
        String body = """
                System.err.println("to err");
                System.out.println(Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                        .anyMatch("main"::equals));
                try {
                    open("/no/such/folder/file");
                } catch (FileNotFoundException e) {
                    for (StackTraceElement each : e.getStackTrace()) {
                        System.out.println(each.getClassName() + "." + each.getMethodName());
                    }
                }
                deep(0);
                System.exit(3);
                """;
        Path classes = compile(body);
        AgentRun.Ended plain = AgentRun.java("-cp", classes.toString(), "Main", "x");
        Path file = folder.resolve("observed");
        AgentRun.Ended observed = AgentRun.java(
                "-javaagent:" + agent + "=observe=" + file, "-cp", classes.toString(), "Main", "x");
        assertThat(plain.exitCode()).isEqualTo(3);
        assertThat(observed).isEqualTo(plain);
        assertThat(file).exists();
    }

    private ObservedText observe(String body) throws Exception {
        Path file = folder.resolve("observed");
        run(file.toString(), compile(body));
        return ObservedText.read(file);
    }

    private void run(String options, Path classes) throws Exception {
        AgentRun.Ended ended = AgentRun.java("-javaagent:" + agent + "=observe=" + options, "-cp", classes.toString(),
                "Main", folder.resolve("data").toString());
        assertThat(ended).isEqualTo(new AgentRun.Ended("", 0));
    }

    private Path compile(String body) throws IOException {
        return AgentRun.compile(folder, "program", List.of(), "Main.java", """
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        %s
                    }
                    static OutputStream open(String file) throws IOException {
                        return new FileOutputStream(file);
                    }
                    static void close(OutputStream out) throws IOException {
                        out.close();
                    }
                    static int deep(int depth) {
                        try {
                            System.err.flush();
                            return deep(depth + 1) + 1;
                        } catch (StackOverflowError e) {
                            return 0;
                        }
                    }
                }
                """.formatted(body));
    }

    /** Returns the fields after the site's id. */
    private static List<String> fields(ObservedText text, String kind, Set<String> sites) {
        return text.of(kind).filter(line -> sites.contains(line.get(1)))
                .map(line -> String.join(" ", new ArrayList<>(line).subList(2, line.size()))).toList();
    }

    /** {@code accept()} prepares a socket before there is a connection. */
    @Test
    void countsNoSocketThatMovedNothing() throws Exception {
        ObservedText text = observe("""
                try (java.net.ServerSocket server = new java.net.ServerSocket(0)) {
                    Thread thread = new Thread(() -> {
                        try {
                            while (true) {
                                try (java.net.Socket accepted = server.accept()) {
                                    accepted.getInputStream().read();
                                }
                            }
                        } catch (IOException closed) {
                        }
                    });
                    thread.start();
                    for (int i = 0; i < 2; i++) {
                        try (java.net.Socket client = new java.net.Socket("localhost", server.getLocalPort())) {
                            client.getOutputStream().write(1);
                            client.getInputStream().read();
                        }
                    }
                    server.close();
                    thread.join();
                }
                """);
        List<String> used = text.of("site").filter(line -> line.get(2).equals("socket") && line.get(4).equals("rw"))
                .map(line -> line.get(1)).toList();
        assertThat(fields(text, "life", Set.copyOf(used))).isNotEmpty().allMatch(life -> life.startsWith("2 2 0 0 "));
    }
}
