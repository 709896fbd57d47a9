package dev.perfhint.reader;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.store.ProfileFile;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.reader.foreign.CollapsedReader;
import dev.perfhint.reader.foreign.FlameGraphReader;
import dev.perfhint.reader.foreign.PerfScriptReader;
import dev.perfhint.reader.foreign.Protobufs;
import dev.perfhint.reader.foreign.StoredProfile;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.RecordingStorageException;
import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.reader.jfr.JdkReader;
import dev.perfhint.reader.jfr.JfrFile;
import dev.perfhint.reader.jfr.JfrRecording;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads recordings of any known format, told by their content, into one profile. */
public final class Recordings {
    private static final Pattern CHUNK_FILE = Pattern.compile("\\d{4}(_\\d\\d){5}.*\\.(jfr|part)");
    /** The name that stands for standard input, and what messages call it. */
    private static final Path STANDARD_INPUT = Path.of("-");
    private static final String STANDARD_INPUT_NAME = "standard input";
    private static final int STREAM_HEAD_BYTES = 16;

    private Recordings() {}

    /**
     * Reads and merges recordings: files, {@code -} for standard input, or JFR repository directories.
     *
     * @throws UnreadableRecordingException if nothing of one of them could be used
     */
    public static Profile read(List<Path> recordings, ReadOptions options) throws UnreadableRecordingException {
        return read(recordings, options, System.in);
    }

    /** @param standardInput what {@code -} stands for */
    public static Profile read(List<Path> recordings, ReadOptions options, InputStream standardInput)
            throws UnreadableRecordingException {
        ProfileBuilder builder = new ProfileBuilder();
        List<Recording> read = new ArrayList<>();
        Map<Object, Integer> known = new HashMap<>();
        for (Path path : recordings) {
            try {
                Integer first = path.equals(STANDARD_INPUT) ? null : known.putIfAbsent(identity(path), read.size());
                if (first != null) {
                    if (first == read.size()) {
                        // a stored profile, of which there is no recording to warn of
                        continue;
                    }
                    read.set(first, read.get(first).withWarning(label(path) + ": named twice, and read once"));
                } else if (Files.isDirectory(path)) {
                    read.addAll(repository(path, options, builder));
                } else {
                    try (RecordingSource source = path.equals(STANDARD_INPUT)
                            ? RecordingSource.copied(standardInput, options.maxBytes())
                            : RecordingSource.open(path, options.maxBytes())) {
                        read.addAll(file(label(path), source, options, builder));
                    }
                }
            } catch (IOException e) {
                throw UnreadableRecordingException.of(label(path), e);
            }
        }
        return weighed(builder.build(read), options);
    }

    private static Profile weighed(Profile profile, ReadOptions options) {
        return options.sampled() ? profile : KernelScale.of(profile);
    }

    /**
     * Reads one recording from a stream, which is not closed. A profile file is read as it comes, everything else is
     * copied to a temporary file first.
     *
     * @param name what messages and the profile call it
     * @throws RecordingStorageException if the stream fails
     * @throws UnreadableRecordingException if nothing of its content could be used
     */
    public static Profile read(String name, InputStream stream, ReadOptions options)
            throws UnreadableRecordingException {
        try {
            PushbackInputStream in = new PushbackInputStream(stream, STREAM_HEAD_BYTES);
            byte[] head = in.readNBytes(STREAM_HEAD_BYTES);
            in.unread(head);
            if (ProfileFile.looksLike(head)) {
                ProfileBuilder builder = new ProfileBuilder();
                StoredProfile.read(in, name, options, builder);
                return weighed(builder.build(List.of()), options);
            }
            try (RecordingSource source = RecordingSource.copied(in, options.maxBytes())) {
                return read(name, source, options);
            }
        } catch (IOException e) {
            throw UnreadableRecordingException.of(name, e);
        }
    }

    /**
     * Reads one recording from a channel, in place unless it is compressed. The channel is closed.
     *
     * @param name what messages and the profile call it
     * @throws RecordingStorageException if the channel fails
     * @throws UnreadableRecordingException if nothing of its content could be used
     */
    public static Profile read(String name, SeekableByteChannel channel, ReadOptions options)
            throws UnreadableRecordingException {
        try (RecordingSource source = RecordingSource.of(channel, options.maxBytes())) {
            return read(name, source, options);
        } catch (IOException e) {
            throw UnreadableRecordingException.of(name, e);
        }
    }

