package dev.perfhint.profile.store;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.EventCount;
import dev.perfhint.profile.EventCounts;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.Unit;
import dev.perfhint.profile.observed.ObservationWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes one canonical profile: strings first, everything else by number. {@link ProfileDecoder} reads it. */
final class ProfileEncoder {
    private final Profile profile;
    private final VarintWriter out;
    private final Map<String, Integer> strings = new HashMap<>();

    ProfileEncoder(Profile profile, OutputStream out) {
        this.profile = profile;
        this.out = new VarintWriter(out);
    }

    void write() throws IOException {
        out.write(ProfileFile.MAGIC, 0, ProfileFile.MAGIC.length);
        String observed = ObservationWriter.write(profile.observed());
        out.number(observed.isEmpty() ? ProfileFile.VERSION : ProfileFile.OBSERVED_VERSION);
        strings(texts());
        recordings();
        units();
        out.number(profile.events().size());
        for (Event event : profile.events()) {
            text(event.name());
            text(event.engine());
            out.number(event.evidence().ordinal() << 1 | (event.cpu() ? 1 : 0));
        }
        out.number(profile.threadGroups().size());
        for (String group : profile.threadGroups()) {
            text(group);
        }
        methods();
        tree();
        rows();
        io();
        counts();
        if (!observed.isEmpty()) {
            byte[] text = ProfileStrings.encode(observed);
            out.number(text.length);
            out.write(text, 0, text.length);
        }
        out.finish();
    }

    private SortedSet<String> texts() {
        SortedSet<String> texts = new TreeSet<>(profile.threadGroups());
        for (Recording one : profile.recordings()) {
            texts.addAll(List.of(one.path(), one.format(), one.engine(), one.event(), one.jvm(), one.mainClass(),
                    one.labels().host()));
            texts.addAll(one.warnings());
            texts.addAll(one.labels().names().keySet());
            texts.addAll(one.labels().names().values());
        }
        profile.units().forEach(unit -> texts.add(unit.host()));
        profile.events().forEach(event -> texts.addAll(List.of(event.name(), event.engine())));
        Methods methods = profile.methods();
        for (int id = 0; id < methods.size(); id++) {
            texts.addAll(List.of(methods.className(id), methods.methodName(id), methods.module(id),
                    methods.source(methods.className(id))));
        }
        profile.io().forEach(one -> texts.add(one.target()));
        profile.counts().rows().forEach(count -> texts.add(count.subject()));
        texts.addAll(profile.counts().gauges().keySet());
        return texts;
    }

    /** Writes each text as what it adds to the one before. */
    private void strings(SortedSet<String> texts) throws IOException {
        out.number(texts.size());
        byte[] before = new byte[0];
        for (String text : texts) {
            byte[] bytes = ProfileStrings.encode(text);
            int shared = 0;
            int most = Math.min(ProfileStrings.MAX_SHARED, Math.min(before.length, bytes.length));
            while (shared < most && before[shared] == bytes[shared]) {
                shared++;
            }
            out.number(shared);
            out.number(bytes.length - shared);
            out.write(bytes, shared, bytes.length);
            strings.put(text, strings.size());
            before = bytes;
        }
    }

    private void text(String text) throws IOException {
        out.number(strings.get(text));
    }

    private void recordings() throws IOException {
        out.number(profile.recordings().size());
        for (Recording one : profile.recordings()) {
            for (String text : List.of(one.path(), one.format(), one.engine(), one.event(), one.jvm(),
                    one.mainClass())) {
                text(text);
            }
            out.number(one.evidence().ordinal() << 1 | (one.complete() ? 1 : 0));
            for (long number : new long[] {one.startMillis(), one.durationMillis(), one.intervalNanos(), one.samples(),
                one.cpuNanos(), one.systemNanos(), one.lostSamples(), one.truncatedStacks(), one.stackDepth()}) {
                out.signed(number);
            }
            out.number(one.warnings().size());
            for (String warning : one.warnings()) {
                text(warning);
            }
            text(one.labels().host());
            out.signed(one.labels().pid());
            out.number(one.labels().names().size());
            for (Map.Entry<String, String> name : one.labels().names().entrySet()) {
                text(name.getKey());
                text(name.getValue());
            }
            out.signed(one.kernel().map(KernelAccounting::userNanos).orElse(-1L));
            out.signed(one.kernel().map(KernelAccounting::systemNanos).orElse(-1L));
        }
    }

