//DEPS org.apache.qpid:qpid-broker-core:9.2.0 org.apache.qpid:qpid-broker-plugins-amqp-1-0-protocol:9.2.0 org.apache.qpid:qpid-broker-plugins-memory-store:9.2.0 org.apache.qpid:qpid-jms-client:1.12.1 org.slf4j:slf4j-nop:2.0.16
//KIND broker
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.jms.Connection;
import javax.jms.DeliveryMode;
import javax.jms.JMSException;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.Queue;
import javax.jms.Session;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.apache.qpid.server.SystemLauncher;

/** Apache Qpid Broker-J with a virtual host in memory; AMQP 1.0 clients send and receive messages one by one. */
final class QpidBroker {
    private static final String QUEUES = "{\\\"type\\\":\\\"Memory\\\",\\\"queues\\\":[%s]}";
    private static final String CONFIGURATION = """
            {"name": "broker", "modelVersion": "9.0",
             "authenticationproviders": [{"name": "anonymous", "type": "Anonymous"}],
             "ports": [{"name": "AMQP", "port": "%d", "bindingAddress": "127.0.0.1", "protocols": ["AMQP_1_0"],
               "authenticationProvider": "anonymous",
               "virtualhostaliases": [{"name": "nameAlias", "type": "nameAlias"}]}],
             "virtualhostnodes": [{"name": "default", "type": "Memory", "defaultVirtualHostNode": "true",
               "virtualHostInitialConfiguration": "%s"}]}
            """;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(args[0]);
            return;
        }
        int port = Bench.freePort();
        StringBuilder queues = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            queues.append(i == 0 ? "" : ",").append("{\\\"name\\\":\\\"orders-load-").append(i).append("\\\",\\\"type\\\":\\\"standard\\\"}");
        }
        Path file = Bench.work().resolve("broker.json");
        Files.writeString(file, CONFIGURATION.formatted(port, QUEUES.formatted(queues)));
        Map<String, Object> attributes = new HashMap<>();
        attributes.put("type", "Memory");
        attributes.put("initialConfigurationLocation", file.toUri().toString());
        attributes.put("startupLoggedToSystemOut", "false");
        attributes.put("qpid.work_dir", Bench.work().toString());
        new SystemLauncher().startup(attributes);
        Bench.serve(QpidBroker.class, "amqp://127.0.0.1:" + port + "?amqp.vhost=default");
    }

    private static void client(String url) throws Exception {
        JmsConnectionFactory factory = new JmsConnectionFactory(url);
        ThreadLocal<Object[]> sessions = ThreadLocal.withInitial(() -> {
            try {
                Connection connection = factory.createConnection();
                connection.start();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                Queue queue = session.createQueue("orders-" + Thread.currentThread().getName());
                MessageProducer producer = session.createProducer(queue);
                producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
                return new Object[] {session, producer, session.createConsumer(queue)};
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        });
        Bench.load(4, () -> {
            Object[] parts = sessions.get();
            ((MessageProducer) parts[1]).send(((Session) parts[0]).createTextMessage("an order of some forty characters"));
            if (((MessageConsumer) parts[2]).receive(5000) == null) {
                throw new IllegalStateException("no message");
            }
        });
    }
}
