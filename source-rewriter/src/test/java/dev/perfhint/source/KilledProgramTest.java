package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Program;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log whose records are acknowledged one by one, and a process that is killed: what of them is in the file. */
class KilledProgramTest {
    private static final int RECORDS = 200;
    private static final String MAIN = """
                public static void main(String[] args) throws Exception {
                    Main log = new Main(args[0]);
                    for (int id = 1; id <= 200; id++) {
                        log.append(id);
                        System.out.println(id);
                    }
                    Thread.currentThread().join();
                }
                void close() throws IOException { file.close(); }
            }
            """;

    @TempDir
    Path directory;

    private Fix fix;

    @Test
    void keepsAcknowledgedRecordsThatAreWrittenAtOnce() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    private final RandomAccessFile file;
                    Main(String f) throws IOException { file = new RandomAccessFile(f, "rw"); }
                    void append(int id) throws IOException {
                        file.writeLong(id);
                        file.writeUTF("key");
                        file.writeInt(id);
                    }
                """ + MAIN).compiled();
        int bytes = 8 + 2 + 3 + 4;
        assertThat(bytesOfKilled()).isEqualTo((long) RECORDS * bytes);
        patch(program, Repair.BLOCK_RANDOM_ACCESS, "java.io.RandomAccessFile", "writeLong", 7);
        assertThat(fix.title()).isEqualTo("write the 3 fields as one block");
        assertThat(fix.hazards()).noneMatch(each -> each.kind() == HazardKind.KILLED);
        assertThat(bytesOfKilled()).isEqualTo((long) RECORDS * bytes);
    }

    @Test
    void saysThatRecordsOfOneFieldAreLostThatABlockHolds() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    private final RandomAccessFile file;
                    Main(String f) throws IOException { file = new RandomAccessFile(f, "rw"); }
                    void append(int id) throws IOException {
                        file.writeLong(id);
                    }
                """ + MAIN).compiled();
        assertThat(bytesOfKilled()).isEqualTo(RECORDS * 8L);
        patch(program, Repair.BLOCK_RANDOM_ACCESS, "java.io.RandomAccessFile", "writeLong", 7);
        assertThat(fix.reasons().get(0)).isEqualTo("line 7: killed before `close()`, the bytes of `file.writeLong(id)`"
                + " that the buffer holds are lost; today each write is in the file");
        assertThat(bytesOfKilled()).isZero();
    }

    @Test
    void saysThatRecordsAreLostThatAStreamsBufferHolds() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    private final OutputStream file;
                    Main(String f) throws IOException { file = new FileOutputStream(f); }
                    void append(int id) throws IOException {
                        file.write(id);
                        file.write('\\n');
                    }
                """ + MAIN).compiled();
        assertThat(bytesOfKilled()).isEqualTo(RECORDS * 2L);
        patch(program, Repair.BUFFER_FILE_OUTPUT, "java.io.FileOutputStream", "write", 7);
        assertThat(fix.reasons().get(0)).startsWith("line 7: killed before `close()`");
        assertThat(bytesOfKilled()).isZero();
    }

    private void patch(Program program, Repair repair, String type, String method, int line) throws Exception {
        Sources sources = program.open();
        List<CallSite> frames = List.of(new CallSite(type, method, 0), new CallSite("a.Main", "append", line),
                new CallSite("a.Main", "main", line + (fields(program) ? 6 : 4)));
        Fixer fixer = new Fixer(sources);
        fix = fixer.propose(new FixRequest("f", repair, new Creation("a.Main", "main", directory, 1, 1, "", false),
                frames, frames.subList(1, frames.size()), OptionalDouble.of(4))).orElseThrow();
        FixSet set = fixer.finish(List.of(fix), true);
        Git.apply(sources.base(), set.patch());
        program.compiled();
    }

    private static boolean fields(Program program) throws Exception {
        return program.text("a/Main.java").contains("writeUTF");
    }

    /** Runs the program until it has acknowledged all records, kills it, and returns the length of its file. */
    private long bytesOfKilled() throws Exception {
        Path log = directory.resolve("log");
        Files.deleteIfExists(log);
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                directory.resolve("out").toString(), "a.Main", log.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader acknowledged = process.inputReader()) {
            for (int id = 1; id <= RECORDS; id++) {
                assertThat(acknowledged.readLine()).isEqualTo(String.valueOf(id));
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        return Files.size(log);
    }
}
