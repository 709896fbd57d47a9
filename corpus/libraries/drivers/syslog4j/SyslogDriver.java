import java.io.*;
import java.net.*;
import org.productivity.java.syslog4j.*;
import org.productivity.java.syslog4j.impl.net.tcp.TCPNetSyslogConfig;

public final class SyslogDriver {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        long[] received = new long[1];
        Thread reader = new Thread(() -> {
            try (Socket socket = server.accept()) {
                byte[] block = new byte[1 << 20];
                for (int n; (n = socket.getInputStream().read(block)) >= 0;) {
                    received[0] += n;
                    Thread.sleep(20);
                }
            } catch (IOException | InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
        });
        reader.start();
        TCPNetSyslogConfig config = new TCPNetSyslogConfig("localhost", server.getLocalPort());
        config.setThreaded(false);
        config.setSendLocalTimestamp(false);
        config.setSendLocalName(false);
        SyslogIF syslog = Syslog.createInstance("records", config);
        for (int i = 0; i <= Integer.parseInt(args[1]); i++) {
            syslog.info("request " + i + " served");
        }
        syslog.flush();
        reader.join();
        System.out.println(received[0]);
        System.out.flush();
        System.exit(0);
    }
}
