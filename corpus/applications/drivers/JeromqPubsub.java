//DEPS org.zeromq:jeromq:0.5.3
//KIND server
import java.util.concurrent.locks.LockSupport;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** JeroMQ: a publisher of small messages, ten each fifth of a millisecond, and a subscriber in another process. */
final class JeromqPubsub {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            ZMQ.Socket subscriber = new ZContext().createSocket(SocketType.SUB);
            subscriber.connect("tcp://127.0.0.1:" + args[0]);
            subscriber.subscribe("");
            Bench.load(1, subscriber::recv);
            return;
        }
        int port = Bench.freePort();
        ZMQ.Socket publisher = new ZContext().createSocket(SocketType.PUB);
        publisher.bind("tcp://127.0.0.1:" + port);
        Thread thread = new Thread(() -> {
            byte[] message = "price 1234 of the item 567".getBytes();
            while (true) {
                for (int i = 0; i < 10; i++) {
                    publisher.send(message);
                }
                LockSupport.parkNanos(200_000);
            }
        }, "publisher");
        thread.setDaemon(true);
        thread.start();
        Bench.serve(JeromqPubsub.class, "" + port);
    }
}
