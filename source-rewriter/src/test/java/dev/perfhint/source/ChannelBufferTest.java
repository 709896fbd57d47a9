package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Program;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The added file channel: where it is offered, and that it answers as the plain one does. */
class ChannelBufferTest {
    private static final CallSite READ = new CallSite("sun.nio.ch.FileChannelImpl", "read", 0);
    private static final CallSite WRITE = new CallSite("sun.nio.ch.FileChannelImpl", "write", 0);

    @TempDir
    Path directory;

    private FixSet finished;

    private Fix fix(CallSite callee, Repair repair, String opening, String use, String end) throws Exception {
        Sources sources = Program.of(directory, """
                package a;
                import java.io.*;
                import java.nio.ByteBuffer;
                import java.nio.channels.*;
                import java.nio.file.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        %s
                        ByteBuffer one = ByteBuffer.allocate(1);
                        for (int i = 0; i < 100; i++) {
                            %s
                        }
                        %s
                    }
                }
                """.formatted(opening, use, end)).compiled().open();
        List<CallSite> stack = List.of(callee, new CallSite("a.Main", "main", 11));
        Fix proposed = new Fixer(sources).propose(new FixRequest("f", repair,
                new Creation("a.Main", "main", directory, 11, 1, "", false), stack, stack, OptionalDouble.empty()))
                .orElseThrow();
        finished = new Fixer(sources).finish(List.of(proposed), true);
        return finished.fixes().get(0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "FileChannel c = FileChannel.open(Path.of(args[0])); "
                + "| FileChannel c = BufferedFileChannel.over(FileChannel.open(Path.of(args[0])));",
        "FileChannel c = new FileInputStream(args[0]).getChannel(); "
                + "| FileChannel c = BufferedFileChannel.over(new FileInputStream(args[0]).getChannel());",
        "ByteChannel c = Files.newByteChannel(Path.of(args[0])); "
                + "| ByteChannel c = BufferedFileChannel.over(Files.newByteChannel(Path.of(args[0])));"
    })
    void buffersReadsWhereTheChannelIsOpened(String opening, String after) throws Exception {
        Fix fix = fix(READ, Repair.BLOCK_RANDOM_ACCESS, opening, "one.clear(); c.read(one);", "");
        assertThat(fix.applicability()).as("%s", fix.reasons()).isEqualTo(Applicability.UNSAFE);
        assertThat(new String(finished.patch().unifiedDiff()))
                .contains("+++ b/", "a/BufferedFileChannel.java", "+        " + after);
    }

