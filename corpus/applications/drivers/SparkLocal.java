//DEPS org.apache.spark:spark-sql_2.13:3.5.4
//KIND build
//JVM --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.lang.invoke=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED --add-opens=java.base/java.net=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/java.util.concurrent=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/sun.nio.cs=ALL-UNNAMED --add-opens=java.base/sun.security.action=ALL-UNNAMED --add-opens=java.base/sun.util.calendar=ALL-UNNAMED
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/** Spark in local mode: a grouped sum with a shuffle, written as parquet; {@code partitions} uses 2 in place of 200. */
final class SparkLocal {
    public static void main(String[] args) throws Exception {
        Configurator.setRootLevel(Level.ERROR);
        SparkSession spark = SparkSession.builder().master("local[2]").config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.adaptive.enabled", "false")
                .config("spark.sql.shuffle.partitions", Bench.is("partitions") ? "2" : "200")
                .config("spark.local.dir", Bench.work().toString())
                .config("spark.sql.warehouse.dir", Bench.work().resolve("warehouse").toString()).getOrCreate();
        Bench.loop(1, () -> spark.range(0, 200_000, 1, 4).withColumn("k", functions.expr("id % 1000"))
                .groupBy("k").sum("id").write().mode("overwrite").parquet(Bench.work().resolve("sums").toString()));
    }
}
