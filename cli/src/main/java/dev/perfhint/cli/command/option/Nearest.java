package dev.perfhint.cli.command.option;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that was probably meant by a mistyped one: at most two of seven letters are wrong. */
public final class Nearest {
    private Nearest() {}

    /** Returns the nearest name; of several the one that has more of the letters, else the first. */
    public static Optional<String> name(String asked, List<String> known) {
        return nearest(asked, known, false);
    }

    /** Returns the nearest method; as much of its class and package is compared as was asked for. */
    public static Optional<String> method(String asked, List<String> known) {
        return nearest(asked, known, true);
    }

    private static Optional<String> nearest(String asked, List<String> known, boolean suffix) {
        String wanted = asked.toLowerCase(Locale.ROOT);
        int parts = (int) wanted.chars().filter(c -> c == '.').count() + 1;
        int best = Math.max(1, 2 * wanted.length() / 7);
        long shared = -1;
        Optional<String> nearest = Optional.empty();
        for (String name : known) {
            String candidate = (suffix ? lastParts(name, parts) : name).toLowerCase(Locale.ROOT);
            int distance = Math.abs(candidate.length() - wanted.length()) > best ? best + 1
                    : distance(candidate, wanted);
            if (distance < best || distance == best && shared(candidate, wanted) > shared) {
                best = distance;
                shared = shared(candidate, wanted);
                nearest = Optional.of(name);
            }
        }
        return nearest;
    }

    /** Returns how many letters of one name are in another: of equally near names the one that has more is meant. */
    private static long shared(String candidate, String wanted) {
        return wanted.chars().distinct().filter(letter -> candidate.indexOf(letter) >= 0).count();
    }

    private static String lastParts(String name, int parts) {
        int start = name.length();
        for (int part = 0; part < parts && start > 0; part++) {
            start = name.lastIndexOf('.', start - 1);
        }
        return name.substring(start + 1);
    }

    /** Returns how many letters have to be changed, added or left out; two exchanged ones count once. */
    static int distance(String left, String right) {
        int[][] cost = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                boolean same = left.charAt(i - 1) == right.charAt(j - 1);
                int least = Math.min(cost[i - 1][j - 1] + (same ? 0 : 1), Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                boolean exchanged = i > 1 && j > 1 && left.charAt(i - 1) == right.charAt(j - 2)
                        && left.charAt(i - 2) == right.charAt(j - 1);
                cost[i][j] = exchanged ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
            }
        }
        return cost[left.length()][right.length()];
    }
}
