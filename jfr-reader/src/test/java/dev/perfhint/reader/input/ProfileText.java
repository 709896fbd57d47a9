package dev.perfhint.reader.input;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.EventCount;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.reader.Recordings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A profile as sorted text, to compare what two readers made of one recording. Ids and order do not matter. */
public final class ProfileText {
    private ProfileText() {}

    public static Profile read(Path recording) {
        return read(recording, ReadOptions.DEFAULTS);
    }

    public static Profile read(Path recording, ReadOptions options) {
        try {
            return Recordings.read(List.of(recording), options);
        } catch (UnreadableRecordingException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    /** Returns samples and system samples by event, thread group and stack with lines and frame kinds. */
    static Map<String, String> samples(Profile profile) {
        Map<String, long[]> sums = new TreeMap<>();
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            Event event = profile.events().get(rows.event(row));
            String key = event + " " + profile.threadGroups().get(rows.threadGroup(row)) + " "
                    + stack(profile, rows.leaf(row));
            long[] sum = sums.computeIfAbsent(key, k -> new long[2]);
            sum[0] += rows.samples(row);
            // estimated parts are rounded to whole samples, and ties fall by the order of the rows
            boolean estimated = event.evidence() == Evidence.JFR_ESTIMATE;
            sum[1] += estimated ? 0 : rows.systemSamples(row);
            if (estimated) {
                sums.computeIfAbsent(event + " system samples", k -> new long[2])[1] += rows.systemSamples(row);
            }
        }
        Map<String, String> text = new TreeMap<>();
        sums.forEach((key, sum) -> text.put(key, Arrays.toString(sum)));
        return text;
    }

    /** Returns calls, bytes and sizes by kind, target, sampling and stack. */
    static Map<String, String> io(Profile profile) {
        Map<String, String> text = new TreeMap<>();
        for (IoOperation operation : profile.io()) {
            text.put(operation.kind() + " " + operation.target() + " " + operation.sampled() + " "
                            + stack(profile, operation.leaf()),
                    operation.calls() + " calls " + operation.bytes() + " bytes "
                            + Arrays.toString(operation.sizes().counts()));
        }
        return text;
    }

    /** Returns the events that are only counted, by kind, thread group, subject and stack. */
    static Map<String, Long> counts(Profile profile) {
        Map<String, Long> text = new TreeMap<>();
        for (EventCount count : profile.counts().rows()) {
            text.merge(count.kind() + " " + profile.threadGroups().get(count.threadGroup()) + " " + count.subject() + " "
                    + stack(profile, count.leaf()), count.events(), Long::sum);
        }
        return text;
    }

    static String stack(Profile profile, int leaf) {
        CallTree tree = profile.tree();
        StringBuilder text = new StringBuilder();
        for (int node = leaf; node > CallTree.ROOT; node = tree.parent(node)) {
            text.append(profile.methods().name(tree.method(node))).append(':').append(tree.line(node)).append('/')
                    .append(tree.kind(node)).append(' ');
        }
        return text.toString();
    }
}
