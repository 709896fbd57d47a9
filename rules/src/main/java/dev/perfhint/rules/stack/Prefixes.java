package dev.perfhint.rules.stack;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.TreeSet;

/** A set of package prefixes, each ending in a dot. */
final class Prefixes {
    private final TreeSet<String> prefixes = new TreeSet<>();

    Prefixes(Collection<String> prefixes) {
        this.prefixes.addAll(prefixes);
    }

    /** Reads a resource of one prefix per line, {@code #} starting a comment. */
    static Prefixes load(String resource) {
        try (InputStream in = Prefixes.class.getResourceAsStream(resource);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return new Prefixes(lines.lines().map(String::trim).filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether the class lies below one of the prefixes. */
    boolean contain(String className) {
        for (int dot = className.indexOf('.'); dot >= 0; dot = className.indexOf('.', dot + 1)) {
            if (prefixes.contains(className.substring(0, dot + 1))) {
                return true;
            }
        }
        return false;
    }
}
