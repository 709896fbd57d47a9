package dev.perfhint.fleet;

import java.util.List;

/** Says what a collection read and wrote. */
public final class CollectSummary {
    private static final int MAX_BAD = 20;

    private CollectSummary() {}

    /** Returns how many of the recordings read are bad. */
    public static double badPercent(Collect.Result result) {
        return result.read().isEmpty() ? 0 : 100.0 * bad(result).size() / result.read().size();
    }

    public static String of(Collect.Result result, int found, String store) {
        List<ManifestEntry> bad = bad(result);
        StringBuilder text = new StringBuilder();
        text.append(store).append(": read ").append(result.read().size() - bad.size()).append(" of ")
                .append(count(found, "recording")).append(", wrote ")
                .append(count(result.written(), "call tree")).append('\n');
        if (result.vanished() > 0) {
            text.append(count(result.vanished(), "recording")).append(" removed from the store: deleted since\n");
        }
        long unlabelled = result.read().stream().filter(entry -> !entry.isBad() && entry.isUnlabelled()).count();
        if (unlabelled > 0) {
            text.append(count((int) unlabelled, "recording"))
                    .append(" without a service label, counted as service 'unlabelled': use --layout or --labels\n");
        }
        if (!bad.isEmpty()) {
            text.append(count(bad.size(), "recording")).append(" unreadable:\n");
            bad.stream().limit(MAX_BAD).forEach(entry -> text.append("  ").append(entry.path()).append(": ")
                    .append(entry.why()).append('\n'));
            if (bad.size() > MAX_BAD) {
                text.append("  and ").append(bad.size() - MAX_BAD).append(" more, see manifest/store.jsonl\n");
            }
        }
        return text.toString();
    }

    private static List<ManifestEntry> bad(Collect.Result result) {
        return result.read().stream().filter(ManifestEntry::isBad).toList();
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
