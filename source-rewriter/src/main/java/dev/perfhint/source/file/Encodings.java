package dev.perfhint.source.file;

import dev.perfhint.source.build.BuildFiles;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Decides a source file's encoding: the option, else the nearest build file that names one, else UTF-8.
 *
 * <p>Decoding and encoding are strict: what cannot be mapped is refused, never replaced.
 */
public final class Encodings {
    private final Optional<Charset> option;
    private final Map<Path, Optional<Charset>> byDirectory = new HashMap<>();

    Encodings(Optional<Charset> option) {
        this.option = option;
    }

    Charset of(Path file) {
        if (option.isPresent()) {
            return option.get();
        }
        return inherited(file.toAbsolutePath().normalize().getParent()).orElse(StandardCharsets.UTF_8);
    }

    /** Returns UTF-8 where the bytes are that, else Latin-1, which keeps every byte. */
    static Charset ofText(byte[] bytes) {
        try {
            decode(bytes, StandardCharsets.UTF_8);
            return StandardCharsets.UTF_8;
        } catch (CharacterCodingException other) {
            return StandardCharsets.ISO_8859_1;
        }
    }

    static String decode(byte[] bytes, Charset charset) throws CharacterCodingException {
        return charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(bytes)).toString();
    }

    /** Returns the characters' bytes. */
    public static byte[] encode(String text, Charset charset) throws CharacterCodingException {
        ByteBuffer encoded = charset.newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT).encode(CharBuffer.wrap(text));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    private Optional<Charset> inherited(Path directory) {
        if (directory == null) {
            return Optional.empty();
        }
        Optional<Charset> known = byDirectory.get(directory);
        if (known == null) {
            known = stated(directory);
            if (known.isEmpty() && !Files.exists(directory.resolve(".git"))) {
                known = inherited(directory.getParent());
            }
            byDirectory.put(directory, known);
        }
        return known;
    }

    private static Optional<Charset> stated(Path directory) {
        try {
            return BuildFiles.encoding(directory).map(Charset::forName);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unusable) {
            return Optional.empty();
        }
    }
}