    private void units() throws IOException {
        out.number(profile.units().size());
        for (Unit unit : profile.units()) {
            text(unit.host());
            out.signed(unit.hourMillis());
            out.number(unit.evidence().ordinal());
            out.number(unit.recordings());
            out.signed(unit.samples());
            out.signed(unit.cpuNanos());
            out.signed(unit.systemNanos());
            out.number(unit.spans().size());
            long before = unit.hourMillis();
            for (Unit.Span span : unit.spans()) {
                out.signed(span.startMillis() - before);
                out.signed(span.endMillis() - span.startMillis());
                before = span.endMillis();
            }
        }
    }

    private void methods() throws IOException {
        Methods methods = profile.methods();
        out.number(methods.size());
        int before = 0;
        for (int id = 0; id < methods.size(); id++) {
            int className = strings.get(methods.className(id));
            boolean sameClass = id > 0 && className == before;
            out.number(className - before);
            text(methods.methodName(id));
            text(methods.module(id));
            if (!sameClass) {
                text(methods.source(methods.className(id)));
            }
            before = className;
        }
    }

    /** Writes each node as the difference of its number to its parent's, which is 1 along a stack, and its frame. */
    private void tree() throws IOException {
        CallTree tree = profile.tree();
        out.number(tree.size());
        for (int node = 1; node < tree.size(); node++) {
            out.number(node - tree.parent(node) - 1);
            out.number(tree.method(node));
            out.number(tree.lineKind(node));
        }
    }

    /** Writes the time of a row as its difference to what the row before of this event lets expect of its samples. */
    private void rows() throws IOException {
        Rows rows = profile.rows();
        long[] nanosPerSample = new long[profile.events().size()];
        out.number(rows.size());
        int before = 0;
        for (int row = 0; row < rows.size(); row++) {
            int event = rows.event(row);
            boolean none = rows.systemSamples(row) == 0 && rows.systemNanos(row) == 0;
            boolean all = rows.systemSamples(row) == rows.samples(row) && rows.systemNanos(row) == rows.nanos(row);
            int system = none ? 0 : all ? 1 : 2;
            out.number(rows.leaf(row) - before);
            out.number(event * 3L + system);
            out.number(rows.threadGroup(row));
            if (profile.units().size() > 1) {
                out.number(rows.unit(row));
            }
            out.number(rows.samples(row));
            out.signed(rows.nanos(row) - rows.samples(row) * nanosPerSample[event]);
            if (system == 2) {
                out.signed(rows.systemSamples(row));
                out.signed(rows.systemNanos(row));
            }
            nanosPerSample[event] = rows.samples(row) == 0 ? nanosPerSample[event]
                    : rows.nanos(row) / rows.samples(row);
            before = rows.leaf(row);
        }
    }

    private void io() throws IOException {
        out.number(profile.io().size());
        for (IoOperation one : profile.io()) {
            out.number(one.kind().ordinal() << 1 | (one.sampled() ? 1 : 0));
            out.number(one.leaf());
            text(one.target());
            out.signed(one.calls());
            out.signed(one.bytes());
            out.signed(one.nanos());
            long[] sizes = one.sizes().counts();
            long used = 0;
            for (int size = 0; size < sizes.length; size++) {
                used |= sizes[size] == 0 ? 0 : 1L << size;
            }
            out.number(used);
            for (long count : sizes) {
                if (count != 0) {
                    out.number(count);
                }
            }
        }
    }

    private void counts() throws IOException {
        EventCounts counts = profile.counts();
        out.number(counts.rows().size());
        for (EventCount count : counts.rows()) {
            out.number(count.kind().ordinal());
            out.number(count.leaf());
            out.number(count.threadGroup());
            text(count.subject());
            out.signed(count.events());
            out.signed(count.nanos());
        }
        Map<EventCount.Kind, Long> thresholds = new TreeMap<>(counts.thresholdNanos());
        out.number(thresholds.size());
        for (Map.Entry<EventCount.Kind, Long> threshold : thresholds.entrySet()) {
            out.number(threshold.getKey().ordinal());
            out.signed(threshold.getValue());
        }
        Map<String, Gauge> gauges = new TreeMap<>(counts.gauges());
        out.number(gauges.size());
        for (Map.Entry<String, Gauge> entry : gauges.entrySet()) {
            text(entry.getKey());
            Gauge gauge = entry.getValue();
            for (long number : new long[] {gauge.first(), gauge.last(), gauge.least(), gauge.most(), gauge.events(),
                gauge.changes()}) {
                out.signed(number);
            }
        }
    }
}
