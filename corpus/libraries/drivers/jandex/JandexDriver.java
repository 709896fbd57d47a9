import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
import java.util.zip.*;
import org.jboss.jandex.*;

/** Puts an index of its classes into a jar of many small files, as the command line does with -m. */
public final class JandexDriver {
    public static void main(String[] args) throws Exception {
        File jar = new File(args[0], "app.jar");
        if (!jar.exists()) {
            try (JarOutputStream out = new JarOutputStream(new BufferedOutputStream(new FileOutputStream(jar)));
                    InputStream in = JandexDriver.class.getResourceAsStream("JandexDriver.class")) {
                put(out, "JandexDriver.class", in.readAllBytes());
                for (int i = 0; i < 120; i++) {
                    put(out, "text/message" + i + ".properties", ("greeting=hello " + i + "\n").getBytes());
                }
            }
        }
        PrintStream quiet = new PrintStream(OutputStream.nullOutputStream());
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            JarIndexer.createJarIndex(jar, new Indexer(), jar, true, false, false, quiet, quiet);
        }
        long sum = 0;
        try (JarFile file = new JarFile(jar)) {
            for (JarEntry entry : Collections.list(file.entries())) {
                sum = sum * 31 + entry.getName().hashCode() + Arrays.hashCode(file.getInputStream(entry).readAllBytes());
            }
        }
        System.out.println(sum);
        if (!args[1].equals("0")) {
            // the entry of the index holds the time it was made
            jar.delete();
        }
    }

    private static void put(ZipOutputStream out, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(1_600_000_000_000L);
        out.putNextEntry(entry);
        out.write(content);
    }
}
