package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.Sources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Follows recorded lines through edits elsewhere in their file, by the calls recorded at them: where a method's calls
 * stand no longer at their lines, but all at one distance from them, the method has moved by it.
 *
 * <p>Of several distances at which equally many calls fit, no move is taken first, then the one of the class's other
 * methods. A method that was edited itself keeps its recorded lines.
 */
public final class MovedMethods {
    /** More different calls recorded in one class than these are not looked at. */
    private static final int MAX_CALLS = 2_000;

    /** A type and a blank, or the beginning of the same name. */
    private static final Pattern BEFORE_DECLARED_NAME = Pattern.compile(
            "[\\w$>\\]](?<!(?:^|\\W)(?:return|else|throw|do|yield|case|assert))(?<!->)\\s+$|[\\w$]$");

    private final Sources sources;
    private final Map<String, Map<String, Set<Call>>> recorded = new HashMap<>();
    private final Map<String, Map<String, Integer>> moved = new HashMap<>();
    private final Map<Path, String[]> lines = new HashMap<>();
    private final Set<String> notes = new TreeSet<>();

    private record Call(int line, CallSite callee) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Call call && line == call.line && callee.equals(call.callee);
        }

        @Override
        public int hashCode() {
            return callee.hashCode() * 31 + line;
        }
    }

    public MovedMethods(Sources sources) {
        this.sources = sources;
    }

    /** Notes that the frame was seen calling; only before the first question for its class. */
    public void add(CallSite frame, CallSite callee) {
        if (frame.line() > 0) {
            recorded.computeIfAbsent(frame.className(), key -> new TreeMap<>())
                    .computeIfAbsent(frame.methodName(), key -> new LinkedHashSet<>())
                    .add(new Call(frame.line(), callee));
        }
    }

    /** Returns the frame at the line where its method's code is now. */
    public CallSite now(CallSite frame) {
        if (frame.line() == 0 || !recorded.containsKey(frame.className())) {
            return frame;
        }
        int distance = moved.computeIfAbsent(frame.className(), this::distances).getOrDefault(frame.methodName(), 0);
        return distance == 0 ? frame : new CallSite(frame.className(), frame.methodName(), frame.line() + distance);
    }

    /** Returns in which files lines were followed, one line each. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    private Map<String, Integer> distances(String className) {
        Map<String, Set<Call>> methods = recorded.get(className);
        Optional<Path> file = sources.declaredIn(className);
        int calls = methods.values().stream().mapToInt(Set::size).sum();
        if (file.isEmpty() || calls > MAX_CALLS || stands(file.get(), methods.values())) {
            return Map.of();
        }
        Map<String, Map<Integer, Long>> fits = new TreeMap<>();
        methods.forEach((method, all) -> fits.put(method, fits(className, method, all)));
        Map<Integer, Long> together = new TreeMap<>();
        fits.values().forEach(each -> each.forEach((distance, count) -> together.merge(distance, count, Long::sum)));
        Map<String, Integer> distances = new HashMap<>();
        fits.forEach((method, each) -> distances.put(method, best(each, together)));
        if (distances.values().stream().anyMatch(distance -> distance != 0)) {
            notes.add(sources.relative(file.get()) + ": lines have moved since the recording: findings use "
                                                             + "current line numbers");
        }
        return distances;
    }

    /** Returns whether each line's text names its calls; that it does not proves nothing yet. */
    private boolean stands(Path file, Collection<Set<Call>> methods) {
        String[] text = lines.computeIfAbsent(file, key -> sources.text(key).split("\r\n|\n|\r", -1));
        return methods.stream().flatMap(Set::stream)
                .allMatch(call -> call.line() <= text.length && mayCall(text[call.line() - 1], call.callee()));
    }

    private static boolean mayCall(String line, CallSite callee) {
        String name = callee.methodName();
        if (name.equals("<init>")) {
            return line.contains("new ") || line.contains("super") || line.contains("this");
        }
        for (int at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
            if (!BEFORE_DECLARED_NAME.matcher(line.substring(0, at)).find()) {
                return true;
            }
        }
        return false;
    }

    /** Returns how many of the calls are there, by distance; with no distance, those too that begin in other lines. */
    private Map<Integer, Long> fits(String className, String method, Set<Call> calls) {
        List<StackFrames.Body> bodies = StackFrames.bodies(sources, new CallSite(className, method, 0));
        Map<CallSite, List<Node>> named = calls.stream().map(Call::callee).distinct().collect(Collectors.toMap(
                callee -> callee,
                callee -> bodies.stream().flatMap(body -> StackFrames.calls(body, 0, callee).stream()).toList()));
        Map<Integer, Long> fits = new TreeMap<>();
        for (Call call : calls) {
            List<Node> all = named.get(call.callee());
            Set<Integer> distances = new TreeSet<>();
            all.forEach(node -> StackFrames.lines(node).forEach(line -> distances.add(line - call.line())));
            if (all.stream().anyMatch(node -> Enclosing.covers(node, call.line()))) {
                distances.add(0);
            }
            distances.forEach(distance -> fits.merge(distance, 1L, Long::sum));
        }
        return fits;
    }

    private static int best(Map<Integer, Long> fits, Map<Integer, Long> together) {
        List<Integer> best = mostOf(fits.keySet(), fits);
        if (best.isEmpty() || best.contains(0)) {
            return 0;
        }
        List<Integer> agreed = mostOf(best, together);
        return agreed.size() == 1 ? agreed.get(0) : 0;
    }

    private static List<Integer> mostOf(Collection<Integer> distances, Map<Integer, Long> counts) {
        long most = distances.stream().mapToLong(distance -> counts.getOrDefault(distance, 0L)).max().orElse(0);
        return new ArrayList<>(distances.stream()
                .filter(distance -> counts.getOrDefault(distance, 0L) == most).toList());
    }
}
