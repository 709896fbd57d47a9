import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Makes a lake of recordings from a few of async-profiler: {@code Lake.java RECORDINGS OUT SERVICES HOSTS [SD [SEED]]}.
 * Each service is a copy of one of the recordings, in two versions on the same hosts, as
 * {@code service=/version=/host=/date=}.
 * No two files are equal: a host has its own load (samples dropped), its own mix (a factor of each sixteenth of the
 * stacks, SD of its logarithm, 0.2), and its own names (3 % of the application classes renamed: stacks that no other
 * host has). Versions differ by chance only. Three bad files are added.
 */
final class Lake {
    private static final int HEADER_BYTES = 68;
    private static final int STACK_GROUPS = 16;
    /** Each file is that many copies, one after the other. */
    private static final int PARTS = 2;
    private static final long PART_NANOS = 9_000_000_000L;
    private static final double RENAMED = 0.03;
    private static final LocalDate FIRST_DAY = LocalDate.of(2026, 11, 2);

    private Lake() {}

    public static void main(String[] arguments) throws IOException {
        TreeMap<String, byte[]> recordings = recordings(Path.of(arguments[0]));
        List<String> names = new ArrayList<>(recordings.keySet());
        Path out = Path.of(arguments[1]);
        int services = Integer.parseInt(arguments[2]);
        int hosts = Integer.parseInt(arguments[3]);
        double deviation = arguments.length > 4 ? Double.parseDouble(arguments[4]) : 0.2;
        Random random = new Random(arguments.length > 5 ? Long.parseLong(arguments[5]) : 1);
        long bytes = 0;
        for (int service = 0; service < services; service++) {
            String recording = names.get(service % names.size());
            byte[] source = recordings.get(recording);
            String name = recording + "-" + (service / names.size() + 1);
            for (int version = 1; version <= 2; version++) {
                for (int host = 0; host < hosts; host++) {
                    LocalDate day = FIRST_DAY.plusDays(version - 1);
                    Path file = out.resolve(String.format("service=%s/version=1.%d/host=h%02d/date=%s/rec.jfr",
                            name, version, host, day));
                    Files.createDirectories(file.getParent());
                    long start = day.atTime(host % 24, 0).toInstant(ZoneOffset.UTC).toEpochMilli() * 1_000_000;
                    double load = 0.35 + 0.6 * random.nextDouble();
                    double[] mix = new double[STACK_GROUPS];
                    Arrays.setAll(mix, i -> Math.exp(deviation * random.nextGaussian()));
                    long renames = random.nextLong();
                    for (int part = 0; part < PARTS; part++) {
                        byte[] copy = copy(source, start + part * PART_NANOS, load, mix, random);
                        rename(copy, new Random(renames));
                        Files.write(file, copy, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                        bytes += copy.length;
                    }
                }
            }
        }
        byte[] cut = Arrays.copyOf(recordings.get(names.get(0)), 50);
        Files.write(out.resolve("cut.jfr"), cut);
        Files.write(out.resolve("empty.jfr"), new byte[0]);
        Files.write(out.resolve("text.jfr"), "this is no recording\n".getBytes(StandardCharsets.UTF_8));
        System.out.printf("%d recordings, %.0f MB, and 3 bad files%n", services * 2 * hosts, bytes / 1e6);
    }

    private static TreeMap<String, byte[]> recordings(Path folder) throws IOException {
        TreeMap<String, byte[]> recordings = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".jfr")).toList()) {
                recordings.put(file.getFileName().toString().replace(".jfr", ""), Files.readAllBytes(file));
            }
        }
        return recordings;
    }

    private static byte[] copy(byte[] source, long startNanos, double load, double[] mix, Random random) {
        ByteBuffer from = ByteBuffer.wrap(source);
        byte[] copy = new byte[source.length];
        int end = 0;
        for (int chunk = 0; chunk + HEADER_BYTES <= source.length; ) {
            int size = (int) from.getLong(chunk + 8);
            int start = end;
            System.arraycopy(source, chunk, copy, start, HEADER_BYTES);
            ByteBuffer to = ByteBuffer.wrap(copy);
            to.putLong(start + 32, startNanos + from.getLong(chunk + 32) - from.getLong(32));
            end += HEADER_BYTES;
            int samples = samples(source, chunk + HEADER_BYTES, chunk + size);
            for (int event = chunk + HEADER_BYTES; event < chunk + size; ) {
                int length = (int) varint(source, new int[] {event});
                if (event - chunk == from.getLong(chunk + 16)) {
                    to.putLong(start + 16, end - start);
                }
                if (event - chunk == from.getLong(chunk + 24)) {
                    to.putLong(start + 24, end - start);
                }
                if (kept(source, event, samples, load, mix, random)) {
                    System.arraycopy(source, event, copy, end, length);
                    end += length;
                }
                event += length;
            }
            to.putLong(start + 8, end - start);
            chunk += size;
        }
        return Arrays.copyOf(copy, end);
    }

    private static boolean kept(byte[] bytes, int event, int samples, double load, double[] mix, Random random) {
        int[] at = {event};
        varint(bytes, at); // size
        if (varint(bytes, at) != samples) {
            return true;
        }
        varint(bytes, at); // start
        varint(bytes, at); // thread
        return random.nextDouble() < load * mix[(int) (varint(bytes, at) * 0x9E3779B97F4A7C15L >>> 60)];
    }

    /** Returns the type of the samples: the most frequent one of a single byte. */
    private static int samples(byte[] bytes, int from, int to) {
        int[] counts = new int[128];
        int[] at = new int[1];
        for (int event = from; event < to; ) {
            at[0] = event;
            int size = (int) varint(bytes, at);
            if (size <= 0) {
                break;
            }
            long type = varint(bytes, at);
            if (type < counts.length) {
                counts[(int) type]++;
            }
            event += size;
        }
        int most = 2;
        for (int type = 2; type < counts.length; type++) {
            most = counts[type] > counts[most] ? type : most;
        }
        return most;
    }

    /** Renames some classes by their last letter; in the tables of names a text is 3, its length, its bytes. */
    private static void rename(byte[] bytes, Random random) {
        Map<String, Boolean> chosen = new HashMap<>();
        for (int i = 0; i + 2 < bytes.length; i++) {
            int length = bytes[i + 1];
            if (bytes[i] != 3 || length < 8 || i + 2 + length > bytes.length || !isClass(bytes, i + 2, length)) {
                continue;
            }
            String name = new String(bytes, i + 2, length, StandardCharsets.ISO_8859_1);
            if (chosen.computeIfAbsent(name, key -> random.nextDouble() < RENAMED)) {
                bytes[i + 1 + length] = (byte) ('A' + random.nextInt(26));
            }
            i += length;
        }
    }

    private static boolean isClass(byte[] bytes, int from, int length) {
        int slashes = 0;
        for (int i = from; i < from + length; i++) {
            slashes += bytes[i] == '/' ? 1 : 0;
            if (bytes[i] != '/' && bytes[i] != '$' && bytes[i] != '_' && !Character.isLetterOrDigit(bytes[i])) {
                return false;
            }
        }
        String head = new String(bytes, from, Math.min(length, 5), StandardCharsets.ISO_8859_1);
        return slashes >= 2 && !head.startsWith("java/") && !head.startsWith("jdk/") && !head.startsWith("sun/")
                && Character.isLetter(bytes[from + length - 1]);
    }

    private static long varint(byte[] bytes, int[] at) {
        long value = 0;
        for (int shift = 0; shift < 56; shift += 7) {
            byte b = bytes[at[0]++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
        return value | (long) bytes[at[0]++] << 56;
    }
}
