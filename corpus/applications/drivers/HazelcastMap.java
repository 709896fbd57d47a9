//DEPS com.hazelcast:hazelcast:5.5.0
//KIND store
//JVM --add-modules java.se --add-exports java.base/jdk.internal.ref=ALL-UNNAMED --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/sun.nio.ch=ALL-UNNAMED --add-opens java.management/sun.management=ALL-UNNAMED --add-opens jdk.management/com.sun.management.internal=ALL-UNNAMED
import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.map.IMap;
import java.util.concurrent.ThreadLocalRandom;

/** A Hazelcast member, a client that puts and gets. */
final class HazelcastMap {
    public static void main(String[] args) throws Exception {
        System.setProperty("hazelcast.logging.type", "none");
        if (args.length > 0) {
            ClientConfig config = new ClientConfig();
            config.getNetworkConfig().addAddress("127.0.0.1:" + args[0]);
            config.setProperty("hazelcast.phone.home.enabled", "false");
            IMap<Integer, byte[]> map = HazelcastClient.newHazelcastClient(config).getMap("m");
            Bench.load(4, () -> {
                map.put(ThreadLocalRandom.current().nextInt(10_000), new byte[100]);
                map.get(ThreadLocalRandom.current().nextInt(10_000));
            });
            return;
        }
        int port = Bench.freePort();
        Config config = new Config();
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.getNetworkConfig().setPort(port).getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        Hazelcast.newHazelcastInstance(config);
        Bench.serve(HazelcastMap.class, "" + port);
    }
}
