package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Program;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The added subclass of {@code RandomAccessFile}: where it is offered, and that it answers as the plain one does. */
class RandomAccessBufferTest {
    private static final CallSite READ = new CallSite("java.io.RandomAccessFile", "read", 0);
    private static final CallSite WRITE = new CallSite("java.io.RandomAccessFile", "write", 0);

    @TempDir
    Path directory;

    private FixSet finished;

    private Fix fix(CallSite callee, int line, String body) throws Exception {
        Program program = Program.of(directory, body).compiled();
        Sources sources = program.open();
        List<CallSite> stack = List.of(callee, new CallSite("a.Main", "main", line));
        Fix proposed = new Fixer(sources).propose(new FixRequest("f", Repair.BLOCK_RANDOM_ACCESS,
                new Creation("a.Main", "main", directory, line, 1, "", false), stack, stack, OptionalDouble.empty()))
                .orElseThrow();
        finished = new Fixer(sources).finish(List.of(proposed), true);
        return finished.fixes().get(0);
    }

    private static String program(String... lines) {
        return """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        RandomAccessFile file = new RandomAccessFile(args[0], "%s");
                        long sum = 0;
                        for (int i = 0; i < 100; i++) {
                            %s
                        }
                        %s
                        System.out.println(sum + " " + file.length());
                        file.close();
                    }
                    static int next(RandomAccessFile in) throws IOException {
                        return in.readInt();
                    }
                }
                """.formatted((Object[]) lines);
    }

    @Test
    void isSafeWhereEveryUseIsAReadInView() throws Exception {
        Fix fix = fix(READ, 8, program("r", "file.seek(i * 7); sum += file.read();", "sum += next(file);"));
        assertThat(fix.reasons()).isEmpty();
        assertThat(fix.applicability()).isEqualTo(Applicability.SAFE);
        assertThat(fix.assumed()).containsExactly("a regular file", "the file is not modified while it is read");
        assertThat(fix.edits()).filteredOn(Edit::create).singleElement()
                .satisfies(edit -> assertThat(edit.file().getFileName()).hasToString("BufferedRandomAccessFile.java"));
        assertThat(new String(finished.patch().unifiedDiff()))
                .contains("new file mode 100644\n--- /dev/null\n+++ b/")
                .contains("+        RandomAccessFile file = new BufferedRandomAccessFile(args[0], \"r\");");
    }

    @Test
    void listsTheBlockOfFieldsBesideIt() throws Exception {
        Fix fix = fix(new CallSite("java.io.RandomAccessFile", "readInt", 0), 8,
                program("r", "sum += file.readInt(); sum -= file.readShort();", ""));
        assertThat(fix.applicability()).isEqualTo(Applicability.SAFE);
        assertThat(fix.alternatives()).contains("read the 2 fields of 6 bytes as one block (unsafe)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file.seek(sum);", "if (sum > 9) { file.skipBytes(4); }", "sum += next(file);",
            "sum += file.length();"})
    void readsNoFieldsAsOneBlockRoundWhatUsesTheFile(String between) throws Exception {
        Fix fix = fix(new CallSite("java.io.RandomAccessFile", "readInt", 0), 8,
                program("r", "sum += file.readInt(); " + between + " sum -= file.readShort();", ""));
        assertThat(fix.isOffered()).isTrue();
        assertThat(fix.alternatives()).noneMatch(each -> each.contains("as one block"));
    }

    @Test
    void makesTheNewFileAndFindsNothingMoreToDo() throws Exception {
        fix(READ, 8, program("r", "file.seek(i * 7); sum += file.read();", "sum += next(file);"));
        finished.patch().apply();
        Path added = directory.resolve("src/a/BufferedRandomAccessFile.java");
        assertThat(added).content().startsWith("package a;\n").contains("extends RandomAccessFile");
        String changed = Files.readString(directory.resolve("src/a/Main.java"));
        Fix again = fix(READ, 8, changed);
        assertThat(again.isOffered()).isFalse();
    }

