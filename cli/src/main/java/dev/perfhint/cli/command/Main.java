package dev.perfhint.cli.command;

import com.sun.management.OperatingSystemMXBean;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.ClosedOutputException;
import dev.perfhint.cli.output.StandardOutput;
import dev.perfhint.cli.output.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine;

/**
 * Runs the command line. Exit codes: 0 done, 1 a finding at or above {@code --fail-on}, 2 bad usage or unreadable
 * input, 3 a bug in perfhint.
 */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        OutputStream err = new FileOutputStream(FileDescriptor.err);
        System.exit(run(System.in, out, err, System.getenv(), System.getProperties(), args));
    }

    /** Runs one command as if without a terminal and environment, and returns its exit code. */
    public static int run(InputStream in, OutputStream out, OutputStream err, String... args) {
        return run(in, out, err, Map.of(), new Properties(), args);
    }

    /** Runs one command for another program in its project's directory: the perfhint.toml that holds for it counts. */
    public static int runIn(Path directory, OutputStream out, OutputStream err, String... args) {
        Properties properties = new Properties();
        properties.setProperty("user.dir", directory.toString());
        return run(InputStream.nullInputStream(), out, err, Map.of(), properties, args);
    }

    static int run(
            InputStream in, OutputStream out, OutputStream err, Map<String, String> environment, Properties properties,
            String... args) {
        PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
        StandardOutput output = new StandardOutput(out);
        Session session = new Session(in, output, messages, Terminal.of(environment, properties),
                Optional.ofNullable(properties.getProperty("user.dir")).map(Path::of),
                Optional.ofNullable(properties.getProperty("perfhint.launcher")).map(Path::of));
        try {
            String[] words = Shorthand.expand(args, Commands.names());
            CommandLine commandLine = Commands.commandLine(session, words);
            StringWriter help = new StringWriter(); // picocli prints a stack trace when its writer fails
            commandLine.setOut(new PrintWriter(help, true));
            int code = commandLine.execute(words);
            output.print(help.toString());
            output.flush();
            return code;
        } catch (ClosedOutputException e) {
            return Failures.report(e, messages);
        } catch (OutOfMemoryError e) {
            messages.println("perfhint: not enough memory with " + heap());
            return ExitCode.BUG;
        } catch (Throwable e) {
            return Failures.report(e, messages);
        }
    }

    /** Returns how large the heap is, and what gives it more. */
    private static String heap() {
        long heap = Runtime.getRuntime().maxMemory() >> 20;
        long all = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize() >> 20;
        return "a heap of " + heap + " MB of " + all + " MB: " + (heap < all * 6 / 10
                ? "set PERFHINT_JAVA_OPTS=-Xmx followed by a larger size"
                : "run perfhint where there is more");
    }
}
