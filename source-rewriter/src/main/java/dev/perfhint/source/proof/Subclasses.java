package dev.perfhint.source.proof;

import dev.perfhint.source.Sources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Looks through all source files for classes that extend a given one; by text, so that nothing is parsed for it. */
final class Subclasses {
    private static final long MAXIMUM_BYTES = 64L << 20;

    private final Sources sources;
    private final Map<String, Boolean> known = new HashMap<>();

    Subclasses(Sources sources) {
        this.sources = sources;
    }

    /** Returns true also if there is too much to look through. */
    boolean exist(String simpleName) {
        return known.computeIfAbsent(simpleName, this::search);
    }

    private boolean search(String simpleName) {
        Pattern subclass = Pattern.compile("\\bextends\\s+(?:[\\w.]+\\.)?" + Pattern.quote(simpleName) + "\\b");
        long bytes = 0;
        for (Path file : sources.javaFiles()) {
            try {
                bytes += Files.size(file);
                if (bytes > MAXIMUM_BYTES
                        || subclass.matcher(Files.readString(file, StandardCharsets.ISO_8859_1)).find()) {
                    return true;
                }
            } catch (IOException unreadable) {
                return true;
            }
        }
        return false;
    }
}
