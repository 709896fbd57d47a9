package dev.perfhint.spark;

import dev.perfhint.fleet.FleetStorage;
import dev.perfhint.fleet.FleetStore;
import dev.perfhint.fleet.MergeStep;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.apache.spark.api.java.function.Function;
import scala.Tuple2;

/** Merges the call trees of one partition and writes its files; tried twice, it writes the same bytes twice. */
record MergeTask(StoreLocation store, HashMap<String, String> stored, int maxNodes)
        implements Function<Tuple2<String, Iterable<byte[]>>, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String call(Tuple2<String, Iterable<byte[]>> partition) throws IOException {
        FleetStorage storage = store.open();
        List<byte[]> trees = new ArrayList<>();
        partition._2().forEach(trees::add);
        String old = stored.get(partition._1());
        if (old != null) {
            trees.add(FleetStore.file(storage, old));
        }
        return new MergeStep(maxNodes).run(partition._1(), trees).writeTo(storage).line();
    }
}
