import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.store.ProfileFile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Adds half of a finding's calls once more: {@code Plant.java RECORDING FINDING ...} writes {@code more.php} beside
 * each recording of {@code Lake.java}, with the samples below the calls of that finding in the first of its two parts.
 */
final class Plant {
    private static final long PART_NANOS = 9_000_000_000L;

    private Plant() {}

    public static void main(String[] arguments) throws Exception {
        int planted = 0;
        for (int i = 0; i < arguments.length; i += 2) {
            Path recording = Path.of(arguments[i]);
            Profile half = Recordings.read(List.of(recording),
                    ReadOptions.DEFAULTS.asSampled().withTime(0, PART_NANOS));
            Set<Integer> calls = Analysis.run(half, Optional.empty(), AnalysisOptions.DEFAULTS).calls()
                    .getOrDefault(arguments[i + 1], Set.of());
            if (calls.isEmpty()) {
                continue;
            }
            try (OutputStream out = Files.newOutputStream(recording.resolveSibling("more.php"))) {
                ProfileFile.write(half.only(below(half.tree(), calls), group -> true, Event::cpu), out);
            }
            planted++;
        }
        System.out.println(planted);
    }

    private static BitSet below(CallTree tree, Set<Integer> calls) {
        BitSet nodes = new BitSet();
        for (int node = 1; node < tree.size(); node++) {
            nodes.set(node, calls.contains(node) || nodes.get(tree.parent(node)));
        }
        return nodes;
    }
}
