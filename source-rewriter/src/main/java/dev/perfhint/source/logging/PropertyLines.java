package dev.perfhint.source.logging;

import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lines of a properties file with the places of keys and values. A line that goes on in the next one, or has an
 * escape, is not {@link Line#plain}: it is never edited.
 */
final class PropertyLines {
    private final SourceFile file;
    private final List<Line> lines = new ArrayList<>();

    /**
     * A property.
     *
     * @param start of the key
     * @param end after the value, white space at its end included
     * @param plain whether key and value stand as they are meant
     */
    record Line(String key, String value, int start, int valueStart, int end, boolean plain) {}

    private PropertyLines(SourceFile file) {
        this.file = file;
    }

    static PropertyLines of(SourceFile file) {
        PropertyLines properties = new PropertyLines(file);
        int line = 1;
        while (line <= file.lineCount()) {
            line = properties.read(line) + 1;
        }
        return properties;
    }

    List<Line> all() {
        return lines;
    }

    /** Returns the last property of that key in any case, which is the one that counts. */
    Optional<Line> last(String key) {
        return lines.stream().filter(each -> each.key().equalsIgnoreCase(key)).reduce((first, second) -> second);
    }

    /** Returns the properties whose keys start alike, in any case, beside the one that declares the appender. */
    Settings settings(Line declaration, String prefix) {
        return new Group(declaration, prefix);
    }

    private final class Group implements Settings {
        private final Line declaration;
        private final String prefix;

        private Group(Line declaration, String prefix) {
            this.declaration = declaration;
            this.prefix = prefix;
        }

        @Override
        public Optional<String> value(String name) {
            return last(prefix + name).map(Line::value);
        }

        @Override
        public boolean isPlain(String name) {
            return last(prefix + name).filter(Line::plain).isPresent();
        }

        @Override
        public Edit replace(String name, String value) {
            Line line = last(prefix + name).orElseThrow();
            return file.edit(line.valueStart(), line.valueStart() + line.value().length(), value);
        }

        /** Adds a property behind the declaration, written as that is. */
        @Override
        public Edit add(String name, String value) {
            String text = file.text();
            int lineStart = file.lineStart(file.line(declaration.start()));
            String separator = text.substring(declaration.start() + declaration.key().length(),
                    declaration.valueStart());
            return file.insert(declaration.end(), file.lineEnd() + text.substring(lineStart, declaration.start())
                    + prefix + name + (separator.isBlank() ? "=" : separator) + value);
        }
    }

    /** Reads the property that starts in the line; returns its last line. */
    private int read(int first) {
        String text = file.text();
        int start = file.lineStart(first);
        int last = first;
        while (last < file.lineCount() && goesOn(text.substring(file.lineStart(last), end(last)))) {
            last++;
        }
        int end = end(last);
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        if (start == end || text.charAt(start) == '#' || text.charAt(start) == '!') {
            return first;
        }
        int keyEnd = start;
        while (keyEnd < end && !isSpace(text.charAt(keyEnd)) && "=:".indexOf(text.charAt(keyEnd)) < 0) {
            keyEnd++;
        }
        int valueStart = keyEnd;
        boolean separated = false;
        while (valueStart < end && (isSpace(text.charAt(valueStart))
                || !separated && "=:".indexOf(text.charAt(valueStart)) >= 0)) {
            separated |= !isSpace(text.charAt(valueStart));
            valueStart++;
        }
        String whole = text.substring(start, end);
        lines.add(new Line(text.substring(start, keyEnd), text.substring(valueStart, end).stripTrailing(), start,
                valueStart, end, first == last && whole.indexOf('\\') < 0));
        return last;
    }

    /** Returns the end of the line without its terminator. */
    private int end(int line) {
        String text = file.text();
        int end = line < file.lineCount() ? file.lineStart(line + 1) : text.length();
        while (end > file.lineStart(line) && "\r\n".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end;
    }

    private static boolean goesOn(String line) {
        int backslashes = 0;
        while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        String first = line.stripLeading();
        return backslashes % 2 == 1 && !first.startsWith("#") && !first.startsWith("!");
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\f';
    }
}
