package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Program;
import dev.perfhint.source.fix.StreamTracer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Each program really runs: its stack is that of the write or read that failed in the kernel. */
@EnabledOnOs(OS.LINUX)
class StreamTracerTest {
    @TempDir
    Path directory;

    private String created(String argument, String... texts) throws Exception {
        return Program.of(directory, texts).compiled().created(argument);
    }

    @Test
    void followsLocal() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        FileOutputStream out = new FileOutputStream(args[0]);
                        for (int i = 0; i < 10; i++) {
                            out.write(i);
                        }
                    }
                }
                """)).isEqualTo("a.Main.main: FileOutputStream out = new FileOutputStream(args[0]);");
    }

    @Test
    void followsResourceThroughWrapper() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (var raw = new FileOutputStream(args[0]);
                                var data = new DataOutputStream(raw)) {
                            data.writeInt(1);
                        }
                    }
                }
                """)).isEqualTo("a.Main.main: try (var raw = new FileOutputStream(args[0]);");
    }

    @Test
    void followsFieldOfConstructor() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                public class Main {
                    public static void main(String[] args) throws java.io.IOException {
                        Ext ext = new Ext(args[0]);
                        ext.write(1);
                    }
                }
                """, """
                package a;
                import java.io.FileOutputStream;
                public class Ext {
                    private FileOutputStream writer;
                    private long sum;
                    Ext(String name) throws java.io.IOException {
                        writer = new FileOutputStream(name);
                    }
                    void write(int b) throws java.io.IOException {
                        sum += b;
                        writer.write(b);
                    }
                }
                """)).isEqualTo("a.Ext.<init>: writer = new FileOutputStream(name);");
    }

    @Test
    void followsConstructorParameterToCaller() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream raw = new FileOutputStream(args[0]);
                        Ext ext = new Ext(raw);
                        save(ext);
                    }
                    static void save(Ext target) throws IOException {
                        DataOutputStream data = new DataOutputStream(target);
                        data.writeLong(1L);
                    }
                }
                """, """
                package a;
                import java.io.*;
                public class Ext extends OutputStream {
                    private final OutputStream out;
                    Ext(OutputStream out) {
                        this.out = out;
                    }
                    @Override public void write(int b) throws IOException {
                        out.write(b);
                    }
                }
                """)).isEqualTo("a.Main.main: OutputStream raw = new FileOutputStream(args[0]);");
    }

    @Test
    void followsFilterStreamThatPassesToSuper() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        new Ext(open(args[0]), 1).write(7);
                    }
                    static OutputStream open(String name) throws IOException {
                        return new FileOutputStream(name, true);
                    }
                }
                """, """
                package a;
                import java.io.*;
                public class Ext extends FilterOutputStream {
                    Ext(OutputStream out, int level) {
                        super(out);
                    }
                    @Override public void write(int b) throws IOException {
                        super.write(b + 1);
                    }
                }
                """)).isEqualTo("a.Main.open: return new FileOutputStream(name, true);");
    }

    @Test
    void followsParameterOverFrames() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        first(new FileOutputStream(args[0]), 3);
                    }
                    static void first(OutputStream out, int depth) throws IOException {
                        if (depth > 0) {
                            first(out, depth - 1);
                        } else {
                            last("x", out);
                        }
                    }
                    static void last(String text, OutputStream to) throws IOException {
                        to.write(
                            text.getBytes());
                    }
                }
                """)).isEqualTo("a.Main.main: first(new FileOutputStream(args[0]), 3);");
    }

    @Test
    void followsLambdaCapture() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                import java.util.List;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream out = new FileOutputStream(args[0]);
                        List.of(1, 2).forEach(each -> {
                            try {
                                out.write(each);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
                    }
                }
                """)).isEqualTo("a.Main.main: OutputStream out = new FileOutputStream(args[0]);");
    }

    @Test
    void followsLambdaParameter() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    interface Job { void run(OutputStream out) throws IOException; }
                    public static void main(String[] args) throws IOException {
                        with(args[0], target -> target.write(1));
                    }
                    static void with(String name, Job job) throws IOException {
                        try (FileOutputStream made = new FileOutputStream(name)) {
                            job.run(made);
                        }
                    }
                }
                """)).isEqualTo("a.Main.with: try (FileOutputStream made = new FileOutputStream(name)) {");
    }

    @Test
    void followsAnonymousClass() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        final OutputStream out = new FileOutputStream(args[0]);
                        java.util.concurrent.Callable<Void> job = new java.util.concurrent.Callable<>() {
                            @Override public Void call() throws IOException {
                                out.write(1);
                                return null;
                            }
                        };
                        job.call();
                    }
                }
                """)).isEqualTo("a.Main.main: final OutputStream out = new FileOutputStream(args[0]);");
    }

    @Test
    void followsBridgeMethods() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    interface Codec<T> { void encode(T value, OutputStream out) throws IOException; }
                    static abstract class Base<T> implements Codec<T> {
                        public void encode(T value, OutputStream out) throws IOException {
                            put(value, out);
                        }
                        abstract void put(T value, OutputStream out) throws IOException;
                    }
                    static
                    final class Texts
                            extends Base<String> {
                        @Override void put(String value, OutputStream out) throws IOException {
                            out.write(value.charAt(0));
                        }
                    }
                    static final Base<Integer> NUMBERS = new Base<>() {
                        @Override void put(Integer value, OutputStream out) throws IOException {
                            if (value > 0) {
                                new Texts().encode("x", out);
                            }
                        }
                    };
                    public static void main(String[] args) throws IOException {
                        OutputStream out = new FileOutputStream(args[0]);
                        NUMBERS.encode(7, out);
                    }
                }
                """)).isEqualTo("a.Main.main: OutputStream out = new FileOutputStream(args[0]);");
    }

    @Test
    void followsSetter() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        Sink sink = new Sink();
                        sink.setOut(new FileOutputStream(args[0]));
                        sink.put(1);
                    }
                }
                """, """
                package a;
                import java.io.*;
                class Sink {
                    private OutputStream out;
                    void setOut(OutputStream out) {
                        this.out = out;
                    }
                    void put(int b) throws IOException {
                        out.write(b);
                    }
                }
                """)).isEqualTo("a.Main.main: sink.setOut(new FileOutputStream(args[0]));");
    }

    @Test
    void followsHandOverToLibrary() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream out = new FileOutputStream(args[0]);
                        ObjectOutputStream objects = new ObjectOutputStream(out);
                        objects.writeObject(new byte[5000]);
                    }
                }
                """)).isEqualTo("a.Main.main: OutputStream out = new FileOutputStream(args[0]);");
    }

    @Test
    void followsPrintStreamOnName() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        PrintStream out = new PrintStream(args[0]);
                        out.println(1);
                    }
                }
                """);
        Trace trace = new StreamTracer(program.open()).trace(List.of(
                new CallSite("java.io.FileOutputStream", "write", 0),
                new CallSite("java.io.PrintStream", "println", 0),
                new CallSite("a.Main", "main", 6)));
        assertThat(trace.creation()).isPresent();
        assertThat(trace.creation().get().type()).isEqualTo("PrintStream");
    }

    @Test
    void followsInput() throws Exception {
        assertThat(created(Program.UNREADABLE, """
                package a;
                import java.io.*;
                import java.nio.file.*;
                public class Main {
                    private final InputStream in;
                    Main(String name) throws IOException {
                        this(new DataInputStream(Files.newInputStream(Path.of(name))));
                    }
                    Main(InputStream in) {
                        this.in = in;
                    }
                    public static void main(String[] args) throws IOException {
                        new Main(args[0]).read();
                    }
                    int read() throws IOException {
                        return in.read();
                    }
                }
                """)).isEqualTo("a.Main.<init>: this(new DataInputStream(Files.newInputStream(Path.of(name))));");
    }
}
