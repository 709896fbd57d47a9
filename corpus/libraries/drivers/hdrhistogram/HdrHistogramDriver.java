import java.io.File;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Logs an interval's histogram with its tag and comments. */
public final class HdrHistogramDriver {
    public static void main(String[] args) throws Exception {
        File log = Path.of(args[0], "out.hlog").toFile();
        HistogramLogWriter writer = new HistogramLogWriter(log);
        Histogram histogram = new Histogram(2);
        histogram.recordValue(5);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            writer.outputComment("interval " + i);
            writer.outputIntervalHistogram(i, i + 1, histogram, 1.0);
        }
        writer.close();
    }
}
