package dev.perfhint.profile.observed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Reads what the observer wrote: one fact a line, fields separated by tabs. The text comes from a process that is not
 * trusted: what refers to nothing, is no number or exceeds a bound is left out and counted, and control characters
 * become spaces. Unknown kinds of lines are ignored.
 */
public final class ObservationReader {
    static final String HEADER = "perfhint-observed\t1";
    /** Characters that are read of one recording: what the observer writes stays far below. */
    public static final int MAX_TEXT = 1 << 24;
    private static final int MAX_IDS = 200_000;
    private static final int MAX_DEPTH = 1_024;
    private static final int MAX_FIELD = 2_000;
    /** Keys of one map, such as paths of one site. */
    private static final int MAX_KEYS = 20_000;

    private final UnaryOperator<String> classNames;
    private final Map<Integer, ObservedFrame> frames = new HashMap<>();
    private final Map<Integer, ObservedStack> stacks = new HashMap<>();
    private final Map<Integer, StreamTally> sites = new HashMap<>();
    private final SortedMap<StreamSite, StreamLife> streams = new TreeMap<>();
    private final SortedMap<String, Long> metadata = new TreeMap<>();
    private final SortedMap<PlacedCall, Long> metadataCalls = new TreeMap<>();
    private final SortedMap<String, Long> metadataPaths = new TreeMap<>();
    private final SortedMap<PlacedCall, Long> polls = new TreeMap<>();
    private final SortedSet<String> losses = new TreeSet<>();
    private long runs = 1;
    private long nanos;
    private long unreadable;
    private boolean any;

    private ObservationReader(UnaryOperator<String> classNames) {
        this.classNames = classNames;
        endJvm();
    }

    /**
     * Reads the text of one recording, of one or several JVMs.
     *
     * @param classNames how the profile names classes
     */
    public static Observation read(String text, UnaryOperator<String> classNames) {
        ObservationReader reader = new ObservationReader(classNames);
        String kept = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
        kept.lines().forEach(reader::line);
        if (text.length() > MAX_TEXT) {
            reader.losses.add("the observation is longer than 16 MB");
        }
        return reader.observation();
    }

    private Observation observation() {
        endJvm();
        if (!any) {
            return Observation.NONE;
        }
        if (unreadable > 0) {
            losses.add(unreadable + " damaged lines");
        }
        return new Observation(runs, nanos, losses, streams, metadata, metadataCalls, metadataPaths, polls);
    }

    private void endJvm() {
        sites.values().forEach(site -> streams.merge(site.site(), site.life(), StreamLife::plus));
        sites.clear();
        stacks.clear();
        // of streams older than the agent
        stacks.put(0, new ObservedStack(List.of()));
        frames.clear();
    }

