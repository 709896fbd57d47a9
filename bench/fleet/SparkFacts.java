import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads the facts of a store with Spark SQL: {@code SparkFacts.java STORE}; one line a service, for facts.py. */
final class SparkFacts {
    private SparkFacts() {}

    public static void main(String[] arguments) {
        SparkSession spark = SparkSession.builder().master("local[2]").config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2").getOrCreate();
        for (String table : new String[] {"units", "findings", "account"}) {
            spark.read().parquet(arguments[0] + "/facts/" + table).createOrReplaceTempView(table);
        }
        for (Row row : spark.sql("select service, evidence, sum(samples), sum(cpu_nanos), sum(system_nanos),"
                + " count(distinct host) from units group by service, evidence order by service").collectAsList()) {
            System.out.println(row.mkString("\t"));
        }
        for (String table : new String[] {"findings", "account"}) {
            Row row = spark.sql("select count(*), sum(system_nanos) from " + table).first();
            System.out.println(table + "\t" + row.mkString("\t"));
        }
        spark.stop();
    }
}
