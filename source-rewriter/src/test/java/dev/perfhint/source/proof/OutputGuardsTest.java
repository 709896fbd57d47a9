package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Applicability;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each guard of an output stream: a safe form, and forms that break one guard and must flip the verdict. */
class OutputGuardsTest {
    @ParameterizedTest
    @ValueSource(strings = {
        "try (FileOutputStream out = new FileOutputStream(file)) { for (byte b : data) { out.write(b); } }",
        "try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file))) { out.writeInt(1); }",
        "try (OutputStream out = Files.newOutputStream(Path.of(file))) { for (String s : lines) { out.write(s.getBytes()); } }",
        "FileOutputStream out = new FileOutputStream(file); try { out.write(1); } finally { out.close(); }",
        "FileOutputStream out = null; try { out = new FileOutputStream(file); out.write(1); } finally { if (out != null) { out.close(); } }",
        "FileOutputStream out = new FileOutputStream(file); DataOutputStream d = new DataOutputStream(out);"
                + " try { d.writeInt(1); } finally { d.close(); }",
        "try (FileOutputStream f = new FileOutputStream(file); ZipOutputStream z = new ZipOutputStream(f)) {"
                + " z.putNextEntry(new ZipEntry(\"a\")); z.write(data); z.closeEntry(); }",
        "try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); } catch (IOException e) { throw new UncheckedIOException(e); }",
        "try (PrintStream out = new PrintStream(new FileOutputStream(file))) { for (String s : lines) { out.println(s); } }",
        "try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); } System.out.println(new File(file).length());",
        "try (FileOutputStream out = new FileOutputStream(\"a.bin\"); FileInputStream in = new FileInputStream(\"b.bin\")) {"
                + " int b; while ((b = in.read()) >= 0) { out.write(b); } }",
        "try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); Thread.sleep(10); }",
        "try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); unknown.call(); }",
        "try (FileOutputStream out = new FileOutputStream(file)) { OutputStream b = out; b.write(1); }",
        "try (FileOutputStream out = new FileOutputStream(file)) { out.write(System.in.read()); out.write(System.in.read()); }",
        "try { FileOutputStream out = new FileOutputStream(file); try { out.write(1); } finally { out.close(); } }"
                + " catch (IOException e) { System.err.println(e); }",
    })
    void provesSafe(String body) {
        Outcome outcome = Cases.output(body);
        assertThat(outcome.reasons()).isEmpty();
        assertThat(outcome.applicability()).isEqualTo(Applicability.SAFE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        FileOutputStream out = new FileOutputStream(file); out.write(1); out.close();                                   | not closed when an exception leaves
        FileOutputStream out = new FileOutputStream(file); out.write(1);                                                | not closed on every path
        FileOutputStream out = new FileOutputStream(file); try { out.write(1); } finally { try { out.close(); } catch (IOException e) { } } | would be swallowed
        try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); out.getFD().sync(); }                   | getFD
        try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); out.getChannel().size(); }              | getChannel
        try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); System.out.println(new File(file).length()); } | may look at the same file
        try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); new Thread(() -> { }).start(); } | tells others before
        try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); Files.copy(Path.of(file), Path.of("x")); } | may look at the same file
        try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); new ProcessBuilder("cat", file).start(); } | process
        try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); System.exit(0); }                       | ends the program
        try (FileOutputStream out = new FileOutputStream(file)) { while (true) { out.write(1); } }                      | may run for ever
        try (FileOutputStream out = new FileOutputStream("/dev/ttyS0")) { out.write(1); }                               | device
        try (FileOutputStream out = new FileOutputStream(file, true)) { out.write(1); }                                 | append
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) { out.write(1); }                         | descriptor
        try (OutputStream out = Files.newOutputStream(Path.of(file), StandardOpenOption.DSYNC)) { out.write(1); }       | DSYNC
        try (FileOutputStream out = new FileOutputStream(file)) { synchronized (out) { out.write(1); } }                | synchronises
        try (FileOutputStream out = new FileOutputStream(file)) { lines.forEach(s -> write(out, s)); }                  | captures
        try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); FileOutputStream b = new FileOutputStream(file, true); b.write(2); } | same file
        try (FileOutputStream out = new FileOutputStream(file)) { try { out.write(1); } catch (IOException e) { } out.write(2); } | after a failed write
        FileOutputStream out = new FileOutputStream(file); try { out.write(1); } finally { out.close(); } out.write(2); | after it was closed
        try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); if (out instanceof Closeable) { } }     | instanceof
        try (FileOutputStream out = new FileOutputStream(file)) { lines.add(String.valueOf(out.equals(null))); }        | equals
        try (FileOutputStream out = new FileOutputStream(file)) { Library.fill(out); }                                  | cannot be seen
        for (String s : lines) { FileOutputStream out = new FileOutputStream(s); out.write(1); }                        | not closed
        """)
    void finds(String body, String reason) {
        Outcome outcome = Cases.output(body);
        assertThat(outcome.applicability()).isNotEqualTo(Applicability.SAFE);
        assertThat(outcome.reasons()).anyMatch(r -> r.contains(reason));
    }
}
