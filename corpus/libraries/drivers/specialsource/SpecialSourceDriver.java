import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.zip.*;
import net.md_5.specialsource.*;

/** Renames a class in a jar of 20 classes and 200 small resources; one unit is one jar. */
public final class SpecialSourceDriver {
    private static final String[] CLASSES = {"ArrayList", "ArrayDeque", "HashMap", "HashSet", "LinkedList", "TreeMap", "TreeSet", "Vector",
        "BitSet", "Scanner", "Optional", "Objects", "Locale", "Currency", "Calendar", "Date", "Random", "Timer", "UUID", "Stack"};

    public static void main(String[] args) throws Exception {
        File input = new File(args[0], "input.jar");
        if (!input.exists()) {
            writeInput(input);
        }
        JarMapping mapping = new JarMapping();
        mapping.classes.put("app/Order", "app/Invoice");
        File output = new File(args[0], "output.jar");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (Jar jar = Jar.init(input)) {
                new JarRemapper(mapping).remapJar(jar, output);
            }
        }
        long sum = 0;
        if (output.exists()) {
            try (ZipFile zip = new ZipFile(output)) {
                sum = zip.stream().mapToLong(each -> each.getName().hashCode() * 31L + each.getCrc()).sum();
            }
            // its entries hold the time they were made
            output.delete();
        }
        System.out.println(sum);
    }

    private static void writeInput(File file) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(new FileOutputStream(file), 65536))) {
            for (String name : CLASSES) {
                zip.putNextEntry(new ZipEntry("java/util/" + name + ".class"));
                try (InputStream in = ClassLoader.getSystemResourceAsStream("java/util/" + name + ".class")) {
                    in.transferTo(zip);
                }
            }
            for (int i = 0; i < 200; i++) {
                zip.putNextEntry(new ZipEntry("messages/page" + i + ".properties"));
                zip.write(("title=page " + i + "\ntext=order " + i * 7 + "\n").repeat(10).getBytes(StandardCharsets.US_ASCII));
            }
        }
    }
}
