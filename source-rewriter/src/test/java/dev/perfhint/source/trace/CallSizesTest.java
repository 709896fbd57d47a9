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
        return found(text).map(CallSizes.CallSize::bytes);
    }

    private Optional<CallSizes.CallSize> found(String text) throws Exception {
        Files.writeString(root.resolve("Blocks.java"), text);
        int line = (int) text.substring(0, text.indexOf("out.write(")).lines().count();
        Sources sources = Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of()));
        return new CallSizes(sources).at(new CallSite("Blocks", "put", line), "write");
    }

    @Test
    void followsASizeThroughTheConstructorsInView() throws Exception {
        String text = """
                class Blocks {
                    static final int DEFAULT = 512;
                    protected byte[] buffer;
                    Blocks() { this(DEFAULT, true); }
                    Blocks(int size) { this(size, true); }
                    Blocks(int size, boolean more) { buffer = new byte[size]; }
                    void put(java.io.OutputStream out, int length) throws java.io.IOException {
                        out.write(buffer, 0, length);
                    }
                    static Blocks of(int n) { return %s; }
                }
                """;
        assertThat(size(text.formatted("new Blocks()"))).contains(512L);
        assertThat(size(text.formatted("new Blocks(1024)"))).contains(1024L);
        assertThat(size(text.formatted("new Blocks(Integer.parseInt(\"9\"))"))).isEmpty();
    }

    @Test
    void takesTheInitialValueWhereNobodyInViewCallsTheSetter() throws Exception {
        String text = """
                class Blocks {
                    private int size = 1024;
                    int size() { return size; }
                    void size(int size) { this.size = size; }
                    void put(java.io.OutputStream out) throws java.io.IOException { put(out, size()); }
                    static void put(java.io.OutputStream out, int size) throws java.io.IOException {
                        byte[] bytes = new byte[size];
                        out.write(bytes, 0, System.in.read(bytes));
                    }
                    static void set(Blocks blocks) { %s }
                }
                """;
        assertThat(found(text.formatted(""))).contains(new CallSizes.CallSize(1024, true));
        assertThat(size(text.formatted("blocks.size(2048);"))).contains(2048L);
        assertThat(size(text.formatted("blocks.size(System.in.hashCode());"))).isEmpty();
    }

    @Test
    void knowsAConstantToBeTheOnlySize() throws Exception {
        assertThat(found("""
                class Blocks {
                    private static final int SIZE = 64;
                    private final byte[] buffer = new byte[SIZE];
                    void put(java.io.OutputStream out, int length) throws java.io.IOException {
                        out.write(buffer, 0, length);
                    }
                }
                """)).contains(new CallSizes.CallSize(64, false));
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
    void countsBytesThatTheCallerGivesOneByOne() throws Exception {
        String text = """
                class Blocks {
                    private java.io.OutputStream out;
                    private void raw(byte... bytes) throws java.io.IOException {
                        out.write(bytes);
                    }
                    void put(byte[] more, char c) throws java.io.IOException {
                        %s
                    }
                }
                """;
        assertThat(handedOn(text.formatted("raw((byte) 1, (byte) 2, (byte) 3);"))).contains(3L);
        assertThat(handedOn(text.formatted("raw(new byte[] {1, 2});"))).contains(2L);
        assertThat(handedOn(text.formatted("raw(new byte[4 + \"ab\".getBytes().length]);"))).contains(6L);
        assertThat(handedOn(text.formatted(
                "raw(java.nio.charset.StandardCharsets.UTF_8.encode(Character.toString(c)).array());"))).contains(0L);
        assertThat(handedOn(text.formatted("raw(more);"))).isEmpty();
        assertThat(handedOn(text.formatted("raw(new byte[4 + more.length]);"))).isEmpty();
        assertThat(handedOn(text.formatted("raw();"))).isEmpty();
    }

    private Optional<Long> handedOn(String text) throws Exception {
        Files.writeString(root.resolve("Blocks.java"), text);
        Sources sources = Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of()));
        return new CallSizes(sources).at(List.of(new CallSite("Blocks", "raw", 4), new CallSite("Blocks", "put", 7)), "write")
                .map(CallSizes.CallSize::bytes);
    }

    @Test
    void takesTheRoomOfASmallBufferForWhatItHoldsAtMost() throws Exception {
        String text = """
                class Blocks {
                    void put(java.nio.channels.FileChannel out, java.util.List<byte[]> all) throws java.io.IOException {
                        java.nio.ByteBuffer room = java.nio.ByteBuffer.allocate(%d);
                        for (byte[] each : all) {
                            room.clear();
                            room.putLong(1).put(each).flip();
                            while (room.hasRemaining()) {
                                out.write(room);
                            }
                        }
                    }
                }
                """;
        assertThat(size(text.formatted(16))).contains(16L);
        assertThat(size(text.formatted(8192))).as("may hold little").isEmpty();
    }
}
