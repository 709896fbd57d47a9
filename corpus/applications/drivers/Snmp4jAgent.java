//DEPS org.snmp4j:snmp4j:2.8.12
//KIND server
import java.util.concurrent.atomic.AtomicInteger;
import org.snmp4j.CommandResponder;
import org.snmp4j.CommandResponderEvent;
import org.snmp4j.CommunityTarget;
import org.snmp4j.PDU;
import org.snmp4j.Snmp;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.mp.StatusInformation;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.smi.VariableBinding;
import org.snmp4j.transport.DefaultUdpTransportMapping;

/** SNMP4J: an agent that answers one value for each datagram; a manager asks one after the other. */
final class Snmp4jAgent {
    private static final OID VALUE = new OID("1.3.6.1.2.1.1.7.0");

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Snmp manager = new Snmp(new DefaultUdpTransportMapping());
            manager.listen();
            CommunityTarget target = new CommunityTarget(new UdpAddress("127.0.0.1/" + args[0]), new OctetString("public"));
            target.setVersion(SnmpConstants.version2c);
            target.setTimeout(3000);
            Bench.load(1, () -> {
                PDU question = new PDU();
                question.setType(PDU.GET);
                question.add(new VariableBinding(VALUE));
                if (manager.get(question, target).getResponse() == null) {
                    throw new IllegalStateException("no answer");
                }
            });
            return;
        }
        int port = Bench.freePort();
        Snmp agent = new Snmp(new DefaultUdpTransportMapping(new UdpAddress("127.0.0.1/" + port)));
        AtomicInteger asked = new AtomicInteger();
        agent.addCommandResponder(new CommandResponder() {
            @Override
            public void processPdu(CommandResponderEvent event) {
                PDU answer = event.getPDU();
                answer.setType(PDU.RESPONSE);
                answer.get(0).setVariable(new Integer32(asked.incrementAndGet()));
                try {
                    event.getMessageDispatcher().returnResponsePdu(event.getMessageProcessingModel(), event.getSecurityModel(),
                            event.getSecurityName(), event.getSecurityLevel(), answer, event.getMaxSizeResponsePDU(),
                            event.getStateReference(), new StatusInformation());
                } catch (org.snmp4j.MessageException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        agent.listen();
        Bench.serve(Snmp4jAgent.class, "" + port);
    }
}
