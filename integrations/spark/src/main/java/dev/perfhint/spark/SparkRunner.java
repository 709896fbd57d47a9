package dev.perfhint.spark;

import dev.perfhint.fleet.FleetRunner;
import dev.perfhint.fleet.KeyedBytes;
import dev.perfhint.fleet.StoredPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;

/**
 * Runs the steps as tasks. Only texts and bytes go over the network: a task is lines of recordings, sorted by partition
 * and packed by bytes, a result is a call tree under its key.
 */
final class SparkRunner implements FleetRunner {
    private final JavaSparkContext spark;
    private final StoreLocation store;
    private final int maxNodes;
    private final List<JavaPairRDD<String, byte[]>> results = new ArrayList<>();

    SparkRunner(JavaSparkContext spark, StoreLocation store, int maxNodes) {
        this.spark = spark;
        this.store = store;
        this.maxNodes = maxNodes;
    }

    @Override
    public int parallelism() {
        return spark.defaultParallelism();
    }

    @Override
    public List<String> read(List<List<String>> tasks) {
        if (tasks.isEmpty()) {
            return List.of();
        }
        List<String> texts = tasks.stream().map(task -> String.join("\n", task)).toList();
        JavaPairRDD<String, byte[]> result = spark.parallelize(texts, texts.size())
                .flatMapToPair(new ReadTask(store.files())).persist(StorageLevel.DISK_ONLY());
        results.add(result);
        return result.filter(each -> each._1().isEmpty()).values()
                .map(bytes -> new KeyedBytes("", bytes).text()).collect();
    }

    @Override
    public List<StoredPartition> merge(Map<String, String> stored) {
        if (results.isEmpty()) {
            return List.of();
        }
        JavaPairRDD<String, byte[]> all = results.get(0);
        for (JavaPairRDD<String, byte[]> more : results.subList(1, results.size())) {
            all = all.union(more);
        }
        List<String> lines = all.filter(each -> !each._1().isEmpty()).groupByKey()
                .map(new MergeTask(store, new HashMap<>(stored), maxNodes)).collect();
        return lines.stream().map(StoredPartition::of).toList();
    }
}
