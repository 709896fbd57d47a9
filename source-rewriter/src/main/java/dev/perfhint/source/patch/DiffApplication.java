package dev.perfhint.source.patch;

import dev.perfhint.source.file.SourceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Applies the text of a unified diff to bytes, knowing nothing of how the diff was made.
 *
 * <p>As strict as {@code git apply}: every context and removed line stands where the hunk says, the counts are right,
 * nothing is left over. No fuzz, no offset.
 */
public final class DiffApplication {
    private static final Pattern HUNK = Pattern.compile("@@ -(\\d+)(?:,(\\d+))? \\+(\\d+)(?:,(\\d+))? @@.*\n");
    private static final String NO_LINE_END = "\\ No newline at end of file\n";

    private final List<String> lines;
    private int at;

    private DiffApplication(byte[] diff) {
        this.lines = UnifiedDiff.lines(diff);
    }

    /**
     * Returns the new content of each file that the diff names; the files on disk stay as they are.
     *
     * @param root what the names are relative to
     * @throws SourceException where the diff does not fit the files, or names one that git would refuse
     */
    public static Map<Path, byte[]> apply(byte[] diff, Path root) throws SourceException {
        DiffApplication application = new DiffApplication(diff);
        Map<Path, byte[]> results = new TreeMap<>();
        application.skipHeading();
        while (application.at < application.lines.size()) {
            application.expect("diff --git ");
            boolean create = application.isCreation();
            String before = create ? application.nothing() : application.name("--- ", "a/");
            String name = application.name("+++ ", "b/");
            if (!create && !name.equals(before)) {
                throw new SourceException(before + ": the diff gives it another name");
            }
            Path file = root.resolve(name);
            byte[] content = create ? noContent(root, file) : content(root, file);
            results.put(file, application.file(name, UnifiedDiff.lines(content)));
        }
        return results;
    }

    /** Passes over the comment lines before the first file, as {@code git apply} does. */
    private void skipHeading() {
        while (at < lines.size() && lines.get(at).startsWith("# ")) {
            at++;
        }
    }

    /** Reads the file as {@code git apply} would: inside the root and never through a symbolic link. */
    private static byte[] content(Path root, Path file) throws SourceException {
        inside(root, file);
        try {
            return Files.readAllBytes(file);
        } catch (IOException unreadable) {
            throw new SourceException(file + ": cannot be read any more", unreadable);
        }
    }

    private static void inside(Path root, Path file) throws SourceException {
        if (!file.normalize().startsWith(root)) {
            throw new SourceException(file + ": is outside the source base " + root);
        }
        for (Path part = file; part != null && !part.equals(root); part = part.getParent()) {
            if (Files.isSymbolicLink(part)) {
                throw new SourceException(file + ": is reached through a symbolic link, which git apply refuses");
            }
        }
    }

    /** Checks that a file which the diff makes is not there, and that its directory is one to write in. */
    private static byte[] noContent(Path root, Path file) throws SourceException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new SourceException(file + ": exists already");
        }
        inside(root, file.getParent());
        return new byte[0];
    }

    private boolean isCreation() {
        boolean create = at < lines.size() && lines.get(at).startsWith("new file mode ");
        at += create ? 1 : 0;
        return create;
    }

    private String nothing() throws SourceException {
        String name = expect("--- ");
        if (!name.equals("/dev/null")) {
            throw new SourceException(name + ": the diff makes it and gives it content before");
        }
        return name;
    }

    private byte[] file(String name, List<String> before) throws SourceException {
        ByteArrayOutputStream after = new ByteArrayOutputStream();
        int from = 0;
        int linesAfter = 0;
        Matcher hunk = hunk();
        while (hunk.matches()) {
            at++;
            int removed = count(hunk.group(2));
            int added = count(hunk.group(4));
            int start = Integer.parseInt(hunk.group(1)) - (removed == 0 ? 0 : 1);
            int newStart = Integer.parseInt(hunk.group(3)) - (added == 0 ? 0 : 1);
            if (start < from || start > before.size() || newStart != linesAfter + start - from) {
                throw new SourceException(name + ": the diff has a hunk at the wrong line " + hunk.group(1));
            }
            linesAfter += start - from + added;
            write(after, before.subList(from, start));
            from = start + removed;
            hunkBody(name, before, start, removed, added, after);
            hunk = hunk();
        }
        write(after, before.subList(from, before.size()));
        return after.toByteArray();
    }

    private void hunkBody(
            String name, List<String> before, int start, int removed, int added, ByteArrayOutputStream after)
            throws SourceException {
        int old = start;
        int fresh = 0;
        while (old < start + removed || fresh < added) {
            String line = at < lines.size() ? lines.get(at++) : "";
            String text = line.isEmpty() ? "" : line.substring(1);
            if (at < lines.size() && lines.get(at).equals(NO_LINE_END)) {
                at++;
                text = text.substring(0, text.length() - 1);
            }
            boolean context = line.startsWith(" ");
            if (context || line.startsWith("-")) {
                if (old >= before.size() || !before.get(old).equals(text)) {
                    throw new SourceException(name + ": the diff does not fit line " + (old + 1));
                }
                old++;
            }
            if (context || line.startsWith("+")) {
                write(after, List.of(text));
                fresh++;
            } else if (!line.startsWith("-")) {
                throw new SourceException(name + ": the diff has a line that is no part of a hunk");
            }
        }
        if (old != start + removed || fresh != added) {
            throw new SourceException(name + ": the diff has a hunk with the wrong number of lines");
        }
    }

    private Matcher hunk() {
        return HUNK.matcher(at < lines.size() ? lines.get(at) : "");
    }

    private static int count(String group) {
        return group == null ? 1 : Integer.parseInt(group);
    }

    private String expect(String start) throws SourceException {
        String line = at < lines.size() ? lines.get(at++) : "";
        if (!line.startsWith(start) || !line.endsWith("\n")) {
            throw new SourceException("the diff has no line '" + start.strip() + "' where one belongs");
        }
        return line.substring(start.length(), line.length() - 1);
    }

    private String name(String start, String side) throws SourceException {
        String name = unquoted(expect(start));
        if (!name.startsWith(side)) {
            throw new SourceException("the diff has the name '" + name + "' without '" + side + "'");
        }
        return name.substring(side.length());
    }

    /** Reads a name as git quotes it; without quotes it ends at a tab. */
    private static String unquoted(String header) {
        if (!header.startsWith("\"")) {
            int tab = header.indexOf('\t');
            return utf8(tab < 0 ? header : header.substring(0, tab));
        }
        StringBuilder name = new StringBuilder();
        for (int i = 1; i < header.length() - 1; i++) {
            char c = header.charAt(i);
            if (c != '\\') {
                name.append(c);
                continue;
            }
            c = header.charAt(++i);
            int letter = "abtnvfr".indexOf(c);
            if (letter >= 0) {
                name.append("\007\b\t\n\013\f\r".charAt(letter));
            } else if (c >= '0' && c <= '3') {
                name.append((char) Integer.parseInt(header.substring(i, i + 3), 8));
                i += 2;
            } else {
                name.append(c);
            }
        }
        return utf8(name.toString());
    }

    private static String utf8(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static void write(ByteArrayOutputStream out, List<String> lines) {
        lines.forEach(line -> out.writeBytes(line.getBytes(StandardCharsets.ISO_8859_1)));
    }
}
