package dev.perfhint.source.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.Trace;
import dev.perfhint.source.file.Program;
import dev.perfhint.source.fix.StreamTracer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording of a program whose line has got a buffer by a class that the fix added. */
class RepairedLineTest {
    private static final CallSite RAW = new CallSite("java.io.RandomAccessFile", "writeInt", 0);
    private static final CallSite ADDED = new CallSite("a.BufferedRandomAccessFile", "write", 0);

    @TempDir
    private Path directory;

    private Trace trace(String created, CallSite... inner) throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    static class BufferedRandomAccessFile extends RandomAccessFile {
                        BufferedRandomAccessFile(String name, String mode) throws IOException {
                            super(name, mode);
                        }
                    }
                    public static void main(String[] args) throws IOException {
                        try (RandomAccessFile out = new %s(args[0], "rw")) {
                            out.writeInt(1);
                        }
                    }
                }
                """.formatted(created));
        List<CallSite> stack = new ArrayList<>(List.of(inner));
        stack.add(new CallSite("a.Main", "main", 11));
        return new StreamTracer(program.open()).trace(stack);
    }

    @Test
    void isStaleWhereTheRecordedCallDidNotComeOutOfTheAddedClass() throws Exception {
        Trace repaired = trace("BufferedRandomAccessFile", RAW);
        assertThat(repaired.changed()).isTrue();
        assertThat(repaired.creation()).isEmpty();
        assertThat(repaired.note()).isEqualTo("already buffered by BufferedRandomAccessFile: changed since the recording");
    }

    @Test
    void isNotWhereItDidOrWhereNothingWasAdded() throws Exception {
        assertThat(trace("BufferedRandomAccessFile", RAW, ADDED).changed()).isFalse();
        assertThat(trace("RandomAccessFile", RAW).changed()).isFalse();
    }
}
