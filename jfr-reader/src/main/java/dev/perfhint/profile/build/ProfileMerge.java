package dev.perfhint.profile.build;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.EventCount;
import dev.perfhint.profile.EventCounts;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.IoOperations;
import dev.perfhint.profile.IoTable;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.TimeSlices;
import dev.perfhint.profile.Unit;
import dev.perfhint.profile.observed.Observation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sum of profiles under construction. Names are taken as they are: they were normalised when they were read, and
 * normalising twice changes some. Nothing is folded here, or the sum would depend on the order.
 */
final class ProfileMerge {
    private final CallTree tree = new CallTree();
    private final Methods methods = new Methods();
    private final Map<String, Integer> groups = new LinkedHashMap<>();
    private final Map<Event, Integer> events = new LinkedHashMap<>();
    private final UnitList units = new UnitList();
    private final RowKeys keys = new RowKeys();
    private final RowTable rows = new RowTable();
    private final IoTable io = new IoTable(Integer.MAX_VALUE);
    private final EventCounts.Table counts = new EventCounts.Table(Integer.MAX_VALUE);
    private final List<Recording> recordings = new ArrayList<>();
    /** A single profile is not copied. */
    private Optional<Profile> single = Optional.empty();
    private boolean empty = true;
    private Profile.Weights weights = Profile.Weights.SAMPLED;
    private Observation observed = Observation.NONE;

    void add(Profile other) {
        if (empty) {
            empty = false;
            weights = other.weights();
            single = Optional.of(other);
            return;
        }
        if (other.weights() != weights) {
            throw new IllegalArgumentException("sampled times are merged with times that the kernel counted");
        }
        single.ifPresent(this::merge);
        single = Optional.empty();
        merge(other);
    }

    private void merge(Profile other) {
        int[] nodes = nodes(other);
        int[] unitIds = other.units().stream().mapToInt(units::add).toArray();
        other.events().forEach(event -> events.putIfAbsent(event, events.size()));
        addRows(other, nodes, unitIds);
        for (IoOperation one : other.io()) {
            io.add(one.kind(), nodes[one.leaf()], one.target(), one.calls(), one.bytes(), one.nanos(),
                    one.sizes().copy(), one.sampled());
        }
        for (EventCount count : other.counts().rows()) {
            counts.add(new EventCount(count.kind(), nodes[count.leaf()],
                    group(other.threadGroups().get(count.threadGroup())), count.subject(), count.events(),
                    count.nanos()));
        }
        other.counts().thresholdNanos().forEach(counts::threshold);
        other.counts().gauges().forEach(counts::gauge);
        counts.endRecording();
        recordings.addAll(other.recordings());
        observed = observed.plus(other.observed());
    }

    /** Returns the sum, numbered canonically; this must not be used afterwards. */
    Profile profile() {
        if (single.isPresent()) {
            return CanonicalProfile.of(single.get());
        }
        return CanonicalProfile.of(new Profile(tree, methods, List.copyOf(groups.keySet()),
                List.copyOf(events.keySet()), keys.rows(rows), new IoOperations(io), counts.counts(), recordings,
                TimeSlices.NONE, units.units(), weights, observed));
    }

    private int[] nodes(Profile other) {
        BitSet used = UsedNodes.of(other);
        Map<Integer, Integer> methodIds = new HashMap<>();
        int[] nodes = new int[other.tree().size()];
        for (int node = used.nextSetBit(0); node >= 0; node = used.nextSetBit(node + 1)) {
            int method = methodIds.computeIfAbsent(other.tree().method(node), id -> method(other.methods(), id));
            nodes[node] = tree.child(nodes[other.tree().parent(node)], method, other.tree().lineKind(node));
        }
        return nodes;
    }

    private int method(Methods others, int id) {
        int method = methods.id(others.className(id), others.methodName(id));
        methods.module(method, others.module(id));
        methods.source(others.className(id), others.source(others.className(id)));
        return method;
    }

    private void addRows(Profile other, int[] nodes, int[] unitIds) {
        Rows added = other.rows();
        int[] groupIds = other.threadGroups().stream().mapToInt(this::group).toArray();
        int[] eventIds = other.events().stream().mapToInt(events::get).toArray();
        for (int row = 0; row < added.size(); row++) {
            if (!UsedNodes.holdsSomething(added, row)) {
                continue;
            }
            int unit = unitIds.length == 0 ? units.add(Unit.UNKNOWN) : unitIds[added.unit(row)];
            int key = keys.number(groupIds[added.threadGroup(row)], eventIds[added.event(row)], unit);
            int to = RowKeys.row(rows, nodes[added.leaf(row)], key);
            rows.add(to, added.samples(row), added.nanos(row));
            rows.addSystem(to, added.systemSamples(row), added.systemNanos(row));
        }
    }

    private int group(String name) {
        return groups.computeIfAbsent(name, key -> groups.size());
    }
}
