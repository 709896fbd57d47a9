package dev.perfhint.fleet.format;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a flat table as Parquet: required columns of 64-bit integers, doubles and UTF-8 texts, texts by dictionary,
 * one row group. Not compressed: bytes do not depend on the JDK's zlib. Libraries bring Hadoop (31 MB and more) for
 * what takes these two files.
 */
public final class ParquetFile {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int UNCOMPRESSED = 0;
    private static final int PLAIN = 0;
    private static final int RLE = 3;
    private static final int RLE_DICTIONARY = 8;
    private static final int DATA_PAGE = 0;
    private static final int DICTIONARY_PAGE = 2;
    private static final int UTF8 = 0;

    /** Parquet's numbers of the physical types. */
    public enum Type {
        LONG(2),
        DOUBLE(5),
        TEXT(6);

        private final int number;

        Type(int number) {
            this.number = number;
        }
    }

    public record Column(String name, Type type) {}

    private record Chunk(Column column, long start, long dataStart, long plainBytes, long bytes) {}

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final List<Map<String, String>> rows;
    private long plainBytes;

    private ParquetFile(List<Map<String, String>> rows) {
        this.rows = rows;
    }

    public static byte[] of(String name, List<Column> columns, List<Map<String, String>> rows) {
        ParquetFile parquet = new ParquetFile(rows);
        parquet.file.writeBytes(MAGIC);
        List<Chunk> chunks = new ArrayList<>();
        if (!rows.isEmpty()) {
            columns.forEach(column -> chunks.add(parquet.chunk(column)));
        }
        byte[] footer = footer(name, columns, rows.size(), chunks);
        parquet.file.writeBytes(footer);
        parquet.file.writeBytes(littleEndian(4).putInt(footer.length).array());
        parquet.file.writeBytes(MAGIC);
        return parquet.file.toByteArray();
    }

    private Chunk chunk(Column column) {
        long start = file.size();
        plainBytes = 0;
        if (column.type() != Type.TEXT) {
            ByteBuffer values = littleEndian(8 * rows.size());
            for (Map<String, String> row : rows) {
                String value = row.get(column.name());
                if (column.type() == Type.LONG) {
                    values.putLong(Long.parseLong(value));
                } else {
                    values.putDouble(Double.parseDouble(value));
                }
            }
            page(DATA_PAGE, rows.size(), PLAIN, values.array());
            return new Chunk(column, start, start, plainBytes, file.size() - start);
        }
        Map<String, Integer> dictionary = new LinkedHashMap<>();
        int[] indices = new int[rows.size()];
        for (int i = 0; i < indices.length; i++) {
            String value = rows.get(i).get(column.name());
            Integer known = dictionary.putIfAbsent(value, dictionary.size());
            indices[i] = known == null ? dictionary.size() - 1 : known;
        }
        page(DICTIONARY_PAGE, dictionary.size(), PLAIN, texts(dictionary.keySet()));
        long dataStart = file.size();
        page(DATA_PAGE, rows.size(), RLE_DICTIONARY, runs(indices, dictionary.size()));
        return new Chunk(column, start, dataStart, plainBytes, file.size() - start);
    }

    private static byte[] texts(Iterable<String> values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String value : values) {
            byte[] text = value.getBytes(StandardCharsets.UTF_8);
            bytes.writeBytes(littleEndian(4).putInt(text.length).array());
            bytes.writeBytes(text);
        }
        return bytes.toByteArray();
    }

    /** Runs of equal indices: rows are sorted. */
    private static byte[] runs(int[] indices, int distinct) {
        int bits = Math.max(1, 32 - Integer.numberOfLeadingZeros(Math.max(0, distinct - 1)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(bits);
        for (int i = 0; i < indices.length; ) {
            int end = i;
            while (end < indices.length && indices[end] == indices[i]) {
                end++;
            }
            for (int header = end - i << 1; ; header >>>= 7) {
                if (header < 0x80) {
                    bytes.write(header);
                    break;
                }
                bytes.write(header & 0x7F | 0x80);
            }
            for (int shift = 0; shift < bits; shift += 8) {
                bytes.write(indices[i] >>> shift);
            }
            i = end;
        }
        return bytes.toByteArray();
    }

    private void page(int kind, int values, int encoding, byte[] content) {
        ThriftCompact header = new ThriftCompact();
        header.i32(1, kind);
        header.i32(2, content.length);
        header.i32(3, content.length);
        header.begin(kind == DATA_PAGE ? 5 : 7);
        header.i32(1, values);
        header.i32(2, encoding);
        if (kind == DATA_PAGE) {
            header.i32(3, RLE);
            header.i32(4, RLE);
        }
        header.end();
        header.end();
        file.writeBytes(header.bytes());
        file.writeBytes(content);
        plainBytes += header.bytes().length + content.length;
    }

    private static byte[] footer(String name, List<Column> columns, int rows, List<Chunk> chunks) {
        ThriftCompact out = new ThriftCompact();
        out.i32(1, 1);
        out.list(2, ThriftCompact.STRUCT, columns.size() + 1);
        out.beginElement();
        out.text(4, name);
        out.i32(5, columns.size());
        out.end();
        for (Column column : columns) {
            out.beginElement();
            out.i32(1, column.type().number);
            out.i32(3, 0);
            out.text(4, column.name());
            if (column.type() == Type.TEXT) {
                out.i32(6, UTF8);
            }
            out.end();
        }
        out.i64(3, rows);
        out.list(4, ThriftCompact.STRUCT, chunks.isEmpty() ? 0 : 1);
        if (!chunks.isEmpty()) {
            out.beginElement();
            out.list(1, ThriftCompact.STRUCT, chunks.size());
            chunks.forEach(chunk -> chunk(out, chunk, rows));
            out.i64(2, chunks.stream().mapToLong(Chunk::plainBytes).sum());
            out.i64(3, rows);
            out.end();
        }
        out.text(6, "perfhint");
        out.end();
        return out.bytes();
    }

    private static void chunk(ThriftCompact out, Chunk chunk, int rows) {
        boolean text = chunk.column().type() == Type.TEXT;
        out.beginElement();
        out.i64(2, chunk.start());
        out.begin(3);
        out.i32(1, chunk.column().type().number);
        out.list(2, ThriftCompact.ENUM, text ? 2 : 1);
        out.element(PLAIN);
        if (text) {
            out.element(RLE_DICTIONARY);
        }
        out.list(3, ThriftCompact.TEXT, 1);
        out.element(chunk.column().name());
        out.i32(4, UNCOMPRESSED);
        out.i64(5, rows);
        out.i64(6, chunk.plainBytes());
        out.i64(7, chunk.bytes());
        out.i64(9, chunk.dataStart());
        if (text) {
            out.i64(11, chunk.start());
        }
        out.end();
        out.end();
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
