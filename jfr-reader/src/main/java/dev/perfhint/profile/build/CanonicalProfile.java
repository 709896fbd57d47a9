package dev.perfhint.profile.build;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.EventCount;
import dev.perfhint.profile.EventCounts;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.IoOperations;
import dev.perfhint.profile.IoTable;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.TimeSlices;
import dev.perfhint.profile.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Numbers a profile by its content alone, whatever order it was read or merged in: methods, thread groups, events,
 * units and recordings by name, nodes depth first with the children ordered by frame, rows by what they are about.
 * Leaves out what nothing refers to, and the time slices, which count from each recording's own start.
 */
public final class CanonicalProfile {
    private static final int MAX_INSERTION = 24;

    private final Profile from;
    private final int[] methodRanks;
    private final int[] groupRanks;
    private final int[] eventRanks;
    private final int[] unitRanks;
    private final int[] nodes;
    private final CallTree tree = new CallTree();

    private CanonicalProfile(Profile from) {
        this.from = from;
        BitSet used = UsedNodes.of(from);
        BitSet usedMethods = new BitSet();
        used.stream().forEach(node -> usedMethods.set(from.tree().method(node)));
        Methods methods = from.methods();
        methodRanks = ranks(methods.size(), usedMethods, Comparator.<Integer, String>comparing(methods::className)
                .thenComparing(methods::methodName));
        List<String> groups = from.threadGroups();
        groupRanks = ranks(groups.size(), usedGroups(from), Comparator.comparing(groups::get));
        List<Event> events = from.events();
        eventRanks = ranks(events.size(), all(events.size()), Comparator.<Integer, String>comparing(
                id -> events.get(id).name()).thenComparing(id -> events.get(id).engine())
                .thenComparing(id -> events.get(id).evidence()).thenComparing(id -> events.get(id).cpu()));
        List<Unit> units = from.units();
        unitRanks = ranks(units.size(), all(units.size()), Comparator.<Integer, String>comparing(
                id -> units.get(id).host()).thenComparingLong(id -> units.get(id).hourMillis())
                .thenComparing(id -> units.get(id).evidence()));
        nodes = new int[from.tree().size()];
        number(used);
    }

    public static Profile of(Profile profile) {
        return new CanonicalProfile(profile).profile();
    }

    private Profile profile() {
        Methods methods = new Methods();
        for (int id : inOrder(methodRanks)) {
            int rank = methods.id(from.methods().className(id), from.methods().methodName(id));
            methods.module(rank, from.methods().module(id));
            methods.source(from.methods().className(id), from.methods().source(from.methods().className(id)));
        }
        List<Recording> recordings = new ArrayList<>(from.recordings());
        recordings.sort(Comparator.comparing(Recording::path).thenComparingLong(Recording::startMillis)
                .thenComparing(Recording::toString));
        return new Profile(tree, methods, inOrder(groupRanks).stream().map(from.threadGroups()::get).toList(),
                inOrder(eventRanks).stream().map(from.events()::get).toList(), rows(), io(), counts(), recordings,
                TimeSlices.NONE, inOrder(unitRanks).stream().map(from.units()::get).toList(), from.weights(),
                from.observed());
    }

    private static BitSet all(int size) {
        BitSet all = new BitSet(size);
        all.set(0, size);
        return all;
    }

    private static BitSet usedGroups(Profile profile) {
        BitSet used = new BitSet();
        for (int row = 0; row < profile.rows().size(); row++) {
            if (UsedNodes.holdsSomething(profile.rows(), row)) {
                used.set(profile.rows().threadGroup(row));
            }
        }
        profile.counts().rows().forEach(count -> used.set(count.threadGroup()));
        return used;
    }

    /** Returns the place of each id among the used ones, -1 for the others. */
    private static int[] ranks(int size, BitSet used, Comparator<Integer> order) {
        List<Integer> sorted = used.stream().boxed().sorted(order).toList();
        int[] ranks = new int[size];
        Arrays.fill(ranks, -1);
        for (int rank = 0; rank < sorted.size(); rank++) {
            ranks[sorted.get(rank)] = rank;
        }
        return ranks;
    }

    private static List<Integer> inOrder(int[] ranks) {
        return IntStream.range(0, ranks.length).filter(id -> ranks[id] >= 0).boxed()
                .sorted(Comparator.comparingInt(id -> ranks[id])).toList();
    }

