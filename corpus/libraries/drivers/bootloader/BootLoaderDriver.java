import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.jar.JarEntry;
import java.util.zip.*;
import org.springframework.boot.loader.jar.JarFile;

public final class BootLoaderDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "application.jar");
        if (!Files.exists(file)) {
            try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
                byte[] content = new byte[600];
                for (int i = 0; i < 200; i++) {
                    new Random(i).nextBytes(content);
                    zip.putNextEntry(new ZipEntry("classes/Class" + i + ".class"));
                    zip.write(content);
                }
            }
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (JarFile jar = new JarFile(file.toFile())) {
                for (JarEntry entry : Collections.list(jar.entries())) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        sum += Arrays.hashCode(in.readAllBytes());
                    }
                }
            }
        }
        System.out.println(sum);
    }
}
