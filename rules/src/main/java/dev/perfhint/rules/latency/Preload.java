package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.rules.latency.Spans.Span;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The classes that were loaded by the threads of operations while these ran: all operations, not only the slow ones.
 *
 * @param names those that a program can ask for by name, in the order in which they were loaded
 * @param unnamed how many others there were: hidden classes, arrays, classes generated in each run
 */
public record Preload(List<String> names, int unnamed) {
    private static final String CLASS_LOAD = "jdk.ClassLoad";
    /** No class of these names is found in another run, or by name at all. */
    private static final Pattern MADE_IN_THE_RUN = Pattern.compile("^\\[|/|\\+0x|\\$\\$Lambda|LambdaForm\\$|Species_"
            + "|\\$\\$StringConcat|\\$\\$InjectedInvoker|\\$Proxy\\d|jdk\\.proxy\\d|Generated\\w*Accessor\\d"
            + "|ByteBuddy\\$|HibernateProxy|MockitoMock|_\\$\\$_|\\$\\$(Enhancer|FastClass|SpringCGLIB|KeyFactory)"
            + "|^Script\\d+|\\.\\d+$");

    /** Returns whether a program can ask for the class by its name, in this run and in another. */
    static boolean isLoadable(String name) {
        return !name.isEmpty() && !MADE_IN_THE_RUN.matcher(name).find();
    }

    /** @param operations of each recording by thread */
    static Preload of(Map<EventLog, Map<Integer, Spans>> operations) {
        Set<String> names = new LinkedHashSet<>();
        Set<String> others = new LinkedHashSet<>();
        operations.forEach((log, threads) -> {
            log.series(CLASS_LOAD).ifPresent(loads -> {
                Spans inOperations = new Spans();
                for (int row = 0; row < loads.size(); row++) {
                    Spans own = threads.get(loads.thread(row));
                    if (own != null && !own.overlapping(loads.startNanos(row), loads.startNanos(row) + 1).isEmpty()) {
                        inOperations.add(new Span(loads.endNanos(row), loads.endNanos(row), CLASS_LOAD, row));
                    }
                }
                // a class is loaded after those that it needs: in the order of the ends none waits for another
                inOperations.sort();
                inOperations.all().forEach(load -> {
                    String name = loads.text(load.row(), loads.field("loadedClass"));
                    (isLoadable(name) ? names : others).add(name);
                });
            });
        });
        return new Preload(List.copyOf(names), others.size());
    }

    /** Returns the list as a file: a line for each class, and what it is above them. */
    public List<String> lines() {
        List<String> lines = new java.util.ArrayList<>(List.of("# " + said()));
        lines.addAll(names);
        return lines;
    }

    /** Returns what was counted. */
    public String said() {
        return names.size() + " classes that threads loaded inside operations, counted by jdk.ClassLoad"
                + (unnamed > 0 ? "; " + unnamed + " more have no name to load them by" : "");
    }
}
