import java.io.RandomAccessFile;
import java.nio.file.*;
import java.util.*;
import org.passay.dictionary.FileWordList;

public final class PassayDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "words.txt");
        if (!Files.exists(file)) {
            List<String> words = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                words.add(String.format("word%06d", i));
            }
            Files.write(file, words);
        }
        int sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            FileWordList list = new FileWordList(new RandomAccessFile(file.toFile(), "r"));
            sum += list.size() + list.get(i % 500).hashCode();
            list.close();
        }
        System.out.println(sum);
    }
}
