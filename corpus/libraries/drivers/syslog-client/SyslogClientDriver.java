import com.cloudbees.syslog.*;
import com.cloudbees.syslog.sender.TcpSyslogMessageSender;
import java.io.InputStream;
import java.net.*;
import java.util.Date;

/** Sends messages to a syslog server over TCP; one unit is one message. */
public final class SyslogClientDriver {
    public static void main(String[] args) throws Exception {
        ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread server = new Thread(() -> {
            try (Socket socket = listening.accept(); InputStream in = socket.getInputStream()) {
                byte[] block = new byte[1 << 20];
                while (in.read(block) >= 0) {
                }
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        server.setDaemon(true);
        server.start();
        TcpSyslogMessageSender sender = new TcpSyslogMessageSender();
        sender.setSyslogServerHostname("127.0.0.1");
        sender.setSyslogServerPort(listening.getLocalPort());
        sender.setMessageFormat(MessageFormat.RFC_3164);
        int units = Integer.parseInt(args[1]);
        for (int unit = 0; unit < units; unit++) {
            sender.sendMessage(new SyslogMessage().withAppName("shop").withHostname("local").withFacility(Facility.USER)
                    .withSeverity(Severity.INFORMATIONAL).withTimestamp(new Date(0)).withMsg("order " + unit + " shipped"));
        }
        System.out.println(sender.getSendCount());
        System.exit(0);
    }
}
