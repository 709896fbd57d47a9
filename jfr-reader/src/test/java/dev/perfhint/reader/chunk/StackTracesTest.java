package dev.perfhint.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.reader.input.ChunkInput;
import dev.perfhint.reader.input.Varints;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stack traces read in blocks have the paths that were written, frame by frame. */
class StackTracesTest {
    private static final Path RECORDING = Path.of("..", "fixtures", "recordings", "async-profiler-4.6", "cpu.jfr");
    private static final FrameKind[] KINDS = FrameKind.values();

    private record Frame(long method, int line, FrameKind kind) {}

    private record Stack(long key, boolean marked, List<Frame> frames) {}

    @TempDir
    Path directory;

    private final Random random = new Random(11);
    private final StackTraces stacks = new StackTraces(Integer.MAX_VALUE);

    @ParameterizedTest
    @ValueSource(ints = {100, 4000})
    void keepsEveryFrameOfStacksThatShareFrames(int buffer) throws IOException {
        List<Stack> written = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            List<Frame> frames = new ArrayList<>();
            if (i > 0) {
                List<Frame> other = written.get(random.nextInt(i)).frames();
                frames.addAll(other.subList(0, random.nextInt(other.size() + 1)));
            }
            for (int left = random.nextInt(40); left >= 0; left--) {
                frames.add(frame(1 << random.nextInt(20)));
            }
            written.add(new Stack(i + 1, random.nextInt(5) == 0, frames));
        }
        read(written, buffer);
        written.forEach(this::assertRead);
    }

    @Test
    void keepsEveryFrameOfDeepStacks() throws IOException {
        List<Frame> deep = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            deep.add(frame(Integer.MAX_VALUE));
        }
        List<Stack> written = List.of(new Stack(1, false, deep), new Stack(2, true, deep.subList(0, 4000)),
                new Stack(3, false, deep.subList(0, 4000)), new Stack(4, false, deep));
        read(written, 1 << 16);
        written.forEach(this::assertRead);
    }

    @Test
    void cutsAtTheDepthLimit() throws IOException {
        stacks.depthLimit(64);
        List<Frame> frames = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            frames.add(new Frame(7, i, FrameKind.JAVA));
        }
        read(List.of(new Stack(1, false, frames), new Stack(2, false, frames.subList(0, 63))), 1 << 16);
        assertRead(new Stack(1, true, frames));
        assertRead(new Stack(2, false, frames.subList(0, 63)));
    }

    @Test
    void readsOnAfterFrameTypesChange() throws IOException {
        List<Frame> frames = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            frames.add(new Frame(i, i, FrameKind.JAVA));
        }
        read(List.of(new Stack(1, false, frames)), 1 << 16);
        stacks.frameType(FrameKind.JAVA.ordinal(), FrameKind.CPP);
        read(List.of(new Stack(2, false, frames)), 1 << 16, false);
        assertRead(new Stack(1, false, frames));
        assertRead(new Stack(2, false, frames.stream()
                .map(frame -> new Frame(frame.method(), frame.line(), FrameKind.CPP)).toList()));
    }

    private Frame frame(int methods) {
        long method = random.nextInt(1000) == 0 ? -1L - random.nextInt(100) : random.nextInt(methods);
        return new Frame(method, random.nextInt(4) == 0 ? random.nextInt(1 << 16) : 0,
                KINDS[random.nextInt(KINDS.length)]);
    }

    private void read(List<Stack> written, int buffer) throws IOException {
        read(written, buffer, true);
    }

    private void read(List<Stack> written, int buffer, boolean kinds) throws IOException {
        Varints bytes = new Varints();
        for (Stack stack : written) {
            bytes.add(stack.frames().size());
            for (int i = stack.frames().size() - 1; i >= 0; i--) {
                Frame frame = stack.frames().get(i);
                bytes.add(frame.method(), frame.line(), random.nextInt(3) * 100, frame.kind().ordinal());
            }
        }
        for (FrameKind kind : kinds ? KINDS : new FrameKind[0]) {
            stacks.frameType(kind.ordinal(), kind);
        }
        Path file = Files.write(directory.resolve("stacks"), java.util.Arrays.copyOf(bytes.content(), bytes.size()));
        Layout layout = layout();
        try (FileChannel channel = FileChannel.open(file)) {
            ChunkInput in = new ChunkInput(channel, buffer);
            in.open(0, bytes.size());
            for (Stack stack : written) {
                stacks.read(in, stack.key(), stack.marked(), layout, new StringTable());
            }
            assertThat(in.offset()).isEqualTo(bytes.size());
        }
    }

    private static Layout layout() throws IOException {
        try (FileChannel channel = FileChannel.open(RECORDING)) {
            ChunkInput in = new ChunkInput(channel, 1 << 16);
            in.open(0, channel.size());
            ChunkHeader header = ChunkHeader.read(in);
            in.open(header.metadataOffset(), channel.size());
            in.varint();
            in.varlong();
            return StackTraces.frameLayout(Metadata.read(in));
        }
    }

    private void assertRead(Stack stack) {
        int number = stacks.number(stack.key());
        assertThat(stacks.truncated(number)).isEqualTo(stack.marked());
        List<Frame> path = new ArrayList<>();
        CallTree tree = stacks.tree();
        for (int node = stacks.leaf(number); node != CallTree.ROOT; node = tree.parent(node)) {
            path.add(0, new Frame(stacks.methods().key(tree.method(node)), tree.line(node), tree.kind(node)));
        }
        List<Frame> expected = new ArrayList<>(stack.frames());
        if (stack.marked()) {
            expected.add(0, new Frame(StackTraces.TRUNCATED_METHOD, 0, FrameKind.NATIVE));
        }
        assertThat(path).as("stack %d", stack.key()).isEqualTo(expected);
    }
}
