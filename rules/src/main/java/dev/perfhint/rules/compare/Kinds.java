package dev.perfhint.rules.compare;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Divides the parts of both recordings into kernel code, which is the methods that mostly call the kernel, with their
 * own user CPU, and user code.
 *
 * <p>What slows a machine down slows each of the two alike within itself, but not both by the same factor.
 */
final class Kinds {
    private static final double LEAST_SYSTEM_SHARE = 0.2;
    private static final double LEAST_CALLED = 0.1;

    private final List<Side> sides;
    private final Set<Part.Key> kernel = new TreeSet<>();
    private final Set<Part.Key> user = new TreeSet<>();
    private final Set<Part.Key> inlining = new TreeSet<>();

    Kinds(Side before, Side after) {
        this.sides = List.of(before, after);
        Map<String, double[]> sums = new HashMap<>();
        add(sums, before);
        add(sums, after);
        Set<Part.Key> all = new HashSet<>(before.parts().keySet());
        all.addAll(after.parts().keySet());
        for (Part.Key key : all) {
            double[] sum = sums.get(key.method());
            (sum[1] >= LEAST_SYSTEM_SHARE * sum[0] ? kernel : user).add(key);
        }
        findInlining(before);
        findInlining(after);
    }

    /** Looks for methods of the application whose user code lies in several Java methods. */
    private void findInlining(Side side) {
        Map<Integer, Long> all = new HashMap<>();
        Map<Integer, Long> largest = new HashMap<>();
        side.parts().forEach((key, part) -> {
            if (user.contains(key)) {
                part.samplesByApplicationMethod().forEach((method, samples) -> {
                    all.merge(method, samples, Long::sum);
                    largest.merge(method, samples, Math::max);
                });
            }
        });
        side.parts().forEach((key, part) -> {
            long calling = 0;
            for (Map.Entry<Integer, Long> under : part.samplesByApplicationMethod().entrySet()) {
                int method = under.getKey();
                if (all.getOrDefault(method, 0L) - largest.getOrDefault(method, 0L) >= LEAST_CALLED
                        * all.getOrDefault(method, 0L)) {
                    calling += under.getValue();
                }
            }
            if (user.contains(key) && 2 * calling >= part.samples()) {
                inlining.add(key);
            }
        });
    }

    /** Returns whether it is user code that other user code calls or that calls such. */
    boolean isInlining(Part.Key part) {
        return inlining.contains(part);
    }

    // each side weighs the same, however long it ran
    private static void add(Map<String, double[]> sums, Side side) {
        side.parts().forEach((key, part) -> {
            double[] sum = sums.computeIfAbsent(key.method(), name -> new double[2]);
            sum[0] += part.samples() / side.load();
            sum[1] += part.systemSamples() / side.load();
        });
    }

    boolean isKernel(Part.Key part) {
        return kernel.contains(part);
    }

    /** Returns all user code that ran under the methods of the application that these parts ran under. */
    Set<Part.Key> userUnderSame(Set<Part.Key> parts) {
        Set<Part.Key> found = new TreeSet<>(parts);
        for (Side side : sides) {
            Set<Integer> methods = side.applicationMethods(parts);
            side.parts().forEach((key, part) -> {
                if (user.contains(key)
                        && part.samplesByApplicationMethod().keySet().stream().anyMatch(methods::contains)) {
                    found.add(key);
                }
            });
        }
        return found;
    }

    Set<Part.Key> kernelWithout(Set<Part.Key> excluded) {
        return without(kernel, excluded);
    }

    Set<Part.Key> userWithout(Set<Part.Key> excluded) {
        return without(user, excluded);
    }

    private static Set<Part.Key> without(Set<Part.Key> parts, Set<Part.Key> excluded) {
        Set<Part.Key> rest = new TreeSet<>(parts);
        rest.removeAll(excluded);
        return rest;
    }
}
