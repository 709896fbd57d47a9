import java.io.FileOutputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes bytes and computes roots, in turn: until it has used so many milliseconds of CPU time, or so many rounds. */
public class Burn {
    public static void main(String[] args) throws Exception {
        long cpuMillis = Long.parseLong(args[0]);
        long rounds = args.length > 1 ? Long.parseLong(args[1]) : Long.MAX_VALUE;
        Path file = Files.createTempFile("burn", "");
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        double sum = 0;
        for (long round = 0; round < rounds && system.getProcessCpuTime() < cpuMillis * 1_000_000L; round++) {
            try (OutputStream out = new FileOutputStream(file.toFile())) {
                for (int i = 0; i < 2000; i++) {
                    out.write(i);
                }
            }
            for (int i = 0; i < 200_000; i++) {
                sum += Math.sqrt(i);
            }
        }
        Files.delete(file);
        System.out.println(sum > 0 ? system.getProcessCpuTime() / 1_000_000 : 0);
    }
}
