package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.PackagePrefixes;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.observed.CallCount;
import dev.perfhint.profile.observed.ObservedFrame;
import dev.perfhint.profile.observed.ObservedStack;
import dev.perfhint.profile.observed.PlacedCall;
import dev.perfhint.profile.observed.StreamLife;
import dev.perfhint.rules.observed.SeenCalls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds the observed calls of recorded stacks: those with the same frames outside the JDK, or with most of them in
 * common from the call site on. Where the call site has another line, its method decides.
 */
public final class ObservedStacks {
    private static final int MAX_FRAMES = 64;
    private static final double MOST_CALLS = 0.9;
    /** What the class loaders read. */
    private static final String CLASS_PATH = "class-path";

    private final CallTree tree;
    private final Methods methods;
    private final Map<String, List<Seen>> bySite = new HashMap<>();
    private final Map<String, List<Seen>> byMethod = new HashMap<>();

    private record Seen(StreamLife life, CallCount count, List<String> chain) {}

    public ObservedStacks(Profile profile) {
        tree = profile.tree();
        methods = profile.methods();
        for (StreamLife life : profile.observed().streams().values()) {
            if (life.site().kind().equals(CLASS_PATH)) {
                continue;
            }
            life.calls().forEach((call, count) -> add(call, life, count));
            add(new PlacedCall(SeenCalls.OPEN, life.site().creation()), life,
                    new CallCount(life.streams().opened(), 0, life.streams().failedOpens(), new TreeMap<>()));
        }
    }

    private void add(PlacedCall call, StreamLife life, CallCount count) {
        List<String> chain = chain(call.stack());
        if (!chain.isEmpty()) {
            Seen seen = new Seen(life, count, chain);
            bySite.computeIfAbsent(call.what() + ' ' + chain.get(0), key -> new ArrayList<>()).add(seen);
            byMethod.computeIfAbsent(call.what() + ' ' + method(chain.get(0)), key -> new ArrayList<>()).add(seen);
        }
    }

    /** Returns the stack with what was seen of its calls, their size included. */
    public SystemStack joined(SystemStack stack) {
        Optional<SeenCalls> seen = bySite.isEmpty() ? Optional.empty() : seen(stack);
        if (seen.isEmpty()) {
            return stack;
        }
        CallCount here = seen.get().here();
        CallCount whole = seen.get().life().operation(seen.get().operation());
        // the bytes of one stack are estimated from some of its calls, those of the stream are counted
        CallCount sized = here.bytes() > 0 && here.calls() < MOST_CALLS * whole.calls() ? here : whole;
        boolean moves = stack.io().operation().isRead() || stack.io().operation().isWrite();
        SystemStack joined = stack.withIo(stack.io().withSeen(seen.get()));
        return moves && sized.calls() > 0
                ? joined.withSize(new Size(sized.bytesPerCall(), Size.Known.OBSERVED)) : joined;
    }

    private Optional<SeenCalls> seen(SystemStack stack) {
        List<String> chain = chain(stack);
        if (chain.isEmpty()) {
            return Optional.empty();
        }
        for (String operation : operations(stack)) {
            List<Seen> found = bySite.getOrDefault(operation + ' ' + chain.get(0),
                    byMethod.getOrDefault(operation + ' ' + method(chain.get(0)), List.of()));
            int most = found.stream().mapToInt(each -> common(each.chain(), chain)).max().orElse(-1);
            // of streams of several places the one with most of these calls
            Optional<SeenCalls> best = found.stream().filter(each -> common(each.chain(), chain) == most)
                    .max(Comparator.comparingLong((Seen each) -> each.count().calls())
                            .thenComparing(each -> each.life().site()))
                    .map(each -> new SeenCalls(each.life(), operation, each.count()));
            if (best.isPresent()) {
                return best;
            }
        }
        return Optional.empty();
    }

    private static List<String> operations(SystemStack stack) {
        return switch (stack.io().operation()) {
            case FILE_READ, RANDOM_READ, CHANNEL_READ, SOCKET_READ -> List.of(StreamLife.READ, StreamLife.READ_AT);
            case FILE_WRITE, RANDOM_WRITE, CHANNEL_WRITE, SOCKET_WRITE ->
                List.of(StreamLife.WRITE, StreamLife.WRITE_AT);
            case RANDOM_SEEK, CHANNEL_SEEK, POSITION -> List.of("seek", "position", "length", "available", "skip");
            case SYNC -> List.of("sync");
            default -> stack.cause() == Cause.FILE_OPEN || stack.cause() == Cause.FILE_CREATE ? List.of(SeenCalls.OPEN)
                    : List.of();
        };
    }

    private List<String> chain(SystemStack stack) {
        return tree.path(stack.caller()).filter(node -> isOutsideJdk(methods.className(tree.method(node))))
                .limit(MAX_FRAMES)
                .mapToObj(node -> methods.name(tree.method(node)) + ':' + Math.max(0, tree.line(node))).toList();
    }

    private static List<String> chain(ObservedStack stack) {
        return stack.frames().stream().filter(frame -> isOutsideJdk(frame.className())).limit(MAX_FRAMES)
                .map(ObservedStacks::named).toList();
    }

    private static String named(ObservedFrame frame) {
        return frame.name() + ':' + Math.max(0, frame.line());
    }

    private static boolean isOutsideJdk(String className) {
        return !className.isEmpty() && !className.endsWith("$$Lambda") && !PackagePrefixes.JDK.contain(className);
    }

    private static String method(String place) {
        return place.substring(0, place.lastIndexOf(':'));
    }

    private static int common(List<String> one, List<String> other) {
        int same = 0;
        while (same < Math.min(one.size(), other.size()) && one.get(same).equals(other.get(same))) {
            same++;
        }
        return same;
    }
}
