package dev.perfhint.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks end where decoding frame by frame says they do, and their hashes depend on every byte behind them. */
class FrameBlocksTest {
    private final Varints bytes = new Varints();
    private final FrameBlocks blocks = new FrameBlocks();

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 16, 100, 1000})
    void findsTheEndOfEachBlock(int frames) {
        Random random = new Random(frames);
        bytes.add(random.nextInt(1 << 20));
        int from = bytes.size();
        int[] ends = new int[frames + 1];
        ends[0] = from;
        for (int frame = 1; frame <= frames; frame++) {
            for (int number = 0; number < 4; number++) {
                bytes.add(random.nextLong() >>> 8 + random.nextInt(56));
            }
            ends[frame] = bytes.size();
        }
        assertThat(blocks.divide(words(), from, bytes.size(), frames, 0)).isTrue();
        assertThat(blocks.count()).isEqualTo(frames / FrameBlocks.FRAMES);
        for (int block = 0; block <= blocks.count(); block++) {
            assertThat(blocks.end(block)).isEqualTo(ends[frames % FrameBlocks.FRAMES + block * FrameBlocks.FRAMES]);
        }
        assertThat(blocks.divide(words(), from, bytes.size() - 1, frames, 0)).as("cut").isFalse();
    }

    @Test
    void stacksThatShareTheirOuterFramesShareTheirHashes() {
        for (int frame = 0; frame < 40; frame++) {
            bytes.add(frame, 300, 2, 1);
        }
        blocks.divide(words(), 0, bytes.size(), 40, 0);
        long outer = blocks.hash(3);
        long otherOuter = blocks.otherHash(3);
        int inner = blocks.end(2);
        blocks.divide(words(), inner, bytes.size(), 24, 0);
        assertThat(blocks.hash(1)).isEqualTo(outer);
        assertThat(blocks.otherHash(1)).isEqualTo(otherOuter);
        blocks.divide(words(), inner, bytes.size(), 24, 1);
        assertThat(blocks.hash(1)).as("another seed").isNotEqualTo(outer);
        assertThat(blocks.otherHash(1)).as("another seed").isNotEqualTo(otherOuter);
        blocks.divide(words(), inner, bytes.size(), 24, 0);
        for (int at = inner; at < bytes.size(); at++) {
            bytes.content()[at] ^= 1;
            blocks.divide(words(), inner, bytes.size(), 24, 0);
            assertThat(blocks.hash(1)).as("byte %d", at).isNotEqualTo(outer);
            assertThat(blocks.otherHash(1)).as("byte %d", at).isNotEqualTo(otherOuter);
            bytes.content()[at] ^= 1;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
    void leavesNumbersOfNineBytesToTheDecoder(int before) {
        for (int number = 0; number < 32; number++) {
            bytes.add(number == before ? -1L : 5);
        }
        assertThat(blocks.divide(words(), 0, bytes.size(), 8, 0)).isFalse();
    }

    private ByteBuffer words() {
        return ByteBuffer.wrap(bytes.content()).order(ByteOrder.LITTLE_ENDIAN);
    }
}
