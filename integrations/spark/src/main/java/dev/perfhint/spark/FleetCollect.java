package dev.perfhint.spark;

import dev.perfhint.fleet.Collect;
import dev.perfhint.fleet.CollectPlan;
import dev.perfhint.fleet.CollectSummary;
import dev.perfhint.fleet.Labeller;
import dev.perfhint.fleet.LabelsFile;
import dev.perfhint.fleet.PathLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * {@code perfhint fleet collect} as a job of a cluster: {@code spark-submit --class dev.perfhint.spark.FleetCollect
 * perfhint-spark.jar RECORDINGS... --store URI}. The store is byte for byte the one that perfhint itself writes.
 */
public final class FleetCollect {
    private FleetCollect() {}

    /** Ends with an exception on wrong arguments, a failing storage or too many bad recordings. */
    public static void main(String[] arguments) throws IOException {
        CollectArguments wanted = CollectArguments.of(arguments);
        SparkConf conf = new SparkConf().setIfMissing("spark.app.name", "perfhint fleet collect");
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            HadoopFiles files = HadoopFiles.of(conf);
            RecordingListing listing = new RecordingListing(files.configuration());
            for (String each : wanted.recordings()) {
                listing.add(each);
            }
            StoreLocation store = new StoreLocation(files, wanted.store());
            Collect collect = new Collect(store.lock(), labeller(files, wanted));
            CollectPlan plan = collect.plan(listing.found(), listing::covers);
            Collect.Result result = collect.run(plan, new SparkRunner(spark, store, wanted.maxNodes()));
            System.out.print(CollectSummary.of(result, listing.found().size(), wanted.store()));
            if (CollectSummary.badPercent(result) > wanted.failOnBad()) {
                throw new IllegalStateException("more bad recordings than --fail-on-bad " + wanted.failOnBad());
            }
        }
    }

    private static Labeller labeller(HadoopFiles files, CollectArguments wanted) throws IOException {
        LabelsFile labels = LabelsFile.NONE;
        if (!wanted.labels().isEmpty()) {
            Path path = new Path(wanted.labels());
            try (FSDataInputStream in = path.getFileSystem(files.configuration()).open(path)) {
                labels = LabelsFile.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return new Labeller(labels, wanted.layout().isEmpty() ? PathLayout.FOLDERS : PathLayout.of(wanted.layout()));
    }
}
