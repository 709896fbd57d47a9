package dev.perfhint.profile.observed;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Writes an observation as {@link ObservationReader} reads it: equal ones give equal text. */
public final class ObservationWriter {
    /** Bytes that a character may take are three; some lines follow the last that fits. */
    private static final int MAX_TEXT = ObservationReader.MAX_TEXT / 4;

    private final StringBuilder out = new StringBuilder();
    private final Map<ObservedFrame, Integer> frames = new HashMap<>();
    private final Map<ObservedStack, Integer> stacks = new HashMap<>();

    private ObservationWriter() {}

    /** Returns the text; empty for {@link Observation#NONE}. */
    public static String write(Observation observation) {
        ObservationWriter writer = new ObservationWriter();
        if (!observation.isEmpty()) {
            writer.all(observation);
        }
        if (writer.out.length() > MAX_TEXT) {
            writer.out.append("loss\tmore sites than a profile keeps\n");
        }
        return writer.out.toString();
    }

    private void all(Observation observation) {
        out.append(ObservationReader.HEADER).append('\n');
        line("runs", observation.runs());
        line("time", observation.nanos());
        observation.losses().forEach(loss -> line("loss", loss));
        int site = 0;
        for (StreamLife life : observation.streams().values()) {
            stream(life, site++);
        }
        observation.metadata().forEach((name, count) -> line("meta", name, count));
        observation.metadataCalls().forEach((call, count) -> line("metacall", call.what(), id(call.stack()), count));
        observation.metadataPaths().forEach((name, count) -> {
            int space = name.indexOf(' ');
            line("metapath", name.substring(0, space), name.substring(space + 1), count);
        });
        observation.polls().forEach((call, count) -> line("poll", call.what(), id(call.stack()), count));
    }

    private void stream(StreamLife life, int site) {
        line("site", site, life.site().kind(), id(life.site().creation()), life.site().mode());
        StreamCount count = life.streams();
        line("life", site, count.opened(), count.closed(), count.failedOpens(), count.openNow(), count.manyThreads());
        life.operations().forEach((name, calls) ->
                line("op", site, name, calls.calls(), calls.bytes(), calls.failed(), buckets(calls.sizes())));
        life.turns().forEach((turn, times) -> line("turn", site, turn.from(), turn.to(), times));
        life.runs().forEach((name, runs) -> line("run", site, name, buckets(runs)));
        if (!life.jumps().isEmpty()) {
            line("jump", site, buckets(life.jumps()));
        }
        life.blocks().forEach((name, calls) -> line("block", site, name, calls));
        life.units().forEach((unit, times) -> line("unit", site, unit, times));
        life.calls().forEach((call, calls) ->
                line("call", site, call.what(), id(call.stack()), calls.calls(), calls.bytes()));
        life.closers().forEach((stack, times) -> line("close", site, id(stack), times));
        life.paths().forEach((path, times) -> line("path", site, path, times));
        life.others().forEach((call, times) -> line("other", site, call.what(), id(call.stack()), times));
    }

    private int id(ObservedStack stack) {
        if (stack.frames().isEmpty()) {
            return 0;
        }
        Integer known = stacks.get(stack);
        if (known != null) {
            return known;
        }
        String ids = stack.frames().stream().map(frame -> String.valueOf(id(frame))).collect(Collectors.joining(","));
        stacks.put(stack, stacks.size() + 1);
        line("stack", stacks.size(), ids);
        return stacks.size();
    }

    private int id(ObservedFrame frame) {
        Integer known = frames.get(frame);
        if (known != null) {
            return known;
        }
        frames.put(frame, frames.size());
        line("frame", frames.size() - 1, frame.className(), frame.method(), frame.file(), frame.line(),
                frame.bytecodeIndex());
        return frames.size() - 1;
    }

    private static String buckets(SortedMap<Integer, Long> buckets) {
        return buckets.entrySet().stream().map(entry -> entry.getKey() + ":" + entry.getValue())
                .collect(Collectors.joining(","));
    }

    private void line(Object... fields) {
        if (out.length() > MAX_TEXT) {
            return;
        }
        for (int i = 0; i < fields.length; i++) {
            out.append(i == 0 ? "" : "\t").append(String.valueOf(fields[i]).replace("\\", "\\\\"));
        }
        out.append('\n');
    }
}
