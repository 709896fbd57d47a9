package dev.perfhint.source.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many bytes a call writes, as far as the sources in view tell. */
class CallSizesTest {
    @TempDir
    Path root;

    private Optional<Long> size(String text) throws Exception {
        int line = (int) text.substring(0, text.indexOf("out.write(")).lines().count();
        return sizes(text).at(List.of(new CallSite("Blocks", "put", line)), "write");
    }

    private CallSizes sizes(String text) throws Exception {
        Files.writeString(root.resolve("Blocks.java"), text);
        return new CallSizes(Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of())));
    }

    @Test
    void knowsAConstantToBeTheOnlySize() throws Exception {
        assertThat(size("""
                class Blocks {
                    private static final int SIZE = 64;
                    private final byte[] buffer = new byte[SIZE];
                    void put(java.io.OutputStream out, int length) throws java.io.IOException {
                        out.write(buffer, 0, length);
                    }
                }
                """)).contains(64L);
    }

    @Test
    void knowsNoSizeThatOnlyCodeOutOfViewGives() throws Exception {
        assertThat(size("""
                class Blocks {
                    static void put(java.io.OutputStream out, int size) throws java.io.IOException {
                        out.write(new byte[size], 0, size);
                    }
                }
                """)).isEmpty();
    }

    @Test
    void followsTheRecordedCaller() throws Exception {
        String text = """
                class Blocks {
                    private java.io.OutputStream out;
                    private void raw(byte[] bytes) throws java.io.IOException {
                        out.write(bytes);
                    }
                    void put(byte[] more, char c) throws java.io.IOException {
                        %s
                    }
                }
                """;
        assertThat(handedOn(text.formatted("raw(new byte[] {1, 2});"))).contains(2L);
        assertThat(handedOn(text.formatted("raw(java.nio.ByteBuffer.allocate(16).flip().array());"))).contains(16L);
        assertThat(handedOn(text.formatted("raw(new byte[\"ab\".getBytes().length]);"))).contains(2L);
        assertThat(handedOn(text.formatted(
                "raw(java.nio.charset.StandardCharsets.UTF_8.encode(Character.toString(c)).array());"))).contains(0L);
        assertThat(handedOn(text.formatted("raw(more);"))).isEmpty();
        assertThat(handedOn(text.formatted("raw(new byte[4 + more.length]);"))).isEmpty();
    }

    private Optional<Long> handedOn(String text) throws Exception {
        return sizes(text).at(List.of(new CallSite("Blocks", "raw", 4), new CallSite("Blocks", "put", 7)), "write");
    }
}
