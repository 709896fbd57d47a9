//DEPS org.apache.kafka:kafka_2.13:3.9.0 org.slf4j:slf4j-nop:1.7.36
//KIND broker
import java.io.FileWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A Kafka broker (KRaft, one node) with a producer that waits for each record and a consumer; {@code linger} batches. */
final class KafkaBroker {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(args[0]);
            return;
        }
        int port = Bench.freePort();
        int controller = Bench.freePort();
        Path file = Bench.work().resolve("server.properties");
        Files.writeString(file, String.join("\n", "process.roles=broker,controller", "node.id=1",
                "controller.quorum.voters=1@127.0.0.1:" + controller, "controller.listener.names=CONTROLLER",
                "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
                "log.dirs=" + Bench.work().resolve("log"), "offsets.topic.replication.factor=1",
                "transaction.state.log.replication.factor=1", "transaction.state.log.min.isr=1",
                "offsets.topic.num.partitions=1", "group.initial.rebalance.delay.ms=0", ""));
        kafka.tools.StorageTool.execute(new String[] {"format", "-t", "MkU3OEVBNTcwNTJENDM2Qk", "-c", file.toString()},
                System.err);
        Properties properties = new Properties();
        try (var in = Files.newInputStream(file)) {
            properties.load(in);
        }
        new kafka.server.KafkaRaftServer(kafka.server.KafkaConfig.fromProps(properties),
                org.apache.kafka.common.utils.Time.SYSTEM).startup();
        Bench.serve(KafkaBroker.class, "127.0.0.1:" + port);
    }

    private static void client(String address) throws Exception {
        Properties common = new Properties();
        common.put("bootstrap.servers", address);
        common.put("group.id", "g");
        common.put("auto.offset.reset", "earliest");
        common.put("linger.ms", Bench.is("linger") ? "5" : "0");
        Thread consumer = new Thread(() -> {
            try (KafkaConsumer<byte[], byte[]> in = new KafkaConsumer<>(common, new ByteArrayDeserializer(),
                    new ByteArrayDeserializer())) {
                in.subscribe(List.of("orders"));
                while (true) {
                    in.poll(Duration.ofMillis(100));
                }
            }
        });
        consumer.setDaemon(true);
        KafkaProducer<byte[], byte[]> out = new KafkaProducer<>(common, new ByteArraySerializer(), new ByteArraySerializer());
        out.send(new ProducerRecord<>("orders", new byte[100])).get();
        consumer.start();
        Bench.load(8, () -> out.send(new ProducerRecord<>("orders", new byte[100])).get());
    }
}
