//DEPS org.apache.activemq:activemq-broker:6.1.4 org.apache.activemq:activemq-kahadb-store:6.1.4 org.apache.activemq:activemq-client:6.1.4 org.slf4j:slf4j-nop:2.0.16
//KIND broker
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/** ActiveMQ Classic with KahaDB, persistent messages sent and received one by one. */
final class ActivemqClassic {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(args[0]);
            return;
        }
        String url = "tcp://127.0.0.1:" + Bench.freePort();
        BrokerService broker = new BrokerService();
        broker.setUseJmx(false);
        broker.setDataDirectory(Bench.work().toString());
        KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
        store.setDirectory(Bench.work().resolve("kahadb").toFile());
        broker.setPersistenceAdapter(store);
        broker.addConnector(url);
        broker.start();
        broker.waitUntilStarted();
        Bench.serve(ActivemqClassic.class, url);
    }

    private static void client(String url) throws Exception {
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
        ThreadLocal<Object[]> sessions = ThreadLocal.withInitial(() -> {
            try {
                Connection connection = factory.createConnection();
                connection.start();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                Queue queue = session.createQueue("orders-" + Thread.currentThread().getName());
                return new Object[] {session, session.createProducer(queue), session.createConsumer(queue)};
            } catch (jakarta.jms.JMSException e) {
                throw new IllegalStateException(e);
            }
        });
        Bench.load(4, () -> {
            Object[] parts = sessions.get();
            ((MessageProducer) parts[1]).send(((Session) parts[0]).createTextMessage("an order of some forty characters"));
            ((MessageConsumer) parts[2]).receive(5000);
        });
    }
}
