package dev.perfhint.spark;

import dev.perfhint.fleet.MergeStep;
import java.util.ArrayList;
import java.util.List;

/** The arguments of {@link FleetCollect}, as those of {@code perfhint fleet collect}; paths are URIs of Hadoop. */
record CollectArguments(List<String> recordings, String store, String layout, String labels, int maxNodes,
        double failOnBad) {
    static CollectArguments of(String... arguments) {
        List<String> recordings = new ArrayList<>();
        String store = "";
        String layout = "";
        String labels = "";
        int maxNodes = MergeStep.DEFAULT_MAX_NODES;
        double failOnBad = 100;
        for (int i = 0; i < arguments.length; i++) {
            if (!arguments[i].startsWith("--")) {
                recordings.add(arguments[i]);
                continue;
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value");
            }
            String value = arguments[++i];
            switch (arguments[i - 1]) {
                case "--store" -> store = value;
                case "--layout" -> layout = value;
                case "--labels" -> labels = value;
                case "--max-nodes" -> maxNodes = Integer.parseInt(value);
                case "--fail-on-bad" -> failOnBad = Double.parseDouble(value);
                default -> throw new IllegalArgumentException("unknown option " + arguments[i - 1]);
            }
        }
        if (recordings.isEmpty() || store.isEmpty()) {
            throw new IllegalArgumentException("usage: FleetCollect RECORDINGS... --store URI [--layout PATTERN]"
                    + " [--labels URI] [--max-nodes N] [--fail-on-bad PCT]");
        }
        return new CollectArguments(recordings, store, layout, labels, maxNodes, failOnBad);
    }
}
