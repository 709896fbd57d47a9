import java.util.concurrent.*;
import org.jsmpp.bean.*;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.*;
import org.jsmpp.util.MessageId;

public final class JsmppDriver {
    public static void main(String[] args) throws Exception {
        SMPPServerSessionListener listener = new SMPPServerSessionListener(31432);
        long[] bytes = new long[1];
        Thread server = new Thread(() -> {
            try {
                SMPPServerSession session = listener.accept();
                session.setMessageReceiverListener(new ServerMessageReceiverListener() {
                    public MessageId onAcceptSubmitSm(SubmitSm sm, SMPPServerSession source) throws ProcessRequestException {
                        bytes[0] += sm.getShortMessage().length;
                        try {
                            return new MessageId("1");
                        } catch (org.jsmpp.PDUStringException impossible) {
                            throw new IllegalStateException(impossible);
                        }
                    }
                    public SubmitMultiResult onAcceptSubmitMulti(SubmitMulti sm, SMPPServerSession source) { return null; }
                    public QuerySmResult onAcceptQuerySm(QuerySm sm, SMPPServerSession source) { return null; }
                    public void onAcceptReplaceSm(ReplaceSm sm, SMPPServerSession source) {}
                    public void onAcceptCancelSm(CancelSm sm, SMPPServerSession source) {}
                    public DataSmResult onAcceptDataSm(DataSm sm, Session source) { return null; }
                });
                session.waitForBind(5000).accept("s");
            } catch (Exception e) {
                e.printStackTrace();
            }
        });
        server.setDaemon(true);
        server.start();
        SMPPSession session = new SMPPSession();
        session.connectAndBind("127.0.0.1", 31432, new BindParameter(BindType.BIND_TX, "test", "test", "cp",
                TypeOfNumber.UNKNOWN, NumberingPlanIndicator.UNKNOWN, null));
        byte[] text = "a short message of some length".getBytes("US-ASCII");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            session.submitShortMessage("CMT", TypeOfNumber.INTERNATIONAL, NumberingPlanIndicator.UNKNOWN, "1616",
                    TypeOfNumber.INTERNATIONAL, NumberingPlanIndicator.UNKNOWN, "628176504657", new ESMClass(), (byte) 0,
                    (byte) 1, null, null, new RegisteredDelivery(SMSCDeliveryReceipt.DEFAULT), (byte) 0,
                    DataCodings.ZERO, (byte) 0, text);
        }
        System.out.println(bytes[0]);
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
