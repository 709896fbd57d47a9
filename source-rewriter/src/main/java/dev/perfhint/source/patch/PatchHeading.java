package dev.perfhint.source.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads from the heading of a patch which lines each of its fixes changes. */
public final class PatchHeading {
    private static final Pattern TITLE = Pattern.compile("# perfhint: (.+)");
    private static final Pattern EDITS = Pattern.compile("#\\s+edits lines? ([0-9, -]+) of (.+)");
    private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");
    private static final String VERIFIED = "# perfhint verify: ";
    private static final String CONTINUED = "#   ";

    private PatchHeading() {}

    /** Lines of a file before the patch, from 1, last one included. */
    public record Lines(String path, int first, int last) {}

    /**
     * One fix.
     *
     * @param title what it does
     * @param comments its lines of the heading, as they are
     */
    public record Entry(String title, List<String> comments, List<Lines> lines) {
        static Entry hunk(String path, int line) {
            return new Entry("the change at " + path + ":" + line, List.of(), List.of());
        }

        Entry and(Entry other) {
            return new Entry(title + " + " + other.title, joined(comments, other.comments),
                    joined(lines, other.lines));
        }
    }

    /** Returns the line of a heading that names the lines of one file that a fix changes. */
    public static String edits(String path, List<Lines> lines) {
        String ranges = lines.stream()
                .map(each -> each.first == each.last ? "" + each.first : each.first + "-" + each.last)
                .distinct().collect(Collectors.joining(", "));
        return "edits line" + (ranges.contains(",") || ranges.contains("-") ? "s " : " ") + ranges + " of " + path;
    }

    /** Reads the comment lines before the first diff; empty where they name no fixes. */
    public static List<Entry> read(String patch) {
        List<Entry> entries = new ArrayList<>();
        List<Comment> comments = new ArrayList<>();
        for (Comment comment : comments(patch)) {
            boolean ended = !comments.isEmpty() && comments.get(comments.size() - 1).isEdits() && !comment.isEdits();
            if (ended) {
                entries.add(entry(comments));
                comments.clear();
            }
            comments.add(comment);
        }
        if (!comments.isEmpty() && comments.get(comments.size() - 1).isEdits()) {
            entries.add(entry(comments));
        }
        return entries;
    }

    /** A comment line of the heading with those that go on with it. */
    private record Comment(String text, List<String> raw) {
        private boolean isEdits() {
            return EDITS.matcher(text).matches();
        }
    }

    private static List<Comment> comments(String patch) {
        List<Comment> comments = new ArrayList<>();
        for (String line : patch.split("\n")) {
            if (line.startsWith("diff ") || line.startsWith("--- ")) {
                break;
            }
            if (line.startsWith(CONTINUED) && !comments.isEmpty()) {
                Comment last = comments.remove(comments.size() - 1);
                comments.add(new Comment(last.text + " " + line.substring(CONTINUED.length()),
                        joined(last.raw, List.of(line))));
            } else if (line.startsWith("#") && !line.startsWith(VERIFIED)) {
                comments.add(new Comment(line, List.of(line)));
            }
        }
        return comments;
    }

    private static Entry entry(List<Comment> comments) {
        List<Lines> lines = comments.stream().map(Comment::text).flatMap(text -> lines(text).stream()).toList();
        Lines place = lines.get(lines.size() - 1); // imports come first
        String title = comments.stream().map(Comment::text).map(TITLE::matcher).filter(Matcher::matches)
                .map(match -> match.group(1)).findFirst()
                .orElseGet(() -> comments.get(0).text.replaceFirst("^#\\s*", ""));
        return new Entry(title.replaceFirst(" \\((?:safe|unsafe)\\b.*", "") + " in " + place.path + ":"
                + place.first, comments.stream().flatMap(each -> each.raw.stream()).toList(), lines);
    }

    private static <T> List<T> joined(List<T> some, List<T> others) {
        List<T> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }

    private static List<Lines> lines(String heading) {
        Matcher edits = EDITS.matcher(heading);
        List<Lines> lines = new ArrayList<>();
        if (edits.matches()) {
            Matcher range = RANGE.matcher(edits.group(1));
            while (range.find()) {
                int first = Integer.parseInt(range.group(1));
                lines.add(new Lines(edits.group(2), first,
                        range.group(2) == null ? first : Integer.parseInt(range.group(2))));
            }
        }
        return lines;
    }
}
