package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.Repair;
import org.junit.jupiter.api.Test;

/** JDK methods that only write or read, in the place of which a class of the user's runs that does more. */
class OverriddenJdkMethodTest {
    @Test
    void doubtsWriterWhoseClassMayBeTheUsers() {
        assertDoubt(Repair.BUFFER_FILE_OUTPUT, """
                class T { void run(String f) throws IOException { Properties p = new Odd(); run(f, p); }
                    void run(String f, Properties p) throws IOException { try (FileOutputStream out = new FileOutputStream(f)) { p.store(out, ""); } } }
                class Odd extends Properties { @Override public void store(OutputStream o, String c) throws IOException {
                    o.write(1); System.out.println(o instanceof FileOutputStream); } }""");
        assertDoubt(Repair.BUFFER_FILE_OUTPUT, """
                class T { void run(String f, ByteArrayOutputStream b) throws IOException {
                    try (FileOutputStream out = new FileOutputStream(f)) { b.writeTo(out); } } }
                class Odd extends ByteArrayOutputStream { @Override public void writeTo(OutputStream o) throws IOException {
                    o.write(1); ((FileOutputStream) o).getFD().sync(); } }""");
        assertDoubt(Repair.BUFFER_FILE_OUTPUT, """
                class T { void run(String f) throws IOException { InputStream in = new Odd();
                    try (FileOutputStream out = new FileOutputStream(f)) { in.transferTo(out); } } }
                class Odd extends ByteArrayInputStream { Odd() { super(new byte[3]); }
                    @Override public long transferTo(OutputStream o) throws IOException { return ((FileOutputStream) o).getChannel().size(); } }""");
    }

    @Test
    void doubtsReaderWhoseClassMayBeTheUsers() {
        assertDoubt(Repair.BUFFER_FILE_INPUT, """
                class T { void run(String f) throws IOException { Properties p = new Odd();
                    try (FileInputStream in = new FileInputStream(f)) { p.load(in); } } }
                class Odd extends Properties { @Override public void load(InputStream in) throws IOException {
                    System.out.println(((FileInputStream) in).getChannel().size()); } }""");
    }

    @Test
    void provesWhatIsMadeInViewOrOverriddenNowhere() {
        assertThat(Cases.prove("""
                class T { void run(String f) throws IOException { Properties p = new Properties();
                    try (FileOutputStream out = new FileOutputStream(f)) { p.store(out, ""); } } }
                class Odd extends Properties { @Override public void store(OutputStream o, String c) throws IOException { o.flush(); } }""",
                Repair.BUFFER_FILE_OUTPUT).reasons()).isEmpty();
        assertThat(Cases.prove("""
                class T { void run(String f, Properties p) throws IOException {
                    try (FileOutputStream out = new FileOutputStream(f)) { p.store(out, ""); } } }
                class Odd extends Properties { void store(OutputStream o) throws IOException { o.flush(); } }""",
                Repair.BUFFER_FILE_OUTPUT).reasons()).isEmpty();
        assertThat(Cases.prove("""
                class T { void run(String f, Properties p) throws IOException {
                    try (FileOutputStream out = new FileOutputStream(f)) { p.store(out, ""); } } }
                class Odd extends Properties { @Override public void store(OutputStream o, String c) throws IOException {
                    o.write(c.getBytes()); } }""",
                Repair.BUFFER_FILE_OUTPUT).reasons()).isEmpty();
    }

    private static void assertDoubt(Repair repair, String types) {
        Outcome outcome = Cases.prove(types, repair);
        assertThat(outcome.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(outcome.reasons()).isNotEmpty();
    }
}
