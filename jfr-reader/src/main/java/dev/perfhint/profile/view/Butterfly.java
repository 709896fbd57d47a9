package dev.perfhint.profile.view;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.cause.Causes;
import dev.perfhint.profile.cause.MainCause;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The callers-callees table around one method: who called it and what it called, each with the system CPU attributed to
 * that edge. Any row's method can be the next centre.
 *
 * <p>A recursive centre counts once: a stack belongs to the caller of its outermost occurrence and to the callee of its
 * innermost one. So the callers sum to the centre's inclusive time, and the callees plus its exclusive time do as well.
 *
 * @param centres the methods that the asked name fits, most inclusive time first; the first is the centre of this table
 * @param callers most attributed time first; {@link Frames#THREAD_ROOT} where the centre is the outermost frame
 */
public record Butterfly(List<Hotspot> centres, List<Edge> callers, List<Edge> callees) {
    /**
     * A caller or callee with the system samples and nanoseconds attributed to it, and what most of them were spent
     * for.
     */
    public record Edge(String method, FrameKind kind, long samples, long nanos, MainCause cause) {
        /** Returns this edge's part of the centre's inclusive system CPU, by time where known, else by samples. */
        public double share(Hotspot centre) {
            if (centre.inclusiveNanos() > 0) {
                return (double) nanos / centre.inclusiveNanos();
            }
            return centre.inclusive() == 0 ? 0 : (double) samples / centre.inclusive();
        }
    }

    public Butterfly {
        centres = List.copyOf(centres);
        callers = List.copyOf(callers);
        callees = List.copyOf(callees);
    }

    /** Returns the method in the centre; empty if no stack with system CPU holds a method of the asked name. */
    public Optional<Hotspot> centre() {
        return centres.stream().findFirst();
    }

    /**
     * Returns the table around the method that {@code looseMethod} fits best: its full name, else the end of it
     * ({@code FileOutputStream.write}, {@code write}), else its class, else any part in any case.
     */
    public static Butterfly of(Profile profile, Evidence grade, String looseMethod, boolean nativeFrames) {
        List<Hotspot> centres = matches(Hotspots.of(profile, grade, nativeFrames), looseMethod);
        if (centres.isEmpty()) {
            return new Butterfly(List.of(), List.of(), List.of());
        }
        Sums sums = new Sums(profile, nativeFrames, centres.get(0).method());
        for (int row : GradeRows.ofSystem(profile, grade)) {
            sums.add(row);
        }
        return new Butterfly(centres, edges(sums.callers), edges(sums.callees));
    }

    private record Key(String method, FrameKind kind) {}

    /** Adds stacks up around one centre. */
    private static final class Sums {
        final Map<Key, EdgeSum> callers = new HashMap<>();
        final Map<Key, EdgeSum> callees = new HashMap<>();
        private final Profile profile;
        private final Causes causes;
        private final boolean nativeFrames;
        private final BitSet javaMethods;
        private final BitSet centre = new BitSet();

        Sums(Profile profile, boolean nativeFrames, String centreName) {
            this.profile = profile;
            this.causes = new Causes(profile);
            this.nativeFrames = nativeFrames;
            javaMethods = Frames.javaMethods(profile.methods());
            for (int method = 0; method < profile.methods().size(); method++) {
                centre.set(method, profile.methods().name(method).equals(centreName));
            }
        }

        void add(int row) {
            CallTree tree = profile.tree();
            int caller = CallTree.ROOT;
            int callee = CallTree.ROOT;
            int previous = CallTree.ROOT;
            boolean found = false;
            boolean callerWanted = false;
            for (int node = profile.rows().leaf(row); node != CallTree.ROOT; node = tree.parent(node)) {
                if (!nativeFrames && !Frames.isJava(tree, javaMethods, node)) {
                    continue;
                }
                if (centre.get(tree.method(node))) {
                    callee = found ? callee : previous;
                    found = true;
                    callerWanted = true;
                    caller = CallTree.ROOT;
                } else if (callerWanted) {
                    caller = node;
                    callerWanted = false;
                }
                previous = node;
            }
            if (!found) {
                return;
            }
            add(callers, caller == CallTree.ROOT ? new Key(Frames.THREAD_ROOT, FrameKind.NATIVE) : key(caller), row);
            if (callee != CallTree.ROOT) {
                add(callees, key(callee), row);
            }
        }

        private Key key(int node) {
            FrameKind kind = Frames.isJava(profile, node) ? FrameKind.JAVA : profile.tree().kind(node);
            return new Key(Frames.name(profile, node), kind);
        }

        private void add(Map<Key, EdgeSum> edges, Key key, int row) {
            Rows rows = profile.rows();
            edges.computeIfAbsent(key, k -> new EdgeSum()).add(
                    causes.of(rows.leaf(row), rows.threadGroup(row)).cause(), rows.systemSamples(row),
                    rows.systemNanos(row));
        }
    }

    private static final class EdgeSum {
        private final MainCause.Sums causes = new MainCause.Sums();
        private long samples;
        private long nanos;

        void add(Cause cause, long addedSamples, long addedNanos) {
            samples += addedSamples;
            nanos += addedNanos;
            causes.add(cause, addedSamples, addedNanos);
        }

        Edge of(Key key) {
            return new Edge(key.method(), key.kind(), samples, nanos, causes.main());
        }
    }

    private static List<Hotspot> matches(List<Hotspot> hotspots, String looseMethod) {
        String asked = looseMethod.replace('/', '.').replace('#', '.');
        int descriptor = asked.indexOf('(');
        String name = descriptor > 0 ? asked.substring(0, descriptor) : asked;
        String lower = name.toLowerCase(Locale.ROOT);
        int best = Integer.MAX_VALUE;
        List<Hotspot> matches = new ArrayList<>();
        for (Hotspot hotspot : hotspots) {
            int distance = distance(hotspot, name, lower);
            if (distance < best) {
                best = distance;
                matches.clear();
            }
            if (distance == best && best < Integer.MAX_VALUE) {
                matches.add(hotspot);
            }
        }
        matches.sort(Hotspot.byInclusive());
        return matches;
    }

    private static int distance(Hotspot hotspot, String name, String lower) {
        String method = hotspot.method();
        if (method.equals(name)) {
            return 0;
        }
        if (endsWithName(method, name)) {
            return 1;
        }
        int dot = method.lastIndexOf('.');
        String owner = dot < 0 ? "" : method.substring(0, dot);
        if (owner.equals(name) || endsWithName(owner, name)) {
            return 2;
        }
        return method.toLowerCase(Locale.ROOT).contains(lower) ? 3 : Integer.MAX_VALUE;
    }

    private static boolean endsWithName(String method, String name) {
        int at = method.length() - name.length();
        return at > 0 && method.endsWith(name) && (method.charAt(at - 1) == '.' || method.charAt(at - 1) == '$');
    }

    private static List<Edge> edges(Map<Key, EdgeSum> sums) {
        return sums.entrySet().stream()
                .map(entry -> entry.getValue().of(entry.getKey()))
                .sorted(Comparator.comparingLong(Edge::nanos)
                        .thenComparingLong(Edge::samples)
                        .reversed()
                        .thenComparing(Edge::method)
                        .thenComparing(Edge::kind))
                .toList();
    }
}
