//DEPS redis.clients:jedis:5.2.0 org.slf4j:slf4j-nop:2.0.16 com.github.fppt:jedis-mock:1.1.8
//KIND store
import com.github.fppt.jedismock.RedisServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** A service that sets keys in Redis one by one through Jedis (a Redis server in Java); {@code pipeline} sends a hundred. */
final class RedisClient {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            System.out.println(RedisServer.newRedisServer().start().getBindPort());
            System.in.read();
            System.exit(0);
        }
        Process server = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"), "-cp",
                System.getProperty("java.class.path"), "RedisClient", "server").start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
        int port = Integer.parseInt(new BufferedReader(new InputStreamReader(server.getInputStream())).readLine());
        Jedis jedis = new Jedis("127.0.0.1", port);
        Pipeline pipeline = Bench.is("pipeline") ? jedis.pipelined() : null;
        int[] keys = new int[1];
        Bench.loop(1, () -> {
            String key = "k" + ++keys[0] % 1000;
            if (pipeline == null) {
                jedis.set(key, "value");
                return;
            }
            pipeline.set(key, "value");
            if (keys[0] % 100 == 0) {
                pipeline.sync();
            }
        });
    }
}
