package dev.perfhint.rules.pattern;

import dev.perfhint.rules.model.Decimals;
import dev.perfhint.rules.stack.SystemStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Names the parts that a group of stacks is made of, largest first: {@code app.Main.run 61 %, app.Main.stop 12 %}. */
public final class Parts {
    private static final int MAX_PARTS = 3;
    private static final double MIN_SHARE = 0.05;

    private Parts() {}

    /** Returns the largest parts by some name of a stack; stacks without a name do not count. */
    public static String of(Candidate candidate, Function<SystemStack, String> name) {
        Map<String, Long> samples = new TreeMap<>();
        candidate.stacks().forEach(stack -> samples.merge(name.apply(stack), stack.samples(), Long::sum));
        samples.remove("");
        List<Map.Entry<String, Long>> sorted = new ArrayList<>(samples.entrySet());
        sorted.sort(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()));
        double all = Math.max(1, candidate.samples());
        return String.join(", ", sorted.stream()
                .limit(MAX_PARTS)
                .filter(part -> part.getValue() >= MIN_SHARE * all)
                .map(part -> part.getKey() + " " + Decimals.of(100 * part.getValue() / all, 0) + " %").toList());
    }

    /** Returns {@code pkg.Class.method} of the frame that a finding names; empty if there is none. */
    public static String site(Candidate candidate, SystemStack stack) {
        return stack.site() <= 0 ? "" : candidate.methods().name(candidate.tree().method(stack.site()));
    }

    /** Returns a share of system CPU for a sentence. */
    public static String ofSystemCpu(Candidate candidate) {
        return Decimals.percent(candidate.systemShare(), 1) + " of the system CPU";
    }

    /** Returns a share of all CPU for a sentence. */
    public static String ofAllCpu(Candidate candidate) {
        return Decimals.percent(candidate.cpuShare(), 1) + " of all CPU";
    }
}