    private static Profile read(String name, RecordingSource source, ReadOptions options)
            throws IOException, UnreadableRecordingException {
        ProfileBuilder builder = new ProfileBuilder();
        return weighed(builder.build(file(name, source, options, builder)), options);
    }

    private static Object identity(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key == null ? path.toRealPath() : key;
    }

    /** Returns what messages call a recording. */
    static String label(Path path) {
        return path.equals(STANDARD_INPUT) ? STANDARD_INPUT_NAME : path.toString();
    }

    private static List<Recording> file(String path, RecordingSource source, ReadOptions options,
            ProfileBuilder builder) throws IOException, UnreadableRecordingException {
        if (ProfileFile.looksLike(source.head())) {
            StoredProfile.read(source.stream(), path, options, builder);
            return List.of();
        }
        Recording recording = recorded(path, source, options, builder);
        builder.endRecording(recording);
        return List.of(recording);
    }

    private static Recording recorded(String path, RecordingSource source, ReadOptions options,
            ProfileBuilder builder) throws IOException, UnreadableRecordingException {
        Format format = Format.of(source.head());
        if (format == Format.JFR) {
            JfrRecording recording = new JfrRecording(path, options, builder);
            source.damage().ifPresent(recording::damaged);
            jfr(source, options, recording);
            Optional<String> why = recording.unusable();
            String damage = source.damage().filter(lost -> why.filter(known -> known.contains(lost)).isEmpty())
                    .map(lost -> ": " + lost).orElse("");
            return finish(path + damage, recording);
        }
        Optional<Recording> foreign = foreign(path, format, source, options, builder);
        if (foreign.isPresent()) {
            return source.damage().map(foreign.get()::withDamage).orElse(foreign.get());
        }
        JfrRecording recording = new JfrRecording(path, options, builder);
        source.damage().ifPresent(recording::damaged);
        if (format.mayPrecedeRecording()) {
            JfrFile.read(source.channel(), options, recording);
        }
        if (recording.anyChunk()) {
            return finish(path, recording);
        }
        throw new UnreadableRecordingException(path + ": " + source.damage().orElse(format.reason()));
    }

    private static void jfr(RecordingSource source, ReadOptions options, JfrRecording recording) throws IOException {
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

    /** Reads what is no JFR: texts and messages of other profilers and tools. */
    private static Optional<Recording> foreign(String path, Format format, RecordingSource source, ReadOptions options,
            ProfileBuilder builder) throws IOException, UnreadableRecordingException {
        InputStream in = source.stream(); // the source closes it
        return switch (format) {
            case FLAME_GRAPH, HTML -> Optional.of(FlameGraphReader.read(in, path, format.reason(), options, builder));
            case TEXT -> PerfScriptReader.looksLike(source.head())
                    ? Optional.of(PerfScriptReader.read(in, path, options, builder))
                    : CollapsedReader.looksLike(source.head())
                            ? Optional.of(CollapsedReader.read(in, path, options, builder))
                            : Optional.empty();
            case BINARY -> Protobufs.mayBe(source.head()) ? Protobufs.read(in, path, options, builder)
                    : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Recording finish(String where, JfrRecording recording) throws UnreadableRecordingException {
        Optional<String> unusable = recording.unusable();
        if (unusable.isPresent()) {
            throw new UnreadableRecordingException(where + ": " + unusable.get());
        }
        return recording.finish();
    }

    /**
     * Returns the chunk files of a JVM's repository, of each of its directories that holds some.
     *
     * @throws UnreadableRecordingException if there are several recordings instead
     */
    static Collection<List<Path>> chunkFiles(Path directory) throws IOException, UnreadableRecordingException {
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

    /** Reads the chunk files of a JVM's repository; each directory that holds some is one recording. */
    private static List<Recording> repository(Path directory, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        List<Recording> read = new ArrayList<>();
        for (List<Path> chunks : chunkFiles(directory)) {
            JfrRecording recording = new JfrRecording(directory.toString(), options, builder);
            boolean any = false;
            for (Path chunk : chunks) {
                try (RecordingSource source = RecordingSource.open(chunk, options.maxBytes())) {
                    if (Format.of(source.head()) == Format.JFR) {
                        jfr(source, options, recording);
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
}
