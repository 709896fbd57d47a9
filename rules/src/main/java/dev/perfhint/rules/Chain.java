package dev.perfhint.rules;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Methods;
import dev.perfhint.rules.stack.IoStack;
import dev.perfhint.rules.stack.Owners;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the chain of callers of a finding: at each step the caller through which most of it flows, with its share.
 * At most 40 frames.
 */
final class Chain {
    private static final int MAX_FRAMES = 40;

    private Chain() {}

    static List<ChainFrame> of(Candidate candidate, Owners owners) {
        CallTree tree = candidate.tree();
        Map<Integer, Long> at = new HashMap<>();
        candidate.stacks().forEach(stack -> at.merge(stack.caller(), stack.samples(), Long::sum));
        long all = Math.max(1, candidate.samples());
        List<ChainFrame> chain = new ArrayList<>();
        Map<Integer, Long> level = at;
        while (!level.isEmpty() && chain.size() < MAX_FRAMES) {
            Map<Frame, Step> steps = new LinkedHashMap<>();
            level.forEach((node, samples) -> steps
                    .computeIfAbsent(new Frame(tree.method(node), tree.line(node)), key -> new Step(key, new HashMap<>()))
                    .nodes().merge(node, samples, Long::sum));
            Step heaviest = steps.values().stream()
                    .max((a, b) -> a.samples() != b.samples()
                            ? Long.compare(a.samples(), b.samples())
                            : text(candidate.methods(), b.frame()).compareTo(text(candidate.methods(), a.frame())))
                    .orElseThrow();
            if (!owners.isLambdaProxy(heaviest.frame().method())) {
                chain.add(new ChainFrame(text(candidate.methods(), heaviest.frame()), owners.of(heaviest.frame().method()),
                        heaviest.samples(), (double) heaviest.samples() / all));
            }
            level = parents(tree, heaviest.nodes());
        }
        return chain;
    }

    private static Map<Integer, Long> parents(CallTree tree, Map<Integer, Long> nodes) {
        Map<Integer, Long> parents = new HashMap<>();
        nodes.forEach((node, samples) -> {
            int parent = tree.parent(node);
            if (parent != CallTree.ROOT) {
                parents.merge(parent, samples, Long::sum);
            }
        });
        return parents;
    }

    private static String text(Methods methods, Frame frame) {
        String file = Places.fileName(methods.className(frame.method()));
        String where = file.isEmpty() ? "Unknown Source" : frame.line() > 0 ? file + ':' + frame.line() : file;
        return methods.name(frame.method()) + '(' + where + ')';
    }

    private record Frame(int method, int line) {}

    private record Step(Frame frame, Map<Integer, Long> nodes) {
        long samples() {
            return nodes.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
