//DEPS org.apache.activemq:artemis-server:2.39.0 org.apache.activemq:artemis-jakarta-client:2.39.0 org.slf4j:slf4j-nop:2.0.16
//KIND broker
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** ActiveMQ Artemis with its NIO journal, persistent messages sent and received one by one. */
final class ArtemisQueue {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(args[0]);
            return;
        }
        String url = "tcp://127.0.0.1:" + Bench.freePort();
        Configuration configuration = new ConfigurationImpl().setSecurityEnabled(false).setJournalType(JournalType.NIO)
                .setJournalDirectory(Bench.work() + "/journal").setBindingsDirectory(Bench.work() + "/bindings")
                .setPagingDirectory(Bench.work() + "/paging").setLargeMessagesDirectory(Bench.work() + "/large")
                .setMaxDiskUsage(-1);
        configuration.addAcceptorConfiguration("tcp", url);
        new EmbeddedActiveMQ().setConfiguration(configuration).start();
        Bench.serve(ArtemisQueue.class, url);
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