    private void line(String line) {
        if (line.startsWith("perfhint-observed\t")) {
            endJvm();
            any |= line.equals(HEADER);
            return;
        }
        try {
            if (any) {
                fact(fields(line));
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            unreadable++;
        }
    }

    private void fact(String[] f) {
        switch (f[0]) {
            case "runs" -> runs = number(f[1]);
            case "time" -> time(f);
            case "loss" -> losses.add(f[1]);
            case "frame" -> keep(frames, f[1], new ObservedFrame(classNames.apply(f[2]), f[3], f[4], signed(f[5]),
                    signed(f[6])));
            case "stack" -> keep(stacks, f[1], stack(f[2]));
            case "site" -> keep(sites, f[1], new StreamTally(new StreamSite(f[2], f[4], stackOf(f[3]))));
            case "life" -> site(f).streams(new StreamCount(number(f[2]), number(f[3]), number(f[4]), number(f[5]),
                    number(f[6])));
            case "op" -> add(site(f).operations, f[2],
                    new CallCount(number(f[3]), number(f[4]), number(f[5]), buckets(f[6])));
            case "turn" -> add(site(f).turns, new Turn(f[2], f[3]), f[4]);
            case "run" -> site(f).runs.merge(f[2], buckets(f[3]), Buckets::sum);
            case "jump" -> buckets(f[2]).forEach((key, count) -> site(f).jumps.merge(key, count, Long::sum));
            case "block" -> add(site(f).blocks, f[2], f[3]);
            case "unit" -> add(site(f).units, f[2], f[3]);
            case "call" -> add(site(f).calls, new PlacedCall(f[2], stackOf(f[3])),
                    new CallCount(number(f[4]), number(f[5]), 0, new TreeMap<>()));
            case "close" -> add(site(f).closers, stackOf(f[2]), f[3]);
            case "path" -> add(site(f).paths, f[2], f[3]);
            case "other" -> add(site(f).others, new PlacedCall(f[2], stackOf(f[3])), f[4]);
            case "meta" -> add(metadata, f[1], f[2]);
            case "metacall" -> add(metadataCalls, new PlacedCall(f[1], stackOf(f[2])), f[3]);
            case "metapath" -> add(metadataPaths, f[1] + ' ' + f[2], f[3]);
            // the total, which the stacks of the polls share
            case "polls" -> add(metadata, "poll-" + f[1], f[2]);
            case "poll" -> add(polls, new PlacedCall(f[1], stackOf(f[2])), f[3]);
            case "end" -> end(f);
            default -> {
                // of a newer observer
            }
        }
    }

    /** JVMs of one run are observed at the same time. */
    private void time(String[] f) {
        nanos = Math.max(nanos, number(f[1]));
        if (f.length > 3 && !f[3].isEmpty()) {
            losses.add(f[3]);
        }
    }

    private void end(String[] f) {
        if (!f[1].equals("complete")) {
            losses.add(f.length > 2 && !f[2].isEmpty() ? f[2] : f[1]);
        }
    }

    private StreamTally site(String[] f) {
        return known(sites, f[1]);
    }

    private ObservedStack stackOf(String id) {
        return known(stacks, id);
    }

    private ObservedStack stack(String ids) {
        List<ObservedFrame> found = new ArrayList<>();
        for (String id : ids.isEmpty() ? new String[0] : ids.split(",", MAX_DEPTH + 1)) {
            if (found.size() == MAX_DEPTH) {
                break;
            }
            found.add(known(frames, id));
        }
        return new ObservedStack(found);
    }

    private static <T> T known(Map<Integer, T> table, String id) {
        T found = table.get(Integer.parseInt(id));
        if (found == null) {
            throw new IllegalArgumentException(id);
        }
        return found;
    }

    private static <T> void keep(Map<Integer, T> table, String id, T value) {
        if (table.size() >= MAX_IDS || table.putIfAbsent(Integer.parseInt(id), value) != null) {
            throw new IllegalArgumentException(id);
        }
    }

    private static <K> void add(SortedMap<K, Long> counts, K key, String count) {
        room(counts, key);
        counts.merge(key, number(count), Long::sum);
    }

    private static <K> void add(SortedMap<K, CallCount> counts, K key, CallCount count) {
        room(counts, key);
        counts.merge(key, count, CallCount::plus);
    }

    private static <K> void room(SortedMap<K, ?> counts, K key) {
        if (counts.size() >= MAX_KEYS && !counts.containsKey(key)) {
            throw new IllegalArgumentException("too many");
        }
    }

    private static SortedMap<Integer, Long> buckets(String text) {
        SortedMap<Integer, Long> buckets = new TreeMap<>();
        for (String bucket : text.isEmpty() ? new String[0] : text.split(",", 200)) {
            int colon = bucket.indexOf(':');
            int key = Integer.parseInt(bucket.substring(0, colon));
            if (Math.abs(key) >= Long.SIZE) {
                throw new IllegalArgumentException(bucket);
            }
            buckets.merge(key, number(bucket.substring(colon + 1)), Long::sum);
        }
        return buckets;
    }

    private static int signed(String text) {
        return Math.max(-1, Integer.parseInt(text));
    }

    /** A count so large is none; sums of what is kept do not overflow. */
    private static long number(String text) {
        long number = Long.parseLong(text);
        if (number < 0 || number > Long.MAX_VALUE >> 12) {
            throw new IllegalArgumentException(text);
        }
        return number;
    }

    private static String[] fields(String line) {
        return Arrays.stream(line.split("\t", 16)).map(ObservationReader::plain).toArray(String[]::new);
    }

    /** Takes the escapes out of a field; a control character of a name becomes a space. */
    private static String plain(String field) {
        String kept = field.length() > MAX_FIELD && !field.matches("[\\d,:-]*") ? field.substring(0, MAX_FIELD) : field;
        StringBuilder plain = new StringBuilder(kept.length());
        for (int i = 0; i < kept.length(); i++) {
            char c = kept.charAt(i);
            if (c == '\\' && i + 1 < kept.length()) {
                char escaped = kept.charAt(++i);
                c = escaped == 't' || escaped == 'n' ? ' ' : escaped;
            }
            plain.append(Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c);
        }
        return plain.toString();
    }
}
