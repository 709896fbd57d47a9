package dev.perfhint.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** I/O operations under construction, folded by kind, stack, target and whether they are a sample. */
final class IoTable {
    private record Key(IoOperation.Kind kind, int leaf, String target, boolean sampled) {}

    private final Map<Key, IoOperation> operations = new HashMap<>();

    void add(IoOperation.Kind kind, int leaf, String target, long calls, long bytes, long nanos, SizeHistogram sizes,
            boolean sampled) {
        operations.merge(new Key(kind, leaf, target, sampled),
                new IoOperation(kind, leaf, target, calls, bytes, nanos, sizes, sampled), IoTable::sum);
    }

    List<IoOperation> operations() {
        List<IoOperation> sorted = new ArrayList<>(operations.values());
        sorted.sort(Comparator.comparing(IoOperation::kind)
                .thenComparing(IoOperation::leaf)
                .thenComparing(IoOperation::target)
                .thenComparing(IoOperation::sampled));
        return sorted;
    }

    private static IoOperation sum(IoOperation a, IoOperation b) {
        a.sizes().merge(b.sizes());
        return new IoOperation(a.kind(), a.leaf(), a.target(), a.calls() + b.calls(), a.bytes() + b.bytes(),
                a.nanos() + b.nanos(), a.sizes(), a.sampled());
    }
}
