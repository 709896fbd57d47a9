package dev.perfhint.source.file;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where the user's sources are and how to read them.
 *
 * @param roots directories, anywhere in or above the source trees, the first one decides the source base; and jars of
 *     libraries' sources, which are read and not edited
 * @param encoding of the sources; empty: what the build file says, else UTF-8
 * @param classpath jars and class directories the sources compile against; empty: the project's own, where readable
 */
public record SourceOptions(List<Path> roots, Optional<Charset> encoding, List<Path> classpath) {
    public SourceOptions {
        roots = List.copyOf(roots);
        classpath = List.copyOf(classpath);
    }
}
