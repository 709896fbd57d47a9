package dev.perfhint.fleet.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.fleet.format.ParquetFile.Column;
import dev.perfhint.fleet.format.ParquetFile.Type;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Looks into the pages; {@code bench/fleet/facts.py} has DuckDB and pyarrow read whole files. */
class ParquetFileTest {
    @Test
    void writesLongsAndDoublesPlain() {
        byte[] longs = ParquetFile.of("t", List.of(new Column("a", Type.LONG)), rows("0", "-1", "9007199254740993"));
        ByteBuffer values = littleEndian(pages(longs).get(0));
        assertThat(new long[] {values.getLong(), values.getLong(), values.getLong()})
                .containsExactly(0, -1, 9007199254740993L);
        byte[] doubles = ParquetFile.of("t", List.of(new Column("a", Type.DOUBLE)), rows("0.1", "-2.5E-9"));
        values = littleEndian(pages(doubles).get(0));
        assertThat(new double[] {values.getDouble(), values.getDouble()}).containsExactly(0.1, -2.5e-9);
    }

    @Test
    void writesTextsByDictionary() {
        List<byte[]> pages = pages(ParquetFile.of("t", List.of(new Column("a", Type.TEXT)),
                rows("x", "x", "ü", "x", "", "", "")));
        assertThat(texts(pages.get(0))).containsExactly("x", "ü", "");
        // width of an index, then runs: length × 2, index
        assertThat(pages.get(1)).containsExactly(2, 2 << 1, 0, 1 << 1, 1, 1 << 1, 0, 3 << 1, 2);
    }

    @Test
    void endsWithItsFooter() {
        for (List<Map<String, String>> rows : List.of(rows(), rows("1"))) {
            byte[] file = ParquetFile.of("t", List.of(new Column("column", Type.LONG), new Column("a", Type.LONG)),
                    rows.stream().map(row -> Map.of("a", "1", "column", "2")).toList());
            String text = new String(file, StandardCharsets.ISO_8859_1);
            assertThat(text).startsWith("PAR1").endsWith("PAR1");
            int footer = littleEndian(Arrays.copyOfRange(file, file.length - 8, file.length - 4)).getInt();
            assertThat(text.substring(file.length - 8 - footer, file.length - 8)).contains("column")
                    .contains("perfhint");
        }
    }

    private static List<Map<String, String>> rows(String... values) {
        return Arrays.stream(values).map(value -> Map.of("a", value)).toList();
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static List<String> texts(byte[] page) {
        ByteBuffer bytes = littleEndian(page);
        List<String> texts = new ArrayList<>();
        while (bytes.hasRemaining()) {
            byte[] text = new byte[bytes.getInt()];
            bytes.get(text);
            texts.add(new String(text, StandardCharsets.UTF_8));
        }
        return texts;
    }

    /** Returns the pages' contents; the header of each has fields of Thrift's compact protocol, with small numbers. */
    private static List<byte[]> pages(byte[] file) {
        int footer = littleEndian(Arrays.copyOfRange(file, file.length - 8, file.length - 4)).getInt();
        List<byte[]> pages = new ArrayList<>();
        for (int at = 4; at < file.length - 8 - footer; ) {
            boolean dictionary = file[at + 1] == 2 << 1;
            assertThat(Arrays.copyOfRange(file, at + 2, at + 4)).isEqualTo(Arrays.copyOfRange(file, at + 4, at + 6));
            int length = file[at + 3] >> 1;
            at += dictionary ? 13 : 17;
            pages.add(Arrays.copyOfRange(file, at, at + length));
            at += length;
        }
        return pages;
    }
}