    private void number(BitSet used) {
        CallTree old = from.tree();
        int[] eldest = new int[old.size()];
        int[] next = new int[old.size()];
        for (int node = used.length() - 1; node > CallTree.ROOT; node = used.previousSetBit(node - 1)) {
            next[node] = eldest[old.parent(node)];
            eldest[old.parent(node)] = node;
        }
        int[] pending = new int[64];
        int count = 0;
        for (int parent = CallTree.ROOT; ; parent = pending[--count]) {
            if (parent != CallTree.ROOT) {
                nodes[parent] = tree.child(nodes[old.parent(parent)], methodRanks[old.method(parent)],
                        old.lineKind(parent));
            }
            int first = count;
            for (int child = eldest[parent]; child != 0; child = next[child]) {
                if (count == pending.length) {
                    pending = Arrays.copyOf(pending, count * 2);
                }
                pending[count++] = child;
            }
            sortDescending(pending, first, count);
            if (count == 0) {
                return;
            }
        }
    }

    private void sortDescending(int[] children, int from, int to) {
        if (to - from > MAX_INSERTION) {
            List<Integer> sorted = Arrays.stream(children, from, to).boxed()
                    .sorted(Comparator.comparingLong((Integer node) -> frame(node)).reversed()).toList();
            for (int i = from; i < to; i++) {
                children[i] = sorted.get(i - from);
            }
            return;
        }
        for (int i = from + 1; i < to; i++) {
            int child = children[i];
            long key = frame(child);
            int place = i;
            for (; place > from && frame(children[place - 1]) < key; place--) {
                children[place] = children[place - 1];
            }
            children[place] = child;
        }
    }

    private long frame(int node) {
        return (long) methodRanks[from.tree().method(node)] << 32 | from.tree().lineKind(node);
    }

    private Rows rows() {
        Rows old = from.rows();
        RowKeys keys = new RowKeys();
        int[] order = IntStream.range(0, old.size()).filter(row -> UsedNodes.holdsSomething(old, row)).toArray();
        long[] first = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            first[i] = (long) nodes[old.leaf(order[i])] << 32 | i;
        }
        Arrays.sort(first);
        RowTable sorted = new RowTable();
        for (int start = 0; start < first.length; ) {
            int end = start;
            while (end < first.length && first[end] >>> 32 == first[start] >>> 32) {
                end++;
            }
            int leaf = (int) (first[start] >>> 32);
            for (int row : ofLeaf(old, order, first, start, end)) {
                int to = RowKeys.row(sorted, leaf, keys.number(groupRanks[old.threadGroup(row)],
                        eventRanks[old.event(row)], unit(old, row)));
                sorted.add(to, old.samples(row), old.nanos(row));
                sorted.addSystem(to, old.systemSamples(row), old.systemNanos(row));
            }
            start = end;
        }
        return keys.rows(sorted);
    }

    private int[] ofLeaf(Rows old, int[] order, long[] first, int start, int end) {
        int[] rows = new int[end - start];
        for (int i = start; i < end; i++) {
            rows[i - start] = order[(int) first[i]];
        }
        if (rows.length < 2) {
            return rows;
        }
        return Arrays.stream(rows).boxed()
                .sorted(Comparator.<Integer>comparingInt(row -> groupRanks[old.threadGroup(row)])
                        .thenComparingInt(row -> eventRanks[old.event(row)])
                        .thenComparingInt(row -> unit(old, row)))
                .mapToInt(row -> row).toArray();
    }

    private int unit(Rows old, int row) {
        return unitRanks.length == 0 ? 0 : unitRanks[old.unit(row)];
    }

    private List<IoOperation> io() {
        IoTable table = new IoTable(Integer.MAX_VALUE);
        for (IoOperation one : from.io()) {
            table.add(one.kind(), nodes[one.leaf()], one.target(), one.calls(), one.bytes(), one.nanos(),
                    one.sizes().copy(), one.sampled());
        }
        return new IoOperations(table);
    }

    private EventCounts counts() {
        EventCounts.Table table = new EventCounts.Table(Integer.MAX_VALUE);
        for (EventCount count : from.counts().rows()) {
            table.add(new EventCount(count.kind(), nodes[count.leaf()], groupRanks[count.threadGroup()],
                    count.subject(), count.events(), count.nanos()));
        }
        Map<String, Gauge> gauges = new HashMap<>(from.counts().gauges());
        return new EventCounts(table.counts().rows(), from.counts().thresholdNanos(), gauges);
    }
}
