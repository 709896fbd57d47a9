package dev.perfhint.source.safe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Creation;
import dev.perfhint.source.Fix;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Repair;
import dev.perfhint.source.file.Program;
import dev.perfhint.source.fix.Fixer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Five programs whose fix is {@code safe}, each with another process beside it that uses the file halfway: what that
 * one sees is what the printed assumption excludes, and all that the fix changes.
 */
class ReaderBesideTest {
    private static final String ALONE = "no other code uses the file until it is closed";
    private static final String UNCHANGED = "the file is not modified while it is read";
    private static final String HALFWAY = "System.out.println(\"half\"); System.in.read();";

    /** What the process beside does with the file; returns what it sees. */
    private interface Beside {
        String use(Path file) throws IOException;
    }

    /**
     * A program and what is beside it.
     *
     * @param calls the frames of the JDK on the recorded stack, innermost first
     * @param code writes or reads {@code file} in a line that ends with {@code // hot}
     */
    private record Case(String name, String calls, String code, Beside beside) {
        @Override
        public String toString() {
            return name;
        }

        boolean reads() {
            return calls.startsWith("java.io.FileInputStream.read");
        }

        List<CallSite> frames() {
            return Stream.concat(Arrays.stream(calls.split("\\+")).map(each -> new CallSite(
                    each.substring(0, each.lastIndexOf('.')), each.substring(each.lastIndexOf('.') + 1), 0)),
                    Stream.of(new CallSite("a.Main", "main", 7))).toList();
        }

        /** Returns the text of the program, whose hot line is the seventh. */
        String text() {
            return "package a;\nimport java.io.*; import java.nio.file.*;\npublic class Main {\n"
                    + "public static void main(String[] args) throws IOException {\nString file = args[0];\n"
                    + code.replace("HALFWAY", HALFWAY) + "\n}\n}\n";
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("its size is asked for", "java.io.FileOutputStream.write", """
                        try (FileOutputStream out = new FileOutputStream(file)) { for (int i = 0; i < 100; i++) {
                        out.write(i); // hot
                        if (i == 49) { HALFWAY } } }""", file -> "" + Files.size(file)),
                new Case("its last line is shown", "java.io.FileOutputStream.write", """
                        FileOutputStream out = new FileOutputStream(file); try { for (int i = 0; i < 100; i++) {
                        out.write(("row " + i + "\\n").getBytes()); // hot
                        if (i == 49) { HALFWAY } } } finally { out.close(); }""",
                        file -> Files.readAllLines(file).stream().reduce("", (first, second) -> second)),
                new Case("it is copied", "java.io.FileOutputStream.write+java.io.DataOutputStream.writeLong", """
                        try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file))) { for (int i = 0; i < 9; i++) {
                        out.writeLong(i); // hot
                        if (i == 4) { HALFWAY } } }""",
                        file -> "" + Files.size(Files.copy(file, file.resolveSibling("copy"), StandardCopyOption.REPLACE_EXISTING))),
                new Case("it is compared with what was sent", "sun.nio.ch.ChannelOutputStream.write", """
                        try (OutputStream out = Files.newOutputStream(Path.of(file))) { for (int i = 0; i < 100; i++) {
                        out.write(1); // hot
                        if (i == 49) { HALFWAY } } }""", file -> "" + (Files.readAllBytes(file).length == 50)),
                new Case("it is changed", "java.io.FileInputStream.read", """
                        try (InputStream in = new FileInputStream(file)) { int sum = 0; for (int i = 0; i < 100; i++) {
                        sum += in.read(); // hot
                        if (i == 49) { HALFWAY } } System.out.println(sum); }""", file -> {
                            Files.write(file, new byte[100]);
                            return "";
                        }));
    }

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource("cases")
    void changesWhatItsAssumptionExcludes(Case each) throws Exception {
        Program program = Program.of(directory, each.text()).compiled();
        String alone = run(each, file -> "");
        String beside = run(each, each.beside);
        List<CallSite> frames = each.frames();
        Fixer fixer = new Fixer(program.open());
        Fix fix = fixer.propose(new FixRequest("f", each.reads() ? Repair.BUFFER_FILE_INPUT : Repair.BUFFER_FILE_OUTPUT,
                new Creation("a.Main", "main", directory, 1, 1, "", false), frames, frames.subList(frames.size() - 1, frames.size()),
                OptionalDouble.of(1))).orElseThrow();
        assertThat(fix.applicability()).as("%s", fix.hazards()).isEqualTo(Applicability.SAFE);
        assertThat(fix.assumptions()).contains(each.reads() ? UNCHANGED : ALONE);
        fixer.finish(List.of(fix), false).patch().apply();
        program.compiled();
        assertThat(run(each, file -> "")).isEqualTo(alone);
        assertThat(run(each, each.beside)).isNotEqualTo(beside);
    }

    /** Returns what is seen beside, what the program prints, and what is in the file at its end. */
    private String run(Case each, Beside beside) throws Exception {
        Path file = directory.resolve("file");
        Files.write(file, "a".repeat(100).getBytes(StandardCharsets.US_ASCII));
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                directory.resolve("out").toString(), "a.Main", file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader printed = process.inputReader(); OutputStream answer = process.getOutputStream()) {
            assertThat(printed.readLine()).isEqualTo("half");
            String seen = beside.use(file);
            answer.write('\n');
            answer.flush();
            String rest = printed.lines().toList().toString();
            assertThat(process.waitFor()).isZero();
            return seen + rest + Files.readString(file, StandardCharsets.ISO_8859_1);
        } finally {
            process.destroyForcibly();
        }
    }
}
