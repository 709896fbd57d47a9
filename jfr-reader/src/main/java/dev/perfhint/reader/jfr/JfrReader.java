package dev.perfhint.reader.jfr;

import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.chunk.ChunkHeader;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads JFR: files, what of one follows other bytes, and the repository of a JVM. */
public final class JfrReader {
    private static final Pattern CHUNK_FILE = Pattern.compile("\\d{4}(_\\d\\d){5}.*\\.(jfr|part)");

    /** Only these were ever written before 2.0: others, 0.0 too, are of a damaged or unfinished header. */
    private static final int VERSION_0_9 = 9;
    private static final int VERSION_1_0 = 1 << 16;

    private JfrReader() {}

    /** Returns whether an input begins with a chunk, its magic number or the whole header perhaps lost. */
    public static boolean reads(RecordingSource source) {
        byte[] head = source.head();
        boolean magic = head.length > 3 && head[0] == 'F' && head[1] == 'L' && head[2] == 'R' && head[3] == 0;
        int version = magic && head.length > 7 ? ByteBuffer.wrap(head).getInt(4) : 0;
        // a disk that lost the first block leaves zeros where the header was
        return magic ? version != VERSION_0_9 && version != VERSION_1_0
                : head.length > ChunkHeader.BYTES && (zeroed(head) || ChunkHeader.of(head).likely());
    }

    private static boolean zeroed(byte[] head) {
        for (int i = 0; i < ChunkHeader.BYTES; i++) {
            if (head[i] != 0) {
                return false;
            }
        }
        return true;
    }

    public static Optional<Recording> read(
            String path, RecordingSource source, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        JfrRecording recording = new JfrRecording(path, options, builder);
        source.damage().ifPresent(recording::damaged);
        chunks(source, options, recording);
        Optional<String> why = recording.unusable();
        String damage = source.damage().filter(lost -> why.filter(known -> known.contains(lost)).isEmpty())
                .map(lost -> ": " + lost).orElse("");
        return Optional.of(finish(path + damage, recording));
    }

    /** Reads what follows bytes that belong to no recording; empty if no chunk does. */
    public static Optional<Recording> readAfterOthers(String path, RecordingSource source, ReadOptions options,
            ProfileBuilder builder) throws IOException, UnreadableRecordingException {
        JfrRecording recording = new JfrRecording(path, options, builder);
        source.damage().ifPresent(recording::damaged);
        JfrFile.read(source.channel(), options, recording);
        return recording.anyChunk() ? Optional.of(finish(path, recording)) : Optional.empty();
    }

    private static void chunks(RecordingSource source, ReadOptions options, JfrRecording recording) throws IOException {
        if (JfrFile.known(source.channel())) {
            JfrFile.read(source.channel(), options, recording);
            return;
        }
        try {
            JfrFile.Span span = JfrFile.span(source.channel());
            JdkReader.read(source.file(), span.startNanos(), span.durationNanos(), options, recording);
        } catch (IOException | RuntimeException e) {
            // jdk.jfr.consumer throws what it likes on files that it does not understand, and a damaged version looks
            // like an unknown one
            recording.damaged("the header names an unknown version of the JFR format: read as version 2");
            JfrFile.read(source.channel(), options, recording);
        }
    }

    private static Recording finish(String where, JfrRecording recording) throws UnreadableRecordingException {
        Optional<String> unusable = recording.unusable();
        if (unusable.isPresent()) {
            throw new UnreadableRecordingException(where + ": " + unusable.get());
        }
        return recording.finish();
    }

    /** Reads the chunk files of a JVM's repository; each directory that holds some is one recording. */
    public static List<Recording> readRepository(Path directory, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        List<Recording> read = new ArrayList<>();
        for (List<Path> chunks : chunkFiles(directory)) {
            JfrRecording recording = new JfrRecording(directory.toString(), options, builder);
            boolean any = false;
            for (Path chunk : chunks) {
                try (RecordingSource source = RecordingSource.open(chunk, options.maxBytes())) {
                    if (reads(source)) {
                        chunks(source, options, recording);
                        any = true;
                    }
                }
            }
            if (any) {
                read.add(finish(directory.toString(), recording));
                builder.endRecording(read.get(read.size() - 1));
            }
        }
        if (read.isEmpty()) {
            throw new UnreadableRecordingException(directory + ": a directory without JFR chunk files (*.jfr)");
        }
        return read;
    }

    /**
     * Returns the chunk files of a JVM's repository, of each of its directories that holds some.
     *
     * @throws UnreadableRecordingException if there are several recordings instead
     */
    public static Collection<List<Path>> chunkFiles(Path directory) throws IOException, UnreadableRecordingException {
        TreeMap<Path, List<Path>> byDirectory = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory, 2)) {
            files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(".jfr") || file.toString().endsWith(".part"))
                    .sorted()
                    .forEach(file -> byDirectory.computeIfAbsent(file.getParent(), d -> new ArrayList<>()).add(file));
        }
        refuseSeveral(byDirectory);
        return byDirectory.values();
    }

    /** A JVM names its chunk files by the time; other names are whole recordings, of programs that may differ. */
    private static void refuseSeveral(TreeMap<Path, List<Path>> byDirectory) throws UnreadableRecordingException {
        for (Map.Entry<Path, List<Path>> files : byDirectory.entrySet()) {
            List<String> names = files.getValue().stream().map(file -> file.getFileName().toString()).toList();
            if (names.size() > 1 && !names.stream().allMatch(name -> CHUNK_FILE.matcher(name).matches())) {
                throw new UnreadableRecordingException(files.getKey() + ": a directory with several recordings ("
                        + String.join(", ", names.subList(0, Math.min(3, names.size())))
                        + (names.size() > 3 ? " ..." : "")
                        + "), not a JVM's repository: name those that belong together");
            }
        }
    }
}
