import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Scanner;

/**
 * Runs many commands of one build in one JVM. Each line of standard input is a job: its directory, the working directory and
 * the arguments, separated by tabs. The directory gets the files stdout, stderr and code; a line on standard output says that
 * the job is done.
 */
final class Batch {
    private Batch() {}

    public static void main(String[] args) throws Exception {
        Method run = Class.forName(args[0])
                .getMethod("runIn", Path.class, OutputStream.class, OutputStream.class, String[].class);
        try (Scanner jobs = new Scanner(System.in, StandardCharsets.UTF_8)) {
            while (jobs.hasNextLine()) {
                String[] words = jobs.nextLine().split("\t", -1);
                done(run, Files.createDirectories(Path.of(words[0])), Path.of(words[1]), Arrays.copyOfRange(words, 2, words.length));
                System.out.println(words[0]);
            }
        }
    }

    private static void done(Method run, Path directory, Path working, String[] arguments) throws IOException {
        Object code;
        try (OutputStream out = Files.newOutputStream(directory.resolve("stdout"));
                OutputStream err = Files.newOutputStream(directory.resolve("stderr"))) {
            code = run.invoke(null, working, out, err, arguments);
        } catch (ReflectiveOperationException e) {
            code = "thrown: " + e.getCause();
        }
        Files.writeString(directory.resolve("code"), code + "\n");
    }
}
