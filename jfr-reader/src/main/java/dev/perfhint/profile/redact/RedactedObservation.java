package dev.perfhint.profile.redact;

import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.observed.StreamLife;
import dev.perfhint.profile.observed.StreamSite;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** Replaces the files and hosts of what an agent observed; its stacks are code. */
final class RedactedObservation {
    private RedactedObservation() {}

    static Observation of(Observation observed, Redaction names) {
        SortedMap<StreamSite, StreamLife> streams = new TreeMap<>();
        observed.streams().forEach((site, life) -> streams.put(site, new StreamLife(life.site(), life.streams(),
                life.operations(), life.turns(), life.runs(), life.jumps(), life.blocks(), life.units(), life.calls(),
                life.closers(), renamed(life.paths(), isOfHosts(site.kind()) ? names::peer : names::path),
                life.others())));
        TreeSet<String> losses = new TreeSet<>(observed.losses().stream().map(names::text).toList());
        return new Observation(observed.runs(), observed.nanos(), losses, streams, observed.metadata(),
                observed.metadataCalls(), renamed(observed.metadataPaths(), each -> afterOperation(each, names)),
                observed.polls());
    }

    private static boolean isOfHosts(String kind) {
        return kind.contains("socket") || kind.startsWith("datagram");
    }

    private static String afterOperation(String operationAndPath, Redaction names) {
        int blank = operationAndPath.indexOf(' ');
        return operationAndPath.substring(0, blank + 1) + names.path(operationAndPath.substring(blank + 1));
    }

    private static SortedMap<String, Long> renamed(Map<String, Long> counts, UnaryOperator<String> name) {
        SortedMap<String, Long> sums = new TreeMap<>();
        counts.forEach((key, count) -> sums.merge(name.apply(key), count, Long::sum));
        return sums;
    }
}
