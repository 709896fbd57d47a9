package dev.perfhint.source.file;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The bytes of all Java files as Latin-1 text, read once at the first question: names of ASCII letters are looked for
 * in it before a file is parsed. Past 96 MB, or where a file cannot be read, there is no answer.
 */
final class SourceTexts {
    private static final long MAX_BYTES = 96L << 20;
    private static final int MIN_PARALLEL = 1_000;
    private static final Pattern ESCAPED_ASCII = Pattern.compile("\\\\u+00[0-7]");

    private final Map<Path, String> texts = new LinkedHashMap<>();
    private final Map<String, Boolean> escaped = new IdentityHashMap<>();
    private boolean read;
    private boolean complete = true;

    /**
     * Returns the files whose text passes the test, in their order.
     *
     * @param parsed the text of a file that is parsed already
     */
    Optional<List<Path>> passing(
            Predicate<String> test, Supplier<List<Path>> files, List<Path> roots,
            Function<Path, Optional<String>> parsed) {
        readOnce(files, roots);
        List<Path> passing = new ArrayList<>();
        texts.forEach((file, text) -> {
            if (test.test(parsed.apply(file).orElse(text))) {
                passing.add(file);
            }
        });
        return complete ? Optional.of(passing) : Optional.empty();
    }

    private void readOnce(Supplier<List<Path>> files, List<Path> roots) {
        if (!read) {
            read = true;
            read(files.get(), roots);
        }
    }

    /** Returns whether the text has the ASCII word as an identifier, or an escaped letter that may be part of it. */
    boolean names(String text, String word) {
        for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
            int end = at + word.length();
            if ((at == 0 || !isPart(text.charAt(at - 1))) && (end == text.length() || !isPart(text.charAt(end)))) {
                return true;
            }
        }
        return escaped.computeIfAbsent(text, SourceTexts::hasEscapedAscii);
    }

    /** Returns whether a letter of ASCII, which may be part of a word, is escaped in the text. */
    static boolean hasEscapedAscii(String text) {
        return text.contains("\\u") && ESCAPED_ASCII.matcher(text).find();
    }

    private static boolean isPart(char c) {
        return c < 128 && (Character.isLetterOrDigit(c) || c == '_' || c == '$');
    }

    private void read(List<Path> files, List<Path> roots) {
        AtomicLong bytes = new AtomicLong();
        List<Optional<String>> contents = stream(files).map(file -> read(file, roots, bytes)).toList();
        for (int i = 0; i < contents.size(); i++) {
            Path file = files.get(i);
            contents.get(i).ifPresent(text -> texts.put(file, text));
            complete &= contents.get(i).isPresent();
        }
    }

    /** Few are gone through sooner than a second thread has started. */
    private static <T> Stream<T> stream(List<T> all) {
        return all.size() < MIN_PARALLEL ? all.stream() : all.parallelStream();
    }

    /** Returns the file's text; empty if it cannot be read, or is too much together with those before. */
    private static Optional<String> read(Path file, List<Path> roots, AtomicLong bytes) {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean plain = attributes.isRegularFile();
            if (!plain && !Files.isRegularFile(file)) {
                return Optional.of(""); // a pipe or a device, which nobody compiles
            }
            if (bytes.addAndGet(plain ? attributes.size() : Files.size(file)) > MAX_BYTES) {
                return Optional.empty();
            }
            byte[] content = plain ? read(file, (int) attributes.size()) : SourceBytes.read(file, roots);
            return Optional.of(new String(content, StandardCharsets.ISO_8859_1));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Of all ways to read a small file, this one asks the system least. */
    private static byte[] read(Path file, int size) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            byte[] content = new byte[size];
            int read = in.readNBytes(content, 0, size);
            return read == size ? content : Arrays.copyOf(content, read);
        }
    }
}
