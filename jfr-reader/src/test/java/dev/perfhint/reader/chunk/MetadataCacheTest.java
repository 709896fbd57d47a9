package dev.perfhint.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.reader.input.ChunkInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MetadataCacheTest {
    private static final ChunkWriter.Type LONG = new ChunkWriter.Type(6, "long");
    private static final ChunkWriter.Type INT = new ChunkWriter.Type(5, "int");

    @TempDir
    Path directory;

    @Test
    void parsesEqualMetadataOnce() throws IOException {
        MetadataCache cache = new MetadataCache();
        byte[] one = ChunkWriter.metadataEvent(List.of(LONG));
        byte[] other = ChunkWriter.metadataEvent(List.of(LONG, INT));

        List<Metadata> read = read(cache, 0, one, one, other, other, one);

        assertThat(cache.parsed()).isEqualTo(3);
        assertThat(read.get(1)).isSameAs(read.get(0));
        assertThat(read.get(2).type("int").id()).isEqualTo(5);
        assertThat(read.get(3)).isSameAs(read.get(2));
        assertThat(read.get(4).type("int").id()).isEqualTo(-1);
        assertThat(read.get(4).type("long").id()).isEqualTo(6);
    }

    @Test
    void keepsNothingOfAnEventWhoseSizeIsWrong() throws IOException {
        MetadataCache cache = new MetadataCache();
        byte[] event = ChunkWriter.metadataEvent(List.of(LONG));

        List<Metadata> read = read(cache, 1, event, event);

        assertThat(cache.parsed()).isEqualTo(2);
        assertThat(read.get(1).type("long").id()).isEqualTo(6);
    }

    private List<Metadata> read(MetadataCache cache, int wrongBy, byte[]... events) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] event : events) {
            content.writeBytes(event);
        }
        content.write(new byte[8]);
        Path file = Files.write(directory.resolve("metadata"), content.toByteArray());
        List<Metadata> read = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file)) {
            ChunkInput in = new ChunkInput(channel, 1 << 14);
            long start = 0;
            for (byte[] event : events) {
                in.open(start, content.size());
                in.varint();
                in.varlong();
                start += event.length;
                read.add(cache.read(in, start + wrongBy));
            }
        }
        return read;
    }
}
