package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Every use of the stream is listed with its verdict. */
class InspectedTest {
    private static final String OPEN = "try (FileOutputStream out = new FileOutputStream(file)) {\n";

    @Test
    void namesTheTypeThatEachUseIsCompatibleWith() {
        assertThat(Cases.output(OPEN + "out.write(1);\nout.flush(); }").inspected())
                .containsExactly("line 9: out.write(): compatible with OutputStream",
                        "line 10: out.flush(): compatible with OutputStream");
    }

    @Test
    void keepsTheTypeOfAWrapper() {
        assertThat(Cases.output("try (DataOutputStream d = new DataOutputStream(new FileOutputStream(file))) {\n"
                        + "d.writeInt(1); }").inspected())
                .containsExactly("line 8: new DataOutputStream(FileOutputStream): compatible with OutputStream",
                        "line 9: d.writeInt(): compatible with DataOutputStream");
    }

    @Test
    void saysWhatIsFollowed() {
        assertThat(Cases.output(OPEN + "emit(out); }", "static void emit(OutputStream o) throws IOException {\no.write(2); }")
                        .inspected())
                .containsExactly("line 9: emit(out): followed, compatible",
                        "line 12: o.write(): compatible with OutputStream");
    }

    @Test
    void saysWhatIsNotCompatible() {
        assertThat(Cases.output(OPEN + "out.write(1);\nout.getChannel(); }").inspected())
                .contains("line 10: out.getChannel(): not compatible: the channel does not see buffered bytes");
        assertThat(Cases.output(OPEN + "Object o = (FileOutputStream) out; }").inspected())
                .contains("line 9: not compatible: the stream is cast to FileOutputStream");
        assertThat(Cases.output(OPEN + "Library.keep(out); }").inspected())
                .containsExactly("line 9: not proven compatible: the stream is passed to keep(), whose code cannot be seen"
                        + " (not resolved: missing variable Library)");
    }
}
