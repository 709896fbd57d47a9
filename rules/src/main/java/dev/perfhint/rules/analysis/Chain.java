package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Methods;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.stack.Owners;
import dev.perfhint.rules.stack.SourceFrames;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.CallSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Builds the chain of callers of a finding: at each step the caller through which most of it flows, with its share.
 * At most 40 frames.
 */
final class Chain {
    private static final int MAX_FRAMES = 40;

    private Chain() {}

    static List<ChainFrame> of(Candidate candidate, Owners owners, SourceFrames frames) {
        CallTree tree = candidate.tree();
        Map<Integer, Long> level = new HashMap<>();
        candidate.stacks().forEach(stack -> level.merge(stack.caller(), stack.samples(), Long::sum));
        level.remove(CallTree.ROOT);
        List<Frame> path = new ArrayList<>();
        Map<Integer, Long> at = level;
        while (!at.isEmpty() && path.size() < MAX_FRAMES) {
            Map<Frame, Step> steps = new LinkedHashMap<>();
            at.forEach((node, samples) -> steps
                    .computeIfAbsent(new Frame(tree.method(node), tree.line(node)),
                            key -> new Step(key, new HashMap<>()))
                    .nodes().merge(node, samples, Long::sum));
            Step heaviest = steps.values().stream()
                    .max((a, b) -> a.samples() != b.samples()
                            ? Long.compare(a.samples(), b.samples())
                            : text(candidate.methods(), b.frame(), frames)
                                    .compareTo(text(candidate.methods(), a.frame(), frames)))
                    .orElseThrow();
            if (!owners.isLambdaProxy(heaviest.frame().method())) {
                path.add(heaviest.frame());
            }
            at = parents(tree, heaviest.nodes());
        }
        Map<Frame, Long> through = through(candidate, Set.copyOf(path));
        long all = Math.max(1, candidate.samples());
        return path.stream()
                .map(frame ->
                        new ChainFrame(text(candidate.methods(), now(candidate.methods(), frame, frames), frames),
                        owners.of(frame.method()), through.get(frame), (double) through.get(frame) / all))
                .toList();
    }

    // a frame that several ways lead through counts them all
    private static Map<Frame, Long> through(Candidate candidate, Set<Frame> frames) {
        CallTree tree = candidate.tree();
        Map<Frame, Long> samples = new HashMap<>();
        for (SystemStack stack : candidate.stacks()) {
            Set<Frame> seen = new HashSet<>();
            for (int node = stack.caller(); node > CallTree.ROOT; node = tree.parent(node)) {
                Frame frame = new Frame(tree.method(node), tree.line(node));
                if (frames.contains(frame) && seen.add(frame)) {
                    samples.merge(frame, stack.samples(), Long::sum);
                }
            }
        }
        frames.forEach(frame -> samples.putIfAbsent(frame, 0L));
        return samples;
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

    private static Frame now(Methods methods, Frame frame, SourceFrames frames) {
        CallSite recorded =
                new CallSite(methods.className(frame.method()), methods.methodName(frame.method()), frame.line());
        return new Frame(frame.method(), frames.now(recorded).line());
    }

    private static String text(Methods methods, Frame frame, SourceFrames frames) {
        String file = frames.file(methods.className(frame.method()));
        String where = file.isEmpty() ? "Unknown Source" : frame.line() > 0 ? file + ':' + frame.line() : file;
        return methods.name(frame.method()) + '(' + where + ')';
    }

    /** A record's own methods are made when they are first called, which shows in the start-up time. */
    private record Frame(int method, int line) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Frame frame && frame.method == method && frame.line == line;
        }

        @Override
        public int hashCode() {
            return 31 * method + line;
        }
    }

    private record Step(Frame frame, Map<Integer, Long> nodes) {
        long samples() {
            return nodes.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
