import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.benf.cfr.reader.Main;

/** Decompiles a class file to standard output, as the command line does. */
public final class CfrDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "Sorted.class");
        if (!Files.exists(file)) {
            try (InputStream in = CfrDriver.class.getResourceAsStream("CfrDriver$Sorted.class")) {
                Files.write(file, in.readAllBytes());
            }
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Main.main(new String[] {file.toString(), "--silent", "true", "--showversion", "false"});
        }
    }

    /** What is decompiled. */
    static final class Sorted {
        private final int[] values = new int[64];
        private int size;

        void add(int value) {
            if (size == values.length) {
                throw new IllegalStateException("full after " + size);
            }
            int at = 0;
            while (at < size && values[at] < value) {
                at++;
            }
            System.arraycopy(values, at, values, at + 1, size - at);
            values[at] = value;
            size++;
        }

        int find(int value) {
            int low = 0;
            int high = size - 1;
            while (low <= high) {
                int middle = (low + high) / 2;
                if (values[middle] == value) {
                    return middle;
                } else if (values[middle] < value) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return -1;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("[");
            for (int i = 0; i < size; i++) {
                text.append(i == 0 ? "" : ", ").append(values[i]);
            }
            return text.append(']').toString();
        }
    }
}
