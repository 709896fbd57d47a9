import com.codahale.metrics.*;
import java.io.File;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

public final class MetricsDriver {
    public static void main(String[] args) throws Exception {
        MetricRegistry registry = new MetricRegistry();
        for (int i = 0; i < 10; i++) {
            registry.counter("counter" + i).inc(i);
        }
        Clock clock = new Clock() {
            @Override public long getTick() { return 0; }
            @Override public long getTime() { return 1_000_000; }
        };
        CsvReporter reporter = CsvReporter.forRegistry(registry).formatFor(Locale.US).withClock(clock).build(new File(args[0]));
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            reporter.report();
        }
    }
}
