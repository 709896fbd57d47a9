import java.nio.file.*;
import org.aspectj.apache.bcel.util.ClassPath;

public final class AspectjDriver {
    public static void main(String[] args) throws Exception {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            Path folder = Path.of(args[0], "c" + i);
            Files.createDirectories(folder);
            path.append(folder).append(java.io.File.pathSeparator);
        }
        int sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            sum += new ClassPath(path.toString()).toString().indexOf("c39") > 0 ? 1 : 0;
        }
        System.out.println(sum);
    }
}
