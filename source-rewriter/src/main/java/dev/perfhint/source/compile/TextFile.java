package dev.perfhint.source.compile;

import java.nio.file.Path;
import javax.tools.SimpleJavaFileObject;

/** A source file's new text for the compiler, under the file's own path. */
final class TextFile extends SimpleJavaFileObject {
    private final Path path;
    private final String text;

    TextFile(Path path, String text) {
        super(path.toUri(), Kind.SOURCE);
        this.path = path;
        this.text = text;
    }

    Path path() {
        return path;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
    }

    @Override
    public String getName() {
        return path.toString();
    }
}
