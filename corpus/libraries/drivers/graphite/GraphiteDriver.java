import com.yammer.metrics.core.*;
import com.yammer.metrics.reporting.*;
import java.io.InputStream;
import java.net.*;

/** Reports 200 counters to a Graphite server, which is read after each report; one unit is one report. */
public final class GraphiteDriver {
    public static void main(String[] args) throws Exception {
        MetricsRegistry registry = new MetricsRegistry();
        for (int i = 0; i < 200; i++) {
            registry.newCounter(new MetricName("shop", "orders", "customer" + i)).inc(i * 7);
        }
        ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Clock clock = new Clock() {
            @Override
            public long tick() {
                return 0;
            }

            @Override
            public long time() {
                return 1_000_000_000_000L;
            }
        };
        GraphiteReporter reporter = new GraphiteReporter(registry, "test", MetricPredicate.ALL,
                new GraphiteReporter.DefaultSocketProvider("127.0.0.1", listening.getLocalPort()), clock);
        reporter.printVMMetrics = false;
        byte[] block = new byte[65536];
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            reporter.run();
            try (Socket socket = listening.accept(); InputStream in = socket.getInputStream()) {
                for (int n; (n = in.read(block)) > 0;) {
                    for (int j = 0; j < n; j++) {
                        sum = sum * 31 + block[j];
                    }
                }
            }
        }
        System.out.println(sum);
        System.out.flush();
        System.exit(0);
    }
}
