package dev.perfhint.spark;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;

/** How executors reach the storages: the {@code spark.hadoop.*} settings, over the cluster's own files. */
record HadoopFiles(HashMap<String, String> settings) implements Serializable {
    private static final String PREFIX = "spark.hadoop.";
    private static final Map<Map<String, String>, Configuration> READ = new ConcurrentHashMap<>();

    static HadoopFiles of(SparkConf conf) {
        HashMap<String, String> settings = new HashMap<>();
        for (scala.Tuple2<String, String> each : conf.getAll()) {
            if (each._1().startsWith(PREFIX)) {
                settings.put(each._1().substring(PREFIX.length()), each._2());
            }
        }
        return new HadoopFiles(settings);
    }

    /** Returns the configuration, which takes a tenth of a second to read, from the second time on as it is. */
    Configuration configuration() {
        return READ.computeIfAbsent(settings, names -> {
            Configuration configuration = new Configuration();
            names.forEach(configuration::set);
            return configuration;
        });
    }
}
