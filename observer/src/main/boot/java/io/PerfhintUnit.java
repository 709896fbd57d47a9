package java.io;

/** Finds the unit that a sequence of operations repeats, {@code W4 W17 F}. */
final class PerfhintUnit {
    private static final int MAX_UNIT = 12;

    private PerfhintUnit() {}

    /** Returns null where nothing is repeated; a size that differs from unit to unit is {@code *}. */
    static String of(long[] window) {
        for (int length = 1; length <= MAX_UNIT; length++) {
            // what comes before the first unit, a header, may differ
            int start = window.length - 3 * length - (window.length - 3 * length) / 2;
            if (repeats(window, start, length)) {
                return text(window, start + rotation(window, start, length), length);
            }
        }
        return null;
    }

    private static boolean repeats(long[] window, int start, int length) {
        for (int i = start; i + length < window.length; i++) {
            if ((window[i] & 15) != (window[i + length] & 15)) {
                return false;
            }
        }
        return true;
    }

    /** A unit begins after what ends a message: a flush, a sync, or the change to writing. */
    private static int rotation(long[] window, int start, int length) {
        int best = 0;
        int most = -1;
        for (int i = 0; i < length; i++) {
            int before = (int) (window[start + (i + length - 1) % length] & 15);
            int first = (int) (window[start + i] & 15);
            int rank = before == PerfhintStream.FLUSH ? 4 : before > PerfhintStream.FLUSH ? 3
                    : before != first ? first == PerfhintStream.SEEK ? 3 : first == PerfhintStream.WRITE ? 2 : 1 : 0;
            if (rank > most) {
                most = rank;
                best = i;
            }
        }
        return best;
    }

    private static String text(long[] window, int start, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = start; i < start + length; i++) {
            if (text.length() > 0) {
                text.append(' ');
            }
            int op = (int) (window[i] & 15);
            text.append(PerfhintStream.LETTERS[op]);
            if (op < PerfhintStream.SIZED) {
                boolean same = true;
                for (int j = i + length; j < window.length; j += length) {
                    same &= window[j] == window[i];
                }
                if (same) {
                    text.append(window[i] >> 4);
                } else {
                    text.append('*');
                }
            }
        }
        return text.toString();
    }
}
