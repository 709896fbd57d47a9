import java.io.File;
import java.nio.charset.StandardCharsets;
import org.apache.maven.plugin.surefire.report.ConsoleOutputFileReporter;
import org.apache.maven.surefire.report.SimpleReportEntry;

/** What a test class prints, kept in the file of the class; one unit is one line. */
public final class SurefireReportDriver {
    public static void main(String[] args) throws Exception {
        ConsoleOutputFileReporter reporter = new ConsoleOutputFileReporter(new File(args[0]), null, null);
        reporter.testSetStarting(new SimpleReportEntry("OrderTest", "OrderTest"));
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            byte[] line = ("order " + i + " shipped\n").getBytes(StandardCharsets.UTF_8);
            reporter.writeTestOutput(line, 0, line.length, true);
        }
        reporter.testSetCompleted(new SimpleReportEntry("OrderTest", "OrderTest"));
        reporter.close();
    }
}