    @Test
    void usesTheClassThatIsThereAlready() throws Exception {
        fix(READ, 8, program("r", "file.seek(i * 7); sum += file.read();", "sum += next(file);"));
        finished.patch().apply();
        Fix second = fix(READ, 8, program("r", "file.seek(i * 7); sum += file.read();", "sum += next(file);"));
        assertThat(second.edits()).singleElement().satisfies(edit -> assertThat(edit.create()).isFalse());
    }

    @Test
    void keepsLineEndsOfTheUsersFile() throws Exception {
        fix(READ, 8, program("r", "file.seek(i * 7); sum += file.read();", "sum += next(file);").replace("\n", "\r\n"));
        finished.patch().apply();
        assertThat(Files.readString(directory.resolve("src/a/BufferedRandomAccessFile.java")).replace("\r\n", ""))
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "SAFE | String line = file.readLine(); | String line = BufferedRandomAccessFile.readLine(file);",
        "UNSAFE | sum += file.getChannel().position(); | sum += BufferedRandomAccessFile.settled(file).getChannel().position();",
        "UNSAFE | file.getFD().sync(); | BufferedRandomAccessFile.settled(file).getFD().sync();",
        "UNSAFE | Object[] c = {file.getChannel()}; | Object[] c = {BufferedRandomAccessFile.released(file).getChannel()};",
        "UNSAFE | var map = file.getChannel().map(null, 0, 1); "
                + "| var map = BufferedRandomAccessFile.released(file).getChannel().map(null, 0, 1);",
        "UNSAFE | var c = file.getChannel(); c.position(3); | var c = BufferedRandomAccessFile.released(file).getChannel();"
    })
    void leadsCallsThatPassByTheBlockThroughTheClass(Applicability expected, String use, String after) throws Exception {
        Fix fix = fix(READ, 8, program("r", "file.seek(i * 7); sum += file.read();", use));
        assertThat(fix.applicability()).as("%s", fix.reasons()).isEqualTo(expected);
        assertThat(new String(finished.patch().unifiedDiff())).contains("+        " + after);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "file.writeBytes(args[1]); | BufferedRandomAccessFile.writeBytes(file, args[1]);",
        "file.writeChars(args[1]); | BufferedRandomAccessFile.writeChars(file, args[1]);"
    })
    void leadsWritesThatPassByTheBlockThroughTheClass(String write, String after) throws Exception {
        Fix fix = fix(WRITE, 8, program("rw", "file.seek(i * 3); file.write(i);", write));
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(new String(finished.patch().unifiedDiff())).contains("+        " + after);
    }

    @Test
    void changesEveryPlaceThatMayHaveOpenedTheFile() throws Exception {
        Fix fix = fix(READ, 9, """
                package a;
                import java.io.*;
                public class Main {
                    static RandomAccessFile open(String name) throws IOException {
                        if (name.isEmpty()) { return new RandomAccessFile("none", "r"); }
                        return new RandomAccessFile(name, "r");
                    }
                    public static void main(String[] args) throws Exception {
                        try (RandomAccessFile in = open(args[0])) { while (in.read() >= 0) { } }
                    }
                }
                """);
        assertThat(fix.edits()).filteredOn(edit -> !edit.create()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "DataInput in = file; in.readLine();",
        "javax.imageio.stream.ImageInputStream image = new javax.imageio.stream.FileImageInputStream(file);",
        "Object[] all = {file};"
    })
    void refusesWhatPassesByTheBlock(String use) throws Exception {
        Fix fix = fix(READ, 8, program("r", "file.seek(i * 7); sum += file.read();", use).replace("RandomAccessFile file =",
                "final RandomAccessFile file ="));
        assertThat(fix.edits()).noneMatch(Edit::create);
        assertThat(fix.applicability()).isNotEqualTo(Applicability.SAFE);
    }

    @Test
    void isUnsafeWhereTheFileIsWritten() throws Exception {
        Fix fix = fix(WRITE, 8, program("rw", "file.seek(i * 3); file.write(i);", ""));
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.edits()).anyMatch(Edit::create);
    }

    @Test
    void refusesWritesToAFileThatIsNeverClosed() throws Exception {
        String text = program("rw", "file.seek(i * 3); file.write(i);", "").replace("file.close();", "");
        Fix fix = fix(WRITE, 8, text);
        assertThat(fix.isOffered()).isFalse();
        assertThat(fix.edits()).extracting(Edit::text).containsExactly("BufferedRandomAccessFile");
    }

    @Test
    void isUnsafeWhereCodeSynchronisesOnTheFile() throws Exception {
        Fix fix = fix(READ, 8, program("r", "synchronized (file) { file.seek(i * 7); sum += file.read(); }", "sum += next(file);"));
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
    }

    private Fix ofSubclass(String use, String member) throws Exception {
        return fix(new CallSite("java.io.RandomAccessFile", "readInt", 0), 8, """
                package a;
                import java.io.*;
                public class Main {
                    interface Numbers { int readInt() throws IOException; String readLine() throws IOException; }
                    public static void main(String[] args) throws Exception {
                        Records file = new Records(args[0]);
                        for (int i = 0; i < 100; i++) {
                            file.readInt(); %s
                        }
                        file.close();
                    }
                    static class Records extends RandomAccessFile implements Numbers {
                        private final String name;
                        Records(String name) throws IOException { super(name, "r"); this.name = name; }
                        long place() throws IOException { return this.getFilePointer(); }
                        %s
                    }
                }
                """.formatted(use, member));
    }

    @Test
    void letsAClassOfTheUserExtendTheAddedOne() throws Exception {
        for (String use : List.of("", "Numbers numbers = file; numbers.readInt();", "file.seek(file.place());")) {
            Fix fix = ofSubclass(use, "@Override public void close() throws IOException { super.close(); }");
            assertThat(fix.title()).as(use).startsWith("let Records extend a BufferedRandomAccessFile");
            assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
            assertThat(fix.checks().compiled()).isEqualTo(Checks.Compiled.FULL);
        }
    }

    /** A method that the class overrides may be called by the added one, and not by the plain one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        " | @Override public int read(byte[] some, int from, int n) throws IOException { return super.read(some, from, n); }",
        " | String line() throws IOException { return readLine(); }",
        " | static class Others extends Records { Others() throws IOException { super(\"other\"); } }",
        "Numbers numbers = file; numbers.readLine(); | ",
        "file.getChannel(); | ",
        "java.nio.channels.Channels.newInputStream(file.getChannel()); | "
    })
    void leavesAClassOfTheUserWhoseCallsPassByTheBlock(String use, String member) throws Exception {
        assertThat(ofSubclass(use == null ? "" : use, member == null ? "" : member).title()).doesNotContain("extend");
    }


    /** Both files are used the same way, at random, and grow where they are only read; every answer and the contents in the end are the same. */
    @ParameterizedTest
    @CsvSource({"BufferedRandomAccessFile, 24", "BufferedRandomAccessFile-read, 13", "BufferedRandomAccessFile, 20"})
    void answersAsThePlainFileDoes(String resource, int kinds) throws Exception {
        boolean reads = resource.endsWith("-read");
        Path sources = Files.createDirectories(directory.resolve("generated"));
        try (var template = Fixer.class.getResourceAsStream(
                "/dev/perfhint/source/edit/" + resource + ".txt")) {
            String text = new String(template.readAllBytes(), StandardCharsets.US_ASCII);
            Files.writeString(sources.resolve("BufferedRandomAccessFile.java"),
                    kinds == 20 ? text.replaceAll("(?ms)^//\\[\n.*?^//\\]\n", "") : text);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "--release", "8", "-Xlint:-options",
                sources.resolve("BufferedRandomAccessFile.java").toString())).isZero();
        try (URLClassLoader loader = new URLClassLoader(new java.net.URL[] {sources.toUri().toURL()})) {
            Constructor<?> made = loader.loadClass("BufferedRandomAccessFile").getDeclaredConstructor(File.class, String.class);
            made.setAccessible(true);
            for (int seed = 0; seed < 90; seed++) {
                File plainFile = directory.resolve("plain" + seed).toFile();
                File bufferedFile = directory.resolve("buffered" + seed).toFile();
                byte[] content = new byte[new Random(seed).nextInt(40_000)];
                new Random(seed).nextBytes(content);
                Files.write(plainFile.toPath(), content);
                Files.write(bufferedFile.toPath(), content);
                String mode = reads ? "r" : seed % 9 == 0 ? "rws" : seed % 3 == 1 ? "r" : "rw";
                try (RandomAccessFile plain = new RandomAccessFile(plainFile, mode);
                        RandomAccessFile buffered = (RandomAccessFile) made.newInstance(bufferedFile, mode)) {
                    Random choice = new Random(seed);
                    for (int step = 0; step < 400; step++) {
                        long state = choice.nextLong();
                        if (reads && step % 5 == 0) {
                            byte[] more = new byte[choice.nextInt(60)];
                            choice.nextBytes(more);
                            Files.write(plainFile.toPath(), more, StandardOpenOption.APPEND);
                            Files.write(bufferedFile.toPath(), more, StandardOpenOption.APPEND);
                        }
                        String expected = step(plain, new Random(state), kinds);
                        assertThat(step(buffered, new Random(state), kinds)).as("seed %d step %d", seed, step).isEqualTo(expected);
                        if (mode.equals("rws")) {
                            assertThat(Files.size(bufferedFile.toPath())).isEqualTo(Files.size(plainFile.toPath()));
                        }
                    }
                    plain.close();
                    buffered.close();
                    for (long state = 0; state < 40; state++) {
                        assertThat(step(buffered, new Random(state), kinds)).as("closed, %d", state)
                                .isEqualTo(step(plain, new Random(state), kinds));
                    }
                }
                assertThat(Files.readAllBytes(bufferedFile.toPath())).isEqualTo(Files.readAllBytes(plainFile.toPath()));
            }
        }
    }

    /** The first 13 kinds read, the first 20 do without the static methods of the class. */
    private static String step(RandomAccessFile file, Random random, int kinds) {
        int kind = random.nextInt(kinds);
        try {
            return position(file) + ":" + switch (kind) {
                case 0, 1, 2 -> file.read();
                case 3 -> {
                    byte[] some = new byte[random.nextInt(30)];
                    yield file.read(some) + Arrays.toString(some);
                }
                case 4 -> {
                    byte[] many = new byte[20_000];
                    int from = random.nextInt(5_000);
                    yield file.read(many, from, random.nextInt(15_000)) + ":" + Arrays.hashCode(many);
                }
                case 5 -> file.readInt();
                case 6 -> file.readLong() + ":" + file.readUnsignedShort();
                case 7, 8 -> seek(file, random.nextInt(45_000));
                case 9 -> seek(file, Math.max(0, file.getFilePointer() - random.nextInt(40)));
                case 10 -> file.skipBytes(random.nextInt(100));
                case 11 -> file.length();
                case 12 -> file.read(new byte[4], 2, 3);
                case 20 -> passing(file, "readLine");
                case 21 -> {
                    java.nio.channels.FileChannel channel = ((RandomAccessFile) passing(file, "settled")).getChannel();
                    yield channel.position() + ":" + channel.position(random.nextInt(45_000)).size();
                }
                case 22 -> passing(file, "writeBytes", "some \u00e4\u1234 text");
                case 23 -> passing(file, "writeChars", "some \u00e4\u1234 text");
                case 13, 15 -> write(file, new byte[] {(byte) random.nextInt()}, true);
                case 14, 16 -> write(file, new byte[random.nextInt(60)], false);
                case 17 -> write(file, new byte[random.nextInt(12_000)], false);
                case 18 -> {
                    file.writeLong(random.nextLong());
                    yield "";
                }
                default -> {
                    file.setLength(random.nextInt(50_000));
                    yield file.length();
                }
            } + ":" + file.getFilePointer();
        } catch (IOException | IndexOutOfBoundsException problem) {
            return problem.getClass().getSimpleName();
        }
    }

    /** Calls the method of the plain file, or the static one that stands for it. */
    private static Object passing(RandomAccessFile file, String method, String... text) throws IOException {
        try {
            if (file.getClass() != RandomAccessFile.class) {
                Method own = text.length == 0
                        ? file.getClass().getDeclaredMethod(method, RandomAccessFile.class)
                        : file.getClass().getDeclaredMethod(method, RandomAccessFile.class, String.class);
                own.setAccessible(true);
                return text.length == 0 ? own.invoke(null, file) : own.invoke(null, file, text[0]);
            }
            return method.equals("settled") ? file : text.length == 0
                    ? RandomAccessFile.class.getMethod(method).invoke(file)
                    : RandomAccessFile.class.getMethod(method, String.class).invoke(file, text[0]);
        } catch (InvocationTargetException problem) {
            throw problem.getCause() instanceof IOException io ? io : new IOException(problem.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String position(RandomAccessFile file) {
        try {
            return "" + file.getFilePointer();
        } catch (IOException closed) {
            return "closed";
        }
    }

    private static String seek(RandomAccessFile file, long to) throws IOException {
        file.seek(to);
        return "";
    }

    private static String write(RandomAccessFile file, byte[] bytes, boolean single) throws IOException {
        if (single) {
            file.write(bytes[0]);
        } else {
            Arrays.fill(bytes, (byte) bytes.length);
            file.write(bytes);
        }
        return "";
    }

    @ParameterizedTest
    @CsvSource({"b, import b.BufferedRandomAccessFile;, b/BufferedRandomAccessFile.java", "c, ,"})
    void standsInThePackageOfTheCallsThatItReplaces(String other, String imported, String added) throws Exception {
        String reader = """
                package %s;
                import java.io.*;
                public class %s {
                    public static int lines(RandomAccessFile file) throws IOException {
                        int lines = 0;
                        while (file.readLine() != null) {
                            lines++;
                        }
                        return lines;
                    }
                }
                """;
        Sources sources = Program.of(directory, """
                package a;
                import java.io.RandomAccessFile;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        RandomAccessFile file = new RandomAccessFile(args[0], "r");
                        for (int i = 0; i < 100; i++) {
                            file.read();
                        }
                        System.out.println(b.One.lines(file) + %s.Two.lines(file));
                    }
                }
                """.formatted(other), reader.formatted("b", "One"), reader.formatted(other, "Two")).compiled().open();
        List<CallSite> stack = List.of(READ, new CallSite("a.Main", "main", 7));
        Fix proposed = new Fixer(sources).propose(new FixRequest("f", Repair.BLOCK_RANDOM_ACCESS,
                new Creation("a.Main", "main", directory, 7, 1, "", false), stack, stack, OptionalDouble.empty()))
                .orElseThrow();
        FixSet set = new Fixer(sources).finish(List.of(proposed), true);
        if (added == null) {
            assertThat(set.fixes().get(0).reasons()).anyMatch(reason -> reason.contains("in another package"));
            assertThat(set.patch().isEmpty()).isTrue();
            return;
        }
        assertThat(set.fixes().get(0).isOffered()).as("%s", set.fixes()).isTrue();
        assertThat(new String(set.patch().unifiedDiff())).contains(added, imported, "+public class BufferedRandomAccessFile",
                "+        while (BufferedRandomAccessFile.readLine(file) != null) {");
    }
}
