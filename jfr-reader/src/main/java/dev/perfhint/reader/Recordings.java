package dev.perfhint.reader;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.Reader;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.RecordingStorageException;
import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.reader.jfr.JfrReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads recordings of any format in {@link Readers} into one profile. */
public final class Recordings {
    /** The name that stands for standard input, and what messages call it. */
    private static final Path STANDARD_INPUT = Path.of("-");
    private static final String STANDARD_INPUT_NAME = "standard input";

    private final ReadOptions options;
    private final ProfileBuilder builder = new ProfileBuilder();
    private final List<Recording> read = new ArrayList<>();

    private Recordings(ReadOptions options) {
        this.options = options;
    }

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
        Recordings reading = new Recordings(options);
        Map<Object, Integer> known = new HashMap<>();
        for (Path path : recordings) {
            try {
                if (path.equals(STANDARD_INPUT)) {
                    reading.add(label(path), RecordingSource.copied(standardInput, options.maxBytes()));
                    continue;
                }
                Integer first = known.putIfAbsent(identity(path), reading.read.size());
                if (first != null) {
                    reading.namedTwice(path, first);
                } else if (Files.isDirectory(path)) {
                    reading.read.addAll(JfrReader.readRepository(path, options, reading.builder));
                } else {
                    reading.add(label(path), RecordingSource.open(path, options.maxBytes()));
                }
            } catch (IOException e) {
                throw UnreadableRecordingException.of(label(path), e);
            }
        }
        return reading.profile();
    }

    /**
     * Reads one recording from a stream, which is copied to a temporary file first and not closed.
     *
     * @param name what messages and the profile call it
     * @throws RecordingStorageException if the stream fails
     * @throws UnreadableRecordingException if nothing of its content could be used
     */
    public static Profile read(String name, InputStream stream, ReadOptions options)
            throws UnreadableRecordingException {
        try {
            return new Recordings(options).add(name, RecordingSource.copied(stream, options.maxBytes())).profile();
        } catch (IOException e) {
            throw UnreadableRecordingException.of(name, e);
        }
    }

    private Recordings add(String name, RecordingSource opened) throws IOException, UnreadableRecordingException {
        try (RecordingSource source = opened) {
            Optional<Reader> reader = Readers.of(source);
            Optional<Recording> recording = reader.isPresent()
                    ? reader.get().reading().read(name, source, options, builder)
                    : Optional.of(ofUnknownFormat(name, source));
            recording.map(one -> withDamage(one, source)).ifPresent(one -> {
                builder.endRecording(one);
                read.add(one);
            });
        }
        return this;
    }

    private Recording ofUnknownFormat(String name, RecordingSource source)
            throws IOException, UnreadableRecordingException {
        Refusal refusal = Refusal.ofUnknown(source.head());
        Optional<Recording> after = refusal.mayPrecedeRecording()
                ? JfrReader.readAfterOthers(name, source, options, builder)
                : Optional.empty();
        return after.orElseThrow(() ->
                new UnreadableRecordingException(name + ": " + source.damage().orElse(refusal.reason())));
    }

    private static Recording withDamage(Recording recording, RecordingSource source) {
        return source.damage().filter(lost -> !recording.warnings().contains(lost)).map(recording::withDamage)
                .orElse(recording);
    }

    private void namedTwice(Path path, int first) {
        // not so a stored profile, of which there is no recording to warn of
        if (first < read.size()) {
            read.set(first, read.get(first).withWarning(label(path) + ": named twice, and read once"));
        }
    }

    private Profile profile() {
        Profile profile = builder.build(read);
        return options.sampled() ? profile : KernelScale.of(profile);
    }

    private static Object identity(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key == null ? path.toRealPath() : key;
    }

    /** Returns what messages call a recording. */
    static String label(Path path) {
        return path.equals(STANDARD_INPUT) ? STANDARD_INPUT_NAME : path.toString();
    }
}
