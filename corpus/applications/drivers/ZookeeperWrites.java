//DEPS org.apache.zookeeper:zookeeper:3.9.3 io.dropwizard.metrics:metrics-core:4.2.29 org.xerial.snappy:snappy-java:1.1.10.7 org.slf4j:slf4j-nop:1.7.36
//KIND server
import java.net.InetSocketAddress;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A ZooKeeper server: clients read mostly and write every tenth; {@code workers0} is zookeeper.nio.numWorkerThreads=0. */
final class ZookeeperWrites {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client("127.0.0.1:" + args[0]);
            return;
        }
        if (Bench.is("workers0")) {
            System.setProperty(NIOServerCnxnFactory.ZOOKEEPER_NIO_NUM_WORKER_THREADS, "0");
        }
        System.setProperty("zookeeper.admin.enableServer", "false");
        ZooKeeperServer server = new ZooKeeperServer(Bench.work().resolve("snap").toFile(),
                Bench.work().resolve("log").toFile(), 2000);
        ServerCnxnFactory factory = ServerCnxnFactory.createFactory(new InetSocketAddress("127.0.0.1", 0), 100);
        factory.startup(server);
        Bench.serve(ZookeeperWrites.class, "" + factory.getLocalPort());
    }

    private static void client(String address) throws Exception {
        ThreadLocal<ZooKeeper> sessions = ThreadLocal.withInitial(() -> {
            try {
                ZooKeeper session = new ZooKeeper(address, 30_000, event -> { });
                if (session.exists("/node", false) == null) {
                    session.create("/node", new byte[100], org.apache.zookeeper.ZooDefs.Ids.OPEN_ACL_UNSAFE,
                            org.apache.zookeeper.CreateMode.PERSISTENT);
                }
                return session;
            } catch (org.apache.zookeeper.KeeperException.NodeExistsException e) {
                return null;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        ThreadLocal<int[]> calls = ThreadLocal.withInitial(() -> new int[1]);
        Bench.load(4, () -> {
            if (sessions.get() == null) {
                sessions.remove();
                return;
            }
            if (++calls.get()[0] % 10 == 0) {
                sessions.get().setData("/node", new byte[100], -1);
            } else {
                sessions.get().getData("/node", false, null);
            }
        });
    }
}
