package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Program;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record at a place of its own in a random access file, whose values take one system call for each byte. */
class RecordBlockTest {
    private static final CallSite WRITE = new CallSite("java.io.RandomAccessFile", "writeLong", 0);

    @TempDir
    Path directory;

    private static String program(String put, String get) {
        return """
                package a;
                import java.io.*;
                public class Main {
                    private final RandomAccessFile file;
                    Main(File name) throws IOException { file = new RandomAccessFile(name, "rw"); }
                    void put(int slot, long key) throws IOException {
                %s
                    }
                    long get(int slot) throws IOException {
                %s
                    }
                    public static void main(String[] args) throws IOException {
                        Main main = new Main(new File(args[0]));
                        for (int i = 9; i >= 0; i--) {
                            main.put(i, i * 77L);
                        }
                        if (main.get(3) != 231 || main.file.length() != 80 || main.file.getFilePointer() != 32) {
                            throw new IllegalStateException(main.get(3) + " of " + main.file.length());
                        }
                        main.file.close();
                    }
                }
                """.formatted(put.indent(8).stripTrailing(), get.indent(8).stripTrailing());
    }

    private String fixed(String text, int line, double bytesPerCall) throws Exception {
        Program program = Program.of(directory, text).compiled();
        assertThat(program.run(directory.resolve("before").toString())).isEmpty();
        Sources sources = program.open();
        List<CallSite> stack = List.of(WRITE, new CallSite("a.Main", "put", line), new CallSite("a.Main", "main", 18));
        Fixer fixer = new Fixer(sources);
        Optional<Fix> fix = fixer.propose(new FixRequest("f", Repair.BLOCK_RANDOM_ACCESS,
                new Creation("a.Main", "<init>", directory, 5, 1, "", false), stack, stack,
                OptionalDouble.of(bytesPerCall)));
        FixSet set = fixer.finish(fix.stream().toList(), true);
        assertThat(set.patch().isEmpty()).as("%s", set.fixes()).isFalse();
        Git.apply(sources.base(), set.patch());
        program.compiled();
        assertThat(program.run(directory.resolve("after").toString())).isEmpty();
        assertThat(directory.resolve("after")).hasSameBinaryContentAs(directory.resolve("before"));
        return program.text("a/Main.java");
    }

    private static final String PUT = "file.seek(slot * 8L);\nfile.writeLong(key);";
    private static final String GET = "file.seek(slot * 8L);\nreturn file.readLong();";

    @Test
    void movesSingleValuesAtAPlaceAtOnceBothWays() throws Exception {
        String after = program("""
                file.seek(slot * 8L);
                ByteBuffer block = ByteBuffer.allocate(8);
                block.putLong(key);
                file.write(block.array());""", """
                file.seek(slot * 8L);
                ByteBuffer block2 = ByteBuffer.allocate(8);
                file.readFully(block2.array());
                return block2.getLong();""").replace("import java.io.*;\n", "import java.io.*;\nimport java.nio.ByteBuffer;\n");
        assertThat(fixed(program(PUT, GET), 8, 1)).isEqualTo(after);
    }

    /** Later JDKs write all bytes of a value at once: one block for it would save nothing. */
    @Test
    void leavesSingleValuesThatAreOneCall() throws Exception {
        assertThat(fixed(program(PUT, GET), 8, 8)).contains("BufferedRandomAccessFile").doesNotContain("ByteBuffer");
    }

    /** Values that follow each other are read and written better by a buffer. */
    @Test
    void leavesSingleValuesWithoutAPlace() throws Exception {
        String text = program("if (slot < 0) {\n    file.seek(0);\n}\nfile.writeLong(key);", GET)
                .replace("int i = 9; i >= 0; i--", "int i = 0; i < 10; i++");
        assertThat(fixed(text, 10, 1)).contains("BufferedRandomAccessFile").doesNotContain("ByteBuffer");
    }

    @Test
    void knowsAMethodThatSeeks() throws Exception {
        String text = program("move(slot);\nfile.writeLong(key);", GET).replace("    long get(", """
                    private void move(int slot) throws IOException {
                        file.seek(slot * 8L);
                    }
                    long get(""");
        assertThat(fixed(text, 8, 1)).contains("block.putLong(key);", "block2.getLong();");
    }
}
