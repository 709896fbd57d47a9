package dev.perfhint.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.reader.input.Varints;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stacks end where decoding number by number says they do, and a hash depends on every frame that a block shows. */
class OuterBlocksTest {
    private final Varints bytes = new Varints();
    private final OuterBlocks blocks = new OuterBlocks();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 16, 100, 1000})
    void findsTheEnd(int frames) {
        Random random = new Random(frames);
        for (int before = 0; before < 9; before++) {
            bytes.add(random.nextInt(1 << 20));
            int from = bytes.size();
            for (int number = 0; number < 4 * frames; number++) {
                bytes.add(random.nextLong() >>> 8 + random.nextInt(56));
            }
            int end = bytes.size();
            assertThat(blocks.divide(words(), from, end, frames, 0)).isTrue();
            assertThat(blocks.end()).isEqualTo(end);
            assertThat(blocks.count()).isEqualTo((end - from) / OuterBlocks.BYTES);
            if (frames > 0) {
                assertThat(blocks.divide(words(), from, end - 1, frames, 0)).as("cut").isFalse();
            }
        }
    }

    @Test
    void stacksThatShareTheirOuterFramesShareTheirHashesWhereverTheyBegin() {
        for (int before = 0; before < 8; before++) {
            int from = bytes.size();
            bytes.add(before, 1, 1, 1);
            for (int frame = 0; frame < 20; frame++) {
                bytes.add(frame, 300, 2, 1);
            }
            int end = bytes.size();
            assertThat(blocks.divide(words(), from, end, 21, 0)).isTrue();
            int outer = blocks.count() - 1;
            long hash = blocks.hash(outer);
            long otherHash = blocks.otherHash(outer);
            // five bytes a frame
            assertThat(blocks.divide(words(), from + 4, end, 20, 0)).isTrue();
            assertThat(blocks.hash(outer)).isEqualTo(hash);
            assertThat(blocks.otherHash(outer)).isEqualTo(otherHash);
            assertThat(blocks.divide(words(), from + 4, end, 20, 1)).isTrue();
            assertThat(blocks.hash(outer)).as("another seed").isNotEqualTo(hash);
            assertThat(blocks.otherHash(outer)).as("another seed").isNotEqualTo(otherHash);
            bytes.add(before);
        }
    }

    @Test
    void everyByteButTheValueOfABytecodeIndexCounts() {
        for (int frame = 0; frame < 16; frame++) {
            bytes.add(frame, 300, 2, 1);
        }
        assertThat(blocks.divide(words(), 0, bytes.size(), 16, 0)).isTrue();
        int all = blocks.count();
        assertThat(blocks.first(all)).isZero();
        long hash = blocks.hash(all);
        long otherHash = blocks.otherHash(all);
        for (int at = 0; at < bytes.size(); at++) {
            bytes.content()[at] ^= 8;
            assertThat(blocks.divide(words(), 0, bytes.size(), 16, 0)).isTrue();
            boolean index = at % 5 == 3;
            assertThat(blocks.hash(all) == hash).as("byte %d", at).isEqualTo(index);
            assertThat(blocks.otherHash(all) == otherHash).as("byte %d", at).isEqualTo(index);
            bytes.content()[at] ^= 8;
        }
    }

    @Test
    void aLongerBytecodeIndexIsNotTheTypeBehindAShorterOne() {
        for (int frame = 0; frame < 10; frame++) {
            bytes.add(0, 0, 0, 0);
        }
        assertThat(blocks.divide(words(), 0, 40, 10, 0)).isTrue();
        long hash = blocks.hash(2);
        Varints longer = new Varints();
        for (int frame = 0; frame < 10; frame++) {
            longer.add(0, 0, frame == 8 ? 1 << 7 : 0, 0);
        }
        assertThat(blocks.divide(words(longer), 0, 41, 10, 0)).isTrue();
        assertThat(blocks.hash(2)).isNotEqualTo(hash);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
    void leavesNumbersOfNineBytesToTheDecoder(int before) {
        for (int number = 0; number < 32; number++) {
            bytes.add(number == before ? -1L : 5);
        }
        assertThat(blocks.divide(words(), 0, bytes.size(), 8, 0)).isFalse();
    }

    @Test
    void takesNumbersOfEightBytes() {
        for (int number = 0; number < 32; number++) {
            bytes.add(number % 3 == 0 ? 1L << 55 : 5);
        }
        assertThat(blocks.divide(words(), 0, bytes.size(), 8, 0)).isTrue();
        assertThat(blocks.end()).isEqualTo(bytes.size());
    }

    private long[] words() {
        return words(bytes);
    }

    private static long[] words(Varints varints) {
        ByteBuffer padded = ByteBuffer.allocate((varints.size() + 16) / 8 * 8).order(ByteOrder.LITTLE_ENDIAN);
        padded.put(varints.content(), 0, varints.size()).rewind();
        long[] words = new long[padded.capacity() / 8];
        padded.asLongBuffer().get(words);
        return words;
    }
}
