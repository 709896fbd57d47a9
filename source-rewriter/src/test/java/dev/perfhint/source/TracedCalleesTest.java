package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Program;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Calls whose callee only the sources know: references, factories, loops, interfaces. Each program really runs. */
@EnabledOnOs(OS.LINUX)
class TracedCalleesTest {
    @TempDir
    Path directory;

    private String created(String argument, String... texts) throws Exception {
        return Program.of(directory, texts).compiled().created(argument);
    }

    @Test
    void followsMethodReferenceThatNoCallNames() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    interface Sink { void accept(byte[] bytes) throws IOException; }
                    static void put(Sink sink, byte[] bytes) throws IOException {
                        sink.accept(bytes);
                    }
                    public static void main(String[] args) throws IOException {
                        try (OutputStream out = new FileOutputStream(args[0])) {
                            put(out::write, new byte[3]);
                        }
                    }
                }
                """)).isEqualTo("a.Main.main: try (OutputStream out = new FileOutputStream(args[0])) {");
    }

    @Test
    void followsReferenceToOwnMethodWithItsArguments() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    interface Step { void apply(OutputStream out, int value) throws IOException; }
                    static final Step FIRST = Main::emit;
                    static void emit(OutputStream out, int value) throws IOException {
                        out.write(value);
                    }
                    public static void main(String[] args) throws IOException {
                        OutputStream file = new FileOutputStream(args[0]);
                        FIRST.apply(file, 1);
                    }
                }
                """)).isEqualTo("a.Main.main: OutputStream file = new FileOutputStream(args[0]);");
    }

    @Test
    void followsConstructorReference() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    interface Opener<T> { T open(String name) throws IOException; }
                    static OutputStream open(Opener<? extends OutputStream> opener, String name) throws IOException {
                        return opener.open(name);
                    }
                    public static void main(String[] args) throws IOException {
                        OutputStream out = open(FileOutputStream::new, args[0]);
                        out.write(1);
                    }
                }
                """)).isEqualTo("a.Main.open: return opener.open(name);");
    }

    @Test
    void followsFactoryInField() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    interface Opener { Log open(String name) throws IOException; }
                    private final Opener opener;
                    Main(Opener opener) { this.opener = opener; }
                    public static void main(String[] args) throws IOException {
                        new Main(Log::open).run(args[0]);
                    }
                    void run(String name) throws IOException {
                        Log log = opener.open(name);
                        log.line(1);
                    }
                }
                """, """
                package a;
                import java.io.*;
                public class Log {
                    private final OutputStream out;
                    private Log(OutputStream out) { this.out = out; }
                    static Log open(String name) throws IOException {
                        return new Log(new FileOutputStream(name));
                    }
                    void line(int n) throws IOException {
                        out.write(n);
                    }
                }
                """)).isEqualTo("a.Log.open: return new Log(new FileOutputStream(name));");
    }

    @Test
    void followsPrivateConstructorToItsOnlyCaller() throws Exception {
        String main = """
                package a;
                import java.io.*;
                import java.util.*;
                public class Main {
                    static final Map<String, Log> LOGS = new HashMap<>();
                    public static void main(String[] args) throws IOException {
                        Log.open(args[0], LOGS);
                        LOGS.get("log").line(1);
                    }
                }
                """;
        String log = """
                package a;
                import java.io.*;
                import java.util.*;
                public class Log {
                    private final OutputStream out;
                    %s Log(OutputStream out) { this.out = out; }
                    static void open(String name, Map<String, Log> logs) throws IOException {
                        logs.put("log", new Log(new FileOutputStream(name)));
                    }
                    void line(int n) throws IOException {
                        out.write(n);
                    }
                }
                """;
        assertThat(created(Program.FULL, main, log.formatted("private")))
                .isEqualTo("a.Log.open: logs.put(\"log\", new Log(new FileOutputStream(name)));");
        Trace open = Program.of(directory, main, log.formatted("public")).compiled().trace(Program.FULL);
        assertThat(open.creation()).as("others may call a public one").map(Creation::boundary).hasValue(true);
    }

    @Test
    void followsLoopOverIterable() throws Exception {
        assertThat(created(Program.UNREADABLE, """
                package a;
                import java.io.*;
                import java.util.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        for (int b : new Bytes(new FileInputStream(args[0]))) {
                            System.out.println(b);
                        }
                    }
                }
                """, """
                package a;
                import java.io.*;
                import java.util.*;
                public class Bytes implements Iterable<Integer> {
                    private final InputStream in;
                    Bytes(InputStream in) { this.in = in; }
                    @Override public Iterator<Integer> iterator() {
                        return new Iterator<>() {
                            @Override public boolean hasNext() { return true; }
                            @Override public Integer next() {
                                return read();
                            }
                        };
                    }
                    int read() {
                        try {
                            return in.read();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }
                }
                """)).isEqualTo("a.Main.main: for (int b : new Bytes(new FileInputStream(args[0]))) {");
    }

    @Test
    void endsAtTheHotCallWhereOthersBufferWhatTheFactoryOpens() throws Exception {
        String main = """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (OutputStream out = Streams.open(args[0])) {
                            out.write(1);
                        }
                    }
                    static OutputStream index(String name) throws IOException {
                        OutputStream open = Streams.open(name);
                        return %s;
                    }
                }
                """;
        String factory = """
                package a;
                import java.io.*;
                public class Streams {
                    static OutputStream open(String name) throws IOException {
                        return new FileOutputStream(name);
                    }
                }
                """;
        assertThat(created(Program.FULL, main.formatted("new BufferedOutputStream(Streams.open(name))"), factory))
                .isEqualTo("a.Main.main: try (OutputStream out = Streams.open(args[0])) {");
        assertThat(created(Program.FULL, main.formatted("open"), factory))
                .isEqualTo("a.Streams.open: return new FileOutputStream(name);");
    }

    @Test
    void knowsTheClassesOfAnInterfaceThatNoFrameNames() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        Store store = (Store) Class.forName("a.Disk").getDeclaredConstructor().newInstance();
                        store.open(args[0]).write(1);
                    }
                }
                """, """
                package a;
                public interface Store {
                    java.io.OutputStream open(String name) throws java.io.IOException;
                }
                """, """
                package a;
                import java.io.*;
                public class Disk implements Store {
                    @Override public OutputStream open(String name) throws IOException {
                        return new FileOutputStream(name);
                    }
                }
                """, """
                package a;
                import java.io.*;
                public class Memory implements Store {
                    @Override public OutputStream open(String name) {
                        return new ByteArrayOutputStream();
                    }
                }
                """)).isEqualTo("a.Disk.open: return new FileOutputStream(name);");
    }
}
