package dev.perfhint.source.patch;

import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Sources;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The comment lines above the first diff of a patch, which {@code git apply} skips: what each fix does, assumes and
 * changes, and what {@code verify} found.
 */
public final class PatchHeading {
    private static final Pattern TITLE = Pattern.compile("# perfhint: (.+)");
    private static final Pattern EDITS = Pattern.compile("#\\s+edits lines? ([0-9, -]+) of (.+)");
    private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");
    private static final String VERIFIED = "# perfhint verify: ";
    private static final String CONTINUED = "#   ";
    private static final int MAX_COLUMNS = 100;

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

        /** Returns the same at the first of its lines that does more than an import. */
        Entry at(Predicate<Lines> changed) {
            Lines last = lines.get(lines.size() - 1);
            return new Entry(lines.stream().filter(each -> each.path.equals(last.path)).filter(changed).findFirst()
                    .map(first -> title.replaceFirst("\\d+$", String.valueOf(first.first))).orElse(title),
                    comments, lines);
        }

        Entry and(Entry other) {
            return new Entry(title + " + " + other.title, joined(comments, other.comments), joined(lines, other.lines));
        }
    }

    /**
     * Returns what each fix does, what it assumes, what was measured, what to review and which lines it changes; the
     * safe ones first.
     */
    public static List<String> of(Sources sources, List<Fix> fixes) {
        return fixes.stream().sorted(Comparator.comparing(Fix::applicability))
                .map(fix -> of(sources, fix)).distinct().flatMap(List::stream).toList();
    }

    private static List<String> of(Sources sources, Fix fix) {
        String assumed = fix.assumed().isEmpty() ? "" : ", assumes " + String.join("; ", fix.assumed());
        List<String> lines = new ArrayList<>();
        lines.add("perfhint: " + fix.title() + " (" + fix.applicability().label() + assumed + ")");
        if (!fix.measured().isEmpty()) {
            lines.add("  measured: " + fix.measured());
        }
        fix.reasons().forEach(reason -> lines.add("  review: " + reason));
        Map<String, Set<String>> edited = new TreeMap<>();
        fix.edits().forEach(edit -> edited.computeIfAbsent(
                FileChange.name(sources, edit.file()), path -> new LinkedHashSet<>()).add(edit.startLine()
                        + (edit.startLine() == edit.endLine() ? "" : "-" + edit.endLine())));
        edited.forEach((path, ranges) -> lines.add("  edits line"
                + (ranges.size() > 1 || ranges.iterator().next().contains("-") ? "s " : " ")
                + String.join(", ", ranges) + " of " + path));
        return lines;
    }

    /** Returns the diff with the lines above it, broken into comment lines of which all but the first are indented. */
    public static byte[] above(byte[] diff, List<String> lines) {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            int start = text.length();
            text.append('#');
            for (String word : line.replaceAll("\\p{Cntrl}", " ").split(" +")) {
                if (text.length() - start + word.length() >= MAX_COLUMNS) {
                    text.append('\n');
                    start = text.length();
                    text.append("#  ");
                }
                text.append(' ').append(word);
            }
            text.append('\n');
        }
        return joined(text.toString(), diff, 0);
    }

    /** Returns a patch with the lines of its verification at the top, and without those of an earlier one. */
    public static byte[] verified(byte[] patch, List<String> lines) {
        String text = new String(patch, StandardCharsets.ISO_8859_1);
        int start = 0;
        while (text.startsWith(VERIFIED, start)) {
            int end = text.indexOf('\n', start);
            start = end < 0 ? text.length() : end + 1;
        }
        return joined(lines.stream().map(line -> VERIFIED + line + "\n").collect(Collectors.joining()), patch, start);
    }

    private static byte[] joined(String text, byte[] patch, int start) {
        byte[] first = text.getBytes(StandardCharsets.UTF_8);
        byte[] all = Arrays.copyOf(first, first.length + patch.length - start);
        System.arraycopy(patch, start, all, first.length, patch.length - start);
        return all;
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
