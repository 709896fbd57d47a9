package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Program;
import dev.perfhint.source.fix.Fixer;
import dev.perfhint.source.fix.StreamTracer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a stream was seen being created the edit goes there, whatever the sources let suppose. */
class ObservedCreationTest {
    private static final CallSite CONSTRUCTOR = new CallSite("java.io.FileOutputStream", "<init>", 99);
    private static final CallSite WRITE = new CallSite("java.io.FileOutputStream", "write", 300);

    @TempDir
    private Path directory;

    @Test
    void decidesBetweenTwoStreamsOfOneField() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    private final OutputStream out;
                    Main(String name, boolean more) throws IOException {
                        if (more) {
                            out = open(name);
                        } else {
                            out = System.out;
                        }
                    }
                    static OutputStream open(String name) throws IOException {
                        if (name.isEmpty()) {
                            return new FileOutputStream("default");
                        }
                        return new FileOutputStream(name);
                    }
                    void run() throws IOException {
                        out.write(1);
                    }
                    public static void main(String[] args) throws IOException {
                        new Main(args[0], true).run();
                    }
                }
                """);
        List<CallSite> stack = List.of(WRITE, new CallSite("a.Main", "run", 19), new CallSite("a.Main", "main", 22));
        for (int line : List.of(14, 16)) {
            CreationStack seen = new CreationStack(List.of(CONSTRUCTOR, new CallSite("a.Main", "open", line),
                    new CallSite("a.Main", "<init>", 7), new CallSite("a.Main", "main", 22)), 0, 1);
            Trace trace = new StreamTracer(program.open()).trace(stack, seen);
            assertThat(trace.creation().map(Creation::line)).hasValue(line);
            assertThat(trace.note()).isEmpty();
        }
    }

    @Test
    void standsForItselfWhereTheStreamWasNotFollowed() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                import java.util.*;
                public class Main {
                    static final List<Object> KEPT = new ArrayList<>();
                    static void open(String name) throws IOException {
                        FileOutputStream file = new FileOutputStream(name);
                        KEPT.add(file);
                        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                            try { file.close(); } catch (IOException e) { throw new UncheckedIOException(e); }
                        }));
                    }
                    static void run() throws IOException {
                        ((OutputStream) KEPT.get(0)).write(1);
                    }
                    public static void main(String[] args) throws IOException {
                        open(args[0]);
                        run();
                    }
                }
                """);
        List<CallSite> stack = List.of(WRITE, new CallSite("a.Main", "run", 14), new CallSite("a.Main", "main", 18));
        CreationStack seen = new CreationStack(List.of(CONSTRUCTOR, new CallSite("a.Main", "open", 7),
                new CallSite("a.Main", "main", 17)), 0, 1);
        assertThat(new StreamTracer(program.open()).trace(stack).creation()).isEmpty();
        var sources = program.open();
        StreamTracer tracer = new StreamTracer(sources);
        Creation creation = tracer.trace(stack, seen).creation().orElseThrow();
        assertThat(creation.line()).isEqualTo(7);
        Optional<Fix> fix = new Fixer(sources, tracer).propose(new FixRequest("id", Repair.BUFFER_FILE_OUTPUT, creation,
                stack, stack, OptionalDouble.of(1)));
        // what was seen is no proof: how the stream reaches the call is not known
        assertThat(fix).hasValueSatisfying(offered -> {
            assertThat(offered.applicability()).isEqualTo(Applicability.UNSAFE);
            assertThat(offered.edits()).anySatisfy(edit -> assertThat(edit.text()).contains("BufferedOutputStream"));
        });
    }

    @Test
    void takesTheNthOfAMethodWithoutLines() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream index = new FileOutputStream("index");
                        OutputStream data = new FileOutputStream("data");
                        OutputStream hot = args.length > 1 ? index : data;
                        hot.write(1);
                    }
                }
                """);
        List<CallSite> stack = List.of(WRITE, new CallSite("a.Main", "main", 0));
        for (int ordinal = 0; ordinal < 2; ordinal++) {
            CreationStack seen = new CreationStack(
                    List.of(CONSTRUCTOR, new CallSite("a.Main", "main", 0)), ordinal, 2);
            assertThat(new StreamTracer(program.open()).trace(stack, seen).creation().map(Creation::line))
                    .hasValue(5 + ordinal);
        }
        // of two in the source only one was seen: which of them is not known
        CreationStack either = new CreationStack(List.of(CONSTRUCTOR, new CallSite("a.Main", "main", 0)), 0, 1);
        assertThat(new StreamTracer(program.open()).trace(stack, either).note()).startsWith("ambiguous");
    }

    @Test
    void claimsNothingOfAStreamThatIsBufferedNow() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    static final java.util.List<Object> KEPT = new java.util.ArrayList<>();
                    public static void main(String[] args) throws IOException {
                        KEPT.add(new BufferedOutputStream(new FileOutputStream(args[0])));
                        ((OutputStream) KEPT.get(0)).write(1);
                    }
                }
                """);
        List<CallSite> stack = List.of(WRITE, new CallSite("a.Main", "main", 7));
        CreationStack seen = new CreationStack(List.of(CONSTRUCTOR, new CallSite("a.Main", "main", 6)), 0, 1);
        assertThat(new StreamTracer(program.open()).trace(stack, seen).creation()).isEmpty();
    }
}