    /** An interrupt closes the channel and is reported at the next call, though the block holds what is asked for. */
    @Test
    void reportsAnInterruptAsThePlainChannelDoes() throws Exception {
        Path file = Files.write(directory.resolve("file"), new byte[100]);
        Files.write(directory.resolve("out"), new byte[0]);
        withAddedClass(added -> {
            for (boolean buffered : List.of(false, true)) {
                FileChannel plain = FileChannel.open(file);
                FileChannel channel = buffered ? added.over(plain) : plain;
                channel.read(ByteBuffer.allocate(1));
                assertThat(channel.read(ByteBuffer.allocate(0))).isZero();
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1))).isInstanceOf(ClosedByInterruptException.class);
                assertThat(Thread.interrupted()).isTrue();
                assertThatThrownBy(channel::position).isInstanceOf(ClosedChannelException.class);
            }
            FileChannel out = added.over(FileChannel.open(directory.resolve("out"), StandardOpenOption.WRITE));
            out.write(ByteBuffer.allocate(3));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> out.write(ByteBuffer.allocate(4))).isInstanceOf(ClosedByInterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(directory.resolve("out")).hasSize(3);
        });
    }

    @Test
    void buffersWritesOfAChannelThatIsClosed() throws Exception {
        Fix fix = fix(WRITE, Repair.BUFFER_FILE_OUTPUT,
                "FileChannel c = new RandomAccessFile(args[0], \"rw\").getChannel();", "one.clear(); c.write(one);", "c.close();");
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(new String(finished.patch().unifiedDiff()))
                .contains("= BufferedFileChannel.over(new RandomAccessFile(args[0], \"rw\").getChannel());");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "FileChannel c = FileChannel.open(Path.of(args[0]), StandardOpenOption.APPEND);",
        "FileChannel c = new FileOutputStream(args[0], true).getChannel();",
        "RandomAccessFile f = new RandomAccessFile(args[0], \"rw\"); FileChannel c = f.getChannel(); f.setLength(9);"
    })
    void leavesChannelsThatAppendAndFilesThatAreUsedBesideTheirChannel(String opening) throws Exception {
        Fix fix = fix(WRITE, Repair.BUFFER_FILE_OUTPUT, opening, "one.clear(); c.write(one);", "c.close();");
        assertThat(fix.isOffered()).isFalse();
        assertThat(fix.edits()).extracting(Edit::text).containsExactly("BufferedFileChannel.over(", ")");
    }

    /** A length that is asked before each read costs no block; what is asked for a position does. */
    @Test
    void keepsTheBlockWhereOnlyTheLengthIsAsked() throws Exception {
        Sources sources = Program.of(directory, """
                package a;
                import java.io.*;
                import java.nio.ByteBuffer;
                import java.nio.channels.*;
                public class Main {
                    private final RandomAccessFile file;
                    private final FileChannel channel;
                    Main(String name) throws IOException {
                        this.file = new RandomAccessFile(name, "r");
                        this.channel = file.getChannel();
                    }
                    int read(ByteBuffer into, long at) throws IOException {
                        return at < file.length() ? channel.read(into, at) : -1;
                    }
                    long where() throws IOException {
                        return file.getFilePointer();
                    }
                    void close() throws IOException {
                        channel.close();
                    }
                }
                """).compiled().open();
        List<CallSite> stack = List.of(READ, new CallSite("a.Main", "read", 13));
        Fix proposed = new Fixer(sources).propose(new FixRequest("f", Repair.BLOCK_RANDOM_ACCESS,
                new Creation("a.Main", "<init>", directory, 10, 1, "", false), stack, stack, OptionalDouble.empty()))
                .orElseThrow();
        assertThat(new String(new Fixer(sources).finish(List.of(proposed), true).patch().unifiedDiff()))
                .as("%s", proposed.reasons())
                .contains("at < BufferedFileChannel.flushed(channel, file).length()",
                        "return BufferedFileChannel.settled(channel, file).getFilePointer();");

        Path file = Files.write(directory.resolve("file"), new byte[100]);
        withAddedClass(added -> {
            FileChannel plain = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileChannel channel = added.over(plain);
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, 0);
            plain.write(ByteBuffer.wrap(new byte[] {7}), 0);
            assertThat(added.asked("flushed", channel, plain)).isSameAs(plain);
            channel.read(one.clear(), 0);
            assertThat(one.get(0)).as("of the block").isZero();
            added.asked("settled", channel, plain);
            channel.read(one.clear(), 0);
            assertThat(one.get(0)).as("read again").isEqualTo((byte) 7);
            channel.write(ByteBuffer.allocate(3), 100);
            added.asked("flushed", channel, plain);
            assertThat(plain.size()).isEqualTo(103);
        });
    }

    @Test
    void leavesWritesToAChannelThatIsNeverClosed() throws Exception {
        assertThat(fix(WRITE, Repair.BUFFER_FILE_OUTPUT,
                "FileChannel c = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE);", "one.clear(); c.write(one);", "")
                        .isOffered()).isFalse();
    }

    /** The class that fixes add. */
    private record Added(Class<?> type) {
        FileChannel over(FileChannel file) throws Exception {
            return (FileChannel) invoke("over", new Class<?>[] {FileChannel.class}, file);
        }

        Object asked(String method, FileChannel channel, FileChannel file) throws Exception {
            return invoke(method, new Class<?>[] {Object.class, Object.class}, channel, file);
        }

        private Object invoke(String method, Class<?>[] types, Object... values) throws Exception {
            Method declared = type.getDeclaredMethod(method, types);
            declared.setAccessible(true);
            return declared.invoke(null, values);
        }
    }

    private interface Trial {
        void run(Added added) throws Exception;
    }

    private void withAddedClass(Trial trial) throws Exception {
        Path sources = Files.createDirectories(directory.resolve("generated"));
        try (var template = Fixer.class.getResourceAsStream("/dev/perfhint/source/edit/BufferedFileChannel.txt")) {
            Files.write(sources.resolve("BufferedFileChannel.java"), template.readAllBytes());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "--release", "8", "-Xlint:-options",
                sources.resolve("BufferedFileChannel.java").toString())).isZero();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {sources.toUri().toURL()})) {
            trial.run(new Added(loader.loadClass("BufferedFileChannel")));
        }
    }

    /** Both channels are used the same way, at random; every answer and the contents in the end are the same. */
    @Test
    void answersAsThePlainChannelDoes() throws Exception {
        withAddedClass(added -> {
            for (int seed = 0; seed < 60; seed++) {
                Path plainFile = directory.resolve("plain" + seed);
                Path bufferedFile = directory.resolve("buffered" + seed);
                byte[] content = new byte[new Random(seed).nextInt(40_000)];
                new Random(seed).nextBytes(content);
                Files.write(plainFile, content);
                Files.write(bufferedFile, content);
                Set<StandardOpenOption> mode = List.of(Set.of(StandardOpenOption.READ), Set.of(StandardOpenOption.WRITE),
                        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE)).get(seed % 3);
                try (FileChannel plain = FileChannel.open(plainFile, mode);
                        FileChannel buffered = added.over(FileChannel.open(bufferedFile, mode))) {
                    Random choice = new Random(seed);
                    for (int step = 0; step < 400; step++) {
                        if (step == 399) {
                            plain.close();
                            buffered.close();
                        }
                        long state = choice.nextLong();
                        String expected = step(plain, new Random(state));
                        assertThat(step(buffered, new Random(state))).as("seed %d step %d", seed, step).isEqualTo(expected);
                    }
                }
                assertThat(Files.readAllBytes(bufferedFile)).isEqualTo(Files.readAllBytes(plainFile));
            }
        });
    }

    private static String step(FileChannel file, Random random) {
        try {
            return switch (random.nextInt(19)) {
                case 0, 1, 2 -> read(file, ByteBuffer.allocate(1 + random.nextInt(20)), -1);
                case 3 -> read(file, ByteBuffer.allocate(12_000), -1);
                case 4 -> read(file, ByteBuffer.allocateDirect(30), random.nextInt(42_000));
                case 5 -> {
                    ByteBuffer[] some = {ByteBuffer.allocate(3), ByteBuffer.allocate(0), ByteBuffer.allocate(9_000)};
                    yield file.read(some) + Arrays.toString(some) + Arrays.hashCode(some[2].array());
                }
                case 6, 7, 8 -> "" + file.write(filled(random, 40));
                case 9 -> "" + file.write(filled(random, 12_000));
                case 10 -> "" + file.write(filled(random, 40), random.nextInt(42_000));
                case 11 -> "" + file.write(new ByteBuffer[] {filled(random, 5), filled(random, 5)});
                case 12 -> "" + file.position(random.nextInt(42_000)).position();
                case 13 -> "" + file.truncate(20_000 + random.nextInt(20_000)).size();
                case 14 -> {
                    var bytes = new java.io.ByteArrayOutputStream();
                    yield file.transferTo(10, 300, Channels.newChannel(bytes)) + Arrays.toString(bytes.toByteArray());
                }
                case 15 -> "" + file.position(-1);
                case 16 -> "" + file.read(new ByteBuffer[] {ByteBuffer.allocate(3)}, random.nextInt(3), 1);
                case 17 -> {
                    ByteBuffer first = ByteBuffer.allocate(3);
                    ByteBuffer[] some = {first, ByteBuffer.allocate(3).asReadOnlyBuffer()};
                    String answer = answer(() -> file.read(some));
                    yield answer + first + file.position();
                }
                default -> {
                    file.force(false);
                    yield "";
                }
            } + ":" + file.position() + ":" + file.size();
        } catch (IOException | RuntimeException problem) {
            return problem.toString();
        }
    }

    private static String answer(Callable<?> call) {
        try {
            return "" + call.call();
        } catch (Exception problem) {
            return problem.toString();
        }
    }

    private static String read(FileChannel file, ByteBuffer into, long from) throws IOException {
        int read = from < 0 ? file.read(into) : file.read(into, from);
        return read + ":" + into.flip().hashCode();
    }

    private static ByteBuffer filled(Random random, int most) {
        byte[] bytes = new byte[random.nextInt(most)];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }
}
