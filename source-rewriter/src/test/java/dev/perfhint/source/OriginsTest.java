package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Program;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Streams that reach the hot call by other ways than a variable: choices, factories, components, builders. */
@EnabledOnOs(OS.LINUX)
class OriginsTest {
    @TempDir
    Path directory;

    private Trace trace;

    /** Returns the source line of the creation that the real stack of the failing write leads to; empty if none. */
    private String origin(String body, String... others) throws Exception {
        String[] texts = new String[others.length + 1];
        texts[0] = """
                package a;
                import java.io.*;
                import java.nio.file.*;
                import java.util.function.*;
                public class Main {
                %s
                }
                """.formatted(body.indent(4));
        for (int i = 0; i < others.length; i++) {
            texts[i + 1] = "package a;\nimport java.io.*;\n" + others[i];
        }
        Program program = Program.of(directory, texts).compiled();
        trace = program.trace(Program.FULL);
        return trace.creation().isEmpty()
                ? ""
                : Program.lineOf(program.text(program.sources.relativize(trace.creation().get().file()).toString()),
                        trace.creation().get().line());
    }

    @Test
    void followsAliases() throws Exception {
        assertThat(origin("""
                public static void main(String[] args) throws IOException {
                    FileOutputStream made = new FileOutputStream(args[0]);
                    final OutputStream second = made;
                    var third = (OutputStream) second;
                    third.write(1);
                }""")).startsWith("FileOutputStream made");
    }

    @Test
    void followsBothSidesOfAChoice() throws Exception {
        assertThat(origin("""
                public static void main(String[] args) throws IOException {
                    OutputStream out = args.length == 1
                            ? new FileOutputStream(args[0])
                            : Files.newOutputStream(Path.of(args[1]));
                    out.write(1);
                }""")).isEqualTo("? new FileOutputStream(args[0])");
        assertThat(origin("""
                public static void main(String[] args) throws IOException {
                    OutputStream out = switch (args.length) {
                        case 0 -> throw new IOException();
                        case 1 -> new FileOutputStream(args[0]);
                        default -> { yield new FileOutputStream(args[1]); }
                    };
                    out.write(1);
                }""")).isEqualTo("case 1 -> new FileOutputStream(args[0]);");
    }

    @Test
    void followsFactoryOfAnotherClass() throws Exception {
        assertThat(origin("""
                public static void main(String[] args) throws IOException {
                    OutputStream out = Outputs.open(args[0]);
                    out.write(1);
                }""", """
                final class Outputs {
                    static OutputStream open(String name) throws IOException {
                        if (name.isEmpty()) {
                            throw new IOException();
                        }
                        return raw(name);
                    }
                    private static OutputStream raw(String name) throws IOException {
                        return new DataOutputStream(new FileOutputStream(name));
                    }
                }""")).isEqualTo("return new DataOutputStream(new FileOutputStream(name));");
    }

    @Test
    void followsLambdaAndConstructorReferenceThatMakeTheStream() throws Exception {
        assertThat(origin("""
                interface Opener { OutputStream open(String name) throws IOException; }
                public static void main(String[] args) throws IOException {
                    Opener opener = name -> new FileOutputStream(name);
                    OutputStream out = opener.open(args[0]);
                    out.write(1);
                }""")).isEqualTo("Opener opener = name -> new FileOutputStream(name);");
        assertThat(origin("""
                interface Opener { OutputStream open(String name) throws IOException; }
                private static final Opener OPENER = Main::open;
                static OutputStream open(String name) throws IOException {
                    return new FileOutputStream(name);
                }
                public static void main(String[] args) throws IOException {
                    OPENER.open(args[0]).write(1);
                }""")).isEqualTo("return new FileOutputStream(name);");
        assertThat(origin("""
                interface Opener { OutputStream open(String name) throws IOException; }
                public static void main(String[] args) throws IOException {
                    Opener opener = FileOutputStream::new;
                    OutputStream out = opener.open(args[0]);
                    out.write(1);
                }""")).isEqualTo("OutputStream out = opener.open(args[0]);");
    }

    @Test
    void followsLambdaThatIsHandedOver() throws Exception {
        assertThat(origin("""
                interface Opener { OutputStream open() throws IOException; }
                public static void main(String[] args) throws IOException {
                    String name = args[0];
                    save(() -> {
                        OutputStream out = new FileOutputStream(name);
                        return out;
                    });
                }
                static void save(Opener opener) throws IOException {
                    opener.open().write(1);
                }""")).isEqualTo("OutputStream out = new FileOutputStream(name);");
    }

    @Test
    void followsRecordComponentAndItsAccessor() throws Exception {
        assertThat(origin("""
                record Target(String name, OutputStream out) {}
                public static void main(String[] args) throws IOException {
                    Target target = new Target("a", new FileOutputStream(args[0]));
                    target.out().write(1);
                }""")).isEqualTo("Target target = new Target(\"a\", new FileOutputStream(args[0]));");
    }

    @Test
    void followsBuilder() throws Exception {
        assertThat(origin("""
                public static void main(String[] args) throws IOException {
                    Report report = new Report.Builder().title("t").to(new FileOutputStream(args[0])).build();
                    report.print();
                }""", """
                final class Report {
                    private final OutputStream out;
                    private Report(Builder builder) {
                        this.out = builder.target;
                    }
                    void print() throws IOException {
                        out.write(1);
                    }
                    static final class Builder {
                        private OutputStream target;
                        private String title;
                        Builder title(String title) {
                            this.title = title;
                            return this;
                        }
                        Builder to(OutputStream target) {
                            this.target = target;
                            return this;
                        }
                        Report build() {
                            return new Report(this);
                        }
                    }
                }""")).isEqualTo(
                "Report report = new Report.Builder().title(\"t\").to(new FileOutputStream(args[0])).build();");
    }

    @Test
    void doesNotGuessAtElementsOfACollection() throws Exception {
        origin("""
                public static void main(String[] args) throws IOException {
                    java.util.List<OutputStream> all = new java.util.ArrayList<>();
                    all.add(new FileOutputStream(args[0]));
                    all.get(0).write(1);
                }""");
        assertThat(trace.creation()).isEmpty();
        assertThat(trace.note()).contains("was not found");
    }
}
