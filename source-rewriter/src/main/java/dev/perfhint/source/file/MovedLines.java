package dev.perfhint.source.file;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Where the lines of a text went in a later version of it. Line ends do not count as a difference. */
public final class MovedLines {
    /** Beyond that many lines between the first and the last difference all of them count as changed. */
    private static final int MAX_COMPARED = 5_000;

    private final int[] later;

    private MovedLines(int[] later) {
        this.later = later;
    }

    /** Compares two versions of a text. */
    public static MovedLines of(String before, String after) {
        List<String> old = lines(before);
        List<String> now = lines(after);
        int[] later = new int[old.size() + 1];
        int start = 0;
        while (start < old.size() && start < now.size() && old.get(start).equals(now.get(start))) {
            later[++start] = start;
        }
        int oldEnd = old.size();
        int nowEnd = now.size();
        while (oldEnd > start && nowEnd > start && old.get(oldEnd - 1).equals(now.get(nowEnd - 1))) {
            later[oldEnd--] = nowEnd--;
        }
        if (oldEnd - start <= MAX_COMPARED && nowEnd - start <= MAX_COMPARED) {
            between(old.subList(start, oldEnd), now.subList(start, nowEnd), start, later);
        }
        return new MovedLines(later);
    }

    private static void between(List<String> old, List<String> now, int offset, int[] later) {
        int shift = 0;
        int next = 0;
        for (AbstractDelta<String> delta : DiffUtils.diff(old, now).getDeltas()) {
            keep(next, delta.getSource().getPosition(), offset, shift, later);
            next = delta.getSource().getPosition() + delta.getSource().size();
            shift += delta.getTarget().size() - delta.getSource().size();
        }
        keep(next, old.size(), offset, shift, later);
    }

    private static void keep(int from, int to, int offset, int shift, int[] later) {
        for (int line = from; line < to; line++) {
            later[offset + line + 1] = offset + line + shift + 1;
        }
    }

    /** Returns the line's number in the later version, 1-based; 0 if it changed, is gone or never was. */
    public int now(int line) {
        return line > 0 && line < later.length ? later[line] : 0;
    }

    /** Returns the numbers of the later version's lines that are new or different, 1-based. */
    public static BitSet changed(String before, String after) {
        BitSet changed = new BitSet();
        changed.set(1, lines(after).size() + 1);
        IntStream.of(of(before, after).later).forEach(changed::clear);
        return changed;
    }

    private static List<String> lines(String text) {
        return Arrays.asList(text.split("\r\n|\n|\r", -1));
    }
}
