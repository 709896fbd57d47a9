package dev.perfhint.profile.redact;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names in place of names: the same for the same text, by a key that nobody else has. Without the key a guessed name
 * cannot be tried. Letters only, since thread names are compared without their digits.
 */
final class Pseudonyms {
    static final int KEY_BYTES = 32;
    private static final String LETTERS = "bcdfghjkmnpqrstv";
    private static final int LETTERS_EACH = 10;

    private final byte[] key;
    private final MessageDigest digest;
    private final Map<String, String> originals = new HashMap<>();
    private final Map<String, String> known = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private Pattern anyKnown;

    Pseudonyms(byte[] key) {
        this.key = key.clone();
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has SHA-256", e);
        }
    }

    static byte[] newKey() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return key;
    }

    /**
     * Returns the letters that stand for a text.
     *
     * @param kind texts of two kinds have different letters
     */
    String letters(String kind, String text) {
        byte[] hash = keyed(keyed((kind + '\n' + text).getBytes(StandardCharsets.UTF_8)));
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < LETTERS_EACH; i++) {
            letters.append(LETTERS.charAt(hash[i] & 15));
        }
        return letters.toString();
    }

    /** Twice, as HMAC does: a hash of the key and a text alone could be continued. */
    private byte[] keyed(byte[] text) {
        digest.update(key);
        return digest.digest(text);
    }

    /** Notes what stands for a text, and returns it. */
    String note(String counted, String original, String pseudonym) {
        if (!original.equals(pseudonym) && known.putIfAbsent(original, pseudonym) == null) {
            originals.put(pseudonym, original);
            counts.merge(counted, 1, Integer::sum);
            anyKnown = null;
        }
        return pseudonym;
    }

    /** Returns what a pseudonym stands for, or the text itself if it is none. */
    String original(String pseudonym) {
        return originals.getOrDefault(pseudonym, pseudonym);
    }

    /** Returns how many different texts of each kind were replaced. */
    Map<String, Integer> counts() {
        return new TreeMap<>(counts);
    }

    /** Returns a sentence with its noted texts replaced, the longest first. */
    String replaceKnown(String sentence) {
        if (known.isEmpty()) {
            return sentence;
        }
        if (anyKnown == null) {
            anyKnown = Pattern.compile(String.join("|", known.keySet().stream()
                    .sorted((a, b) -> b.length() != a.length() ? b.length() - a.length() : a.compareTo(b))
                    .map(text -> "(?<![\\w])" + Pattern.quote(text) + "(?![\\w])").toList()));
        }
        return anyKnown.matcher(sentence)
                .replaceAll(match -> Matcher.quoteReplacement(known.get(match.group())));
    }
}
